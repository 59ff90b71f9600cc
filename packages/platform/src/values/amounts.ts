/**
 * Amounts in the smallest unit (tinybars, token base units), exact: BigInt internally; in JSON an integer up to 2^53-1
 * and a decimal string beyond.
 */
import { type Static, Type } from 'typebox'
import { badRequest } from '../base/errors.ts'
import { namedSchema } from './named-schema.ts'

/** Amounts of the protocol are int64. */
const LARGEST = 2n ** 63n - 1n

/** The decimal numbers from 1 to {@link LARGEST}, without leading zeros. */
const POSITIVE_INT64 =
  '[1-9][0-9]{0,17}|[1-8][0-9]{18}|9[0-1][0-9]{17}|92[0-1][0-9]{16}|922[0-2][0-9]{15}|9223[0-2][0-9]{14}|92233[0-6][0-9]{13}|922337[0-1][0-9]{12}|92233720[0-2][0-9]{10}|922337203[0-5][0-9]{9}|9223372036[0-7][0-9]{8}|92233720368[0-4][0-9]{7}|922337203685[0-3][0-9]{6}|9223372036854[0-6][0-9]{5}|92233720368547[0-6][0-9]{4}|922337203685477[0-4][0-9]{3}|9223372036854775[0-7][0-9]{2}|922337203685477580[0-6][0-9]{0}|9223372036854775807'

const accepted = (unit: string, least = 0): string =>
  `an amount in ${unit}: an integer from ${least} to 9007199254740991, or a decimal string up to 9223372036854775807 (send a string beyond 9007199254740991)`

/** An amount as clients send it; decode with {@link decodeAmount}. */
export const AmountIn = namedSchema(
  'Amount',
  Type.Union(
    [
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({
        pattern: `^(0|${POSITIVE_INT64})$`,
        title: 'a decimal string up to 9223372036854775807',
        examples: ['9007199254740992'],
      }),
    ],
    {
      description: accepted('the smallest unit'),
    },
  ),
)

/** The same schema, described with its unit. */
export const amountIn = (unit: string) =>
  Type.Unsafe<Static<typeof AmountIn>>({ ...AmountIn, description: accepted(unit) })

/** An amount that is not 0. */
const PositiveAmountIn = namedSchema(
  'PositiveAmount',
  Type.Union(
    [
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      Type.String({
        pattern: `^(${POSITIVE_INT64})$`,
        title: 'a decimal string from 1 to 9223372036854775807',
        examples: ['9007199254740992'],
      }),
    ],
    { description: accepted('the smallest unit', 1) },
  ),
)

/** The same schema, described with its unit. */
export const positiveAmountIn = (unit: string) =>
  Type.Unsafe<Static<typeof PositiveAmountIn>>({ ...PositiveAmountIn, description: accepted(unit, 1) })

/** An amount in an answer: an integer, or a decimal string beyond 2^53-1. */
export const AmountOut = Type.Union([Type.Integer(), Type.String()], {
  description: 'an amount in the smallest unit: an integer, or a decimal string beyond 9007199254740991',
})

/** The amount as a BigInt. @throws 400 `INVALID_AMOUNT`, naming `field` if given */
export function decodeAmount(value: number | string, field = 'amount'): bigint {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw badRequest(
      'INVALID_AMOUNT',
      `${field} is ${value}: send integers beyond 9007199254740991 as a decimal string`,
    )
  }
  if (!/^(0|[1-9][0-9]*)$/.test(String(value)) || BigInt(value) > LARGEST) {
    throw badRequest(
      'INVALID_AMOUNT',
      `${field} is ${String(value).slice(0, 40)}: expected ${accepted('the smallest unit')}`,
    )
  }
  return BigInt(value)
}
