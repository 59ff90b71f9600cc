/**
 * Escapes texts that others wrote (titles, options, answers), so that they cannot move the cursor or pass for lines of
 * the report.
 */
export const plain = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
