import { transactionHash } from '../../envelope.ts'
import { invalidParameter } from './errors.ts'
import { type Row, select } from './page.ts'
import type { MirrorContext } from './route.ts'
import { TRANSACTION_COLUMNS } from './transactionJson.ts'

const TRANSACTION_ID = /^0\.0\.(\d{1,16})[-@](\d{1,10})[-.](\d{1,9})$/
const HEX = /^(?:0x)?([0-9a-f]{96}|[0-9a-f]{64})$/i
/** 48 bytes, in either alphabet. */
const BASE64 = /^[A-Za-z0-9+/_-]{64}$/

/** All transactions that bear an id, or have a hash (96 hex digits, 64 for its first 32 bytes, or base64). */
export function findTransactions(text: string, context: MirrorContext): Row[] {
  const id = TRANSACTION_ID.exec(text)
  if (!id) return byHash(text, context)
  const validStart = BigInt(id[2] ?? 0) * 1_000_000_000n + BigInt(id[3] ?? 0)
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE payer = ? AND valid_start = ? ORDER BY consensus_timestamp`
  return select(context, sql, Number(id[1]), validStart)
}

function byHash(text: string, context: MirrorContext): Row[] {
  const digits = HEX.exec(text)?.[1] ?? (BASE64.test(text) ? Buffer.from(text, 'base64url').toString('hex') : undefined)
  if (!digits) throw invalidParameter('transactionId')
  const [from, to] = [digits.padEnd(96, '0'), digits.padEnd(96, 'f')].map((hex) => Buffer.from(hex, 'hex')) as [
    Buffer,
    Buffer,
  ]
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE consensus_timestamp = ?`
  const rows = context.store.transactionHashes.find(from.readBigInt64BE()).flatMap((at) => select(context, sql, at))
  return rows.filter((row) => isBetween(hashOf(row), from, to))
}

const hashOf = (row: Row): Buffer => transactionHash(row.bytes as Uint8Array)

const isBetween = (hash: Buffer, from: Buffer, to: Buffer): boolean =>
  Buffer.compare(hash, from) >= 0 && Buffer.compare(hash, to) <= 0
