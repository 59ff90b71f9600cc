/** Characters that move the cursor, and characters that look blank: spaces, fillers, the Braille blank. */
const UNSEEN = /[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0\ufffc]/gu

/**
 * Escapes other people's texts (titles, options, answers), so that they cannot move the cursor or imitate lines or
 * columns of the report. In a run of spaces, only the first is unchanged.
 */
export const plain = (text: string): string =>
  text.replace(UNSEEN, (found, at: number) =>
    found === ' ' && text[at - 1] !== ' ' ? found : `\\u{${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
