import { queryOptions } from '@tanstack/react-query'
import type { ErrorTexts } from './errors-en.ts'
import type { Language } from './language.tsx'

/**
 * The error messages of a language. The page loads them at startup, because it could not load them without a network.
 */
export const sentencesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['config', 'errors', language],
    queryFn: async (): Promise<ErrorTexts> =>
      language === 'de' ? (await import('./errors-de.ts')).errorsDe : (await import('./errors-en.ts')).errorsEn,
    staleTime: Number.POSITIVE_INFINITY,
  })
