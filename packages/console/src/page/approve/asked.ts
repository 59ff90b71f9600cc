/** What was asked for in this tab: bytes are compared with this, and not with what the service says of the request. */
import { type Asked, decode } from '@quorate/verify'
import { bytesIn } from '../parts/bytes.ts'
import { type CheckedRequest, isDeletion } from './check.ts'

const asked = new Map<string, Asked>()

export const rememberAsked = (jobId: string, stated: Asked): void => void asked.set(jobId, stated)

/** Undefined where the bytes delete the schedule of a request that has ended: nobody asked for that as a request. */
export const askedFor = (jobId: string, { bodyBytes }: Pick<CheckedRequest, 'bodyBytes'>): Asked | undefined =>
  isDeletion(decode(bytesIn(bodyBytes) ?? new Uint8Array())) ? undefined : asked.get(jobId)
