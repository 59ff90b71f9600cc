/**
 * Amounts in the smallest unit (tinybars, token base units), exact: BigInt inside, and outside a
 * JSON integer up to 2^53-1 and a decimal string beyond.
 */
import { Type } from 'typebox'
import { badRequest } from '../base/errors.ts'
import { upTo } from './ids.ts'

/** The protocol's amounts are int64. */
const LARGEST = 2n ** 63n - 1n

const ACCEPTED =
  'an amount in the smallest unit: an integer from 0 to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991)'

/** An amount as clients send it; decode with {@link decodeAmount}. */
export const AmountIn = Type.Union(
  [
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    Type.String({
      pattern: `^${upTo(String(LARGEST))}$`,
      title: 'a decimal string up to 9223372036854775807',
      examples: ['9007199254740992'],
    }),
  ],
  {
    description: ACCEPTED,
  },
)

/** An amount as answered: an integer, or a decimal string beyond 2^53-1. */
export const AmountOut = Type.Union([Type.Integer(), Type.String()], {
  description: 'an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991',
})

/** The amount as a BigInt. Throws 400 `INVALID_AMOUNT`, naming `field` if given. */
export function decodeAmount(value: number | string, field = 'amount'): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw badRequest(
      'INVALID_AMOUNT',
      `${field} is ${value}: send integers beyond 9007199254740991 as a decimal string`,
    )
  }
  if (!/^(0|[1-9][0-9]*)$/.test(String(value)) || BigInt(value) > LARGEST) {
    throw badRequest('INVALID_AMOUNT', `${field} is ${String(value).slice(0, 40)}: expected ${ACCEPTED}`)
  }
  return BigInt(value)
}

/** `amount` as JSON can carry it exactly. */
export const encodeAmount = (amount: bigint): number | string =>
  amount > BigInt(Number.MAX_SAFE_INTEGER) || amount < -BigInt(Number.MAX_SAFE_INTEGER)
    ? amount.toString()
    : Number(amount)
