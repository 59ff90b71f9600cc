import { amountText } from '@quorate/verify'
import { isExactly, parseFraction } from '@quorate/verify/recount'
import { exactPercentText, ruleShareText } from '../../texts/amounts.ts'
import type { Texts } from '../../texts/en.ts'

/** The asset whose holdings are the weight of votes: a token id or `HBAR`. Null if every vote counts 1. */
export const weighedIn = ({
  votingRules: { tokenWeighted, tokenId },
}: {
  votingRules: { tokenWeighted: boolean; tokenId?: string | null }
}): string | null => (tokenWeighted ? (tokenId ?? 'HBAR') : null)

/** Formats a weight: whole votes, or an amount of the token. */
export const weightText = (
  weight: bigint | number | string,
  decimals: number | undefined,
  { texts, language }: { texts: Texts; language: string },
): string => (decimals === undefined ? texts.amounts.unknown : amountText(BigInt(weight), decimals, language))

/** A share in percent, rounded to one decimal. Only for widths: displayed percentages are rounded by the service. */
export const shareOf = (part: bigint | number | string, whole: bigint | number | string): number =>
  BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 2000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 10

/**
 * A share of a result: the fraction that decides, such as `1/3`, if the share equals it, else the percentage as the
 * service rounds it (see `percentBeside`). Only a zero share is 0%, and only the whole is 100%.
 */
export function shownPercent(
  percent: number,
  { part, whole, fraction = null }: { part: bigint; whole: bigint; fraction?: string | null | undefined },
  language: string,
): string {
  const line = fraction === null ? undefined : parseFraction(fraction)
  if (line && isExactly(line, part, whole)) return ruleShareText(percent, fraction, language)
  if (percent === 0 && part > 0n) return `<${exactPercentText(0.01, language)}`
  if (percent === 100 && part < whole) return `>${exactPercentText(99.99, language)}`
  return exactPercentText(percent, language)
}
