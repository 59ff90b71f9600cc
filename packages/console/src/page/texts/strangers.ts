/** Texts of strangers, as they may stand on a screen: nothing in them is hidden, and no name passes for an account. */
import { hiddenCharacterIn } from '@quorate/verify'

const MAX_LENGTH = 2000

/** The text with its hidden characters written out (`⟨U+202E⟩`): they could hide what is beside, or turn it round. */
export function seen(text: string): string {
  let shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
  for (let hidden = hiddenCharacterIn(shown, LINES); hidden !== undefined; hidden = hiddenCharacterIn(shown, LINES)) {
    const character = String.fromCodePoint(Number.parseInt(hidden.slice(2), 16))
    shown = shown.replaceAll(character, `⟨${hidden}⟩`)
  }
  return shown
}
const LINES = { lines: true }

/** A name of an account; undefined for one that holds another account's id, and could be taken for it. */
export function nameOf(account: string, name: string | undefined): string | undefined {
  if (name === undefined || name.trim() === '') return undefined
  const numbers = name
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replace(/\s/g, '')
    .split(/[^\d.]/)
  const ids = numbers.filter((text) => /\d/.test(text) && text.split('.').length > 2)
  return ids.every((id) => id === account) ? seen(name) : undefined
}
