import { isKeyRemoval, type Key } from '../../keys.ts'

export interface KeyJson {
  readonly _type: 'ED25519' | 'ECDSA_SECP256K1' | 'ProtobufEncoded'
  readonly key: string
}

/** A key as the Mirror Node writes it: one key in hex, anything else as the hex of its protobuf. */
export function keyJson(key: Key | null): KeyJson | null {
  if (!key || isKeyRemoval(key.rule)) return null
  const { rule } = key
  if (rule.kind === 'ed25519') return { _type: 'ED25519', key: rule.bytes.toString('hex') }
  if (rule.kind === 'secp256k1') return { _type: 'ECDSA_SECP256K1', key: rule.bytes.toString('hex') }
  return { _type: 'ProtobufEncoded', key: key.encoded.toString('hex') }
}
