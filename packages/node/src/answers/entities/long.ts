import { Type } from 'typebox'

/** An int64 as the SDKs' JSON writes it: two signed halves of 32 bits. */
export const LongOut = Type.Object({ low: Type.Integer(), high: Type.Integer(), unsigned: Type.Boolean() })

export const longOf = (value: number | string | bigint) => ({
  low: Number(BigInt.asIntN(32, BigInt(value))),
  high: Number(BigInt.asIntN(32, BigInt(value) >> 32n)),
  unsigned: false,
})
