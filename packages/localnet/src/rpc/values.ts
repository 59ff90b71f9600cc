/** Values of JSON-RPC: quantities and data in hex (https://ethereum.org/developers/docs/apis/json-rpc). */

/** An error of a method, answered with its code (EIP-1474). */
export class RpcError extends Error {
  readonly code: number
  /** Additional data of the answer, such as the output of a revert. */
  readonly data: string | undefined

  constructor(code: number, message: string, data?: string) {
    super(message)
    this.name = 'RpcError'
    this.code = code
    this.data = data
  }
}

export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
export const SERVER_ERROR = -32_000
/** Geth's code for the rest of a batch whose answer is too large. */
export const ANSWER_TOO_LARGE = -32_003

/** An error about a parameter. The message says why the value is wrong, and which values are allowed. */
export const invalidParameter = (message: string): RpcError => new RpcError(INVALID_PARAMS, message)

export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`

const QUANTITY = /^0x[0-9a-f]{1,64}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const HASH = /^0x[0-9a-f]{64}$/i
const DATA = /^0x(?:[0-9a-f]{2})*$/i

/** An error repeats at most this many characters of a wrong value. */
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing'

/** A quantity such as `0x1f`, or a number that JSON holds exactly. */
export function quantityIn(value: unknown, name: string): bigint {
  if (typeof value === 'string' && QUANTITY.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw invalidParameter(`${name} must be a quantity like 0x1f, but is ${shown(value)}`)
}

export const optionalQuantity = (value: unknown, name: string): bigint | undefined =>
  value === undefined || value === null ? undefined : quantityIn(value, name)

export function addressIn(value: unknown, name: string): Buffer {
  if (typeof value !== 'string' || !ADDRESS.test(value))
    throw invalidParameter(`${name} must be an address, 0x and 40 hex digits, but is ${shown(value)}`)
  return Buffer.from(value.slice(2), 'hex')
}

export function hashIn(value: unknown, name: string): Buffer {
  if (typeof value !== 'string' || !HASH.test(value))
    throw invalidParameter(`${name} must be a hash, 0x and 64 hex digits, but is ${shown(value)}`)
  return Buffer.from(value.slice(2), 'hex')
}

export function dataIn(value: unknown, name: string, maxBytes: number): Buffer {
  if (typeof value !== 'string' || !DATA.test(value))
    throw invalidParameter(`${name} must be bytes, 0x and an even number of hex digits, but is ${shown(value)}`)
  if (value.length > 2 + 2 * maxBytes) throw invalidParameter(`${name} must have at most ${maxBytes} bytes`)
  return Buffer.from(value.slice(2), 'hex')
}

export function objectIn(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParameter(`${name} must be an object, but is ${shown(value)}`)
  return value as Record<string, unknown>
}
