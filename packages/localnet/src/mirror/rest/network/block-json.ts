import { hexJson } from '#mirror/rest/json.ts'
import type { Row } from '#mirror/rest/page.ts'
import { HAPI_VERSION } from '#protocol/nodes.ts'
import { timestampText } from '#protocol/time.ts'

/** The Mirror Node's value for the gas limit. The ledger runs no contracts, so no gas is used. */
const GAS_LIMIT = 150_000_000

/** A block (HIP-415). */
export function blockJson(row: Row): object {
  const { major, minor, patch } = HAPI_VERSION
  return {
    count: Number(row.count),
    gas_limit: GAS_LIMIT,
    gas_used: 0,
    hapi_version: `${major}.${minor}.${patch}`,
    hash: hexJson(row.hash as Uint8Array),
    logs_bloom: '0x',
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

/** `2022-05-03T06_46_26.060890949Z` */
function fileName(nanos: bigint): string {
  const [second = ''] = new Date(Number(nanos / 1_000_000n)).toISOString().split('.')
  return `${second.replaceAll(':', '_')}.${String(nanos % 1_000_000_000n).padStart(9, '0')}Z`
}
