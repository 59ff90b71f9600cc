import type { Texts } from '../texts/en.ts'

/** What a transaction does, in words; the mirror's name of its type where there are none. */
export const kindText = (name: string, { kinds }: Texts['explorer']): string =>
  Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : name
