// Makes other people's text safe for a terminal. Control characters could move the cursor, change lines above, or type
// answers for the user. Bidirectional characters show text in another order.

/**
 * Characters that are invisible, or change how other text looks: controls, fillers, variation selectors and signs that
 * are drawn blank. Unusual spaces could imitate columns.
 */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u00a0\u2000-\u200a\u202f\u205f\u2800\u3000\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

/** One line of text, with every invisible character as `\u{...}`. */
export const plain = (text: string): string => text.replace(HIDDEN, escaped)

/** Like {@link plain}, for several lines. */
export const plainLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => plain(line.replaceAll('\t', '    ')))
    .join('\n')

/** JSON without control characters for the terminal: invisible characters are escaped, as JSON allows. */
export const plainJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(HIDDEN, (character) =>
    // Only line breaks between values are kept: within strings they are already escaped.
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
        ).join(''),
  )
