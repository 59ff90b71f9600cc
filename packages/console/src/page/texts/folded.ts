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

/** Whether a search for `wanted` finds the text. German umlauts may be typed as `ae`, `oe` and `ue`. */
export const contains = (text: string, wanted: string): boolean =>
  [text, withUmlautsSpelled(text)].some((form) => folded(form).includes(folded(wanted)))

const withUmlautsSpelled = (text: string): string =>
  text.normalize('NFC').replaceAll(/[äöüÄÖÜ]/g, (letter) => `${folded(letter)}e`)

/** Letters that Unicode does not decompose, and the signs that word processors write. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ł: 'l', ø: 'o', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '`': "'", '´': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-' },
}
