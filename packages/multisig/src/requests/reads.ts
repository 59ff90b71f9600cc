import { type Ledger, memoized } from '@quorate/ledger'
import type { Request } from '../model/request.ts'

/** The ledger for one request or attempt: its mirror is asked only once about each entity. */
export const readOnce = (ledger: Ledger): Ledger => ({ ...ledger, mirror: memoized(ledger.mirror, () => {}) })

/** The account that a request's jobs belong to: its wallet; before there is one, who asked for it. */
export const holderOf = ({ wallet, requester }: Pick<Request, 'wallet' | 'requester'>): string => wallet ?? requester
