import { proto, Reader } from '@hiero-ledger/proto'
import { typeName } from '#ledger/registry.ts'
import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { continuedBy, page, type Row } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { mirrorTransactionId } from '#mirror/rest/transactions/transaction-json.ts'
import { int64 } from '#protocol/encoding/int64.ts'
import { idText, parseEntityId, tokenNumber } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'

/** GET /tokens/{id}/nfts/{serial}/transactions: the mint, transfers and burn of an NFT, newest first. */
export const nftTransactions: MirrorRoute = {
  path: '/tokens/:id/nfts/:serial/transactions',
  parameters: ['limit', 'order', 'timestamp'],
  async answer(request, context) {
    const { path, query } = request
    const token = parseEntityId(path.id ?? '')
    if (token === undefined) throw invalidParameter('tokenId')
    const serial = /^\d{1,18}$/.test(path.serial ?? '') ? BigInt(path.serial ?? 0) : 0n
    if (serial === 0n) throw invalidParameter('serialNumber')
    const order = query.order('desc')
    const { rows, links } = await page(request, context, {
      columns: 'n.*, t.payer, t.valid_start, t.nonce, t.type, t.bytes',
      from: 'nft_transfer n',
      join: 'JOIN transactions t USING (consensus_timestamp)',
      along: [
        { sql: 'n.token = ? AND n.serial = ?', values: [token, serial] },
        ...compareAll('n.consensus_timestamp', query.timestamps()),
      ],
      filters: [],
      keys: ['n.consensus_timestamp'],
      order,
      after: continuedBy(request, 'timestamp', order, (row) => timestampText(row.consensus_timestamp as bigint)),
    })
    if (rows.length === 0 && query.all('timestamp').length === 0) throw notFound()
    return { transactions: rows.map(transferJson), links }
  },
}

const partyOrNull = (cell: unknown): string | null => (Number(cell) === 0 ? null : idText(Number(cell)))

function transferJson(row: Row): object {
  return {
    consensus_timestamp: timestampText(row.consensus_timestamp as bigint),
    is_approval: isApproved(row),
    nonce: Number(row.nonce),
    receiver_account_id: partyOrNull(row.receiver),
    sender_account_id: partyOrNull(row.sender),
    transaction_id: mirrorTransactionId(Number(row.payer), row.valid_start as bigint),
    type: typeName(Number(row.type)),
  }
}

/** Says whether a spender moved the NFT by an allowance. */
function isApproved({ bytes, token, serial }: Row): boolean {
  const { bodyBytes } = proto.SignedTransaction.decode(Reader.create(bytes as Uint8Array))
  const { cryptoTransfer } = proto.TransactionBody.decode(Reader.create(bodyBytes))
  const list = cryptoTransfer?.tokenTransfers?.find((candidate) => tokenNumber(candidate.token) === Number(token))
  return list?.nftTransfers?.find(({ serialNumber }) => int64(serialNumber) === serial)?.isApproval ?? false
}
