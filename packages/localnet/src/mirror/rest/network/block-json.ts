import { hexJson } from '#mirror/rest/json.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { HAPI_VERSION } from '#protocol/nodes.ts'
import { timestampText } from '#protocol/time.ts'
import { BLOOM_BYTES } from '#services/contract/function-result.ts'

/** The Mirror Node's value for the gas limit. */
const GAS_LIMIT = 150_000_000

/** A block (HIP-415). */
export function blockJson(row: Row, context: MirrorContext): object {
  const { major, minor, patch } = HAPI_VERSION
  return {
    count: Number(row.count),
    gas_limit: GAS_LIMIT,
    gas_used: gasIn(row, context),
    hapi_version: `${major}.${minor}.${patch}`,
    hash: hexJson(row.hash as Uint8Array),
    logs_bloom: bloomOf(row, context),
    name: `${fileName(row.consensus_start as bigint)}.rcd.gz`,
    number: Number(row.number),
    previous_hash: hexJson(row.previous_hash as Uint8Array),
    size: Number(row.size),
    timestamp: {
      from: timestampText(row.consensus_start as bigint),
      to: timestampText(row.consensus_end as bigint),
    },
  }
}

const BETWEEN = 'FROM contract_result WHERE consensus_timestamp BETWEEN ? AND ?'

const gasIn = (block: Row, context: MirrorContext): number =>
  Number(select(context, `SELECT sum(gas_used) AS gas ${BETWEEN}`, ...bounds(block))[0]?.gas ?? 0)

const bounds = (block: Row): [bigint, bigint] => [block.consensus_start as bigint, block.consensus_end as bigint]

/** The bloom filter of all logs in a block: empty without any. */
function bloomOf(block: Row, context: MirrorContext): string {
  const rows = select(context, `SELECT bloom ${BETWEEN} AND bloom IS NOT NULL`, ...bounds(block))
  if (rows.length === 0) return '0x'
  const whole = Buffer.alloc(BLOOM_BYTES)
  for (const { bloom } of rows)
    for (const [i, byte] of (bloom as Uint8Array).entries()) whole[i] = (whole[i] ?? 0) | byte
  return hexJson(whole) ?? '0x'
}

/** `2022-05-03T06_46_26.060890949Z` */
function fileName(nanos: bigint): string {
  const [second = ''] = new Date(Number(nanos / 1_000_000n)).toISOString().split('.')
  return `${second.replaceAll(':', '_')}.${String(nanos % 1_000_000_000n).padStart(9, '0')}Z`
}
