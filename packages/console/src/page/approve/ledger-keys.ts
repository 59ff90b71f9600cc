import { isQuorateError } from '@quorate/client'
import { api } from '../api/client.ts'
import type { LedgerKeys } from './intent.ts'
import { keyFromMirror } from './keys.ts'

/** Reads keys on the ledger through the node's mirror reads. */
export const ledgerKeys = (chain: string): LedgerKeys => ({
  async keyOf(wallet) {
    const account = await api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query: { chain } })
    return account.deleted === true ? undefined : keyFromMirror(account.key)
  },
  async ownersOf(walletId) {
    try {
      const { settings } = await api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
      return settings.owners.map(({ wallet }) => wallet)
    } catch (error) {
      if (isQuorateError(error) && error.status === 403) return undefined
      throw error
    }
  },
})
