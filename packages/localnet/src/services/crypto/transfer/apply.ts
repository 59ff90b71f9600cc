import type { proto } from '@hiero-ledger/proto'
import type { HandleContext } from '#transaction/definition.ts'
import { associateParties } from './associations.ts'
import { applyHbar } from './hbar.ts'
import { applyNfts } from './nfts.ts'
import { applyTokens } from './tokens.ts'

/** Makes the transfers of a body, without assessing custom fees. */
export function applyTransfer(body: proto.ICryptoTransferTransactionBody, context: HandleContext): void {
  const lists = body.tokenTransfers ?? []
  associateParties(lists, context)
  applyHbar(body.transfers?.accountAmounts ?? [], context)
  for (const list of lists) applyTokens(list, context)
  for (const list of lists) applyNfts(list, context)
}
