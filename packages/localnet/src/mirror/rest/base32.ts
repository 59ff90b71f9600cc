const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding, as the Mirror Node writes aliases. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(pending >>> (bits - 5)) & 31]
    pending &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + ALPHABET[(pending << (5 - bits)) & 31]
}

/** The bytes of base32 text; undefined if it is none. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = []
  let bits = 0
  let pending = 0
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value < 0) return undefined
    pending = (pending << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((pending >>> bits) & 255)
    pending &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
