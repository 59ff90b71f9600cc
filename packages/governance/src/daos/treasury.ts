import type { Ledger } from '@quorate/ledger'
import { type Clock, checkTitle, type Database, notFound, type Session, tooMany } from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import type { TreasuryAccount } from '../model/treasury.ts'
import { lockDao } from '../store/daos.ts'
import type { Tables } from '../store/tables.ts'
import { nameAccount, treasuryOf, unnameAccount } from '../store/treasury.ts'
import type { Daos } from './daos.ts'
import { checkExists } from './existing-accounts.ts'

/** `Retry-After` if a treasury is full, in seconds. */
const HOUR_S = 3_600

export type Treasury = ReturnType<typeof createTreasury>

/**
 * The accounts that a DAO's owner names as its treasury. Nothing proves this: an account's keys decide whether the DAO
 * controls it. Clients read the holdings and payments of these accounts from a mirror.
 */
export function createTreasury(deps: {
  database: Database<Tables>
  clock: Clock
  daos: Daos
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, daos, announcements, ledgerOf } = deps
  const find = async (daoId: string, account: string): Promise<TreasuryAccount> => {
    const found = (await treasuryOf(database.read, daoId)).find((one) => one.account === account)
    if (!found) throw notNamed(account)
    return found
  }
  return {
    async name(daoId: string, account: string, label: string, session: Session): Promise<TreasuryAccount> {
      const dao = await daos.findOwn(daoId, session)
      checkTitle(label, 'label')
      await checkExists(ledgerOf(dao), account, clock.now())
      const namedAt = new Date(clock.now())
      await database.change(async (trx) => {
        await lockDao(trx, daoId)
        const others = (await treasuryOf(trx, daoId)).filter((one) => one.account !== account)
        const { value: most } = limits.maxTreasuryAccounts
        if (others.length >= most)
          throw tooMany('TOO_MANY_TREASURY_ACCOUNTS', `${dao.name} names ${most} accounts, the maximum`, HOUR_S)
        await nameAccount(trx, { daoId, account, label, namedAt })
      })
      const named = await find(daoId, account)
      announcements.treasuryChanged(dao, named)
      return named
    },

    async remove(daoId: string, account: string, session: Session): Promise<TreasuryAccount> {
      const dao = await daos.findOwn(daoId, session)
      const named = await find(daoId, account)
      if (!(await database.change((trx) => unnameAccount(trx, daoId, account)))) throw notNamed(account)
      announcements.treasuryChanged(dao, named)
      return named
    },
  }
}

const notNamed = (account: string) =>
  notFound('TREASURY_ACCOUNT_NOT_FOUND', `${account} is not named as a part of this DAO's treasury`)
