/** An error with a constant code, and the members that provably cheated. */
export class FrostError extends Error {
  readonly code: string
  /** Numbers of members. */
  readonly cheaters: readonly number[]

  constructor(code: string, message: string, cheaters: readonly number[] = []) {
    super(message)
    this.name = 'FrostError'
    this.code = code
    this.cheaters = cheaters
  }
}
