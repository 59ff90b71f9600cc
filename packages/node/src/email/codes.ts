/** The codes that confirm an address: 80 random bits, stored as their hash. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Type } from 'typebox'

/** Crockford's base32: no letters that look like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

export const EmailCode = Type.String({
  pattern: '^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}$',
  title: 'the code in the message, four groups of four characters',
  examples: ['7H2K-0QXM-R4TW-9B3F'],
})

export function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join('')
  return (letters.match(/.{4}/g) ?? []).join('-')
}

export const hashOf = (code: string): Uint8Array => createHash('sha256').update(code).digest()

export const isCodeOf = (hash: Uint8Array, code: string): boolean => timingSafeEqual(hash, hashOf(code))
