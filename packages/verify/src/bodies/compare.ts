/** How the bytes of a body differ from what they must say. Every kind of body is compared here. */
import { type Decoded, decode, type Finding } from '../protobuf/decode.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { timestampText } from '../values/timestamp-text.ts'
import { type Statement, statementsIn } from './statements.ts'

export interface Difference {
  path: string
  /** What the bytes say; null where they say nothing. */
  said: string | null
  /** What the request states; null where it states nothing. */
  stated: string | null
  /** The range in the body's bytes; null where they say nothing. */
  range: { start: number; end: number } | null
  /** A sentence. */
  message: string
}

/** What every transaction says beside what it does. */
export interface Header {
  payerId: string
  /** The most tinybars that the payer offers as fee; where it is absent, any. */
  maxTransactionFee?: bigint | undefined
  /** From when the transaction may be valid. */
  validStart: ValidStart
}

/** Milliseconds since 1970; `exactly` is `seconds.nanos`. */
export interface ValidStart {
  earliest?: number | undefined
  latest: number
  exactly?: string | undefined
}

/** How far the signer's clock and the service's may be apart. */
const CLOCKS_MS = 600_000
/** The valid start of a timed request lies within a second after its time. */
const START_MS = 1_000
/** The last moment that JavaScript has a date for. */
const MAX_MS = 8.64e15

/** At once: bytes that become valid later could be executed when nobody expects it any more. */
export const startsNow = (now = Date.now()): ValidStart => ({ latest: now + CLOCKS_MS })

/** @param time ISO 8601 */
export function startsAt(time: string): ValidStart {
  const stated = Date.parse(time)
  return { earliest: Math.floor(stated / 1000) * 1000, latest: stated + START_MS }
}

/** The network takes no transaction that is valid for longer (`transaction.maxValidDuration`). */
const MAX_DURATION_SECONDS = 180n

/**
 * What a body must say at one place: a text, with null for any; the most that a number may be; a text or nothing; or
 * what a check finds wrong with it, in words that follow the path.
 */
export type Stated =
  | string
  | null
  | { most: bigint }
  | { perhaps: string }
  | { wrong: (text: string) => string | undefined }
export type Statements = [path: string, stated: Stated][]

/**
 * How a transaction's body differs from this header and these statements: everything that it says otherwise, in
 * addition, or not at all, and whatever another reader could read differently.
 *
 * @throws VerifyError TOO_MANY_BYTES
 */
export function compareBody(body: Uint8Array | Decoded, header: Header, says: Statements): Difference[] {
  const decoded = body instanceof Uint8Array ? decode(body) : body
  return differencesOf(decoded, new Map([...says, ...headerOf(header)]))
}

/**
 * The same of the SchedulableTransactionBody in a schedule, whose header is that of the transaction that executes it.
 */
export const compareSchedulable = (body: Uint8Array, says: Statements): Difference[] =>
  differencesOf(decode(body, 'SchedulableTransactionBody'), new Map(says))

/** Nothing that a caller states takes the place of a line here. */
const headerOf = ({ payerId, maxTransactionFee, validStart }: Header): Statements => [
  ['transactionID.accountID', payerId],
  ['transactionID.transactionValidStart', { wrong: (text) => wrongStart(text, validStart) }],
  ['nodeAccountID', { wrong: wrongNode }],
  ['transactionValidDuration', { wrong: wrongDuration }],
  ['transactionFee', maxTransactionFee === undefined ? null : { most: maxTransactionFee }],
]

function wrongStart(text: string, { earliest, latest, exactly }: ValidStart): string | undefined {
  const [, seconds = '', nanos = ''] = /^(\d{1,20})\.(\d{9})$/.exec(text) ?? []
  if (seconds === '') return 'is no time'
  if (exactly !== undefined && timestampText(seconds, nanos) !== exactly) return `and the request states ${exactly}`
  const start = Number(seconds) * 1000
  const starts = start <= MAX_MS ? new Date(start).toISOString() : `second ${seconds}`
  if (start > latest || !Number.isFinite(latest))
    return `so that the transaction is valid from ${starts} on, and must be from ${isoOf(latest)} on at the latest`
  if (earliest !== undefined && start < earliest)
    return `so that the transaction is valid from ${starts} on, and must not be before ${isoOf(earliest)}`
  return undefined
}

const isoOf = (ms: number): string => (Math.abs(ms) <= MAX_MS ? new Date(ms).toISOString() : 'a time that is none')

/** The transactions of a batch have node 0.0.0 (HIP-551), and are executed whenever the batch is. */
const wrongNode = (text: string): string | undefined =>
  isEntityId(text) && !text.endsWith('.0') ? undefined : 'which is no account of a consensus node'

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

/** A difference that stands at no single place. */
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
