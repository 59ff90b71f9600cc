/**
 * Recovery codes replace the codes of a lost authenticator. Each can be used once. Only their hashes are stored. A code
 * has 80 bits, so that nobody who reads the hashes can find it by trial.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'

const COUNT = 10
const BYTES = 10

/** Matches a recovery code as people type it: with or without hyphens, in upper or lower case. */
export const RECOVERY_CODE = '[A-Za-z2-7]{4}(-?[A-Za-z2-7]{4}){3}'

/** Returns new codes such as `K7QX-2M4N-TB5R-WZ3A` (base32 of RFC 4648). */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () =>
    new Secret({ buffer: Uint8Array.from(randomBytes(BYTES)).buffer }).base32.replace(/(.{4})(?=.)/g, '$1-'),
  )

/** The hash of a recovery code, valid for the second factor `place` only. */
export const recoveryHash = (code: string, place: string): string =>
  createHash('sha256')
    .update(`${place} ${code.replaceAll('-', '').toUpperCase()}`)
    .digest('hex')
