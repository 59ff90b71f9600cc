/** One-time codes by time: RFC 6238 with SHA-1, six digits and 30 seconds, which is what authenticators take. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** How many steps the clocks may differ, in either direction (RFC 6238 §5.2). */
const DRIFT = 1n

export const stepOf = (ms: number): bigint => BigInt(Math.floor(ms / STEP_MS))

/** The code of a counter (RFC 4226 §5.3). */
export function hotp(secret: Uint8Array, counter: bigint, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(counter)
  const mac = createHmac('sha1', secret).update(message).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that `code` belongs to, of those near `ms` and after `lastStep`; undefined if it is none of theirs. */
export function matchingStep(secret: Uint8Array, code: string, ms: number, lastStep: bigint): bigint | undefined {
  const now = stepOf(ms)
  for (let step = now - DRIFT; step <= now + DRIFT; step++) {
    if (step > lastStep && step >= 0n && same(hotp(secret, step), code)) return step
  }
  return undefined
}

/** Whether `code` belongs to a step near `ms` up to `lastStep`, so that it was used, or passed over by a later one. */
export function isUsedCode(secret: Uint8Array, code: string, ms: number, lastStep: bigint): boolean {
  const now = stepOf(ms)
  return [now - DRIFT, now, now + DRIFT].some(
    (step) => step >= 0n && step <= lastStep && same(hotp(secret, step), code),
  )
}

const same = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 §6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an authenticator scans (Key Uri Format). */
export function keyUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
