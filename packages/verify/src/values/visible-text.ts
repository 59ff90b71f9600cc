/** Checks text that people compare by eye: it must hold no invisible characters. */
import { VerifyError } from '../error.ts'

/**
 * Controls (C0, C1, DEL), line and paragraph separators, lone surrogates, and code points that are unassigned or for
 * private use.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Co}]/u
/**
 * Characters that are not drawn: zero-width ones, bidirectional controls (UAX #9), variation selectors, tags and other
 * format characters.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u
/**
 * Letters and signs that are drawn blank although Unicode does not class them so: Braille blank, object replacement,
 * Egyptian blanks, Khitan filler and null notehead. {@link INVISIBLE} matches the Hangul fillers.
 */
const BLANK = /[\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const EMOJI_STYLE = '\ufe0f'
const JOINER = '\u200d'

export interface VisibleTextOptions {
  /** Whether line feeds, carriage returns and tabs are allowed, as in a description. Default: no. */
  lines?: boolean
}

/**
 * The first invisible character of `text`, as `U+202E`; undefined if there is none. Emoji may have their variation
 * selector, and joiners between them. Callers bound the length of `text` first.
 */
export function hiddenCharacterIn(text: string, options?: VisibleTextOptions): string | undefined {
  const characters = [...text]
  const found = characters.find(hiddenAmong(characters, options))
  return found && codeOf(found)
}

/** The text with each invisible character as `write` says it, which is told `U+202E`. */
export function withHiddenWritten(text: string, write: (code: string) => string, options?: VisibleTextOptions): string {
  const characters = [...text]
  const isHidden = hiddenAmong(characters, options)
  return characters.map((one, index) => (isHidden(one, index) ? write(codeOf(one)) : one)).join('')
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function hiddenAmong(characters: readonly string[], { lines = false }: VisibleTextOptions = {}) {
  // A code point that is set aside for a picture to come is none yet.
  const isPicture = (index: number): boolean => {
    const character = characters[index] ?? ''
    return PICTURE.test(character) && !CONTROL.test(character)
  }
  const isAfterPicture = (index: number): boolean =>
    isPicture(index - 1) || (characters[index - 1] === EMOJI_STYLE && isPicture(index - 2))
  return (character: string, index: number): boolean => {
    if (lines && (character === '\n' || character === '\r' || character === '\t')) return false
    if (CONTROL.test(character) || BLANK.test(character)) return true
    if (!INVISIBLE.test(character)) return false
    if (character === EMOJI_STYLE) return !isPicture(index - 1)
    return !(character === JOINER && isAfterPicture(index) && isPicture(index + 1))
  }
}

/**
 * Refuses a name or text with invisible characters, which can make it look like another one.
 *
 * @throws 400 HIDDEN_CHARACTER, naming `field` and the character
 */
export function checkVisible(text: string, field: string, options?: VisibleTextOptions): void {
  const found = hiddenCharacterIn(text, options)
  if (found === undefined) return
  throw new VerifyError(
    'HIDDEN_CHARACTER',
    `${field} holds ${found}, which is not seen or means nothing (a control, zero-width, blank or unassigned character): send it without`,
  )
}

/** Letters, numbers, punctuation and symbols. A text of marks and spaces alone cannot be told from another. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u

export const isShown = (text: string): boolean => SHOWN.test(text)

/**
 * Refuses a name or title that shows nothing, or that has hidden characters.
 * @throws 400 `HIDDEN_CHARACTER`, `BLANK_TEXT`
 */
export function checkTitle(text: string, field: string): void {
  checkVisible(text, field)
  if (!isShown(text))
    throw new VerifyError(
      'BLANK_TEXT',
      `${field} is ${JSON.stringify(text)}: expected a letter, number or sign that is seen`,
    )
}
