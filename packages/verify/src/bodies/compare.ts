/** Compares the bytes of a body with what they must say, for every kind of body. */
import { type Decoded, decode, type Finding } from '../protobuf/decode.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { timestampText } from '../values/timestamp-text.ts'
import { type Statement, statementsIn } from './statements.ts'

export interface Difference {
  path: string
  /** The bytes' text; null if they say nothing. */
  said: string | null
  /** The request's text; null if it states nothing. */
  stated: string | null
  /** The range in the body's bytes; null if they say nothing. */
  range: { start: number; end: number } | null
  /** A sentence. */
  message: string
}

/** The fields that every transaction has, whatever it does. */
export interface Header {
  payerId: string
  /** The highest fee in tinybars that the payer may offer. Default: any. */
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
 * For transactions that are executed at once. Bytes that become valid later could be executed when nobody expects it.
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
 * The text that a body must have at one path: this text; null for any; a number up to `most`; the text `perhaps`, or
 * nothing; or any text that passes a check (`wrong` returns the fault, in words that follow the path).
 */
export type Stated =
  | string
  | null
  | { most: bigint }
  | { perhaps: string }
  | { wrong: (text: string) => string | undefined }
export type Statements = [path: string, stated: Stated][]

/**
 * The differences between a transaction's body and this header and these statements: values that differ, are added or
 * are missing, and encodings that another decoder could read differently.
 *
 * @throws VerifyError TOO_MANY_BYTES
 */
export function compareBody(body: Uint8Array | Decoded, header: Header, says: Statements): Difference[] {
  const decoded = body instanceof Uint8Array ? decode(body) : body
  return differencesOf(decoded, new Map([...says, ...headerOf(header)]))
}

/**
 * Like {@link compareBody}, for the SchedulableTransactionBody in a schedule. The transaction that executes it has the
 * header.
 */
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
    return `so that the transaction is valid from ${starts} on, and must be from ${isoOf(latest)} on at the latest`
  if (earliest !== undefined && start < earliest)
    return `so that the transaction is valid from ${starts} on, and must not be before ${isoOf(earliest)}`
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
    const wrong = text === null ? 'and has to be there' : stated.wrong(text)
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
