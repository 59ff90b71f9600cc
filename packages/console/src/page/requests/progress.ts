/** Derives the state of a request that the page shows. */
import type { MultisigTypes } from '@quorate/client'

type Request = MultisigTypes['RequestStatus']

/** `timed`: the request is complete, and is executed at its time without any user's action. */
export type Standing =
  | 'open'
  | 'ready'
  | 'timed'
  | 'progress'
  | 'done'
  | 'rejected'
  | 'withdrawn'
  | 'replaced'
  | 'expired'
  | 'failed'

const WAITING: Readonly<Record<Request['waitsFor'], Standing>> = {
  signature: 'open',
  execution: 'ready',
  time: 'timed',
  ledger: 'progress',
  nothing: 'expired',
}

export interface StandingOf {
  status: Request['status']
  code?: string | undefined
  /** Absent in a history. */
  waitsFor?: Request['waitsFor'] | undefined
  expiresAt?: string | undefined
}

export function standingOf({ status, code, waitsFor, expiresAt }: StandingOf, now: number): Standing {
  if (status === 'success') return 'done'
  if (code === 'WITHDRAWN') return 'withdrawn'
  if (code === 'REPLACED') return 'replaced'
  if (code === 'REJECTED') return 'rejected'
  if (code === 'REQUEST_EXPIRED' || code === 'TRANSACTION_EXPIRED') return 'expired'
  if (status === 'error') return 'failed'
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return 'expired'
  return waitsFor === undefined ? 'open' : WAITING[waitsFor]
}

/**
 * The time until which a request can be signed, or its execution time. Until the requester has signed, `expiresAt` is
 * the end of the bytes that create the schedule, some minutes ahead. Then it is the end of the schedule.
 */
export const endOf = ({ executeAt, expiresAt }: Pick<Request, 'executeAt' | 'expiresAt'>): string =>
  executeAt ?? expiresAt

/** The number of signatures so far, and of needed ones, for one key. */
export interface KeyProgress {
  /** The account of the key; null for the new key that the request sets. */
  account: string | null
  signed: number
  needed: number
}

/**
 * Returns one entry for each key, because the current and the new key may need different numbers. Only pending requests
 * say what each key still needs. For others, it counts the owners who have signed, up to the number that was needed; if
 * the request changed the rule, that is the number of the stricter one. A signature stays on the ledger and counts
 * there, although its owner has withdrawn or replaced the request since.
 */
export function progressOf(
  request: Pick<
    Request,
    'needs' | 'walletId' | 'operation' | 'payload' | 'threshold' | 'signatures' | 'missing' | 'rejections'
  >,
): KeyProgress[] {
  const counted = request.needs.flatMap(({ walletId, needed, missing }) =>
    needed === null || missing === null ? [] : [{ account: walletId, signed: needed - missing, needed }],
  )
  if (counted.length > 0) return counted
  const { operation, threshold, payload } = request
  const ruled = operation === 'update' && typeof payload.threshold === 'number' ? payload.threshold : 0
  const needed = operation === 'create' ? 1 : Math.max(threshold, ruled)
  const signed = signatoriesOf({ ...request, rejections: [] }).filter(({ state }) => state === 'signed').length
  return [{ account: request.walletId, signed: Math.min(signed, needed), needed }]
}

/** An account that has signed, has rejected or still has to sign the request. */
export interface Signatory {
  account: string
  /**
   * `unconfirmed`: accepted while the mirror was unavailable. The signature does not count yet. `partial`: further keys
   * of the account must sign.
   */
  state: 'signed' | 'partial' | 'unconfirmed' | 'missing' | 'rejected'
  at?: string
  reason?: string
}

export function signatoriesOf({
  signatures,
  missing,
  rejections,
}: Pick<Request, 'signatures' | 'missing' | 'rejections'>): Signatory[] {
  const found = new Map<string, Signatory>()
  for (const { senderId, timestamp, byMirror, unconfirmed } of signatures) {
    const state = unconfirmed ? 'unconfirmed' : 'signed'
    // If an account has several keys, one signature may count while another is still unconfirmed.
    const known = found.get(senderId)
    if (!byMirror && (!known || (known.state === 'unconfirmed' && state === 'signed')))
      found.set(senderId, { account: senderId, state, at: timestamp })
  }
  for (const { walletId, reason, timestamp } of rejections)
    found.set(walletId, { account: walletId, state: 'rejected', at: timestamp, reason })
  for (const account of missing) {
    const known = found.get(account)
    if (!known) found.set(account, { account, state: 'missing' })
    else if (known.state === 'signed') found.set(account, { ...known, state: 'partial' })
  }
  return [...found.values()]
}

/** Whether a signature of the account counts. */
export const hasSigned = ({ state }: Signatory): boolean => state === 'signed' || state === 'partial'

/** Returns the names of accounts for a sentence. If several have the same name, their ids are added. */
export function tellApart(accounts: readonly string[], called: (account: string) => string | undefined) {
  return (account: string): string => {
    const name = called(account)
    if (name === undefined) return account
    return accounts.some((one) => one !== account && called(one) === name) ? `${name} (${account})` : name
  }
}

/** The public keys of the signatures that count, in hex. */
export const signersOf = ({ signatures }: Pick<Request, 'signatures'>): ReadonlySet<string> =>
  new Set(signatures.filter(({ byMirror, unconfirmed }) => !byMirror && !unconfirmed).map((one) => one.publicKey))

/**
 * Whether the account may still reject the request. An account that has signed may not, unless it created the request.
 */
export const mayReject = (
  { requesterId, ...request }: Pick<Request, 'requesterId' | 'signatures' | 'missing' | 'rejections'>,
  account: string,
): boolean => {
  const own = signatoriesOf(request).find((one) => one.account === account)
  return own?.state !== 'rejected' && (own === undefined || !hasSigned(own) || requesterId === account)
}
