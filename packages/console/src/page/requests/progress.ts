/** Where a request stands, in the words of the page. */
import type { MultisigTypes } from '@quorate/client'

type Request = MultisigTypes['RequestStatus']

/** `timed`: it is complete, and nobody has to execute it before its time comes. */
export type Standing =
  | 'open'
  | 'ready'
  | 'timed'
  | 'progress'
  | 'done'
  | 'rejected'
  | 'withdrawn'
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
  /** Absent in a history, which tells only of what has ended. */
  waitsFor?: Request['waitsFor'] | undefined
  expiresAt?: string | undefined
}

/** @param isExecuting Whether this page has handed it to the ledger */
export function standingOf(
  { status, code, waitsFor, expiresAt }: StandingOf,
  now: number,
  isExecuting = false,
): Standing {
  if (status === 'success') return 'done'
  if (code === 'WITHDRAWN') return 'withdrawn'
  if (code === 'REJECTED') return 'rejected'
  if (code === 'REQUEST_EXPIRED' || code === 'TRANSACTION_EXPIRED') return 'expired'
  if (status === 'error') return 'failed'
  if (isExecuting) return 'progress'
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return 'expired'
  return waitsFor === undefined ? 'open' : WAITING[waitsFor]
}

/** What one of the keys that the ledger asks for has of what it needs. */
export interface KeyProgress {
  /** Whose key it is; null for the one that the request sets. */
  account: string | null
  signed: number
  needed: number
}

/** By key, as one count for the key of now and the new one would be right for neither. */
export const progressOf = ({ needs }: Pick<Request, 'needs'>): KeyProgress[] =>
  needs.flatMap(({ walletId, needed, missing }) =>
    needed === null || missing === null ? [] : [{ account: walletId, signed: needed - missing, needed }],
  )

/** Who has to do with the signatures of a request, in the order in which they are shown. */
export interface Signatory {
  account: string
  /** A signature is `unconfirmed` that was taken while the mirror was away, and does not count yet. */
  state: 'signed' | 'unconfirmed' | 'missing' | 'rejected'
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
    // Of an account under several keys, one signature may count while another is not confirmed yet.
    const known = found.get(senderId)
    if (!byMirror && (!known || (known.state === 'unconfirmed' && state === 'signed')))
      found.set(senderId, { account: senderId, state, at: timestamp })
  }
  for (const { walletId, reason, timestamp } of rejections)
    found.set(walletId, { account: walletId, state: 'rejected', at: timestamp, reason })
  for (const account of missing) if (!found.has(account)) found.set(account, { account, state: 'missing' })
  return [...found.values()]
}

/** The public keys, in hex, whose signatures count. */
export const signersOf = ({ signatures }: Pick<Request, 'signatures'>): ReadonlySet<string> =>
  new Set(signatures.filter(({ byMirror, unconfirmed }) => !byMirror && !unconfirmed).map((one) => one.publicKey))

/** Whether an account may still refuse a request: who has signed it may not, unless it asked for it itself. */
export const mayReject = (
  { requesterId, ...request }: Pick<Request, 'requesterId' | 'signatures' | 'missing' | 'rejections'>,
  account: string,
): boolean => {
  const own = signatoriesOf(request).find((one) => one.account === account)
  return own?.state !== 'rejected' && (own?.state !== 'signed' || requesterId === account)
}
