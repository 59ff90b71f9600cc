/** Secrets as the database keeps them: AES-256-GCM, a nonce before and the tag after, good for one row alone. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { unavailable } from '@quorate/platform'

export interface Sealing {
  /** `row` names where it is kept: elsewhere it does not open. */
  seal(secret: Uint8Array, row: string): Uint8Array
  /** @throws 503 TWO_FACTOR_KEY_WRONG for what was sealed with another key, or is not as it was */
  open(sealed: Uint8Array, row: string): Uint8Array
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const createSealing = (key: Uint8Array): Sealing => ({
  seal(secret, row) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(row))
    return Uint8Array.from(Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]))
  },
  open(sealed, row) {
    try {
      const end = sealed.length - TAG_BYTES
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(row))
        .setAuthTag(sealed.subarray(end))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()])
    } catch {
      throw unavailable('TWO_FACTOR_KEY_WRONG', 'the second factor cannot be read: TWO_FACTOR_KEY is not what it was')
    }
  },
})
