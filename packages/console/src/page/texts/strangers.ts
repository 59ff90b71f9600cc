/** Makes untrusted text safe to display: nothing in it is hidden, and no name looks like an account's id. */
import { holdsAnotherId, withHiddenWritten } from '@quorate/verify'

const MAX_LENGTH = 2000

/** Writes out hidden characters (`⟨U+202E⟩`), which could hide or reverse the text around them. Truncates long text. */
export const seen = (text: string): string =>
  seenWhole(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

/** Like `seen`, but never truncates, for example what people vote on. */
export const seenWhole = (text: string): string => withHiddenWritten(text, (code) => `⟨${code}⟩`, LINES)
const LINES = { lines: true }

/** Returns an account's name; undefined if the name contains another account's id and could pass for it. */
export const nameOf = (account: string, name: string | undefined): string | undefined =>
  name === undefined || name.trim() === '' || holdsAnotherId(name, account) ? undefined : seen(name)
