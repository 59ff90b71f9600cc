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

/**
 * A token's symbol to show next to its amounts; undefined if it is blank, contains another id, looks like HBAR, or
 * could be read as a part of the amount.
 */
export const shownSymbol = (symbol: string, token: string): string | undefined =>
  symbol.trim() === '' || passesForNumber(symbol, token) || passesForAnother(symbol, token, HBAR_NAMES)
    ? undefined
    : symbol

/**
 * A token's name to show in its place, such as in a list of tokens; undefined if it is blank, contains another id or
 * looks like HBAR. A name that begins as a number does, such as `2024 Bond`, is quoted beside the token's id.
 *
 * @param quoted The language's text of a quoted name beside an id
 */
export function shownTokenName(
  name: string,
  token: string,
  quoted: (token: string, name: string) => string,
): string | undefined {
  if (name.trim() === '' || passesForAnother(name, token, HBAR_NAMES)) return undefined
  return passesForNumber(name, token) ? quoted(token, name) : name
}

/** Whether a symbol begins as a number does, such as `50` or `000 EUR`. One digit may begin a word, as in `1INCH`. */
export const passesForNumber = (symbol: string, token: string): boolean =>
  /^\P{L}*\p{N}/u.test(symbol) &&
  !(/^\p{N}\p{L}{2}/u.test(symbol) && !passesForAnother(symbol.replace(/^\p{N}/u, ''), token, HBAR_NAMES))

/** Whether the name of `id` contains another id, or looks like the name that the reader knows for another id. */
export const passesForAnother = (name: string, id: string, known?: KnownNames): boolean =>
  holdsAnotherId(name, id) ||
  (known !== undefined && nameForms(name.slice(0, MAX_NAME)).some((form) => (known.get(form) ?? id) !== id))
