import type { ErrorTexts } from './errors-en.ts'

/** The sentences of errors, loaded with the first error: there are many. */
export async function errorTexts(language: 'en' | 'de'): Promise<ErrorTexts> {
  return language === 'de' ? (await import('./errors-de.ts')).errorsDe : (await import('./errors-en.ts')).errorsEn
}
