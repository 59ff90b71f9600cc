/**
 * Heartbeats between nodes. They are signed, so that no node can answer for another, and contain a nonce, so that old
 * answers do not count.
 */
import { AccountId, AnyNames } from '@quorate/platform'
import { canonicalBytes, inDomain, type Leaf, verify } from '@quorate/verify'
import { type Static, Type } from 'typebox'

export const Heartbeat = Type.Object(
  {
    from: AccountId,
    to: AccountId,
    nonce: Type.String({ minLength: 16, maxLength: 64, description: 'a random value; the answer repeats it' }),
    timestamp: Type.String({ format: 'date-time', maxLength: 40, description: 'when it was signed, ISO 8601' }),
    sees: AnyNames(Type.Boolean(), {
      description: 'which members are live, as the sender sees it',
      propertyNames: AccountId,
      maxProperties: 1000,
    }),
    signature: Type.String({
      pattern: '^[0-9a-f]{128}$',
      title: '64 bytes in lower-case hex',
      examples: ['ab'.repeat(64)],
      description: 'over the line "Quorate heartbeat v1" and the RFC 8785 JSON of the rest, hex',
    }),
  },
  { additionalProperties: false },
)
export type Heartbeat = Static<typeof Heartbeat>

/** The largest difference between two nodes' clocks. */
const MAX_SKEW_MS = 60_000

const heartbeatMessage = (heartbeat: Omit<Heartbeat, 'signature'>): Uint8Array =>
  inDomain('heartbeat', canonicalBytes(heartbeat))

export function signHeartbeat(
  heartbeat: Omit<Heartbeat, 'signature'>,
  sign: (message: Uint8Array) => Uint8Array,
): Heartbeat {
  return { ...heartbeat, signature: Buffer.from(sign(heartbeatMessage(heartbeat))).toString('hex') }
}

/** Whether `key` signed a heartbeat at most a minute before or after `now` (milliseconds). */
export function isGenuine({ signature, ...rest }: Heartbeat, key: Leaf, now: number): boolean {
  const isOfNow = Math.abs(Date.parse(rest.timestamp) - now) <= MAX_SKEW_MS
  return isOfNow && verify(key, heartbeatMessage(rest), Buffer.from(signature, 'hex'))
}
