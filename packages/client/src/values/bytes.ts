/** Converts bytes and text with functions that browsers have, too. */

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @throws RangeError if the text is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    throw new RangeError('This is not base64')
  }
}

/** Accepts hex with or without `0x`. @throws RangeError if the text is not hex */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  if (digits.length % 2 !== 0 || !/^[\da-fA-F]*$/.test(digits))
    throw new RangeError('This is not hex: send pairs of 0-9, a-f')
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  )
}
