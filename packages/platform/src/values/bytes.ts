/** Bytes as clients send them, in any of five forms, and as we answer them, in base64. */
import { withArticle } from '@quorate/verify'
import { Type } from 'typebox'
import { badRequest } from '../base/errors.ts'
import { namedSchema } from './named-schema.ts'

const HEX = '^0x([0-9a-fA-F]{2})*$'
const BASE64 = '^[A-Za-z0-9+/_-]*={0,2}$'
const INDEX = '^(0|[1-9][0-9]*)$'
const ACCEPTED = "bytes as 0x hex, base64, an array of numbers, an index-keyed object or {type: 'Buffer', data: [...]}"
const octet = { type: 'integer', minimum: 0, maximum: 255 }

export type BytesIn = string | number[] | Record<string, number> | { type: 'Buffer'; data: number[] }

/** Every accepted form of bytes; decode with {@link decodeBytes}. */
export const Bytes = namedSchema(
  'Bytes',
  Type.Unsafe<BytesIn>({
    description: ACCEPTED,
    anyOf: [
      {
        type: 'string',
        pattern: `${HEX}|${BASE64}`,
        title: 'bytes as 0x hex or base64',
        examples: ['0x0a0b0c', 'CgsM'],
      },
      { type: 'array', items: octet },
      {
        type: 'object',
        properties: { type: { const: 'Buffer' }, data: { type: 'array', items: octet } },
        required: ['type', 'data'],
        additionalProperties: false,
      },
      {
        type: 'object',
        title: 'an object of bytes by index',
        patternProperties: { [INDEX]: octet },
        additionalProperties: false,
      },
    ],
  }),
)

const text = new RegExp(`${HEX}|${BASE64}`)
const index = new RegExp(INDEX)

/**
 * Whether `value` has one of the forms of {@link Bytes}, found in one pass. A compiled schema would make an error for
 * each element and alternative.
 */
export function hasFormOfBytes(value: unknown): boolean {
  if (typeof value === 'string') return text.test(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.every(isOctet)
  if ('type' in value) {
    const { type, data } = value as { type: unknown; data?: unknown }
    return type === 'Buffer' && Array.isArray(data) && data.every(isOctet) && Object.keys(value).length === 2
  }
  for (const [key, octet] of Object.entries(value)) if (!isOctet(octet) || !index.test(key)) return false
  return true
}

const isOctet = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

/** Bytes in an answer: base64 with padding (RFC 4648 §4). */
export const BytesOut = namedSchema('Base64', Type.String({ description: 'bytes, base64', contentEncoding: 'base64' }))

/**
 * The bytes of `value`, in whichever accepted form. Text that begins with `0x` is hex, unless it is the base64 of a raw
 * signature, which may begin with it by chance. Other text is base64 in either alphabet, padded or not.
 *
 * @throws 400 `INVALID_BYTES`, naming `field` if given
 */
export function decodeBytes(value: unknown, field = 'value', { isContent = false }: DecodeOptions = {}): Uint8Array {
  try {
    if (typeof value === 'string') return decodeText(value, isContent)
    if (Array.isArray(value)) return decodeNumbers(value)
    if (value instanceof Uint8Array) return new Uint8Array(value)
    if (typeof value === 'object' && value !== null) return decodeObject(value)
    throw new SyntaxError(`${value === null ? 'null' : withArticle(typeof value)} is not an accepted form`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw badRequest('INVALID_BYTES', `${field} is not ${ACCEPTED}: ${reason}`)
  }
}

interface DecodeOptions {
  /** Whether the bytes are a file, whose base64 may begin with `0x` by chance at any length. Default: false. */
  isContent?: boolean
}

/** The lengths of a signature, without and with the recovery id. */
const SIGNATURE_SIZES = [64, 65]

export const encodeBytes = (bytes: Uint8Array): string => bytes.toBase64()

function decodeText(text: string, isContent: boolean): Uint8Array {
  if (/^0x[0-9a-fA-F]*$/.test(text)) return Uint8Array.fromHex(text.slice(2))
  if (/\s/.test(text)) throw new SyntaxError('base64 with white space in it')
  const standard = text.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.fromBase64(text.endsWith('=') ? standard : pad(standard), { lastChunkHandling: 'strict' })
  if (text.startsWith('0x') && !isContent && !SIGNATURE_SIZES.includes(bytes.length))
    throw new SyntaxError('it begins with 0x and is not hex: send pairs of 0-9 and a-f after it')
  return bytes
}

const pad = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

function decodeNumbers(numbers: unknown[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length)
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 255) {
      throw new SyntaxError(`element ${index} is not an integer from 0 to 255`)
    }
    bytes[index] = number
  }
  return bytes
}

function decodeObject(value: object): Uint8Array {
  if ('type' in value && value.type === 'Buffer' && 'data' in value && Array.isArray(value.data)) {
    return decodeNumbers(value.data)
  }
  const entries = value as Record<string, unknown>
  const length = Object.keys(entries).length
  return decodeNumbers(
    Array.from({ length }, (_, index) => (Object.hasOwn(entries, index) ? entries[index] : undefined)),
  )
}
