import { AccountId, badRequest, type ClientEvents, type Database } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { walletRoom } from './announcements.ts'
import { notYours } from './keys.ts'
import { findWallet, type Tables } from './store.ts'

const Subscription = Type.Object({ walletId: AccountId })

function walletIn(payload: unknown): string {
  if (Check(Subscription, payload)) return payload.walletId
  throw badRequest('VALIDATION_FAILED', 'Send {walletId}: an account id such as 0.0.1001')
}

/** What clients send over the socket: `subscribe_wallet` and `unsubscribe_wallet`, by owners (document 1, Events). */
export const clientEvents = (database: Database<Tables>): ClientEvents => ({
  async subscribe_wallet({ chain, walletId: account }, payload, member) {
    const walletId = walletIn(payload)
    const wallet = await findWallet(database.read, chain, walletId)
    if (!wallet?.owners.some((owner) => owner.wallet === account)) throw notYours()
    // Refused where the account has lost the wallet since it was read.
    await member.join(walletRoom(chain, walletId))
  },
  async unsubscribe_wallet({ chain }, payload, member) {
    await member.leave(walletRoom(chain, walletIn(payload)))
  },
})
