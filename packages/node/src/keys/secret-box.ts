/**
 * Encrypts secrets with AES-256-GCM; the result is the nonce, the ciphertext and the tag. A secret sealed for one
 * place, such as a database row or a record on a topic, cannot be opened for another place.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

export interface SecretBox {
  /** `place` identifies where the secret is stored, and is authenticated with it. */
  seal(secret: Uint8Array, place: string): Uint8Array
  /** The secret; undefined if it was sealed with another key or for another place, or was altered. */
  open(sealed: Uint8Array, place: string): Uint8Array | undefined
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export const createSecretBox = (key: Uint8Array): SecretBox => ({
  seal(secret, place) {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place))
    return Uint8Array.from(Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]))
  },
  open(sealed, place) {
    try {
      const end = sealed.length - TAG_BYTES
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(place))
        .setAuthTag(sealed.subarray(end))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()])
    } catch {
      return undefined
    }
  },
})
