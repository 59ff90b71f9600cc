/** Findings beyond this are only counted. */
const SHOWN = 100

/** What a recount finds: faults, which the published result does not survive, or notes, which people should know of. */
export class Findings {
  readonly #found: string[] = []
  #more = 0

  add(finding: string): void {
    if (this.#found.length < SHOWN) this.#found.push(finding)
    else this.#more++
  }

  all(): string[] {
    return this.#more === 0 ? this.#found : [...this.#found, `and ${this.#more} more`]
  }
}
