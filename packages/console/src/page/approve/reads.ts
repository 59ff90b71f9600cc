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
    const wallet = await hidden(api.multisig.get('/multisig/wallet/{walletId}', { path: { walletId } }))
    return wallet?.settings.owners.map((owner) => owner.wallet)
  },
  async replacedOf({ replaces }) {
    if (!replaces) return undefined
    const { jobId } = replaces
    return hidden(api.multisig.get('/multisig/transaction/status/{jobId}', { path: { jobId } }))
  },
})

/** Undefined if the service does not show it to the account. */
const hidden = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isQuorateError(error) && error.status === 403) return undefined
    throw error
  })
