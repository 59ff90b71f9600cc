/** Time-based one-time codes: RFC 6238 with SHA-1, six digits and 30 seconds, which all authenticators support. */
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** How many steps the clocks may differ in either direction (RFC 6238 §5.2). */
const DRIFT = 1

export const stepOf = (ms: number): bigint => BigInt(Math.floor(ms / STEP_MS))

/** The time step near `ms` that `code` is valid for; undefined if there is none. */
export function stepOfCode(secret: Uint8Array, code: string, ms: number): bigint | undefined {
  const drift = new TOTP({ secret: secretOf(secret) }).validate({ token: code, timestamp: ms, window: DRIFT })
  return drift === null ? undefined : stepOf(ms) + BigInt(drift)
}

/** The `otpauth:` URI that an authenticator scans (Key Uri Format). */
export const keyUri = (secret: Uint8Array, issuer: string, account: string): string =>
  new TOTP({ secret: secretOf(secret), issuer, label: account }).toString()

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })
