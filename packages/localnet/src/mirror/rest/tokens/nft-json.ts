import { int64Json } from '#mirror/rest/json.ts'
import type { Row } from '#mirror/rest/page.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'

const idOrNull = (cell: unknown): string | null => (cell === null ? null : idText(Number(cell)))

/** The columns of the table nft that {@link nftJson} needs. */
export const NFT_COLUMNS = 'nft.*, (SELECT t.deleted FROM token t WHERE t.num = nft.token) AS token_deleted'

/** An NFT as the Mirror Node writes it. */
export function nftJson(row: Row): object {
  const isBurned = row.owner === 0n
  const isGone = isBurned || row.token_deleted === 1n
  return {
    account_id: isBurned ? null : idText(Number(row.owner)),
    created_timestamp: timestampText(row.created_at as bigint),
    delegating_spender: idOrNull(row.delegating_spender ?? null),
    deleted: isGone,
    metadata: Buffer.from(row.metadata as Uint8Array).toString('base64'),
    modified_timestamp: timestampText(row.modified_at as bigint),
    serial_number: int64Json(row.serial as bigint),
    spender: idOrNull(row.spender ?? null),
    token_id: idText(Number(row.token)),
  }
}
