/** Fields that the bodies of writes share. */
import { Hbar } from '@hiero-ledger/sdk'
import {
  AccountId,
  type ApiError,
  amountIn,
  badRequest,
  expectation,
  namedSchema,
  positiveAmountIn,
  TopicId,
} from '@quorate/platform'
import { type Key, keyFromMirror, MAX_KEY_DEPTH, MAX_MEMO_BYTES, nineDigits, timestampText } from '@quorate/verify'
import { type Static, type TSchema, Type } from 'typebox'
import { keyFromText } from '../keys/key-encodings.ts'
import { limits } from '../limits.ts'

export const exact = { additionalProperties: false }

const MAX_KEYS = 200
/** A public key, the mirror's form of any key, a list whose keys must all sign, or `{threshold, keys[]}`. */
export type KeyIn =
  | string
  | KeyIn[]
  | { _type?: string; key: string }
  | { threshold: number; key: KeyIn[] }
  | { threshold?: number; keys: KeyIn[] }
export const KeyIn = namedSchema(
  'Key',
  Type.Unsafe<KeyIn>({
    description:
      'a public key (DER or raw, hex), {_type, key} as the mirror writes it, a list of keys that must all sign, or {threshold, keys: [...]} as the SDK names them ({threshold, key: [...]} is the same); lists nest',
    anyOf: [
      {
        type: 'string',
        title: 'a public key in hex (DER or raw)',
        minLength: 64,
        maxLength: 400,
        examples: ['e0c8ec2758a5879ffac226a13c0c516b799e72e35141a0dd828f94d37988a4b7'],
      },
      { type: 'array', title: 'a list of keys', minItems: 1, maxItems: MAX_KEYS },
      {
        type: 'object',
        properties: { key: { title: 'a public key in hex, or a list of keys' } },
        required: ['key'],
      },
      {
        type: 'object',
        properties: { keys: { type: 'array', minItems: 1, maxItems: MAX_KEYS, title: 'a list of keys' } },
        required: ['keys'],
      },
    ],
  }),
)

/** Reads a key in any of the forms of {@link KeyIn}. @throws 400 INVALID_KEY, naming `field` */
export function readKey(value: unknown, field: string): Key {
  checkParts(value, field)
  return readPart(value, field, 1)
}

/** Counts a key's keys and lists at all levels before reading any of them. @throws 400 INVALID_KEY */
function checkParts(value: unknown, field: string): void {
  const most = limits.maxKeyParts.value
  const open = [value]
  for (let count = 1; open.length > 0; count++) {
    const part = open.pop()
    const list = Array.isArray(part) ? part : listIn(part)
    if (Array.isArray(list)) open.push(...list.slice(0, most))
    if (count + open.length > most)
      throw badRequest('INVALID_KEY', `${field} has more than ${most} keys and lists of keys`)
  }
}

/** An object's `key`, or its `keys`, as the SDK calls a list. */
function listIn(part: unknown): unknown {
  const { key, keys } = Object(part)
  return key ?? keys
}

function readPart(value: unknown, field: string, depth: number): Key {
  if (depth > MAX_KEY_DEPTH) throw badRequest('INVALID_KEY', `${field} is nested deeper than ${MAX_KEY_DEPTH} levels`)
  if (typeof value === 'string') return named(field, () => keyFromText(value))
  if (Array.isArray(value)) return { type: 'list', keys: readKeys(value, field, depth) }
  if (typeof value !== 'object' || value === null) throw noKey(field)
  const { _type, threshold, ...lists } = value as {
    _type?: unknown
    key?: unknown
    keys?: unknown
    threshold?: unknown
  }
  if (lists.key !== undefined && lists.keys !== undefined)
    throw badRequest('INVALID_KEY', `${field} has both key and keys: send only one of them`)
  const name = lists.keys === undefined ? 'key' : 'keys'
  const key = listIn(value)
  if (typeof key === 'string')
    return typeof _type === 'string' ? fromMirror(_type, key, field) : named(field, () => keyFromText(key))
  if (!Array.isArray(key))
    throw badRequest('INVALID_KEY', `${field}/${name} is missing: expected a key or a list of keys`)
  const keys = readKeys(key, `${field}/${name}`, depth)
  if (threshold === undefined) return { type: 'list', keys }
  if (typeof threshold === 'number' && Number.isInteger(threshold) && threshold >= 1 && threshold <= keys.length)
    return { type: 'threshold', threshold, keys }
  throw badRequest('INVALID_KEY', `${field}/threshold is ${String(threshold)}: expected 1 to ${keys.length}`)
}

const noKey = (field: string) => badRequest('INVALID_KEY', `${field} is not a key: expected ${expectation(KeyIn)}`)

function readKeys(values: unknown[], field: string, depth: number): Key[] {
  if (values.length >= 1 && values.length <= MAX_KEYS)
    return values.map((value, index) => readPart(value, `${field}/${index}`, depth + 1))
  throw badRequest('INVALID_KEY', `${field} lists ${values.length} keys: expected 1 to ${MAX_KEYS}`)
}

function fromMirror(_type: string, key: string, field: string): Key {
  const found = named(field, () => keyFromMirror({ _type, key }))
  if (found) return found
  throw noKey(field)
}

function named<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw badRequest('INVALID_KEY', `${field}: ${error instanceof Error ? error.message : error}`)
  }
}

export const SenderIn = namedSchema(
  'Sender',
  Type.Object(
    { id: Type.Optional(AccountId), key: Type.Optional(KeyIn) },
    { description: "the account that pays and signs, by default the session's; new entities get the `key`" },
  ),
)

export const ConsensusTimestamp = Type.String({
  pattern: '^\\d{1,10}(\\.\\d{1,9})?$',
  title: 'a consensus timestamp, seconds.nanoseconds',
  description: 'seconds.nanoseconds; missing digits at the end count as zeros',
  examples: ['1700000000.000000001'],
})

/** The body with its consensus timestamps in the ledger's form, with nine digits after the point. */
export function withFullTimestamps<Body extends Record<string, unknown>>(body: Body): Body {
  const { validatorConsensusTimestamp: validator } = body
  return typeof validator === 'string' ? { ...body, validatorConsensusTimestamp: fullTimestamp(validator) } : body
}

/** Pads to nine digits after the point, like the ledger; other strings stay unchanged. */
export function fullTimestamp(text: string): string {
  const [seconds = '', nanos = '', ...more] = text.split('.')
  return more.length > 0 ? text : timestampText(seconds, nineDigits(nanos))
}

export const DaoIn = namedSchema(
  'DecisionReference',
  Type.Object(
    {
      topicId: Type.Optional(
        Type.Unsafe<string>({ ...TopicId, description: 'the topic; by default it is looked up by the time' }),
      ),
      consensusTimestamp: ConsensusTimestamp,
    },
    { ...exact, description: 'The passed proposal that permits this operation: where its decision is on the ledger' },
  ),
)
export type DaoIn = Static<typeof DaoIn>

/** The fields that every write's body may have. */
export const common = {
  sender: Type.Optional(SenderIn),
  dao: Type.Optional(DaoIn),
  isOfflineTransaction: Type.Optional(Type.Boolean({ description: 'whether to answer bytes to sign in any case' })),
}

/** A body with these fields and the common ones. */
export const bodyOf = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object({ ...properties, ...common }, exact)

export const Memo = Type.String({ maxLength: MAX_MEMO_BYTES, description: `at most ${MAX_MEMO_BYTES} bytes` })

export const Tinybars = amountIn('tinybars')
export const TokenUnits = amountIn("the token's smallest unit")
export const MovedTinybars = positiveAmountIn('tinybars')
export const MovedTokenUnits = positiveAmountIn("the token's smallest unit")
/** The unit of amounts of `token_id`: HBAR or a token. */
export const NamedUnits = amountIn("the smallest unit of token_id (tinybars of 'HBAR')")
export const MovedNamedUnits = positiveAmountIn("the smallest unit of token_id (tinybars of 'HBAR')")
export const tinybars = (amount: bigint): Hbar => Hbar.fromTinybars(amount.toString())

export const Decimals = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
export const Serial = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** The network accepts at most ten serials in one transaction. */
export const Serials = Type.Array(Serial, { minItems: 1, maxItems: 10, uniqueItems: true })

/** Refuses a body that changes nothing. @throws 400 NOTHING_TO_UPDATE, naming the fields that can be sent */
export function needChange(body: object, fields: readonly string[]): void {
  const given = new Map(Object.entries(body))
  if (fields.some((field) => given.get(field) !== undefined)) return
  throw badRequest('NOTHING_TO_UPDATE', `The body changes nothing: send at least one of ${fields.join(', ')}`)
}

/** The error for a body without a field that its other fields require. `rule` says what to send. */
export const fieldRequired = (field: string, rule: string): ApiError =>
  badRequest('FIELD_REQUIRED', `${field} ${rule}`, [{ path: `body/${field}`, message: rule }])
