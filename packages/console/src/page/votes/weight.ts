import { amountText } from '../texts/amounts.ts'

/** A weight as people read it: whole votes, or an amount of the token. */
export const weightText = (weight: bigint | number | string, decimals: number, language: string): string =>
  amountText(BigInt(weight), decimals, language)

/** The part of a whole in percent, rounded to one digit. */
export const shareOf = (part: bigint | number | string, whole: bigint | number | string): number =>
  BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 2000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 10
