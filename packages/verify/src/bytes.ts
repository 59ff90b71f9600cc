/** The bytes of base64, with the alphabet of RFC 4648 §4. @throws DOMException where the text is none */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
