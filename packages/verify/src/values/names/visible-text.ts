/** Checks texts that people compare by eye: they must not contain invisible characters. */
import { VerifyError } from '../../error.ts'

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
 * Letters and signs that are drawn blank although Unicode does not classify them so: Braille blank, object replacement,
 * Egyptian blanks, Khitan filler and null notehead. {@link INVISIBLE} matches the Hangul fillers.
 */
const BLANK = /[\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u
/** Whether a character is never drawn. */
export const isUndrawn = (character: string): boolean => INVISIBLE.test(character) || BLANK.test(character)

const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u
const EMOJI_STYLE = '\ufe0f'
const JOINER = '\u200d'
const NON_JOINER = '\u200c'
const KEYCAP = '\u20e3'
const KEYCAP_BASE = /[0-9#*]/

/**
 * Signs that suppress a vowel (canonical combining class 9), after which joiners choose a form (RFC 5892, A.1, A.2).
 */
const VIRAMA =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}\u{11d97}]/u
/** Arabic letters that join on both sides, Joining_Type D, in the blocks of Arabic, its supplement and extension A. */
const JOINS_BOTH =
  /[\u0620\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u066e\u066f\u0678-\u0687\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0750-\u0758\u075c-\u076a\u076d-\u0770\u0772\u0775-\u0777\u077a-\u077f\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8\u08ba-\u08c8]/u
/** Letters that join only to the letter before them, Joining_Type R. */
const JOINS_BEFORE =
  /[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9]/u
/** Signs on letters, which may come between joining letters (Joining_Type T). */
const TRANSPARENT = /\p{Mn}/u

const FLAG = '🏴'
/** The flags of UTS 51 that are made of tags: England, Scotland and Wales. Other tags would be a hidden text. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map((region) =>
  [...region, '\u007f'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))),
)
const TAG = /[\u{e0020}-\u{e007f}]/u

export interface VisibleTextOptions {
  /** Whether line feeds, carriage returns and tabs are allowed, as in a description. Default: false. */
  lines?: boolean
}

/**
 * The first invisible character of `text`, as `U+202E`; undefined if there is none. Emoji may have their variation
 * selector, joiners between them, and the tags of flags. Letters may have joiners where RFC 5892 (A.1, A.2) needs them,
 * as in Persian, Hindi and Sinhala. Callers must bound the length of `text` first.
 */
export function hiddenCharacterIn(text: string, options?: VisibleTextOptions): string | undefined {
  const characters = [...text]
  const found = characters.find(hiddenAmong(characters, options))
  return found && codeOf(found)
}

/** The text with each invisible character replaced by what `write` returns for its code, such as `U+202E`. */
export function withHiddenWritten(text: string, write: (code: string) => string, options?: VisibleTextOptions): string {
  const characters = [...text]
  const isHidden = hiddenAmong(characters, options)
  return characters.map((one, index) => (isHidden(one, index) ? write(codeOf(one)) : one)).join('')
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

function hiddenAmong(characters: readonly string[], { lines = false }: VisibleTextOptions = {}) {
  // An unassigned code point that Unicode reserves for a future picture does not count.
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
    if (character === EMOJI_STYLE)
      return (
        !isPicture(index - 1) && !(KEYCAP_BASE.test(characters[index - 1] ?? '') && characters[index + 1] === KEYCAP)
      )
    if (TAG.test(character)) return !isInFlag(characters, index)
    if (character === NON_JOINER) return !isAfterVirama(characters, index) && !breaksJoin(characters, index)
    if (character === JOINER && isAfterVirama(characters, index)) return false
    return !(character === JOINER && isAfterPicture(index) && isPicture(index + 1))
  }
}

const isAfterVirama = (characters: readonly string[], index: number): boolean =>
  VIRAMA.test(characters[index - 1] ?? '')

/** Whether letters on both sides would join without the character between them (RFC 5892, A.1). */
function breaksJoin(characters: readonly string[], index: number): boolean {
  let [before, after] = [index - 1, index + 1]
  while (TRANSPARENT.test(characters[before] ?? '')) before--
  while (TRANSPARENT.test(characters[after] ?? '')) after++
  const next = characters[after] ?? ''
  return JOINS_BOTH.test(characters[before] ?? '') && (JOINS_BOTH.test(next) || JOINS_BEFORE.test(next))
}

/** Whether the tag is part of a flag that no further tags follow. */
function isInFlag(characters: readonly string[], index: number): boolean {
  let start = index
  while (TAG.test(characters[start - 1] ?? '')) start--
  const isFlag = FLAGS.some((tags) => tags.every((tag, at) => characters[start + at] === tag))
  return characters[start - 1] === FLAG && isFlag && index < start + (FLAGS[0]?.length ?? 0)
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
    `${field} holds ${found}, which is invisible or has no meaning (a control, zero-width, blank or unassigned character): remove it`,
  )
}

/** Letters, numbers, punctuation and symbols. Texts without any of them look alike. */
const SHOWN = /[\p{L}\p{N}\p{P}\p{S}]/u

export const isShown = (text: string): boolean => SHOWN.test(text)

/**
 * Refuses a name or title that has no visible characters, or has hidden ones.
 * @throws 400 `HIDDEN_CHARACTER`, `BLANK_TEXT`
 */
export function checkTitle(text: string, field: string): void {
  checkVisible(text, field)
  if (!isShown(text))
    throw new VerifyError(
      'BLANK_TEXT',
      `${field} is ${JSON.stringify(text)}: expected a visible letter, number or sign`,
    )
}
