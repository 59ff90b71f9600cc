/** Compares the bytes of a transaction body with the statements that it must make. */
import { type Decoded, decode, type Finding } from '../protobuf/decode.ts'
import { isEntityId } from '../values/ids/entity-ids.ts'
import { timestampText } from '../values/timestamp-text.ts'
import { type Statement, statementsIn } from './statements.ts'

export interface Difference {
  path: string
  /** The text in the bytes; null if they have nothing at this path. */
  said: string | null
  /** The text that the request requires; null if it requires none. */
  stated: string | null
  /** The range in the body's bytes; null if they have nothing at this path. */
  range: { start: number; end: number } | null
  /** A sentence. */
  message: string
}

/** The fields that every transaction has, whatever it does. */
export interface Header {
  payerId: string
  /** The highest fee in tinybars that the payer may offer. Default: no limit. */
  maxTransactionFee?: bigint | undefined
  /** When the transaction may become valid. */
  validStart: ValidStart
}

/** In milliseconds since 1970; `exactly` is `seconds.nanos`. */
export interface ValidStart {
  earliest?: number | undefined
  latest: number
  exactly?: string | undefined
}

/** How far the signer's and the service's clocks may differ, in milliseconds. */
const CLOCKS_MS = 600_000
/** The valid start of a timed request is at most a second after its time. */
const START_MS = 1_000
/** The latest time that a JavaScript date can hold. */
const MAX_MS = 8.64e15

/**
 * For transactions that are executed immediately. Bytes that become valid later could be executed when nobody expects
 * it.
 */
export const startsNow = (now = Date.now()): ValidStart => ({ latest: now + CLOCKS_MS })

/** @param time ISO 8601 */
export function startsAt(time: string): ValidStart {
  const stated = Date.parse(time)
  return { earliest: Math.floor(stated / 1000) * 1000, latest: stated + START_MS }
}

/** The network refuses a longer valid duration (`transaction.maxValidDuration`). */
const MAX_DURATION_SECONDS = 180n

/**
 * What a body must say at one path:
 *
 * - a text: exactly this text
 * - null: anything, or nothing
 * - `most`: a number up to this one
 * - `perhaps`: this text, or nothing
 * - `wrong`: a text that passes this check, which returns the fault in words that follow the path
 */
export type Stated =
  | string
  | null
  | { most: bigint }
  | { perhaps: string }
  | { wrong: (text: string) => string | undefined }
export type Statements = [path: string, stated: Stated][]

/**
 * Compares a transaction's body with `header` and the statements. Returns the values that differ, are added or are
 * missing, and encodings that another decoder could read differently.
 *
 * @throws VerifyError TOO_MANY_BYTES
 */
export function compareBody(body: Uint8Array | Decoded, header: Header, says: Statements): Difference[] {
  const decoded = body instanceof Uint8Array ? decode(body) : body
  return differencesOf(decoded, new Map([...says, ...headerOf(header)]))
}

/** Like {@link compareBody}, for the SchedulableTransactionBody in a schedule, which has no header. */
export const compareSchedulable = (body: Uint8Array, says: Statements): Difference[] =>
  differencesOf(decode(body, 'SchedulableTransactionBody'), new Map(says))

/** These lines take precedence over the caller's statements. */
const headerOf = ({ payerId, maxTransactionFee, validStart }: Header): Statements => [
  ['transactionID.accountID', payerId],
  ['transactionID.transactionValidStart', { wrong: (text) => wrongStart(text, validStart) }],
  ['nodeAccountID', { wrong: wrongNode }],
  ['transactionValidDuration', { wrong: wrongDuration }],
  ['transactionFee', maxTransactionFee === undefined ? null : { most: maxTransactionFee }],
]

function wrongStart(text: string, { earliest, latest, exactly }: ValidStart): string | undefined {
  const [, seconds = '', nanos = ''] = /^(\d{1,20})\.(\d{9})$/.exec(text) ?? []
  if (seconds === '') return 'is not a time'
  if (exactly !== undefined && timestampText(seconds, nanos) !== exactly) return `and the request states ${exactly}`
  const start = Number(seconds) * 1000
  const starts = start <= MAX_MS ? new Date(start).toISOString() : `second ${seconds}`
  if (start > latest || !Number.isFinite(latest))
    return `so the transaction is valid from ${starts} on: it must be valid from ${isoOf(latest)} on at the latest`
  if (earliest !== undefined && start < earliest)
    return `so the transaction is valid from ${starts} on: it must not be valid before ${isoOf(earliest)}`
  return undefined
}

const isoOf = (ms: number): string => (Math.abs(ms) <= MAX_MS ? new Date(ms).toISOString() : 'an invalid time')

/** Transactions of a batch name node 0.0.0 (HIP-551), and are executed whenever the batch is. */
const wrongNode = (text: string): string | undefined =>
  isEntityId(text) && !text.endsWith('.0') ? undefined : 'which is not the account of a consensus node'

function wrongDuration(text: string): string | undefined {
  if (!/^\d{1,20}$/.test(text) || BigInt(text) < 1n) return 'which is not a duration'
  return BigInt(text) <= MAX_DURATION_SECONDS ? undefined : `and can be ${MAX_DURATION_SECONDS} seconds at most`
}

/** Like {@link compareBody}, but accepts any payer, time, node and memo. */
export const compareWithout = (decoded: Decoded, says: Statements): Difference[] =>
  differencesOf(decoded, new Map([...says, ...OF_EACH_TRANSACTION.map((path) => [path, null] as const)]))
const OF_EACH_TRANSACTION = [
  'transactionID.accountID',
  'transactionID.transactionValidStart',
  'nodeAccountID',
  'transactionValidDuration',
  'transactionFee',
  'memo',
]

function differencesOf(decoded: Decoded, stated: ReadonlyMap<string, Stated>): Difference[] {
  const said = statementsIn(decoded.fields, decoded.message)
  const differences = decoded.findings.map(fromFinding)
  for (const path of new Set([...stated.keys(), ...said.keys()])) {
    const difference = differenceAt(path, said.get(path), stated.get(path))
    if (difference) differences.push(difference)
  }
  return differences
}

export const fromFinding = ({ path, start, end, message }: Finding): Difference => ({
  path,
  said: null,
  stated: null,
  range: { start, end },
  message: `${path}: ${message}`,
})

/** A difference that has no single place in the bytes. */
export const difference = (path: string, message: string): Difference => ({
  path,
  said: null,
  stated: null,
  range: null,
  message,
})

function differenceAt(path: string, said: Statement | undefined, stated: Stated | undefined): Difference | undefined {
  if (stated === null) return undefined
  const range = said ? { start: said.start, end: said.end } : null
  const text = said?.text ?? null
  if (typeof stated === 'object' && 'perhaps' in stated)
    return said === undefined ? undefined : differenceAt(path, said, stated.perhaps)
  if (typeof stated === 'object' && 'wrong' in stated) {
    const wrong = text === null ? 'but must be there' : stated.wrong(text)
    if (wrong === undefined) return undefined
    return { ...difference(path, `${path} is ${text ?? 'not in the bytes'}, ${wrong}`), range }
  }
  if (typeof stated === 'object') {
    if (/^\d{1,20}$/.test(text ?? '0') && BigInt(text ?? 0) <= stated.most) return undefined
    return {
      path,
      said: text,
      stated: String(stated.most),
      range,
      message: `${path} is ${text}: at most ${stated.most}`,
    }
  }
  if (stated === text) return undefined
  return { path, said: text, stated: stated ?? null, range, message: sentence(path, text, stated) }
}

function sentence(path: string, said: string | null, stated: string | undefined): string {
  if (said === null) return `${path} is not in the bytes, and the request states ${stated}`
  if (stated === undefined) return `${path} is ${said}, which the request does not state`
  return `${path} is ${said}, and the request states ${stated}`
}
