import unhomoglyph from 'unhomoglyph'

/**
 * Forms of a text that are the same for texts that people may take for each other: compatibility forms, characters that are not shown, kinds of
 * spaces, letters of other scripts (the skeleton of UTS 39, section 4), and upper and lower case. Two texts look alike if they share a form.
 */
export function looksOf(text: string): string[] {
  const shown = visibleForm(text)
  return [...new Set([skeleton(shown).toLowerCase(), skeleton(shown.toLowerCase()).toLowerCase()])]
}

/** Whether both look the same in the case in which they are written. */
export const looksLike = (text: string, other: string): boolean =>
  skeleton(visibleForm(text)) === skeleton(visibleForm(other))

const visibleForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{DI}/gu, '')
    .split(/\s/u)
    .filter((word) => word !== '')
    .join(' ')

/** A dot above a letter that has one is not seen, nor is it missed where the letter is one without it. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize('NFD'))
    .normalize('NFD')
    .replaceAll('ȷ', 'j')
    .replaceAll(/[ij]\p{M}+/gu, (letter) => letter.replaceAll('\u0307', ''))
