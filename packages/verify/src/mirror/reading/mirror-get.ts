import type { Static, TSchema } from 'typebox'

/** Reads a mirror's REST API, over `fetch` or over the connections of a service. */
export interface MirrorGet {
  /**
   * The answer to a path such as `/api/v1/accounts/0.0.2`, checked, with integers beyond 2^53 as BigInt. null if the
   * mirror has nothing there (see `isNotFound`), or if the path is null (see `entityPath`).
   *
   * @throws an error with statusCode 503 and code MIRROR_UNAVAILABLE if the mirror stays unreachable, or its answer
   * does not fit `answer`
   */
  get<S extends TSchema>(path: string | null, answer: S): Promise<Static<S> | null>
}
