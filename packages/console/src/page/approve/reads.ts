/** Reads the ledger before signing, through the node's mirror endpoints. */
import { isQuorateError } from '@quorate/client'
import { keyFromMirror, tokenIn, VerifyError } from '@quorate/verify'
import { api } from '../api/client.ts'
import { ledgerNow } from '../api/time.ts'
import { fromBase64 } from '../parts/bytes.ts'
import type { Reads } from './check.ts'

export const readsOf = (chain: string): Reads => ({
  chain,
  now: ledgerNow,
  ledger: {
    key: (wallet) => keyAt(chain, wallet),
    keyAt: (wallet, time) => keyAt(chain, wallet, time),
    async schedule(schedule) {
      const path = { schedule }
      const kept = await found(api.node.get('/mirrors/transactions/schedules/{schedule}', { path, query: { chain } }))
      return (
        kept && {
          body: fromBase64(kept.transaction_body_bytes),
          adminKey: keyFromMirror(kept.admin_key as Parameters<typeof keyFromMirror>[0]),
          createdAt: kept.consensus_timestamp ?? '0.000000000',
          payer: kept.payer_account_id ?? kept.creator_account_id,
          memo: kept.memo ?? '',
          waitForExpiry: kept.wait_for_expiry,
          expirationTime: kept.expiration_time ?? null,
          deleted: kept.deleted,
          executedTimestamp: kept.executed_timestamp ?? null,
        }
      )
    },
    async token(token) {
      const answer = await found(api.node.get('/mirrors/hts/tokens/{token}', { path: { token }, query: { chain } }))
      return answer && tokenIn(token, answer)
    },
  },
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

/** The key of now, or of a past time. */
async function keyAt(chain: string, wallet: string, time?: string) {
  const query = { chain, ...(time === undefined ? {} : { transactions: 'false' as const, timestamp: `lte:${time}` }) }
  const account = await found(api.node.get('/mirrors/accounts/{wallet}', { path: { wallet }, query }))
  return account && account.deleted !== true ? keyFromMirror(account.key as Parameters<typeof keyFromMirror>[0]) : null
}

/** null if the mirror has none. */
async function found<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isQuorateError(error) && error.status === 404) return null
    throw error
  }
}

/** Returns an account's key; undefined if the account has no key or the key is not understood. */
export async function keyOf(chain: string, account: string) {
  try {
    return (await readsOf(chain).ledger.key(account)) ?? undefined
  } catch (error) {
    if (error instanceof VerifyError) return undefined
    throw error
  }
}
