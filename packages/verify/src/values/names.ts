/** Names and symbols that others chose, shown next to the ids that they belong to. */
import { holdsAnotherId, MAX_NAME } from './ids-in-names.ts'
import { skeletonsOf } from './look-alikes.ts'

/** The ids of names that a reader knows, by each compared form of the names. */
export type KnownNames = ReadonlyMap<string, string>

export const knownNames = (names: Iterable<readonly [id: string, name: string]>): KnownNames =>
  new Map([...names].flatMap(([id, name]) => nameForms(name).map((form) => [form, id] as const)))

/** The forms for finding names that look alike (UTS 39), without accents and punctuation, which readers overlook. */
export const nameForms = (name: string): string[] => skeletonsOf(lettersOf(name))

const lettersOf = (name: string): string => {
  const letters = name.normalize('NFKD').replaceAll(/[\u0300-\u036f\p{P}]/gu, '')
  return letters.trim() === '' ? name : letters
}

/** Names that a token's symbol must not imitate. */
export const HBAR_NAMES = knownNames([
  ['HBAR', 'HBAR'],
  ['HBAR', 'ℏ'],
])

/** A token's symbol to show next to its amounts; undefined if it is blank, or passes for HBAR or another id. */
export const shownSymbol = (symbol: string, token: string): string | undefined =>
  symbol.trim() === '' || passesForAnother(symbol, token, HBAR_NAMES) ? undefined : symbol

/** Whether the name of `id` contains another id, or looks like the name that the reader knows for another id. */
export const passesForAnother = (name: string, id: string, known?: KnownNames): boolean =>
  holdsAnotherId(name, id) ||
  (known !== undefined && nameForms(name.slice(0, MAX_NAME)).some((form) => (known.get(form) ?? id) !== id))
