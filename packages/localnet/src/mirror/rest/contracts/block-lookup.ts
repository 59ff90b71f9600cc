import { invalidParameter } from '#mirror/rest/errors.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { Condition, Parameters } from '#mirror/rest/parameters.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { INT64_MAX } from '#protocol/encoding/int64.ts'

/** The block of a transaction. The caller must close the open block first. */
export function blockAt(timestamp: bigint, context: MirrorContext): Row | undefined {
  const sql = 'SELECT * FROM block WHERE consensus_end >= ? ORDER BY consensus_end LIMIT 1'
  return select(context, sql, timestamp)[0]
}

/** The position of a transaction in its block. */
export function indexIn(block: Row, timestamp: bigint, context: MirrorContext): number {
  const sql = 'SELECT count(*) AS n FROM transactions WHERE consensus_timestamp >= ? AND consensus_timestamp < ?'
  return Number(select(context, sql, block.consensus_start as bigint, timestamp)[0]?.n ?? 0)
}

/** The gas that was used from one consensus time to another, both included; that of a call covers its children. */
export function gasUsedBetween(start: bigint, end: bigint, context: MirrorContext): number {
  const sql = 'SELECT sum(gas_used) AS gas FROM contract_result WHERE consensus_timestamp BETWEEN ? AND ? AND nonce = 0'
  return Number(select(context, sql, start, end)[0]?.gas ?? 0)
}

const HASH = /^(?:0x)?([0-9a-f]{96}|[0-9a-f]{64})$/i
const NUMBER = /^(?:eq:)?(?:\d{1,18}|0x[0-9a-f]{1,15})$/i

/** The condition of `block.number` or `block.hash` on a column of consensus times; empty if neither is given. */
export function inBlock(query: Parameters, column: string, context: MirrorContext): Condition[] {
  const [hash, number] = [query.text('block.hash'), query.text('block.number')]
  if (hash === undefined && number === undefined) return []
  const block = hash === undefined ? byNumber(number ?? '', context) : byHash(hash, context)
  const [from, to] = [block?.consensus_start ?? INT64_MAX, block?.consensus_end ?? INT64_MAX]
  return [
    { sql: `${column} >= ?`, values: [from as bigint], bounds: 'lower' },
    { sql: `${column} <= ?`, values: [to as bigint], bounds: 'upper' },
  ]
}

function byHash(text: string, context: MirrorContext): Row | undefined {
  const digits = HASH.exec(text)?.[1]
  if (!digits) throw invalidParameter('block.hash')
  const [from, to] = [Buffer.from(digits, 'hex'), Buffer.from(digits.padEnd(96, 'f'), 'hex')]
  return select(context, 'SELECT * FROM block WHERE hash BETWEEN ? AND ?', from, to)[0]
}

function byNumber(text: string, context: MirrorContext): Row | undefined {
  if (!NUMBER.test(text)) throw invalidParameter('block.number')
  return select(context, 'SELECT * FROM block WHERE number = ?', BigInt(text.replace('eq:', '')))[0]
}
