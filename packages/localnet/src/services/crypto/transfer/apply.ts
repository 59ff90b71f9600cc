import type { proto } from '@hiero-ledger/proto'
import type { Handling } from '../../../definition.ts'
import { associateParties } from './associations.ts'
import { applyHbar } from './hbar.ts'
import { applyNfts } from './nfts.ts'
import { applyTokens } from './tokens.ts'

/** Makes a transfer as it stands, without custom fees. */
export function applyTransfer(body: proto.ICryptoTransferTransactionBody, handling: Handling): void {
  const lists = body.tokenTransfers ?? []
  associateParties(lists, handling)
  applyHbar(body.transfers?.accountAmounts ?? [], handling)
  for (const list of lists) applyTokens(list, handling)
  for (const list of lists) applyNfts(list, handling)
}
