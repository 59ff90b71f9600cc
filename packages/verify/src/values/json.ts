/**
 * Parses JSON from outside. V8 14.6 misreads escaped property names: after it has parsed an object whose second
 * property is named `x\`, it reads that name in `{"a":1,"x\u0041":2}`, too, whoever sent either. So names are passed to
 * `JSON.parse` without escapes, which it reads correctly.
 */

const QUOTE = 34
const COLON = 58
const BACKSLASH = 92
const WHITE_SPACE = new Set([9, 10, 13, 32])

/** Thrown for JSON whose names contain a quotation mark, a backslash or a control character. */
export class NameNotPlain extends SyntaxError {
  constructor(name: string) {
    const shown = JSON.stringify(name.slice(0, 60))
    super(`A member has the name ${shown}: names have no quotation marks, backslashes or control characters`)
  }
}

/**
 * Parses JSON as `JSON.parse` does, and reads each name as it is written.
 * @throws SyntaxError; {@link NameNotPlain} for such a name
 */
export const parseJson = (text: string, reviver?: Parameters<typeof JSON.parse>[1]): unknown =>
  JSON.parse(withPlainNames(text), reviver)

/**
 * The same JSON with the escapes in names replaced by their characters. Text that is not JSON stays invalid.
 * @throws SyntaxError as {@link parseJson}
 */
export function withPlainNames(text: string): string {
  if (!text.includes('\\')) return text
  let plain = ''
  let copied = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    const { end, hasEscape } = stringAt(text, start)
    if (hasEscape && isName(text, end)) {
      plain += `${text.slice(copied, start)}"${plainName(text, start, end)}"`
      copied = end
    }
    start = text.indexOf('"', end)
  }
  return copied === 0 ? text : plain + text.slice(copied)
}

/** Counts the names of members in a JSON text. A name that occurs twice in an object counts twice. */
export function countNames(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    const { end } = stringAt(text, start)
    if (isName(text, end)) count++
    start = text.indexOf('"', end)
  }
  return count
}

/** The index after the string that begins at `start`, and whether the string has an escape. */
function stringAt(text: string, start: number): { end: number; hasEscape: boolean } {
  let hasEscape = false
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) return { end: at + 1, hasEscape }
    if (character === BACKSLASH) {
      hasEscape = true
      at++
    }
  }
  return { end: text.length, hasEscape }
}

/** Whether the string that ends before `end` is a name: a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end
  while (WHITE_SPACE.has(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === COLON
}

function plainName(text: string, start: number, end: number): string {
  // Parsed as a string on its own, not as a name.
  const name: string = JSON.parse(text.slice(start, end))
  if (!needsEscape(name)) return name
  // Text that is not JSON gets JSON's own error.
  JSON.parse(text)
  throw new NameNotPlain(name)
}

/** Half a surrogate pair may stay unescaped, although `JSON.stringify` would escape it. */
const needsEscape = (name: string): boolean => JSON.stringify(name.toWellFormed()).includes('\\')
