/** Texts of strangers, as they may stand on a screen: nothing in them is hidden, and no name passes for an account. */
import { withHiddenWritten } from '@quorate/verify'

const MAX_LENGTH = 2000

/** The text with its hidden characters written out (`⟨U+202E⟩`): they could hide what is beside, or turn it round. */
export const seen = (text: string): string =>
  seenWhole(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

/** The same, however long it is: of what people vote on or are bound by, nothing is left out. */
export const seenWhole = (text: string): string => withHiddenWritten(text, (code) => `⟨${code}⟩`, LINES)
const LINES = { lines: true }

/** What people read as the digits and points of an id, such as in `O.O.1023` and `0·0·1023`. */
const LIKE_ZERO = /[OoΟοОоՕօ०০໐০٥۵]/g
const LIKE_ONE = /[lIІӀ|١۱]/g
const LIKE_POINT = /[·•․‧∙⋅・･。｡ꞏ٫٠۰]/g

/** A name of an account; undefined for one that holds another account's id, and could be taken for it. */
export function nameOf(account: string, name: string | undefined): string | undefined {
  if (name === undefined || name.trim() === '') return undefined
  const numbers = name
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(LIKE_ZERO, '0')
    .replace(LIKE_ONE, '1')
    .replace(LIKE_POINT, '.')
    .split(/[^\d.]/)
  const ids = numbers.filter((text) => /\d\.\d+\.\d/.test(text))
  return ids.every((id) => id === account) ? seen(name) : undefined
}
