import { sha384 } from '@noble/hashes/sha2.js'
import { type Decoded, decode, type Field } from '../protobuf/decode.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import { nineDigits } from '../values/timestamp-text.ts'
import { statementsIn } from './statements.ts'
import { summaryOf } from './summaries.ts'

/** Domains keep fingerprints apart from other hashes of the same bytes. */
const DOMAINS = { body: 'Quorate body fingerprint v1\n', schedule: 'Quorate schedule fingerprint v1\n' } as const
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const GROUPS = 8
const BITS = 5
const encoder = new TextEncoder()

/**
 * People compare fingerprints to check that they see the same body. A fingerprint is 160 bits of the SHA-384 of a
 * domain and the body's bytes, in base32 (RFC 4648), as eight groups of four.
 */
export const fingerprint = (bodyBytes: Uint8Array): string => fingerprintOf('body', bodyBytes)

/** A schedule as a mirror shows it. */
export interface KeptSchedule {
  /** The SchedulableTransactionBody. */
  body: Uint8Array
  payer: string | null
  memo: string
  waitForExpiry: boolean
  /** `seconds.nanos` */
  expirationTime: string | null
}

/**
 * The fingerprint of what a schedule keeps: the statements of its transaction, the payer, the time of execution, and
 * the memo. It is the same for the ScheduleCreate and for the schedule as a mirror shows it, so all who sign for it can
 * compare.
 *
 * @returns undefined if the body is not a ScheduleCreate
 */
export function scheduleFingerprint(of: KeptSchedule | Decoded): string | undefined {
  const kept = 'fields' in of ? inCreation(of) : shown(of)
  return kept && fingerprintOf('schedule', encoder.encode(canonicalJson(kept)))
}

const shown = ({ body, payer, memo, waitForExpiry, expirationTime }: KeptSchedule) => {
  const [seconds, nanos = ''] = (expirationTime ?? '').split('.')
  const expires = expirationTime === null ? null : `${seconds}.${nineDigits(nanos)}`
  return { transaction: saidIn(decode(body, 'SchedulableTransactionBody').fields), payer, memo, waitForExpiry, expires }
}

function inCreation({ fields }: Decoded): ReturnType<typeof shown> | undefined {
  const create = fields.findLast(({ name }) => name === 'scheduleCreate')?.fields
  if (!create) return undefined
  const field = (name: string): Field | undefined => create.findLast((one) => one.name === name)
  const summary = (name: string): string | null => {
    const found = field(name)
    return (found && summaryOf(found)) ?? null
  }
  return {
    transaction: saidIn(field('scheduledTransactionBody')?.fields ?? []),
    payer: summary('payerAccountID'),
    memo: String(field('memo')?.value ?? ''),
    waitForExpiry: field('wait_for_expiry')?.value === true,
    expires: summary('expiration_time'),
  }
}

/** The statements, which do not depend on how a network or an SDK encodes them. */
const saidIn = (fields: Field[]): [path: string, text: string][] =>
  [...statementsIn(fields, 'SchedulableTransactionBody')]
    .map(([path, { text }]): [string, string] => [path, text])
    .sort(([one], [other]) => (one < other ? -1 : 1))

function fingerprintOf(domain: keyof typeof DOMAINS, bytes: Uint8Array): string {
  const hash = sha384.create().update(encoder.encode(DOMAINS[domain])).update(bytes).digest()
  const bits = hash.subarray(0, (GROUPS * 4 * BITS) / 8).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  const letters = Array.from({ length: GROUPS * 4 }, (_, index) => {
    const letter = (bits >> BigInt(BITS * (GROUPS * 4 - 1 - index))) & 31n
    return (index > 0 && index % 4 === 0 ? ' ' : '') + ALPHABET[Number(letter)]
  })
  return letters.join('')
}
