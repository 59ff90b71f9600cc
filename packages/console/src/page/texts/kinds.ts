import type { Texts } from './en.ts'

/** The kind of a transaction in words, or the mirror's name of it if there are none. */
export const kindText = (name: string, { kinds }: Texts['explorer']): string =>
  Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : name
