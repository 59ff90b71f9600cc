/** The requests that were created in this tab. The bytes are compared with these, not with the service's statement. */
import { type Asked, decode } from '@quorate/verify'
import { keptAsked } from '../api/kept-asked.ts'
import { bytesIn } from '../parts/ledger/bytes.ts'
import { type CheckedRequest, isDeletion } from './check.ts'

/** Undefined if the bytes delete the schedule of a request that has ended: there is no input for a deletion. */
export const askedFor = (
  account: string,
  jobId: string,
  request: Pick<CheckedRequest, 'bodyBytes' | 'schedule'>,
): Asked | undefined =>
  isDeletion(decode(bytesIn(request.bodyBytes) ?? new Uint8Array()), request) ? undefined : keptAsked(account, jobId)
