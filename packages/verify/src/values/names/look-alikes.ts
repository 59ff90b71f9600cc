import unhomoglyph from 'unhomoglyph'

/**
 * Returns the skeletons of a text, for finding confusable texts: two texts look alike if they share one. They unify
 * compatibility forms, invisible characters, kinds of spaces, letters of other scripts (the skeleton of UTS 39, section
 * 4), and upper and lower case.
 */
export function skeletonsOf(text: string): string[] {
  const shown = visibleForm(text)
  return [...new Set([skeleton(shown).toLowerCase(), skeleton(shown.toLowerCase()).toLowerCase()])]
}

/** Whether both texts look the same. Upper and lower case count as different. */
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
 * Removes a combining dot above `i` and `j`, which readers do not see, and replaces the dotless `ȷ` by `j`, since
 * readers do not notice the missing dot.
 */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD'))
    .normalize('NFD')
    .replaceAll('ȷ', 'j')
    .replaceAll(/[ij]\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''))
