/** The query parameters of mirror reads, under the Mirror Node's names and in camelCase. */
import { TIME_PATTERN, toLedgerTime } from '@quorate/ledger'
import { badRequest } from '@quorate/platform'
import { type TSchema, Type } from 'typebox'
import { ScheduledParameter } from '../model/transaction-ids.ts'

export type ParameterName = keyof typeof parameters

interface Parameter {
  /** Other names for the same parameter. */
  also?: readonly string[]
  schema: TSchema
  /** Translates a value for the mirror; if absent, the mirror gets the value unchanged. */
  toMirror?(value: string): string
}

const OPERATOR = '((eq|ne|gt|gte|lt|lte):)?'
const repeatable = (pattern: string, description: string, example: string) => {
  const title = `${description}, or one after eq:, ne:, gt:, gte:, lt: or lte:`
  const value = Type.String({
    pattern: `^${OPERATOR}${pattern}$`,
    maxLength: 200,
    title,
    examples: [`gte:${example}`, example],
  })
  return Type.Union([value, Type.Array(value, { minItems: 1, maxItems: 10 })], {
    description: `${description}; eq:, ne:, gt:, gte:, lt: or lte: may go before it`,
  })
}
const entity = (what: string) =>
  repeatable('((\\d{1,4}\\.\\d{1,5}\\.)?\\d{1,19}|(0x)?[0-9a-fA-F]{40})', what, '0.0.1001')
const integer = (what: string) => repeatable('\\d{1,19}', what, '1000')

/** Translates the time in a value such as `gte:2024-01-01T00:00:00Z` to the mirror's form. */
function timeToMirror(value: string): string {
  const [, operator = '', time = ''] = /^([a-z]+:)?(.*)$/.exec(value) ?? []
  return operator + toLedgerTime(time)
}

/** @throws 400 INVALID_PARAMETER for a number outside int64 */
function int64(value: string): string {
  let start = value.length
  while (start > 0 && /[0-9]/.test(value.charAt(start - 1))) start--
  if (BigInt(value.slice(start)) <= 9_223_372_036_854_775_807n || value.includes('0x')) return value
  throw badRequest('INVALID_PARAMETER', `"${value}" contains a number greater than 9223372036854775807`)
}

const parameters = {
  limit: {
    schema: Type.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'how many at most, 1 to 1000' }),
  },
  order: { schema: Type.Enum(['asc', 'desc', 'ASC', 'DESC'], { description: 'asc or desc' }) },
  timestamp: {
    schema: repeatable(TIME_PATTERN, 'seconds.nanoseconds or ISO 8601', '1700000000.000000001'),
    toMirror: timeToMirror,
  },
  encoding: {
    schema: Type.Enum(['base64', 'utf-8', 'utf8', 'UTF-8'], { description: 'of the messages: base64 or utf-8' }),
  },
  sequencenumber: { also: ['sequenceNumber'], schema: integer('a sequence number'), toMirror: int64 },
  serialnumber: { also: ['serialNumber'], schema: integer('a serial number'), toMirror: int64 },
  'account.id': { also: ['accountId'], schema: entity('an account'), toMirror: int64 },
  'account.balance': { also: ['accountBalance'], schema: integer('a balance in smallest units'), toMirror: int64 },
  'account.publickey': {
    also: ['accountPublicKey', 'accountPublickey'],
    schema: repeatable('(0x)?[0-9a-fA-F]{64,182}', 'a public key in hex', '2b'.repeat(32)),
  },
  'token.id': { also: ['tokenId'], schema: entity('a token'), toMirror: int64 },
  transactions: { schema: Type.Enum(['true', 'false'], { description: 'false leaves the transactions out' }) },
  transactiontype: {
    also: ['transactionType'],
    schema: Type.String({ pattern: '^[A-Za-z]{1,64}$', title: 'a transaction type', examples: ['CRYPTOTRANSFER'] }),
  },
  nonce: { schema: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0 for what users submit' }) },
  scheduled: {
    schema: ScheduledParameter,
    toMirror: (value) => value || 'true',
  },
} as const satisfies Record<string, Parameter>

const asParameter = (name: ParameterName): Parameter => parameters[name]

/** The query's properties: each parameter under each of its names. */
export function queryProperties(names: readonly ParameterName[]): Record<string, TSchema> {
  const properties: Record<string, TSchema> = {}
  for (const name of names) {
    const { also = [], schema } = asParameter(name)
    for (const alias of [name, ...also]) {
      properties[alias] = 'default' in schema ? schema : Type.Optional(schema)
    }
  }
  return properties
}

/**
 * The values of a query by the mirror's parameter names. If a value has no operator, the operator in `bare` is added,
 * if any.
 */
export function toMirrorQuery(
  names: readonly ParameterName[],
  query: Record<string, unknown>,
  bare: Partial<Record<ParameterName, string>> = {},
): Map<ParameterName, string[]> {
  const given = new Map<ParameterName, string[]>()
  for (const name of names) {
    const { also = [], toMirror = (value: string) => value } = asParameter(name)
    const values = [name, ...also].flatMap((alias) => query[alias] ?? []).map((value) => toMirror(String(value)))
    const operator = bare[name]
    if (values.length > 0) given.set(name, operator ? values.map((value) => withOperator(value, operator)) : values)
  }
  return given
}

const withOperator = (value: string, operator: string): string => (value.includes(':') ? value : `${operator}:${value}`)
