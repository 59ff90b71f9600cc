/** Reads the bytes of a request, field by field, and compares them with what the request states. */
import type { MultisigTypes } from '@quorate/client'
import {
  type Asked,
  type Decoded,
  type Difference,
  decode,
  fingerprint,
  type GoneKey,
  inWords,
  type Line,
  type ReviewOptions,
  review,
  type StatedRequest,
  VerifyError,
} from '@quorate/verify'
import { fromBase64 } from '../parts/bytes.ts'

export type Verdict = 'trusted' | 'BODY_NOT_UNDERSTOOD' | 'BYTES_DIFFER' | 'INTENT_UNKNOWN'

/** What the bytes of a request say, and whether that may be signed. */
export interface Check {
  decoded: Decoded
  /** Of a ScheduleSign or ScheduleDelete: what the ledger keeps in that schedule. */
  kept: Decoded | undefined
  /** Of a change of owners: the key that goes. */
  gone?: GoneKey | null
  fingerprint: string
  lines: Line[]
  verdict: Verdict
  differences: Difference[]
}

export type CheckedRequest = Pick<
  MultisigTypes['RequestStatus'],
  | 'jobId'
  | 'walletId'
  | 'status'
  | 'operation'
  | 'payload'
  | 'requesterId'
  | 'transactionId'
  | 'executeAt'
  | 'schedule'
  | 'bodyBytes'
>

/** Reads of the ledger, and the owners of a wallet as the service answers them. */
export interface Reads {
  ledger: ReviewOptions['ledger']
  ownersOf(request: CheckedRequest): Promise<ReviewOptions['owners']>
  /** The time in milliseconds; the browser's if absent. */
  now?(): number
}

/** Only `trusted` bytes are ever signed. What was asked for in this tab goes before what the service states of it. */
export async function checkRequest(
  request: CheckedRequest,
  { ledger, ownersOf, now }: Reads,
  { signerId, asked }: { signerId: string; asked?: Asked | undefined },
): Promise<Check> {
  const stated = statedOf(request)
  const decoded = decode(stated.bodyBytes)
  const read = { decoded, fingerprint: fingerprint(stated.bodyBytes), lines: inWords(decoded), kept: undefined }
  if (decoded.findings.length > 0)
    return { ...read, verdict: 'BODY_NOT_UNDERSTOOD', differences: decoded.findings.map(fromFinding) }
  try {
    const { differences, kept, gone } = await review(stated, {
      ...{ signerId, ledger, owners: await ownersOf(request), asked },
      now: now?.(),
    })
    return {
      ...{ ...read, gone },
      kept: kept ? decode(kept.body, 'SchedulableTransactionBody') : undefined,
      verdict: differences.length === 0 ? 'trusted' : 'BYTES_DIFFER',
      differences,
    }
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    const difference = { path: error.code, said: null, stated: null, range: null, message: error.message }
    return { ...read, verdict: 'INTENT_UNKNOWN', differences: [difference] }
  }
}

export const statedOf = ({ bodyBytes, ...request }: CheckedRequest): StatedRequest => ({
  ...request,
  bodyBytes: fromBase64(bodyBytes),
})

const fromFinding = ({ path, start, end, message }: Decoded['findings'][number]): Difference => ({
  ...{ path, said: null, stated: null, range: { start, end }, message },
})
