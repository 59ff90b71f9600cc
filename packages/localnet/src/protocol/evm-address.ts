import { ECDH } from 'node:crypto'
import { keccak } from './encoding/keccak.ts'
import type { KeyRule } from './keys.ts'

/** The last 20 bytes of keccak-256 over the uncompressed point of an ECDSA key; null for any other key. */
export function evmAddressOf(rule: KeyRule): Buffer | null {
  if (rule.kind !== 'secp256k1') return null
  try {
    const point = ECDH.convertKey(rule.bytes, 'secp256k1', undefined, undefined, 'uncompressed') as Buffer
    return keccak(point.subarray(1)).subarray(-20)
  } catch {
    return null
  }
}
