import type { proto } from '@hiero-ledger/proto'
import { define } from '../../definition.ts'
import { BASE_FEE_TINYCENTS } from '../../fees.ts'
import { applyHbar, hbarDebit, hbarSigners } from './transfer/hbar.ts'
import { checkLimits, checkSums } from './transfer/limits.ts'
import { applyNfts, nftSigners } from './transfer/nfts.ts'
import { applyTokens, tokenSigners } from './transfer/tokens.ts'

type Body = proto.ICryptoTransferTransactionBody

/** The hbar part of a transfer. */
export const amountsOf = (body: Body): proto.IAccountAmount[] => body.transfers?.accountAmounts ?? []

/** CryptoTransfer: hbar, fungible tokens and NFTs, all or nothing. */
export const transfer = define('cryptoTransfer', {
  type: 14,
  name: 'CRYPTOTRANSFER',
  fee: BASE_FEE_TINYCENTS,

  precheck: checkSums,

  debit: (body, payer) => hbarDebit(amountsOf(body), payer),

  signers(body, { state }) {
    const lists = body.tokenTransfers ?? []
    const tokens = lists.flatMap((list) => [...tokenSigners(list, state), ...nftSigners(list, state)])
    return [...tokens, ...hbarSigners(amountsOf(body), state)]
  },

  handle(body, handling) {
    checkLimits(body)
    const lists = body.tokenTransfers ?? []
    applyHbar(amountsOf(body), handling.state)
    for (const list of lists) applyTokens(list, handling)
    for (const list of lists) applyNfts(list, handling)
  },
})
