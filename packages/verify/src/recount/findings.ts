/** What a recount finds, by what it means for the published result. */
export interface FindingLists {
  /** What disproves it. */
  faults: Findings
  /** What stood on the topic so late that the service must be believed. */
  late: Findings
  /** Where the mirror and a consensus node differ, and what is in no record as the mirror shows it. */
  differences: Findings
  /** What a mirror could show otherwise, so that there would be faults. */
  ambiguities: Findings
  /** Why nothing can be said about it, though nothing is wrong. */
  doubts: Findings
  /** What people should know, though it may be right. */
  notes: Findings
}

/** As many findings are kept unless told otherwise. */
const SHOWN = 100
/** The most characters of a finding that are kept: findings quote what others wrote. */
const MOST_CHARACTERS = 1_000

/** Findings of one kind, as sentences. */
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
