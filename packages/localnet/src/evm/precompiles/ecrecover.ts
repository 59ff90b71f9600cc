import { secp256k1 } from '@noble/curves/secp256k1.js'
import { NO_BYTES } from '#evm/frame.ts'
import { keccak } from '#protocol/encoding/keccak.ts'
import { integerAt, padded } from './bytes.ts'

const { CURVE } = { CURVE: secp256k1.Point.CURVE() }

/** The address whose key signed a hash; no bytes if there is none. Input: hash, v (27 or 28), r, s. */
export function ecrecover(input: Uint8Array): Uint8Array {
  const v = integerAt(input, 32)
  const [r, s] = [integerAt(input, 64), integerAt(input, 96)]
  const isPossible = (v === 27n || v === 28n) && r > 0n && s > 0n && r < CURVE.n && s < CURVE.n
  if (!isPossible) return NO_BYTES
  try {
    const signature = new secp256k1.Signature(r, s, Number(v) - 27)
    const point = signature.recoverPublicKey(padded(input, 0, 32)).toBytes(false)
    const address = Buffer.alloc(32)
    address.set(keccak(point.subarray(1)).subarray(12), 12)
    return address
  } catch {
    return NO_BYTES
  }
}
