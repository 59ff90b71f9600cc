/** Decodes base64 with the alphabet of RFC 4648 §4. @throws DOMException if the text is not base64 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text)
  const bytes = new Uint8Array(letters.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at)
  return bytes
}

export function toBase64(bytes: Uint8Array): string {
  let letters = ''
  for (const byte of bytes) letters += String.fromCharCode(byte)
  return btoa(letters)
}

const encoder = new TextEncoder()

/** The text in UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

/** Whether both have the same bytes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])
