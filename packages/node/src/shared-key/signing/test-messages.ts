/**
 * Test messages show that a shared key can sign. No other signed bytes begin like them, so a signature permits nothing.
 */
import { randomBytes } from 'node:crypto'
import { inDomain } from '@quorate/verify'

export const testMessage = (dkgId: string): Uint8Array =>
  inDomain('signingTest', `${dkgId}\n${randomBytes(16).toString('hex')}`)

export function isTestMessage(message: Uint8Array, dkgId: string): boolean {
  const text = Buffer.from(message).toString('latin1')
  const begin = Buffer.from(inDomain('signingTest', `${dkgId}\n`)).toString('latin1')
  return text.startsWith(begin) && /^[0-9a-f]{32}$/.test(text.slice(begin.length))
}
