import { gasUsedBetween } from '#mirror/rest/contracts/block-lookup.ts'
import { hexJson } from '#mirror/rest/json.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { HAPI_VERSION } from '#protocol/nodes.ts'
import { timestampText } from '#protocol/time.ts'
import { joinedBloom } from '#services/contract/function-result.ts'

/** The Mirror Node's value for the gas limit. */
export const BLOCK_GAS_LIMIT = 150_000_000

/** A block (HIP-415). */
export function blockJson(row: Row, context: MirrorContext): object {
  const { major, minor, patch } = HAPI_VERSION
  return {
    count: Number(row.count),
    gas_limit: BLOCK_GAS_LIMIT,
    gas_used: gasUsedBetween(...bounds(row), context),
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

const bounds = (block: Row): [bigint, bigint] => [block.consensus_start as bigint, block.consensus_end as bigint]

/** The bloom filter of all logs in a block: empty without any. */
function bloomOf(block: Row, context: MirrorContext): string {
  const sql = 'SELECT bloom FROM contract_result WHERE consensus_timestamp BETWEEN ? AND ? AND bloom IS NOT NULL'
  const rows = select(context, sql, ...bounds(block))
  return rows.length === 0 ? '0x' : hex(joinedBloom(rows.map(({ bloom }) => bloom as Uint8Array)))
}

/** `2022-05-03T06_46_26.060890949Z` */
function fileName(nanos: bigint): string {
  const [second = ''] = new Date(Number(nanos / 1_000_000n)).toISOString().split('.')
  return `${second.replaceAll(':', '_')}.${String(nanos % 1_000_000_000n).padStart(9, '0')}Z`
}
