import type { GovernanceTypes } from '@quorate/client'
import { amountText } from '@quorate/verify'
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

/** A share in percent, rounded to one decimal. */
export const shareOf = (part: bigint | number | string, whole: bigint | number | string): number =>
  BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 2000n + BigInt(whole)) / (BigInt(whole) * 2n)) / 10
