import { type CountVerifications, type Ledger, memoized } from '@quorate/ledger'
import type { Request } from '../model/request.ts'

/** How the work of one request is counted. */
export interface Meter {
  /** Called with the number of signatures that are about to be verified. */
  count: CountVerifications
  /** Called for each read of the mirror. */
  countRead(): void
}

/** The reads of a request to a wallet. */
export interface MeteredReads extends Pick<Meter, 'countRead'> {
  /** Where it came from: addresses take turns in reading the mirror. */
  address: string
}

/** The ledger for one request or attempt: its mirror is asked only once about each entity. */
export const readOnce = (ledger: Ledger, countRead: () => void): Ledger => ({
  ...ledger,
  mirror: memoized(ledger.mirror, countRead),
})

/**
 * As {@link readOnce}, for a request. Any number of timed requests may be due at once, so their reads take turns by
 * wallet, and leave connections to logins and signatures.
 */
export const readFor = (
  { executeAt, ...request }: Pick<Request, 'executeAt' | 'wallet' | 'requester'>,
  ledger: Ledger,
  countRead = () => {},
): Ledger =>
  readOnce(executeAt ? { ...ledger, mirror: ledger.mirrorFor(`wallet ${holderOf(request)}`) } : ledger, countRead)

/** The account whose turns a request takes: its wallet; before there is one, who asked for it. */
export const holderOf = ({ wallet, requester }: Pick<Request, 'wallet' | 'requester'>): string => wallet ?? requester
