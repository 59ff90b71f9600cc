import type { GovernanceTypes } from '@quorate/client'
import { amountText } from '@quorate/verify'
import { exactPercentText, percentText } from '../texts/amounts.ts'
import type { Texts } from '../texts/en.ts'

/** The asset that weighs votes: a token id or `HBAR`. Null if every vote counts 1. */
export const weighedIn = ({
  votingRules: { tokenWeighted, tokenId },
}: Pick<GovernanceTypes['Dao'], 'votingRules'>): string | null => (tokenWeighted ? (tokenId ?? 'HBAR') : null)

/** Formats a weight: whole votes, or an amount of the token. */
export const weightText = (
  weight: bigint | number | string,
  decimals: number | undefined,
  { texts, language }: { texts: Texts; language: string },
): string => (decimals === undefined ? texts.amounts.unknown : amountText(BigInt(weight), decimals, language))

/** A share that is less than the needed one, with as many decimals as show that. */
export function shareBelow(of: { part: bigint; whole: bigint; needed: number }, language: string): string {
  const { part, whole, needed } = of
  const rounded = shareOf(part, whole)
  if (rounded < needed) return shareText(part, whole, language)
  return exactPercentText(Number((part * 100_000_000n) / whole) / 1_000_000, language)
}

/** A share in percent, rounded to one decimal. */
export const shareOf = (part: bigint | number | string, whole: bigint | number | string): number =>
  BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 2000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 10

/** A share in percent for the language. Only nothing is 0%, and only everything is 100%. */
export function shareText(part: bigint | number | string, whole: bigint | number | string, language: string): string {
  const [some, all] = [BigInt(part), BigInt(whole)]
  const share = shareOf(some, all)
  if (share === 0 && some > 0n && all > 0n) return `<${percentText(0.1, language)}`
  if (share === 100 && some < all) return `>${percentText(99.9, language)}`
  return percentText(share, language)
}
