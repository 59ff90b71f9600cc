/**
 * The permissions at a wallet of its owners, and of accounts with a role. Every route, event and notice checks them
 * here.
 *
 * - `see`: the wallet, its requests, groups, history and statement, and its events. The wallet is also in the account's
 *   list.
 * - `ask`: make requests, and withdraw or replace its own ones.
 * - `comment`: on open requests.
 * - `sign`: sign, execute and reject requests. They also wait in the account's inbox, with reminders and notices.
 * - `manage`: see, propose and sign changes of roles; change the name and the description; save and delete templates.
 *
 * An account gets events about its own actions, such as its requests, as long as it may see the wallet.
 */
import type { WalletRole } from '@quorate/verify'

export type Ability = 'see' | 'ask' | 'comment' | 'sign' | 'manage'
export type Member = 'owner' | WalletRole

const ABILITIES: Readonly<Record<Member, readonly Ability[]>> = {
  owner: ['see', 'ask', 'comment', 'sign', 'manage'],
  proposer: ['see', 'ask', 'comment'],
  observer: ['see'],
}

/** Whether a member may do this. False for an account that is not a member. */
export const may = (member: Member | undefined, ability: Ability): boolean =>
  member !== undefined && ABILITIES[member].includes(ability)
