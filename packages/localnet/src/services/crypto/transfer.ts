import type { proto } from '@hiero-ledger/proto'
import { define } from '#transaction/definition.ts'
import { createMissingAccounts, withAccountNumbers } from './transfer/aliases.ts'
import { applyTransfer } from './transfer/apply.ts'
import { assessCustomFees } from './transfer/custom-fees/assessment.ts'
import { fallbackSigners } from './transfer/custom-fees/fallback-signers.ts'
import { hbarDebit, hbarSigners } from './transfer/hbar.ts'
import { checkLengths, checkSums } from './transfer/limits.ts'
import { nftSigners } from './transfer/nfts.ts'
import { transferExtras } from './transfer/price-extras.ts'
import { tokenSigners } from './transfer/tokens.ts'

type Body = proto.ICryptoTransferTransactionBody

/** The hbar amounts of a transfer. */
export const amountsOf = (body: Body): proto.IAccountAmount[] => body.transfers?.accountAmounts ?? []

/** CryptoTransfer: hbar, fungible tokens and NFTs with their custom fees, all or nothing. */
export const transfer = define('cryptoTransfer', {
  type: 14,
  name: 'CRYPTOTRANSFER',
  price: {
    functionality: 'CryptoTransfer',
    base: 0n,
    extras: transferExtras,
  },

  precheck: checkSums,

  checkLengths,

  debit: (body, payer) => hbarDebit(amountsOf(body), payer),

  signers(body, { state }) {
    const lists = body.tokenTransfers ?? []
    const tokens = lists.flatMap((list) => [...tokenSigners(list, state), ...nftSigners(list, state)])
    return [...tokens, ...hbarSigners(amountsOf(body), state), ...fallbackSigners(body, state)]
  },

  handle(given, context) {
    createMissingAccounts(given, context)
    const body = withAccountNumbers(given, context.state)
    checkSums(body)
    for (const level of assessCustomFees(body, context)) applyTransfer(level, context)
  },
})
