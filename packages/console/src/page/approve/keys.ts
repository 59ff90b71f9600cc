/** Keys as mirrors show them. */
import { decode, type Field, type Key } from '@quorate/verify'

/** A key of a mirror's answer; undefined where it is none, or is not understood. */
export function keyFromMirror(given: { _type?: string; key: string } | null | undefined): Key | undefined {
  if (!given || !/^(?:[\da-f]{2}){1,5000}$/i.test(given.key)) return undefined
  const bytes = Uint8Array.from(given.key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  if (given._type === 'ED25519') return bytes.length === 32 ? { type: 'ed25519', bytes } : undefined
  if (given._type === 'ECDSA_SECP256K1') return bytes.length === 33 ? { type: 'secp256k1', bytes } : undefined
  return keyFromProto(bytes)
}

/** A key of a protobuf `Key`; undefined where another reader could read it differently. */
export function keyFromProto(bytes: Uint8Array): Key | undefined {
  const { fields, findings } = decode(bytes, 'Key')
  return findings.length === 0 ? keyIn(fields) : undefined
}

function keyIn(fields: readonly Field[]): Key | undefined {
  const [field, ...others] = fields
  if (!field || others.length > 0) return undefined
  const { name, value, fields: inside = [] } = field
  if (name === 'ed25519' && value instanceof Uint8Array && value.length === 32) return { type: 'ed25519', bytes: value }
  if (name === 'ECDSA_secp256k1' && value instanceof Uint8Array && value.length === 33)
    return { type: 'secp256k1', bytes: value }
  if (name === 'keyList') return listIn(inside, (keys) => ({ type: 'list', keys }))
  if (name !== 'thresholdKey') return undefined
  const threshold = inside.find((one) => one.name === 'threshold')?.value
  const list = inside.find((one) => one.name === 'keys')?.fields
  if (typeof threshold !== 'bigint' || !list) return undefined
  return listIn(list, (keys) => ({ type: 'threshold', threshold: Number(threshold), keys }))
}

function listIn(fields: readonly Field[], make: (keys: Key[]) => Key): Key | undefined {
  const keys = fields.map((one) => keyIn(one.fields ?? []))
  return keys.every((key) => key !== undefined) ? make(keys) : undefined
}
