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
  type KeyChange,
  type Line,
  type ReviewOptions,
  review,
  scheduleFingerprint,
  VerifyError,
} from '@quorate/verify'
import { bytesIn } from '../parts/bytes.ts'

/** `over` is a request that takes no signatures any more: the wallet's keys may have changed since. */
export type Verdict = 'trusted' | 'over' | 'BODY_NOT_UNDERSTOOD' | 'BYTES_DIFFER' | 'INTENT_UNKNOWN'

/** What the bytes of a request say, and whether that may be signed. */
export interface Check {
  decoded: Decoded
  /** Of a ScheduleSign or ScheduleDelete: what the ledger keeps in that schedule. */
  kept: Decoded | undefined
  /** Of the same: until when it is kept, and whether it is executed then. */
  end?: KeptEnd | undefined
  /** The custom fees that the request permits. */
  permitted?: readonly PermittedFees[] | undefined
  /** Of a new wallet or a change of owners: the key before and after. */
  change?: KeyChange | null
  /** Of a change of owners: the key that goes. */
  gone?: GoneKey | null
  /** Of what will happen: the same for all who sign for a schedule. */
  fingerprint: string
  lines: Line[]
  verdict: Verdict
  differences: Difference[]
}

export interface KeptEnd {
  /** `seconds.nanoseconds`, or null where the mirror shows none. */
  time: string | null
  isExecuted: boolean
}

/** `maxCustomFees` of a withdrawal: what giving a token may cost. */
export interface PermittedFees {
  id: string
  fees: { token_id: string; amount: number | string }[]
}

export type CheckedRequest = MultisigTypes['RequestStatus']

/** Reads of the ledger, and the owners of a wallet as the service answers them. */
export interface Reads {
  /** The chain that `ledger` reads. */
  chain: string
  ledger: ReviewOptions['ledger']
  ownersOf(request: Pick<CheckedRequest, 'walletId' | 'operation'>): Promise<ReviewOptions['owners']>
  /** The time in milliseconds; the browser's if absent. */
  now?(): number
}

/** Only `trusted` bytes are ever signed. What was asked for in this tab goes before what the service states of it. */
export async function checkRequest(
  request: CheckedRequest,
  { chain, ledger, ownersOf, now }: Reads,
  { jobId, signerId, asked }: { jobId: string; signerId: string; asked?: Asked | undefined },
): Promise<Check> {
  const bodyBytes = bytesIn(request.bodyBytes) ?? new Uint8Array()
  const decoded = decode(bodyBytes)
  const read = {
    ...{ decoded, lines: inWords(decoded), kept: undefined },
    fingerprint: scheduleFingerprint(decoded) ?? fingerprint(bodyBytes),
  }
  if (decoded.findings.length > 0)
    return { ...read, verdict: 'BODY_NOT_UNDERSTOOD', differences: decoded.findings.map(fromFinding) }
  const isDeletion = decoded.fields.some(({ name }) => name === 'scheduleDelete')
  if ((request.status === 'success' || request.status === 'error') && !isDeletion)
    return { ...read, verdict: 'over', differences: [] }
  try {
    const seen = await review(request, {
      ...{ jobId, signerId, chain, ledger, asked },
      ...{ owners: await ownersOf(request), now: now?.() },
    })
    const { differences, kept, gone, change } = seen
    return {
      ...{ ...read, gone, change, fingerprint: seen.fingerprint },
      kept: kept ? decode(kept.body, 'SchedulableTransactionBody') : undefined,
      end: kept ? { time: kept.expirationTime, isExecuted: kept.waitForExpiry } : undefined,
      // Of this form, as `review` has read it.
      permitted: request.payload.maxCustomFees as PermittedFees[] | undefined,
      verdict: differences.length === 0 ? 'trusted' : 'BYTES_DIFFER',
      differences,
    }
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    const difference = { path: error.code, said: null, stated: null, range: null, message: error.message }
    return { ...read, verdict: 'INTENT_UNKNOWN', differences: [difference] }
  }
}

const fromFinding = ({ path, start, end, message }: Decoded['findings'][number]): Difference => ({
  ...{ path, said: null, stated: null, range: { start, end }, message },
})
