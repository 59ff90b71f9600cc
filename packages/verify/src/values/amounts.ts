/** `amount` as JSON can carry it exactly: an integer, or a decimal string beyond 2^53-1. */
export const encodeAmount = (amount: bigint): number | string =>
  amount > BigInt(Number.MAX_SAFE_INTEGER) || amount < -BigInt(Number.MAX_SAFE_INTEGER)
    ? amount.toString()
    : Number(amount)
