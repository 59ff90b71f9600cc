import { VerifyError } from '../../error.ts'
import { looksLike, skeletonsOf } from '../../values/names/look-alikes.ts'
import { checkVisible, isShown } from '../../values/names/visible-text.ts'
import { standardOptions } from './tally.ts'

/**
 * Checks that people can tell the options apart: each must be visible and look different from the others.
 *
 * @throws 400 `INVALID_OPTION`, `OPTION_REPEATED`, `HIDDEN_CHARACTER`
 */
export function checkOptions(options: readonly string[]): void {
  const seen = new Set<string>()
  for (const option of options) {
    const shown = JSON.stringify(option)
    const skeletons = skeletonsOf(option)
    if (option !== option.trim() || /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/u.test(option) || skeletons.includes(''))
      throw new VerifyError(
        'INVALID_OPTION',
        `votingOptions has ${shown}: remove surrounding spaces and invisible characters`,
      )
    if (!isShown(option))
      throw new VerifyError('INVALID_OPTION', `votingOptions has ${shown}: expected a visible letter, number or sign`)
    if (skeletons.some((one) => seen.has(one)))
      throw new VerifyError('OPTION_REPEATED', `votingOptions has ${shown} and another that looks the same`)
    const standard = standardOptions.find((known) => known !== option && looksLike(known, option))
    if (standard)
      throw new VerifyError(
        'INVALID_OPTION',
        `votingOptions has ${shown}, which looks like ${standard}: write that, or another`,
      )
    for (const one of skeletons) seen.add(one)
  }
  for (const option of options) checkVisible(option, 'votingOptions')
}
