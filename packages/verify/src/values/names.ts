/** Names and symbols that others chose, shown beside the ids that they belong to. */
import { holdsAnotherId, MAX_NAME } from './ids-in-names.ts'
import { looksOf } from './look-alikes.ts'

/** The ids of names that a reader knows, by each form in which names are compared. */
export type KnownNames = ReadonlyMap<string, string>

export const knownNames = (names: Iterable<readonly [id: string, name: string]>): KnownNames =>
  new Map([...names].flatMap(([id, name]) => nameForms(name).map((form) => [form, id] as const)))

/** The forms in which names look alike (UTS 39), without accents and punctuation, which readers overlook. */
export const nameForms = (name: string): string[] => looksOf(lettersOf(name))

const lettersOf = (name: string): string => {
  const letters = name.normalize('NFKD').replaceAll(/[\u0300-\u036f\p{P}]/gu, '')
  return letters.trim() === '' ? name : letters
}

/** What a token's symbol must not pass for. */
export const HBAR_NAMES = knownNames([
  ['HBAR', 'HBAR'],
  ['HBAR', 'ℏ'],
])

/** Whether the name of `id` holds another id, or looks like the name that the reader knows of another one. */
export const passesForAnother = (name: string, id: string, known?: KnownNames): boolean =>
  holdsAnotherId(name, id) ||
  (known !== undefined && nameForms(name.slice(0, MAX_NAME)).some((form) => (known.get(form) ?? id) !== id))
