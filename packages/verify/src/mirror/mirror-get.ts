import type { Static, TSchema } from 'typebox'

/** What reads a mirror's REST API: over `fetch`, or the connections of a service. */
export interface MirrorGet {
  /**
   * The answer to a path such as `/api/v1/accounts/0.0.2`, checked, integers beyond 2^53 as BigInt; null for what does
   * not exist (see `isNothingThere`), and for no path at all (see `entityPath`).
   *
   * @throws an error with statusCode 503 and code MIRROR_UNAVAILABLE where it stays unreachable, or answers something
   *     else than `answer` describes
   */
  get<S extends TSchema>(path: string | null, answer: S): Promise<Static<S> | null>
}
