/** The findings of a recount, by their meaning for the published result. */
export interface FindingLists {
  /** Findings that disprove the result. */
  faults: Findings
  /** Records that reached the topic so late that only the service vouches for their time. */
  late: Findings
  /**
   * Differences between the mirror and a consensus node, and chunks that belong to no record as the mirror shows them.
   */
  differences: Findings
  /** Facts that a mirror could have shown differently, and that would then be faults. */
  ambiguities: Findings
  /** Reasons why the result cannot be confirmed, though nothing is wrong. */
  doubts: Findings
  /** Facts that people should know, though the result may be right. */
  notes: Findings
  /** Messages on the topic that have no effect, but are not faults. */
  setAside: Findings
}

/** How many findings are kept by default. */
const SHOWN = 100
/** The maximum number of characters of a finding that are kept, since findings quote other people's text. */
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
