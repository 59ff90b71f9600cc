import { invalidParameter } from '#mirror/rest/errors.ts'
import { type Row, select, turn } from '#mirror/rest/page.ts'
import type { MirrorContext, MirrorRequest } from '#mirror/rest/route.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import { transactionHash } from '#protocol/envelope.ts'
import { codeNumber, type ResponseCode } from '#protocol/status-error.ts'
import { nanosOf } from '#protocol/time.ts'
import { ethereumHashIn } from '#store/transaction-hashes.ts'
import { TRANSACTION_COLUMNS } from './transaction-json.ts'

/** The maximum number of transactions with one id or hash in an answer, beginning with the first. */
const MAX_TRANSACTIONS_OF_ID = 200

const TRANSACTION_ID = /^0\.0\.(\d{1,16})[-@](\d{1,10})[-.](\d{1,9})$/
const HEX = /^(?:0x)?([0-9a-f]{96}|[0-9a-f]{64})$/i
/** 48 bytes in base64, with either alphabet. */
const BASE64 = /^[A-Za-z0-9+/_-]{64}$/

/** The flags that distinguish transactions with the same id. */
interface Named {
  readonly nonce: bigint | undefined
  readonly scheduled: boolean | undefined
}

/**
 * The first transactions with the path's id, or with its hash (96 hex digits, 64 for its first 32 bytes, or base64).
 * Only the first, because a batch may contain any number of duplicates.
 */
export async function findTransactions(request: MirrorRequest, context: MirrorContext, named: Named): Promise<Row[]> {
  const text = request.path.id ?? ''
  const id = TRANSACTION_ID.exec(text)
  if (!id) return (await byHash(text, context)).filter((row) => isNamed(row, named))
  const validStart = nanosOf({ seconds: toLong(BigInt(id[2] ?? 0)), nanos: Number(id[3]) })
  const { nonce, scheduled } = named
  const conditions = [
    'payer = ? AND valid_start = ?',
    ...(scheduled === undefined ? [] : [`scheduled = ${scheduled ? 1 : 0}`]),
    ...(nonce === undefined ? [] : [`${scheduled === undefined ? 'scheduled IN (0, 1) AND ' : ''}nonce = ?`]),
  ]
  const times = `SELECT consensus_timestamp FROM transactions INDEXED BY transactions_by_whole_id
    WHERE ${conditions.join(' AND ')} ORDER BY scheduled, nonce, consensus_timestamp LIMIT ?`
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM (${times}) JOIN transactions t USING (consensus_timestamp) ORDER BY consensus_timestamp`
  const values = [Number(id[1]), validStart, ...(nonce === undefined ? [] : [nonce])]
  return select(context, sql, ...values, MAX_TRANSACTIONS_OF_ID)
}

/** An Ethereum transaction has these results whenever anybody sends it once more, or too early. */
const NOT_EXECUTED = (['WRONG_NONCE', 'DUPLICATE_TRANSACTION'] as ResponseCode[]).map(codeNumber)

/** The transaction among those with one id or hash that was executed; if none was, the first one. */
export const executedAmong = (rows: readonly Row[]): Row | undefined =>
  rows.find(({ result }) => !NOT_EXECUTED.includes(Number(result))) ?? rows[0]

const isNamed = (row: Row, { nonce, scheduled }: Named): boolean =>
  (nonce === undefined || row.nonce === nonce) && (scheduled === undefined || (row.scheduled === 1n) === scheduled)

async function byHash(text: string, context: MirrorContext): Promise<Row[]> {
  const digits = HEX.exec(text)?.[1] ?? (BASE64.test(text) ? Buffer.from(text, 'base64url').toString('hex') : undefined)
  if (!digits) throw invalidParameter('transactionId')
  const given = Buffer.from(digits, 'hex')
  const [from, to] = [digits.padEnd(96, '0'), digits.padEnd(96, 'f')].map((hex) => Buffer.from(hex, 'hex')) as [
    Buffer,
    Buffer,
  ]
  const { transactionHashes } = context.store
  while (!transactionHashes.catchUp()) await turn()
  const sql = `SELECT ${TRANSACTION_COLUMNS} FROM transactions t WHERE consensus_timestamp = ?`
  const times = transactionHashes.find(from.readBigInt64BE(), MAX_TRANSACTIONS_OF_ID)
  return times
    .flatMap((at) => select(context, sql, at))
    .filter((row) => isBetween(hashOf(row), from, to) || ethereumHashIn(row.record as Uint8Array)?.equals(given))
}

const hashOf = (row: Row): Buffer => transactionHash(row.bytes as Uint8Array)

const isBetween = (hash: Buffer, from: Buffer, to: Buffer): boolean =>
  Buffer.compare(hash, from) >= 0 && Buffer.compare(hash, to) <= 0
