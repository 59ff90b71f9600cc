import { RLP } from '@ethereumjs/rlp'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { LRUCache } from 'lru-cache'
import { INT64_MAX } from './encoding/int64.ts'
import { keccak } from './encoding/keccak.ts'
import { type PublicKey, publicKey } from './keys.ts'
import { check, StatusError } from './status-error.ts'

/** Ethereum tools count in weibars. */
export const WEIBARS_PER_TINYBAR = 10_000_000_000n

/** The addresses and storage slots that a transaction names beforehand (EIP-2930). */
export interface AccessListEntry {
  /** 20 bytes. */
  readonly address: Uint8Array
  /** 32 bytes each. */
  readonly slots: readonly Uint8Array[]
}

/** A transaction as Ethereum wallets sign it. Prices and the value are in weibars. */
export interface EthereumTransaction {
  /** 0 (legacy), 1 (EIP-2930) or 2 (EIP-1559). */
  readonly type: 0 | 1 | 2
  /** Undefined for a legacy transaction that names no chain. */
  readonly chainId: bigint | undefined
  readonly nonce: bigint
  readonly gasPrice: bigint | undefined
  readonly maxPriorityFeePerGas: bigint | undefined
  readonly maxFeePerGas: bigint | undefined
  readonly gasLimit: bigint
  /** Empty if the transaction creates a contract. */
  readonly to: Uint8Array
  readonly value: bigint
  readonly data: Uint8Array
  readonly accessList: readonly AccessListEntry[]
  readonly v: bigint
  readonly r: bigint
  readonly s: bigint
  /** 0 or 1: which of the two curve points with the x-coordinate `r` the signature uses. */
  readonly parity: number
  /** keccak-256 of the bytes that the sender signed. */
  readonly signedHash: Buffer
  /** The transaction hash that Ethereum tools use: keccak-256 of the whole transaction. */
  readonly hash: Buffer
}

type Rlp = Uint8Array | Rlp[]

const MAX_WORD_BYTES = 32
const MAX_GAS_BYTES = 7

/**
 * Reads a transaction in RLP, signed, of one of the types 0 to 2.
 *
 * @throws StatusError INVALID_ETHEREUM_TRANSACTION
 */
export function parseEthereumTransaction(bytes: Uint8Array): EthereumTransaction {
  const type = bytes[0] ?? 0
  if (type >= 0xc0) return legacy(bytes)
  check(type === 1 || type === 2, 'INVALID_ETHEREUM_TRANSACTION')
  const fields = listIn(bytes.subarray(1))
  return type === 1 ? withAccessList(fields, bytes) : withPriorityFee(fields, bytes)
}

/** The same transaction with other data. The result's hashes are computed from these data. */
export function withData(transaction: Uint8Array, data: Uint8Array): Uint8Array {
  const isLegacy = (transaction[0] ?? 0) >= 0xc0
  const fields = listIn(isLegacy ? transaction : transaction.subarray(1))
  fields[isLegacy ? 5 : fields.length - 5] = data
  return isLegacy ? RLP.encode(fields) : Buffer.concat([transaction.subarray(0, 1), RLP.encode(fields)])
}

function listIn(bytes: Uint8Array): Rlp[] {
  try {
    const decoded = RLP.decode(bytes) as Rlp
    if (Array.isArray(decoded)) return decoded
  } catch {
    // Not RLP, or nested so deeply that the stack did not suffice.
  }
  throw new StatusError('INVALID_ETHEREUM_TRANSACTION')
}

function legacy(bytes: Uint8Array): EthereumTransaction {
  const fields = listIn(bytes)
  check(fields.length === 9, 'INVALID_ETHEREUM_TRANSACTION')
  const [nonce, gasPrice, gasLimit, to, value, data, v, r, s] = fields
  const signed = integer(v)
  // EIP-155: v is 35 or 36 plus twice the chain's id, or 27 or 28 if no chain is named.
  const chainId = signed >= 35n ? (signed - 35n) / 2n : undefined
  check(signed >= 35n || signed === 27n || signed === 28n, 'INVALID_ETHEREUM_TRANSACTION')
  const own = [nonce, gasPrice, gasLimit, to, value, data] as Rlp[]
  const message = chainId === undefined ? own : [...own, chainId, new Uint8Array(), new Uint8Array()]
  return {
    ...common({ nonce, gasLimit, to, value, data, r, s }),
    type: 0,
    chainId,
    gasPrice: unsigned(gasPrice),
    maxPriorityFeePerGas: undefined,
    maxFeePerGas: undefined,
    accessList: [],
    v: signed,
    parity: Number(signed >= 35n ? (signed - 35n) % 2n : signed - 27n),
    signedHash: keccak(RLP.encode(message)),
    hash: keccak(bytes),
  }
}

function withAccessList(fields: Rlp[], bytes: Uint8Array): EthereumTransaction {
  check(fields.length === 11, 'INVALID_ETHEREUM_TRANSACTION')
  const [chainId, nonce, gasPrice, gasLimit, to, value, data, accessList, v, r, s] = fields
  return {
    ...common({ nonce, gasLimit, to, value, data, r, s }),
    ...typed(1, fields, { chainId, accessList, v }, bytes),
    gasPrice: unsigned(gasPrice),
    maxPriorityFeePerGas: undefined,
    maxFeePerGas: undefined,
  }
}

function withPriorityFee(fields: Rlp[], bytes: Uint8Array): EthereumTransaction {
  check(fields.length === 12, 'INVALID_ETHEREUM_TRANSACTION')
  const [chainId, nonce, priority, most, gasLimit, to, value, data, accessList, v, r, s] = fields
  return {
    ...common({ nonce, gasLimit, to, value, data, r, s }),
    ...typed(2, fields, { chainId, accessList, v }, bytes),
    gasPrice: undefined,
    maxPriorityFeePerGas: unsigned(priority),
    maxFeePerGas: unsigned(most),
  }
}

type Field = Rlp | undefined

function typed(
  type: 1 | 2,
  fields: Rlp[],
  { chainId, accessList, v }: { chainId: Field; accessList: Field; v: Field },
  bytes: Uint8Array,
) {
  const parity = integer(v)
  check(parity === 0n || parity === 1n, 'INVALID_ETHEREUM_TRANSACTION')
  const signed = Buffer.concat([Buffer.from([type]), RLP.encode(fields.slice(0, -3))])
  return {
    type,
    chainId: unsigned(chainId),
    accessList: accessListIn(accessList),
    v: parity,
    parity: Number(parity),
    signedHash: keccak(signed),
    hash: keccak(bytes),
  }
}

function common(fields: Record<'nonce' | 'gasLimit' | 'to' | 'value' | 'data' | 'r' | 's', Field>) {
  const to = text(fields.to)
  check(to.length === 0 || to.length === 20, 'INVALID_CONTRACT_ID')
  return {
    nonce: integer(fields.nonce, 8),
    gasLimit: integer(fields.gasLimit, MAX_GAS_BYTES),
    to,
    value: integer(fields.value),
    data: text(fields.data),
    r: unsigned(fields.r),
    s: unsigned(fields.s),
  }
}

function accessListIn(field: Field): AccessListEntry[] {
  check(Array.isArray(field), 'INVALID_ETHEREUM_TRANSACTION')
  return field.map((entry) => {
    check(Array.isArray(entry) && entry.length === 2, 'INVALID_ETHEREUM_TRANSACTION')
    const [address, slots] = [text(entry[0]), entry[1]]
    check(address.length === 20 && Array.isArray(slots), 'INVALID_ETHEREUM_TRANSACTION')
    return { address, slots: slots.map((slot) => word(slot)) }
  })
}

function word(field: Field): Uint8Array {
  const bytes = text(field)
  check(bytes.length === MAX_WORD_BYTES, 'INVALID_ETHEREUM_TRANSACTION')
  return bytes
}

function text(field: Field): Uint8Array {
  check(field instanceof Uint8Array, 'INVALID_ETHEREUM_TRANSACTION')
  return field
}

/** A big-endian integer. Like the network, it accepts leading zeros in prices, the chain id and the signature. */
function unsigned(field: Field): bigint {
  const bytes = text(field)
  check(bytes.length <= MAX_WORD_BYTES, 'INVALID_ETHEREUM_TRANSACTION')
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
}

/** A big-endian integer without leading zeros. */
function integer(field: Field, maxBytes = MAX_WORD_BYTES): bigint {
  const bytes = text(field)
  check(bytes.length <= maxBytes && bytes[0] !== 0, 'INVALID_ETHEREUM_TRANSACTION')
  return unsigned(field)
}

/** Recovering a key is most of the work of a transaction, and JSON-RPC needs the key before the ledger does. */
const signers = new LRUCache<string, PublicKey>({ max: 1000 })

/**
 * The key that signed a transaction.
 *
 * @throws StatusError INVALID_ETHEREUM_TRANSACTION if no key can have made the signature
 */
export function signerOf(transaction: EthereumTransaction): PublicKey {
  const name = transaction.hash.toString('latin1')
  const known = signers.get(name)
  if (known) return known
  const signer = recover(transaction)
  signers.set(name, signer)
  return signer
}

function recover({ r, s, parity, signedHash }: EthereumTransaction): PublicKey {
  try {
    const point = new secp256k1.Signature(r, s, parity).recoverPublicKey(signedHash)
    return publicKey('secp256k1', point.toBytes(true))
  } catch {
    throw new StatusError('INVALID_ETHEREUM_TRANSACTION')
  }
}

/** The price per unit of gas that the sender offers, in tinybars. */
export const offeredPrice = ({ gasPrice, maxFeePerGas }: EthereumTransaction): bigint =>
  (gasPrice ?? maxFeePerGas ?? 0n) / WEIBARS_PER_TINYBAR

/** The value in tinybars. As on the network, a value beyond 64 bits counts as the largest 64-bit value. */
export function tinybarsOf({ value }: EthereumTransaction): bigint {
  const tinybars = value / WEIBARS_PER_TINYBAR
  return tinybars < INT64_MAX ? tinybars : INT64_MAX
}
