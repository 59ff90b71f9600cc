import { AccountId, badRequest, type ClientEvents, type Database, type FindRevoked } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { notFoundOrDenied } from '../model/errors.ts'
import { may } from '../model/roles.ts'
import { type Membership, memberOf, membersAmong } from '../store/roles.ts'
import type { Tables } from '../store/tables.ts'
import { walletOfRoom, walletRoom } from './announcements.ts'

const Subscription = Type.Object({ walletId: AccountId })

function walletIn(payload: unknown): string {
  if (Check(Subscription, payload)) return payload.walletId
  throw badRequest('VALIDATION_FAILED', 'Send {walletId}: an account id such as 0.0.1001')
}

/** The events that members of wallets send over the socket: `subscribe_wallet` and `unsubscribe_wallet`. */
export const clientEvents = (database: Database<Tables>): ClientEvents => ({
  async subscribe_wallet({ chain, walletId: account }, payload, member) {
    const walletId = walletIn(payload)
    if (!may(await memberOf(database.read, chain, walletId, account), 'see')) throw notFoundOrDenied()
    // `join` refuses an account that has lost access since the check above.
    await member.join(walletRoom(chain, walletId))
  },
  async unsubscribe_wallet({ chain }, payload, member) {
    await member.leave(walletRoom(chain, walletIn(payload)))
  },
})

/** Finds the accounts in a wallet's room that may not see the wallet any more. */
export const formerMembers =
  (database: Database<Tables>): FindRevoked =>
  async (followers) => {
    const asked = followers.map(({ room, chain, walletId }) => ({
      chain,
      wallet: walletOfRoom(room),
      account: walletId,
    }))
    const members = await membersAmong(database.read, asked)
    const seeing = new Set(members.filter(({ role }) => may(role, 'see')).map(nameOf))
    return followers.filter((_, index) => !seeing.has(nameOf(asked[index] as Membership)))
  }

const nameOf = ({ chain, wallet, account }: Membership): string => `${chain} ${wallet} ${account}`
