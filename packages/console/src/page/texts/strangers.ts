/** Texts of strangers, as they may stand on a screen: nothing in them is hidden, and no name passes for an account. */
import { holdsAnotherId, withHiddenWritten } from '@quorate/verify'

const MAX_LENGTH = 2000

/** The text with its hidden characters written out (`⟨U+202E⟩`): they could hide what is beside, or turn it round. */
export const seen = (text: string): string =>
  seenWhole(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

/** The same, however long it is: of what people vote on or are bound by, nothing is left out. */
export const seenWhole = (text: string): string => withHiddenWritten(text, (code) => `⟨${code}⟩`, LINES)
const LINES = { lines: true }

/** A name of an account; undefined for one that holds another account's id, and could be taken for it. */
export const nameOf = (account: string, name: string | undefined): string | undefined =>
  name === undefined || name.trim() === '' || holdsAnotherId(name, account) ? undefined : seen(name)
