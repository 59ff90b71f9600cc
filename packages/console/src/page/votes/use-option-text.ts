import { useTexts } from '../texts/language.tsx'
import { optionTextOf, type Voting } from './options.ts'

/** Returns how the page writes an option of this vote, in the language of the page. */
export const useOptionText = (voting: Voting): ((option: string) => string) => optionTextOf(voting, useTexts().options)
