/** Scans of texts from outside, where a regular expression would take more than linear time or be harder to read. */

/** `text` without the slashes at its end. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}

/**
 * Control characters, and characters that are invisible or change the direction of text (bidirectional controls,
 * zero-width).
 */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
/** Like UNSEEN without control characters, for texts whose encoding escapes these. */
const MISLEADING = /[\p{Cf}\u2028\u2029]/gu

/**
 * A file's name as it may be stored and shown. Invisible characters are removed, so that no name looks like another.
 */
export const visibleName = (name: string): string => name.toWellFormed().replaceAll(UNSEEN, '')

/** A name without bidirectional controls and zero-width characters. */
export const plainName = (name: string): string => name.toWellFormed().replaceAll(MISLEADING, '')
