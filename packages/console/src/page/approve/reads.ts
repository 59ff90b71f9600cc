/** Reads what a review of a request needs. */
import { isQuorateError } from '@quorate/client'
import { api } from '../api/client.ts'
import { ledgerOf } from '../api/ledger-reads.ts'
import { ledgerNow } from '../api/time.ts'
import type { Reads } from './check.ts'

export const readsOf = (chain: string): Reads => ({
  chain,
  now: ledgerNow,
  ledger: ledgerOf(chain),
  async ownersOf({ walletId, operation }) {
    if (walletId === null || operation !== 'update') return undefined
    try {
      const { settings } = await api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } })
      return settings.owners.map(({ wallet }) => wallet)
    } catch (error) {
      if (isQuorateError(error) && error.status === 403) return undefined
      throw error
    }
  },
})
