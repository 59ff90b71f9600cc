// Text of others on a terminal: control characters could move the cursor, change what stands above, or answer for the
// user; bidirectional ones show a text in another order than it has.

/**
 * Whatever is not seen, or changes how other text is seen: controls, fillers, variation selectors and signs that are
 * drawn blank. Spaces other than the usual one could pass for columns.
 */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u00a0\u2000-\u200a\u202f\u205f\u2800\u3000\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/gu

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`

/** One line of text, in which everything that is not seen is `\u{...}`. */
export const plain = (text: string): string => text.replace(HIDDEN, escaped)

/** The same for several lines. */
export const plainLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => plain(line.replaceAll('\t', '    ')))
    .join('\n')

/** JSON in which a terminal finds nothing to obey: what is not seen is escaped, as JSON allows. */
export const plainJson = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(HIDDEN, (character) =>
    // Within texts it is escaped already.
    character === '\n'
      ? character
      : Array.from(
          { length: character.length },
          (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
        ).join(''),
  )
