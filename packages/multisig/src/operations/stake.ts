import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS } from './problems.ts'

/** Stakes the wallet's hbars to a consensus node, or to none; recorded as `update` (`stake/request`). */
export const stake = defineOperation({
  name: 'stake',
  type: 'update',
  summary: 'stake to a consensus node, or unstake',
  errors: [openWalletErrors, { 422: ['INVALID_STAKING_ID'] }],
  body: Type.Object({
    walletId,
    nodeId: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        title: 'the id of a consensus node',
        description: 'the consensus node; leave it out to unstake',
      }),
    ),
  }),
  async prepare({ walletId, nodeId }, { ledger, openWallet }) {
    const { wallet, account } = await openWallet(walletId)
    const transaction = new AccountUpdateTransaction().setAccountId(walletId)
    if (nodeId === undefined) return byWallet(wallet, transaction.clearStakedNodeId(), { account, cents: CENTS.update })
    if (!(await ledger.mirror.node(nodeId)))
      throw unprocessable('INVALID_STAKING_ID', `The consensus node ${nodeId} does not exist`)
    return byWallet(wallet, transaction.setStakedNodeId(nodeId), { account, cents: CENTS.update })
  },
})
