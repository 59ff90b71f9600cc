import { proto, Reader } from '@hiero-ledger/proto'
import { contractId, contractNumber } from './ids.ts'

/** MAX_NESTED_KEY_LEVELS, checked before the levels are walked. */
const MAX_KEY_DEPTH = 15

/** One public key: 32 bytes of Ed25519 or the 33 compressed bytes of ECDSA secp256k1. */
export interface PublicKey {
  readonly kind: 'ed25519' | 'secp256k1'
  readonly bytes: Buffer
  /** Kind and bytes of the key as text, for use in maps. */
  readonly id: string
}

/** A contract as a key. It authorises the calls that it makes; nobody can sign for it. */
export interface ContractKey {
  readonly kind: 'contract'
  /** -1 if the key names the contract by its EVM address. */
  readonly contract: number
  /** 40 hex digits; empty if the key names the contract by its number. */
  readonly address: string
  /** Whether the contract also authorises while it runs the code of another one (DELEGATECALL). */
  readonly isDelegatable: boolean
  /** The whole key as text, for use in maps. */
  readonly id: string
}

/** A single key: its authorisation needs no other key. */
export type Signer = PublicKey | ContractKey

/**
 * The required signers: one public key or contract, or all or some of a list. Nobody can sign for `unsupported` keys
 * (RSA).
 */
export type KeyRule =
  | Signer
  | { readonly kind: 'list'; readonly keys: readonly KeyRule[] }
  | { readonly kind: 'threshold'; readonly threshold: number; readonly keys: readonly KeyRule[] }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'absent' }

/** A key of an entity: its rule, and the protobuf it came as. */
export interface Key {
  readonly rule: KeyRule
  readonly encoded: Buffer
}

export function publicKey(kind: PublicKey['kind'], bytes: Uint8Array): PublicKey {
  const copy = Buffer.from(bytes)
  return { kind, bytes: copy, id: (kind === 'ed25519' ? 'e' : 's') + copy.toString('latin1') }
}

/**
 * The rule of a key. Keys below the allowed depth are not examined: {@link isValidKey} refuses such a key for its
 * depth.
 */
function ruleOf(key: proto.IKey, depth = 1): KeyRule {
  if (depth > MAX_KEY_DEPTH) return { kind: 'unsupported' }
  const rulesOf = (keys: readonly proto.IKey[] | null | undefined) => (keys ?? []).map((one) => ruleOf(one, depth + 1))
  if (key.ed25519 != null) return publicKey('ed25519', key.ed25519)
  if (key.ECDSASecp256k1 != null) return publicKey('secp256k1', key.ECDSASecp256k1)
  if (key.keyList) return { kind: 'list', keys: rulesOf(key.keyList.keys) }
  if (key.thresholdKey) {
    const { threshold, keys } = key.thresholdKey
    return { kind: 'threshold', threshold: threshold ?? 0, keys: rulesOf(keys?.keys) }
  }
  if (key.contractID) return contractKey(key.contractID, false)
  if (key.delegatableContractId) return contractKey(key.delegatableContractId, true)
  const isOther = key.RSA_3072 ?? key.ECDSA_384
  return isOther == null ? { kind: 'absent' } : { kind: 'unsupported' }
}

function contractKey(id: proto.IContractID, isDelegatable: boolean): ContractKey {
  const address = Buffer.from(id.evmAddress ?? []).toString('hex')
  const contract = contractNumber(id)
  return { kind: 'contract', contract, address, isDelegatable, id: `c${contract}/${address}/${isDelegatable}` }
}

/** A contract as the protobuf of a key. */
export function contractKeyToProto({ contract, address, isDelegatable }: ContractKey): proto.IKey {
  const id = address === '' ? contractId(contract) : { evmAddress: Buffer.from(address, 'hex') }
  return isDelegatable ? { delegatableContractId: id } : { contractID: id }
}

export function keyFromProto(key: proto.IKey): Key {
  return { rule: ruleOf(key), encoded: Buffer.from(proto.Key.encode(key).finish()) }
}

export function keyFromBytes(encoded: Uint8Array): Key {
  return { rule: ruleOf(proto.Key.decode(Reader.create(encoded))), encoded: Buffer.from(encoded) }
}

export function keyToProto(key: Key): proto.IKey {
  return proto.Key.decode(key.encoded)
}

/** Says whether a key contains no leaf key: it is absent, or a list without keys at any depth. */
export function isEmptyKey(rule: KeyRule): boolean {
  if (rule.kind === 'absent') return true
  if (rule.kind === 'list' || rule.kind === 'threshold') return rule.keys.every(isEmptyKey)
  return rule.kind !== 'unsupported' && rule.kind !== 'contract' && rule.bytes.length === 0
}

/** Says whether a key is the empty key list, which makes an entity immutable or removes a role key. */
export function isKeyRemoval(rule: KeyRule): boolean {
  return rule.kind === 'list' && rule.keys.length === 0
}

/** Says whether lengths, thresholds and depth are within the protocol's bounds. */
export function isValidKey(rule: KeyRule, depth = 1): boolean {
  if (depth > MAX_KEY_DEPTH) return false
  if (rule.kind === 'ed25519') return rule.bytes.length === 32
  if (rule.kind === 'secp256k1') return rule.bytes.length === 33 && (rule.bytes[0] === 2 || rule.bytes[0] === 3)
  if (rule.kind === 'list' || rule.kind === 'threshold') {
    const { keys } = rule
    const threshold = rule.kind === 'list' ? keys.length : rule.threshold
    return keys.length > 0 && threshold >= 1 && threshold <= keys.length && keys.every((k) => isValidKey(k, depth + 1))
  }
  return rule.kind === 'unsupported' || rule.kind === 'contract'
}

/** Says whether the rule is met; `signed` says whether a single signer authorised. An empty list is never met. */
export function isActive(rule: KeyRule, signed: (key: Signer) => boolean): boolean {
  switch (rule.kind) {
    case 'ed25519':
    case 'secp256k1':
    case 'contract':
      return signed(rule)
    case 'list':
      return rule.keys.length > 0 && rule.keys.every((key) => isActive(key, signed))
    case 'threshold':
      return rule.keys.length > 0 && hasActive(rule.keys, Math.max(1, rule.threshold), signed)
    default:
      return false
  }
}

function hasActive(keys: readonly KeyRule[], needed: number, signed: (key: Signer) => boolean): boolean {
  let missing = needed
  for (const [index, key] of keys.entries()) {
    if (missing > keys.length - index) return false
    if (isActive(key, signed) && --missing === 0) return true
  }
  return false
}
