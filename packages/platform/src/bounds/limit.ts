/**
 * A bound on what one request, user or process may use. Each package lists its own, as in
 * `packages/node/src/limits.ts`; the code that enforces a limit reads its value from there, and
 * `docs/reference/limits.md` is generated from the same lists.
 */
export interface Limit {
  /** The bound, in `unit`. If there is a `setting`, this is only the default. */
  value: number
  /** `bytes`, `ms`, `per hour and wallet` ... */
  unit: string
  /** A phrase that names the limited thing: `signature pairs in one request`. */
  bounds: string
  /** The environment variable that changes the limit, if there is one. */
  setting?: string
  /** The answer beyond the limit: `413 BODY_TOO_LARGE`, or how the connection ends. */
  answer: string
}

/** The limits of one package by name. */
export type Limits = Record<string, Limit>
