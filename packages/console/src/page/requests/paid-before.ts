/** Earlier payments from a wallet to an account: in requests of one or several payments, and within spending limits. */
import type { MultisigTypes } from '@quorate/client'
import { isoTimeOf } from '@quorate/verify'
import type { Movement } from '../movements/movements.ts'
import { consensusTimeOf, executedAt } from './executed-at.ts'
import { statedPayments, unitsIn } from './sentences/sentence.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']
type Request = MultisigTypes['RequestStatus']

export interface PaidBefore {
  /** When the ledger executed it, in ISO 8601. */
  at: string
  /** What the receiver got of the asset that the request pays, in smallest units. */
  amounts: bigint[]
}

/**
 * The executed requests and other payments that have paid the receiver anything, newest first.
 *
 * @param movements The wallet's. Those of the requests in the history are left out
 */
export function paymentsBefore(
  { jobId, createdAt, payload }: Pick<Request, 'jobId' | 'createdAt' | 'payload'>,
  receiver: string,
  history: readonly HistoryEntry[],
  movements: readonly Movement[],
): PaidBefore[] {
  const requested = new Set(history.map(consensusTimeOf))
  const inRequests = history
    .filter((entry) => entry.type === 'withdraw' && entry.status === 'success' && entry.jobId !== jobId)
    .flatMap((entry): PaidBefore[] => {
      const at = executedAt(entry) ?? entry.timestamp
      const received = paidIn(entry.payload).filter((one) => one.receiverId === receiver)
      if (received.length === 0 || at >= createdAt) return []
      const same = received.filter((one) => one.tokenId === payload.tokenId)
      return [{ at, amounts: same.flatMap(({ amount }) => unitsIn(amount) ?? []) }]
    })
  const others = movements.filter(({ at }) => !requested.has(at) && isoTimeOf(at) < createdAt)
  const withoutRequest = [...Map.groupBy(others, ({ at }) => at)].flatMap(([at, of]): PaidBefore[] => {
    const received = of.flatMap(({ receivers, token = 'HBAR', serial }) =>
      receivers.filter(({ account }) => account === receiver).map(({ amount }) => ({ token, serial, amount })),
    )
    if (received.length === 0) return []
    const same = received.filter(({ token, serial }) => token === payload.tokenId && serial === undefined)
    return [{ at: isoTimeOf(at), amounts: same.map(({ amount }) => amount) }]
  })
  return [...inRequests, ...withoutRequest].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function paidIn(payload: HistoryEntry['payload']): { receiverId: unknown; tokenId: unknown; amount: unknown }[] {
  const payments = statedPayments(payload)
  if (payments.length > 0) return [...payments]
  return [{ receiverId: payload.receiverId, tokenId: payload.tokenId, amount: payload.amountOrSerial }]
}
