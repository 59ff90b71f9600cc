/** The bytes of records on a topic, and the bytes that their signatures cover. */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { MAX_RECORD_BYTES } from '../limits.ts'
import { type AnyRecord, checks, fieldsOf, type Unsigned } from './schema.ts'

/** Begins every signed text of a ceremony, so that other signatures of the same key are not valid here. */
export const RECORD_DOMAIN = 'Quorate key ceremony v1\n'

/** Verifies a signature by a key in the encoding of the members' list. It must not throw. */
export type VerifySignature = (key: string, message: Uint8Array, signature: Uint8Array) => boolean
export type Sign = (message: Uint8Array) => Promise<Uint8Array> | Uint8Array

export const signedBytes = (record: Unsigned<AnyRecord>): Uint8Array =>
  concatBytes(utf8ToBytes(RECORD_DOMAIN), encodeRecord(record))

export async function signRecord<R extends AnyRecord>(record: Unsigned<R>, sign: Sign): Promise<R> {
  const signature = bytesToHex(Uint8Array.from(await sign(signedBytes(record as Unsigned<AnyRecord>))))
  return { ...record, signature } as unknown as R
}

export function isSigned(record: AnyRecord, key: string, verify: VerifySignature): boolean {
  const { signature, ...rest } = record
  return verify(key, signedBytes(rest as Unsigned<AnyRecord>), hexToBytes(signature))
}

/** Returns the bytes for the topic. */
export function encodeRecord(record: AnyRecord | Unsigned<AnyRecord>): Uint8Array {
  return utf8ToBytes(JSON.stringify(inOrder(record)))
}

/**
 * Returns the record in these bytes; undefined for anything else, including another spelling of the same record: extra
 * spaces, another order, an escape, a repeated name.
 */
export function decodeRecord(bytes: Uint8Array): AnyRecord | undefined {
  if (bytes.length > MAX_RECORD_BYTES) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const value = JSON.parse(text) as { type?: unknown } | null
    const type = typeof value === 'object' && typeof value?.type === 'string' ? value.type : ''
    const check = Object.hasOwn(checks, type) ? checks[type] : undefined
    return check?.Check(value) && JSON.stringify(inOrder(value)) === text ? value : undefined
  } catch {
    return undefined
  }
}

function inOrder(record: AnyRecord | Unsigned<AnyRecord>): object {
  const values = Object.entries(record)
  return Object.fromEntries(
    fieldsOf(record.type).flatMap((field) => values.filter(([name, value]) => name === field && value !== undefined)),
  )
}
