import { AccountId, badRequest, type ClientEvents, type Database, type FindRevoked } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { notFoundOrDenied } from '../model/errors.ts'
import type { Tables } from '../store/tables.ts'
import { isOwner, type Ownership, ownersAmong } from '../store/wallets.ts'
import { walletOfRoom, walletRoom } from './announcements.ts'

const Subscription = Type.Object({ walletId: AccountId })

function walletIn(payload: unknown): string {
  if (Check(Subscription, payload)) return payload.walletId
  throw badRequest('VALIDATION_FAILED', 'Send {walletId}: an account id such as 0.0.1001')
}

/** The events that owners send over the socket: `subscribe_wallet` and `unsubscribe_wallet`. */
export const clientEvents = (database: Database<Tables>): ClientEvents => ({
  async subscribe_wallet({ chain, walletId: account }, payload, member) {
    const walletId = walletIn(payload)
    if (!(await isOwner(database.read, chain, walletId, account))) throw notFoundOrDenied()
    // `join` refuses an account that has lost the wallet since the check above.
    await member.join(walletRoom(chain, walletId))
  },
  async unsubscribe_wallet({ chain }, payload, member) {
    await member.leave(walletRoom(chain, walletIn(payload)))
  },
})

/** Finds the accounts in a wallet's room that do not own the wallet. */
export const formerOwners =
  (database: Database<Tables>): FindRevoked =>
  async (followers) => {
    const asked = followers.map(({ room, chain, walletId }) => ({
      chain,
      wallet: walletOfRoom(room),
      account: walletId,
    }))
    const owners = new Set((await ownersAmong(database.read, asked)).map(nameOf))
    return followers.filter((_, index) => !owners.has(nameOf(asked[index] as Ownership)))
  }

const nameOf = ({ chain, wallet, account }: Ownership): string => `${chain} ${wallet} ${account}`
