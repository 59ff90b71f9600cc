/** Limits the nesting and the number of values of a JSON text before it is parsed. */

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/**
 * The limit that the text exceeds, if any, found in one pass and without recursion. It counts values and levels as if
 * the text were JSON; the parser refuses text that is not.
 */
export function exceededIn(text: string, most: { depth: number; values: number }): 'depth' | 'values' | undefined {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === COMMA) values++
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      values++
      if (++depth > most.depth) return 'depth'
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--
    if (values > most.values) return 'values'
  }
  return undefined
}

/** The index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === BACKSLASH) at++
    else if (character === QUOTE) return at
  }
  return text.length
}
