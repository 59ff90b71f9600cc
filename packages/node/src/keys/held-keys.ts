import { createPublicKey, type KeyObject } from 'node:crypto'
import { type Leaf, publicKeyText } from '@quorate/verify'
import type { OperatedLedger } from '../operated-ledger.ts'

/** Whether this process holds a leaf's private key, and so can sign with the leaf by itself. */
export type IsHeld = (leaf: Leaf) => boolean

/** `ledgers` give the operators' keys; `own` are the node's other Ed25519 keys (network keys and the token key). */
export function heldKeys(ledgers: Iterable<OperatedLedger>, own: readonly KeyObject[]): IsHeld {
  const held = new Set([...ledgers].map(({ operator }) => publicKeyText(operator.publicKey)))
  for (const key of own) held.add(rawHex(key))
  return (leaf) => held.has(publicKeyText(leaf))
}

/** The last 32 bytes of an Ed25519 key's SubjectPublicKeyInfo (RFC 8410 §4). */
const rawHex = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex')
