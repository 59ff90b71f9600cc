/** Payments to several receivers, as many as one transaction of the ledger takes. */

/**
 * The most hbar balances that one transaction may change (`ledger.transfers.maxLen`), and the most token balances
 * (`ledger.tokenTransfers.maxLen`). The payer's own balances count.
 */
const MAX_CHANGES = 10

/** The maximum number of receivers of one asset in one transaction. */
export const MAX_RECEIVERS = MAX_CHANGES - 1

/**
 * The maximum number of payments in one transaction: {@link MAX_RECEIVERS} in hbars, and the same number in one token.
 */
export const MAX_PAYMENTS = 2 * MAX_RECEIVERS

/** The maximum number of payments that a wallet keeps in one template. */
export const MAX_TEMPLATE_PAYMENTS = 500

export interface Payment {
  receiverId: string
  /** `HBAR` or a token id. */
  tokenId: string
  /** In smallest units. */
  amount: bigint
}

/** The response code of the ledger's refusal if these are too many payments; undefined if it accepts them. */
export function tooManyFor(
  payments: readonly Pick<Payment, 'tokenId'>[],
): 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED' | 'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED' | undefined {
  const tokens = payments.filter(({ tokenId }) => tokenId !== 'HBAR')
  if (payments.length - tokens.length > MAX_RECEIVERS) return 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED'
  const changes = tokens.length + new Set(tokens.map(({ tokenId }) => tokenId)).size
  return changes > MAX_CHANGES ? 'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED' : undefined
}

/** Divides payments into as few transactions as their order permits. */
export function inTransactions<P extends Pick<Payment, 'tokenId'>>(payments: readonly P[]): P[][] {
  const groups: P[][] = []
  for (const payment of payments) {
    const last = groups.at(-1)
    if (last && tooManyFor([...last, payment]) === undefined) last.push(payment)
    else groups.push([payment])
  }
  return groups
}

/** The first payment whose receiver is already paid in the same asset. The ledger accepts only one change for both. */
export function repeatedIn<P extends Pick<Payment, 'receiverId' | 'tokenId'>>(payments: readonly P[]): P | undefined {
  const seen = new Set<string>()
  return payments.find(({ receiverId, tokenId }) => {
    const place = `${receiverId} ${tokenId}`
    const isRepeated = seen.has(place)
    seen.add(place)
    return isRepeated
  })
}

/** The total of each asset, by token id or `HBAR`. */
export function sumsOf(payments: readonly Pick<Payment, 'tokenId' | 'amount'>[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { tokenId, amount } of payments) sums.set(tokenId, (sums.get(tokenId) ?? 0n) + amount)
  return sums
}
