/** Faults beyond this are only counted. */
const SHOWN = 100

/** What a recount finds that is not as it must be. */
export class Faults {
  readonly #found: string[] = []
  #more = 0

  add(fault: string): void {
    if (this.#found.length < SHOWN) this.#found.push(fault)
    else this.#more++
  }

  all(): string[] {
    return this.#more === 0 ? this.#found : [...this.#found, `and ${this.#more} more`]
  }
}
