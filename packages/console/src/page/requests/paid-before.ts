/** Earlier payments from a wallet to an account, in requests of one or several payments. */
import type { MultisigTypes } from '@quorate/client'
import { executedAt } from './executed-at.ts'
import { statedPayments, unitsIn } from './sentence.ts'

type HistoryEntry = MultisigTypes['HistoryEntry']
type Request = MultisigTypes['RequestStatus']

export interface PaidBefore {
  /** When the ledger executed it, in ISO 8601. */
  at: string
  /** The amounts of the asset that the request pays, in smallest units. */
  amounts: bigint[]
}

/** The executed requests that have paid the receiver anything, newest first. */
export function paymentsBefore(
  { jobId, createdAt, payload }: Pick<Request, 'jobId' | 'createdAt' | 'payload'>,
  receiver: string,
  history: readonly HistoryEntry[],
): PaidBefore[] {
  return history
    .filter((entry) => entry.type === 'withdraw' && entry.status === 'success' && entry.jobId !== jobId)
    .flatMap((entry): PaidBefore[] => {
      const at = executedAt(entry) ?? entry.timestamp
      const received = paidIn(entry.payload).filter((one) => one.receiverId === receiver)
      if (received.length === 0 || at >= createdAt) return []
      const same = received.filter((one) => one.tokenId === payload.tokenId)
      return [{ at, amounts: same.flatMap(({ amount }) => unitsIn(amount) ?? []) }]
    })
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

function paidIn(payload: HistoryEntry['payload']): { receiverId: unknown; tokenId: unknown; amount: unknown }[] {
  const payments = statedPayments(payload)
  if (payments.length > 0) return [...payments]
  return [{ receiverId: payload.receiverId, tokenId: payload.tokenId, amount: payload.amountOrSerial }]
}
