/** EIP-712: the digest of typed data, which wallets sign (`eth_signTypedData_v4`). */
import { keccak } from '#protocol/encoding/keccak.ts'
import { invalidParameter, objectIn } from './values.ts'

/** A member of a struct, such as `uint256 amount`. */
interface Member {
  readonly name: string
  readonly type: string
}

type Types = ReadonlyMap<string, readonly Member[]>

interface Encoding {
  readonly types: Types
  /** The hashes of types, computed when first needed. */
  readonly typeHashes: Map<string, Buffer>
  /** How many more values may be encoded. */
  left: number
}

/** The members of a domain, in the order of the standard. */
const DOMAIN: readonly Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]
const DOMAIN_TYPE = 'EIP712Domain'

const ARRAY = /^(.*)\[(\d{0,9})\]$/s
const INTEGER = /^(u?)int(\d{1,3})$/
const BYTES = /^bytes(\d{1,2})$/
const DECIMAL = /^-?\d{1,78}$/
const HEX_NUMBER = /^0x[0-9a-f]{1,64}$/i
const HEX = /^0x(?:[0-9a-f]{2})*$/i
const MAX_DEPTH = 64
const MAX_TYPE_LENGTH = 256
const MAX_VALUES = 100_000
const WORD_BYTES = 32
const WORD_BITS = 256

/**
 * The 32 bytes that a signer of the data signs. `value` is an object with `types`, `primaryType`, `domain` and
 * `message`, or its JSON.
 *
 * @throws RpcError that says which part of the data is wrong
 */
export function typedDataDigest(value: unknown): Buffer {
  const { types: given, primaryType, domain, message } = objectIn(parsed(value), 'the typed data')
  const fields = objectIn(domain, 'domain')
  const types = typesIn(given, fields)
  if (typeof primaryType !== 'string' || !types.has(primaryType))
    throw invalidParameter('primaryType must be the name of one of types')
  const encoding = { types, typeHashes: new Map<string, Buffer>(), left: MAX_VALUES }
  const parts = [Buffer.from('1901', 'hex'), hashStruct(DOMAIN_TYPE, fields, encoding, 'domain')]
  if (primaryType !== DOMAIN_TYPE) parts.push(hashStruct(primaryType, message, encoding, 'message'))
  return keccak(Buffer.concat(parts))
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw invalidParameter('the typed data must be an object, or its JSON')
  }
}

function typesIn(given: unknown, domain: Readonly<Record<string, unknown>>): Types {
  const types = new Map<string, readonly Member[]>()
  for (const [name, members] of Object.entries(objectIn(given, 'types'))) {
    if (!Array.isArray(members)) throw invalidParameter(`types.${name.slice(0, 80)} must be a list of {name, type}`)
    types.set(name, members.map(memberIn))
  }
  if (!types.has(DOMAIN_TYPE))
    types.set(
      DOMAIN_TYPE,
      DOMAIN.filter(({ name }) => domain[name] !== undefined),
    )
  return types
}

function memberIn(value: unknown): Member {
  const { name, type } = objectIn(value, 'a member of a type')
  if (typeof name !== 'string' || typeof type !== 'string')
    throw invalidParameter('a member of a type must have a name and a type')
  if (type.length > MAX_TYPE_LENGTH) throw invalidParameter(`a type must have at most ${MAX_TYPE_LENGTH} characters`)
  return { name, type }
}

/** `path` is where the struct is in the data, for errors. */
function hashStruct(name: string, value: unknown, encoding: Encoding, path: string, depth = 0): Buffer {
  const fields = objectIn(value, path.slice(0, 80))
  const members = encoding.types.get(name) ?? []
  const words = members.map((member) => {
    const field = Object.hasOwn(fields, member.name) ? fields[member.name] : undefined
    return encode(member.type, field, encoding, `${path}.${member.name}`, depth + 1)
  })
  return keccak(Buffer.concat([typeHash(name, encoding), ...words]))
}

function typeHash(name: string, { types, typeHashes }: Encoding): Buffer {
  const known = typeHashes.get(name)
  if (known) return known
  const made = keccak(Buffer.from(encodeType(name, types)))
  typeHashes.set(name, made)
  return made
}

/** A type, then the types that it refers to, sorted by name: `Mail(Person to)Person(string name)`. */
function encodeType(name: string, types: Types): string {
  const found = new Set([name])
  for (const one of found)
    for (const { type } of types.get(one) ?? []) {
      const element = elementOf(type)
      if (types.has(element)) found.add(element)
    }
  const [, ...others] = found
  return [name, ...others.sort()].map((one) => `${one}(${membersText(types.get(one) ?? [])})`).join('')
}

const membersText = (members: readonly Member[]): string => members.map(({ type, name }) => `${type} ${name}`).join(',')

/** The type of an array's innermost elements. */
function elementOf(type: string): string {
  let element = type
  for (let match = ARRAY.exec(element); match; match = ARRAY.exec(element)) element = match[1] ?? ''
  return element
}

/** A value as 32 bytes: itself, or the hash of a value without a fixed size. */
function encode(type: string, value: unknown, encoding: Encoding, path: string, depth: number): Buffer {
  if (depth > MAX_DEPTH) throw invalidParameter(`${path.slice(0, 80)}… is nested more than ${MAX_DEPTH} levels deep`)
  if (--encoding.left < 0) throw invalidParameter(`the typed data must have at most ${MAX_VALUES} values`)
  const [, element, size] = ARRAY.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(value) || (size && value.length !== Number(size)))
      throw wrong(path, size ? `a list of ${size} values` : 'a list', value)
    const words = value.map((one, index) => encode(element, one, encoding, `${path}[${index}]`, depth + 1))
    return keccak(Buffer.concat(words))
  }
  if (encoding.types.has(type)) {
    // Version 4 encodes a struct that is missing as zeros.
    const isMissing = value === undefined || value === null
    return isMissing ? Buffer.alloc(WORD_BYTES) : hashStruct(type, value, encoding, path, depth)
  }
  return encodeAtom(type, value, path)
}

function encodeAtom(type: string, value: unknown, path: string): Buffer {
  if (type === 'string') {
    if (typeof value !== 'string') throw wrong(path, 'a text', value)
    return keccak(Buffer.from(value))
  }
  if (type === 'bytes') return keccak(bytesIn(value, undefined, path))
  if (type === 'address') return padded(bytesIn(value, 20, path), 'start')
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw wrong(path, 'true or false', value)
    return numberBytes(value ? 1n : 0n)
  }
  const size = Number(BYTES.exec(type)?.[1] ?? 0)
  if (size >= 1 && size <= WORD_BYTES) return padded(bytesIn(value, size, path), 'end')
  const [, unsigned, bits] = INTEGER.exec(type) ?? []
  const width = Number(bits ?? 0)
  if (width >= 8 && width <= WORD_BITS && width % 8 === 0) return integerBytes(value, width, unsigned === 'u', path)
  throw invalidParameter(`${path.slice(0, 80)} has the type ${type.slice(0, 80)}, which is unknown: list it in types`)
}

function integerBytes(value: unknown, width: number, isUnsigned: boolean, path: string): Buffer {
  const isText = typeof value === 'string' && (DECIMAL.test(value) || HEX_NUMBER.test(value))
  if (!isText && !Number.isSafeInteger(value)) throw wrong(path, 'a whole number, or its text', value)
  const number = BigInt(value as string | number)
  const fits = isUnsigned ? BigInt.asUintN(width, number) : BigInt.asIntN(width, number)
  if (fits !== number) throw wrong(path, `a number of ${width} bits`, value)
  return numberBytes(BigInt.asUintN(WORD_BITS, number))
}

function bytesIn(value: unknown, size: number | undefined, path: string): Buffer {
  const isHex = typeof value === 'string' && HEX.test(value)
  if (!isHex || (size !== undefined && value.length !== 2 + 2 * size))
    throw wrong(path, size === undefined ? 'bytes in hex, with 0x' : `${size} bytes in hex, with 0x`, value)
  return Buffer.from(value.slice(2), 'hex')
}

const numberBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(2 * WORD_BYTES, '0'), 'hex')

function padded(bytes: Buffer, where: 'start' | 'end'): Buffer {
  const zeros = Buffer.alloc(WORD_BYTES - bytes.length)
  return Buffer.concat(where === 'start' ? [zeros, bytes] : [bytes, zeros])
}

const wrong = (path: string, expected: string, value: unknown) =>
  invalidParameter(
    `${path.slice(0, 80)} must be ${expected}, but is ${JSON.stringify(value)?.slice(0, 80) ?? 'missing'}`,
  )
