import { isKeyRemoval, type Key, type KeyRule } from '#protocol/keys.ts'

export interface KeyJson {
  readonly _type: 'ED25519' | 'ECDSA_SECP256K1' | 'ProtobufEncoded'
  readonly key: string
}

/**
 * A key as the Mirror Node writes it (`encodeKey` in its rest/utils.js): the hex of a single key, even if it is the
 * only one of a list or of a threshold key with threshold 1; the hex of the protobuf for any other key.
 */
export function keyJson(key: Key | null): KeyJson | null {
  if (!key || isKeyRemoval(key.rule)) return null
  const rule = onlyKeyOf(key.rule)
  if (rule.kind === 'ed25519') return { _type: 'ED25519', key: rule.bytes.toString('hex') }
  if (rule.kind === 'secp256k1') return { _type: 'ECDSA_SECP256K1', key: rule.bytes.toString('hex') }
  return { _type: 'ProtobufEncoded', key: key.encoded.toString('hex') }
}

function onlyKeyOf(rule: KeyRule): KeyRule {
  if (rule.kind !== 'list' && !(rule.kind === 'threshold' && rule.threshold === 1)) return rule
  const [only, ...others] = rule.keys
  return only && others.length === 0 && (only.kind === 'ed25519' || only.kind === 'secp256k1') ? only : rule
}
