/** Properties of a request's mode. Pure functions: no I/O. */
import type { ModeName, Request, RequestEntry, Schedule, Signing } from './request.ts'

export interface Mode {
  /** The keys that the ledger asks for next. */
  signing(request: Pick<Request, 'signing' | 'schedule'>): Signing
  /** The next step once a request has its signatures: an owner executes it, its time comes, or the ledger acts. */
  afterSigning(request: Pick<Request, 'schedule'>): 'execution' | 'time' | 'ledger'
  /** When the service executes it; null if it doesn't. */
  executesAt(request: Pick<Request, 'executeAt'>): Date | null
  /** When the days or weeks for signing end; null if owners have only two minutes. */
  waitsUntil(request: Pick<Request, 'executeAt' | 'schedule'>): Date | null
  /** Whether the request's own transaction creates a schedule, which owners then sign. */
  createsSchedule(request: Pick<Request, 'schedule'>): boolean
  /** The request after the ledger has refused its transaction for good, or never received it. */
  neverExecuted<R extends Pick<Request, 'schedule'>>(request: R): R
}

const immediate: Mode = {
  signing: ({ signing }) => signing,
  afterSigning: () => 'execution',
  executesAt: () => null,
  waitsUntil: () => null,
  createsSchedule: () => false,
  neverExecuted: (request) => request,
}

const timed: Mode = {
  ...immediate,
  afterSigning: () => 'time',
  executesAt: ({ executeAt }) => executeAt,
  waitsUntil: ({ executeAt }) => executeAt,
}

const scheduled: Mode = {
  ...immediate,
  // First, only the requester signs, namely the ScheduleCreate.
  signing: ({ signing, schedule }) =>
    schedule?.state === 'creating' && signing.creator ? { accounts: [signing.creator], newKey: false } : signing,
  afterSigning: ({ schedule }) => {
    if (schedule?.state !== 'open') return 'execution'
    return schedule.execute === 'expiry' ? 'time' : 'ledger'
  },
  waitsUntil: ({ schedule }) => (schedule?.state === 'open' ? schedule.expiresAt : null),
  createsSchedule: ({ schedule }) => schedule?.id === null,
  neverExecuted: (request) =>
    request.schedule?.state === 'creating'
      ? { ...request, schedule: { ...request.schedule, state: 'expired' as const } }
      : request,
}

const modes: Record<ModeName, Mode> = { immediate, timed, scheduled }

export const modeOf = ({ mode }: Pick<RequestEntry, 'mode'>): Mode => modes[mode]

/** A request whose transaction the ledger keeps, in any state of the request here. */
export type KeptRequest = Request & { schedule: Schedule & { id: string } }

export const isKept = (request: Request): request is KeptRequest =>
  request.schedule?.state === 'open' && request.schedule.id !== null

/** The keys that the ledger asks for next. */
export const signingNow = (request: Pick<Request, 'mode' | 'signing' | 'schedule'>): Signing =>
  modeOf(request).signing(request)

/**
 * Whether the bytes to sign now are those of the transaction that the owners decide on. This is not so while the
 * requester still has to sign the ScheduleCreate.
 */
export const signsIntent = (request: Pick<Request, 'mode' | 'signing' | 'schedule'>): boolean =>
  signingNow(request) === request.signing

/** Whether a request that has its signatures is executed automatically when its time comes. */
export const executesItself = (request: Request): boolean => modeOf(request).afterSigning(request) === 'time'

/** The id that the ledger gives a scheduled request's transaction. */
export const scheduledTransactionId = ({ transactionId }: Pick<Request, 'transactionId'>): string =>
  `${transactionId}?scheduled`
