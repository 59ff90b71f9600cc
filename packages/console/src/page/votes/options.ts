/** Options of a vote as people read them. Records and signatures have YES, NO and ABSTAIN in every language. */
import { isStandard, methodOf, skeletonsOf, type VotingMethod } from '@quorate/verify/recount'
import type { Texts } from '../texts/en.ts'
import { seen } from '../texts/strangers.ts'

export interface Voting {
  votingOptions: readonly string[]
  votingMethod?: VotingMethod | undefined
}

/** Whether a vote is between YES and NO. */
export const isYesOrNo = (voting: Voting): boolean => methodOf(voting) === 'single' && isStandard(voting.votingOptions)

/** The options of a vote between YES and NO that the page translates. */
const TRANSLATED = ['YES', 'NO', 'ABSTAIN'] as const

/**
 * Returns how the page writes an option of this vote. The options of a DAO stay as they are, but one that looks like a
 * translated YES, NO or ABSTAIN says that it is the DAO's own.
 */
export function optionTextOf(voting: Voting, texts: Texts['options']): (option: string) => string {
  const isTranslated = isYesOrNo(voting)
  return (option) => {
    const known = TRANSLATED.find((name) => name === option)
    if (isTranslated && known) return texts[known]
    const skeletons = skeletonsOf(option)
    const isLike = TRANSLATED.some(
      (name) => texts[name] !== name && skeletonsOf(texts[name]).some((one) => skeletons.includes(one)),
    )
    return isLike ? texts.own(seen(option)) : seen(option)
  }
}
