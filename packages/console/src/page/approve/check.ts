/** Reads the bytes of a request field by field, and compares them with the request's statement. */
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
  type Review,
  type ReviewOptions,
  review,
  scheduleFingerprint,
  VerifyError,
} from '@quorate/verify'
import { bytesIn } from '../parts/ledger/bytes.ts'

/** `over`: the request takes no more signatures, so the wallet's keys may have changed since. */
export type Verdict = 'trusted' | 'over' | 'BODY_NOT_UNDERSTOOD' | 'BYTES_DIFFER' | 'INTENT_UNKNOWN'

/** The decoded bytes of a request, and whether they may be signed. */
export interface Check {
  decoded: Decoded
  /** The scheduled transaction that a ScheduleSign or ScheduleDelete is about. */
  kept: Decoded | undefined
  /** The expiry of that schedule, and whether it is executed then. */
  end?: KeptEnd | undefined
  /** For a timed request: when the service executes it. */
  executeAt?: string | undefined
  /** For bytes that create or sign a schedule: its requester. The requester can delete the schedule. */
  deleter?: string | undefined
  /** The custom fees that the request permits. */
  permitted?: readonly PermittedFees[] | undefined
  /** The keys before and after a wallet creation or an owner change. */
  change?: KeyChange | null
  /** The request that this one replaces. */
  replaced?: Review['replaced']
  /** For an operation of the node API: the wallet's key. */
  walletKey?: Review['walletKey']
  /** For an operation that signs or deletes somebody else's schedule: what that contains. */
  contained?: Review['contained']
  /** The key that an owner change removes. */
  gone?: GoneKey | null
  /** The fingerprint of the effect. Everybody who signs for the same schedule sees the same one. */
  fingerprint: string
  /** The effects of signing, as verify describes them, with what the request permits in addition to the bytes. */
  sentences?: readonly string[]
  /** The request that the bytes were compared with. */
  stated?: Review['request']
  lines: Line[]
  verdict: Verdict
  differences: Difference[]
}

export interface KeptEnd {
  /** `seconds.nanoseconds`, or null if the mirror shows none. */
  time: string | null
  isExecuted: boolean
}

/** `maxCustomFees` of a withdrawal: the custom fees that the transfer of a token may cost. */
export interface PermittedFees {
  id: string
  fees: { token_id: string; amount: number | string }[]
}

export type CheckedRequest = MultisigTypes['RequestStatus']

/** Reads the ledger, and a wallet's owners from the service. */
export interface Reads {
  /** The chain that `ledger` reads. */
  chain: string
  ledger: ReviewOptions['ledger']
  ownersOf(request: Pick<CheckedRequest, 'walletId' | 'operation'>): Promise<ReviewOptions['owners']>
  /** The service's answer about the request that this one replaces; undefined if there is none to see. */
  replacedOf(request: Pick<CheckedRequest, 'replaces'>): Promise<unknown>
  /** The time in milliseconds; the browser's time if absent. */
  now?(): number
}

/**
 * Only bytes with the verdict `trusted` are ever signed. `asked`, if given, takes precedence over the service's
 * statement.
 */
export async function checkRequest(
  request: CheckedRequest,
  { chain, ledger, ownersOf, replacedOf, now }: Reads,
  { jobId, signerId, asked }: { jobId: string; signerId: string; asked?: Asked | undefined },
): Promise<Check> {
  const bodyBytes = bytesIn(request.bodyBytes) ?? new Uint8Array()
  const decoded = decode(bodyBytes)
  const read = {
    decoded,
    lines: inWords(decoded),
    kept: undefined,
    fingerprint: scheduleFingerprint(decoded) ?? fingerprint(bodyBytes),
  }
  if (decoded.findings.length > 0)
    return { ...read, verdict: 'BODY_NOT_UNDERSTOOD', differences: decoded.findings.map(fromFinding) }
  if ((request.status === 'success' || request.status === 'error') && !isDeletion(decoded, request))
    return { ...read, verdict: 'over', differences: [] }
  try {
    const seen = await review(request, {
      jobId,
      signerId,
      chain,
      ledger,
      asked,
      owners: await ownersOf(request),
      replaced: await replacedOf(request),
      now: now?.(),
    })
    const { differences, kept, gone, change, replaced, sentences, walletKey, contained, request: stated } = seen
    return {
      ...read,
      gone,
      walletKey,
      contained,
      change,
      replaced,
      sentences,
      stated,
      fingerprint: seen.fingerprint,
      kept: kept ? decode(kept.body, 'SchedulableTransactionBody') : undefined,
      end: kept ? { time: kept.expirationTime, isExecuted: kept.waitForExpiry } : undefined,
      executeAt: stated.executeAt,
      deleter: seen.act === 'scheduleCreate' || seen.act === 'scheduleSign' ? stated.requesterId : undefined,
      // `review` has checked this shape.
      permitted: stated.payload.maxCustomFees as PermittedFees[] | undefined,
      verdict: differences.length === 0 ? 'trusted' : 'BYTES_DIFFER',
      differences,
    }
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    const difference = { path: error.code, said: null, stated: null, range: null, message: error.message }
    return { ...read, verdict: 'INTENT_UNKNOWN', differences: [difference] }
  }
}

/**
 * The request with the values that were compared with the bytes: the user's own input if the request was made in this
 * tab, otherwise what the service stated then. The service may state something else by now.
 */
export function asCompared(request: CheckedRequest, { stated }: Pick<Check, 'stated'>): CheckedRequest {
  if (!stated) return request
  const { executeAt: _, schedule, proposal: __, ...rest } = request
  const { operation, payload, walletId, requesterId, executeAt } = stated
  const { expiresAt, execute } = stated.schedule ?? {}
  return {
    ...rest,
    operation,
    payload,
    walletId,
    requesterId,
    ...(executeAt === undefined ? {} : { executeAt }),
    ...(schedule && expiresAt && execute ? { schedule: { ...schedule, expiresAt, execute } } : {}),
    ...(payload.proposal ? { proposal: payload.proposal as NonNullable<CheckedRequest['proposal']> } : {}),
  }
}

/** The text that a signer agrees to. New bytes for the same schedule have the same text. */
export const agreedIn = ({ fingerprint, sentences = [] }: Check): string => [fingerprint, ...sentences].join('\n')

/** Whether bytes delete the schedule of their request. An operation of a wallet may delete somebody else's. */
export const isDeletion = ({ fields }: Decoded, of: { schedule?: unknown } | undefined): boolean =>
  of?.schedule !== undefined && fields.some(({ name }) => name === 'scheduleDelete')

const fromFinding = ({ path, start, end, message }: Decoded['findings'][number]): Difference => ({
  path,
  said: null,
  stated: null,
  range: { start, end },
  message,
})
