/** Encrypts secrets for the database with AES-256-GCM: the nonce, the ciphertext, the tag. A sealed secret opens for its own row alone. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { unavailable } from '@quorate/platform'

export interface Sealing {
  /** `row` names the database row that keeps the secret, and is authenticated with it. */
  seal(secret: Uint8Array, row: string): Uint8Array
  /** @throws 503 TWO_FACTOR_KEY_WRONG for a secret that was sealed with another key or for another row, or was altered */
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
