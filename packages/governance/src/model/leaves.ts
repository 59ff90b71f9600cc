/** Leaves of votes, as they are written. */
import { canonicalJson } from '@quorate/verify'
import { ballotOf } from '@quorate/verify/recount'
import type { Vote } from './dao.ts'

/** The maximum number of bytes in a batch. Up to this size, its content identifier is that of a single block. */
export const BATCH_BYTES = 256 * 1024

export function leafOf({ number, voter, ballot, weight, comment, castAt, proof, revision }: Vote): string {
  return canonicalJson({
    number,
    voterAddress: voter,
    ...ballotOf(ballot),
    weight: weight.toString(),
    castAt: castAt.toISOString(),
    ...(comment === null ? {} : { comment }),
    ...(revision === 1 ? {} : { revision }),
    ...(proof ?? {}),
  })
}

/** A batch's leaves as a file, as it is stored and served. */
export const fileOf = (leaves: readonly string[]): string => leaves.map((leaf) => `${leaf}\n`).join('')
