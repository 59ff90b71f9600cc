/** Names and symbols that others chose, shown beside the ids that they belong to. */
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

/** More of a name is not looked at: nobody shows more of it. */
const MAX_NAME = 2000
/** What people read as the digits and points of an id, such as in `O.O.1023` and `0·0·1023`. */
const LIKE_ZERO = /[OoΟοОоՕօ०০໐০٥۵]/g
const LIKE_ONE = /[lIІӀ|١۱]/g
const LIKE_POINT = /[·•․‧∙⋅・･。｡ꞏ٫٠۰]/g

/** Whether the name of `id` holds another id, or looks like the name that the reader knows of another one. */
export function passesForAnother(name: string, id: string, known?: KnownNames): boolean {
  const start = name.slice(0, MAX_NAME)
  const numbers = start
    .normalize('NFKC')
    .replace(/\s|\p{DI}/gu, '')
    .replace(LIKE_ZERO, '0')
    .replace(LIKE_ONE, '1')
    .replace(LIKE_POINT, '.')
    .split(/[^\d.]/)
  if (numbers.some((text) => /\d\.\d+\.\d/.test(text) && text !== id)) return true
  return known !== undefined && nameForms(start).some((form) => (known.get(form) ?? id) !== id)
}
