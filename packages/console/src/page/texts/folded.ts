/**
 * A text as searches compare it: without case and accents, and with the apostrophes, quotation marks and dashes of a
 * keyboard. So `o'brien` finds `O’Brien`, `lodz` finds `Łódź`, and `strasse` finds `Straße`.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßłøđðæœþı‘’ʼ`´“”„«»‐‑‒–—]/gu, (letter) => PLAIN[letter] ?? letter)

/** Letters that Unicode does not decompose, and the signs that word processors write. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '`': "'", '´': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-' },
}
