/** Small scans of texts from outside, where a regular expression would take more than linear time or say less clearly what it does. */

/** `text` without the slashes at its end. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** Control characters, and those that are not seen or change the direction of what follows (bidirectional controls, zero-width). */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** The same without control characters, which an encoding of its own takes care of. */
const MISLEADING = /[\p{Cf}\u2028\u2029]/gu

/** A file's name as it may be stored and shown: what is not seen is left out, so that no name looks like another. */
export const visibleName = (name: string): string => name.toWellFormed().replaceAll(UNSEEN, '')

/** A name without bidirectional controls and zero-width characters. */
export const plainName = (name: string): string => name.toWellFormed().replaceAll(MISLEADING, '')
