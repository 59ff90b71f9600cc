import { useQuery } from '@tanstack/react-query'
import { sentencesQuery } from '../texts/errors.ts'
import type { ErrorTexts } from '../texts/errors-en.ts'
import { useLanguage } from '../texts/language.tsx'

/** The sentence for an error code, in the language of the page; undefined for unknown codes. */
export function useErrorSentence(code: string | undefined): string | undefined {
  const sentences = useQuery(sentencesQuery(useLanguage().language))
  return code === undefined ? undefined : sentences.data?.[code as keyof ErrorTexts]
}
