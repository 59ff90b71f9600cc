import { queryOptions } from '@tanstack/react-query'
import type { ErrorTexts } from './errors-en.ts'
import type { Language } from './language.tsx'

/** The sentences of errors. The page loads them when it starts: without a network they could not be loaded any more. */
export const sentencesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['config', 'errors', language],
    queryFn: async (): Promise<ErrorTexts> =>
      language === 'de' ? (await import('./errors-de.ts')).errorsDe : (await import('./errors-en.ts')).errorsEn,
    staleTime: Number.POSITIVE_INFINITY,
  })
