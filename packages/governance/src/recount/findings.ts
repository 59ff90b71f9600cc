/** As many findings are kept unless told otherwise. */
const SHOWN = 100
/** The most characters of a finding that are kept: findings quote what others wrote. */
const MOST_CHARACTERS = 1_000

/**
 * Findings of one kind in a recount: faults, which disprove the published result; doubts; or notes, which people should
 * know of.
 */
export class Findings {
  readonly #found: string[] = []
  readonly #shown: number
  #more = 0

  /** @param shown findings beyond this number are only counted */
  constructor(shown = SHOWN) {
    this.#shown = shown
  }

  add(finding: string): void {
    const text = finding.length > MOST_CHARACTERS ? `${finding.slice(0, MOST_CHARACTERS)} …` : finding
    if (this.#found.length < this.#shown) this.#found.push(text)
    else this.#more++
  }

  all(): string[] {
    return this.#more === 0 ? this.#found : [...this.#found, `and ${this.#more} more`]
  }
}
