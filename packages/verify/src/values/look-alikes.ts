import unhomoglyph from 'unhomoglyph'

/**
 * Returns forms of a text by which texts that people may confuse are found: two texts look alike if they share a form.
 * The forms level compatibility forms, characters that are not shown, kinds of spaces, letters of other scripts (the
 * skeleton of UTS 39, section 4), and upper and lower case.
 */
export function looksOf(text: string): string[] {
  const shown = visibleForm(text)
  return [...new Set([skeleton(shown).toLowerCase(), skeleton(shown.toLowerCase()).toLowerCase()])]
}

/** Whether both texts look the same, with upper and lower case as written. */
export const looksLike = (text: string, other: string): boolean =>
  skeleton(visibleForm(text)) === skeleton(visibleForm(other))

const visibleForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{DI}/gu, '')
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ')

/**
 * Removes a combining dot above `i` and `j`, which readers do not see, and gives the dotless `ȷ` its dot, which they do
 * not miss.
 */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD'))
    .normalize('NFD')
    .replaceAll('ȷ', 'j')
    .replaceAll(/[ij]\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''))
