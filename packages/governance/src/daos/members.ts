import type { Ledger } from '@quorate/ledger'
import { type Clock, conflict, type Database, notFound, type Session, tooMany, unprocessable } from '@quorate/platform'
import type { Budgets } from '../anchoring/budgets.ts'
import type { Replay } from '../anchoring/replay.ts'
import type { Memberships } from '../electorate/memberships.ts'
import type { Announcements } from '../events/announcements.ts'
import { limits } from '../limits.ts'
import type { Dao } from '../model/dao.ts'
import { lockDao } from '../store/daos.ts'
import { addMember, changeTime, countMembers, removeMember } from '../store/members.ts'
import type { Tables } from '../store/tables.ts'
import type { Daos } from './daos.ts'
import { checkExists } from './existing-accounts.ts'

/** `Retry-After` if a DAO is full, in seconds. */
const HOUR_S = 3_600

export type Members = ReturnType<typeof createMembers>

/** Adds and removes members of a DAO. Both functions return the DAO. */
export function createMembers(deps: {
  database: Database<Tables>
  clock: Clock
  budgets: Budgets
  daos: Daos
  memberships: Memberships
  replay: Replay
  announcements: Announcements
  ledgerOf(on: { chain: string }): Ledger
}) {
  const { database, clock, budgets, daos, memberships, replay, announcements, ledgerOf } = deps
  return {
    async add(daoId: string, account: string, session: Session): Promise<Dao> {
      const dao = await daos.findOwn(daoId, session)
      checkOwnerMay(dao)
      await checkExists(ledgerOf(dao), account, clock.now())
      await replay.upToDate(dao)
      await database.change(async (trx) => {
        checkOwnerMay((await lockDao(trx, daoId)) ?? dao)
        await budgets.reserve(trx, { chain: dao.chain, wallet: dao.owner, messages: 1, founded: dao.createdAt })
        if ((await countMembers(trx, daoId)) >= limits.maxMembers.value)
          throw tooMany('TOO_MANY_MEMBERS', `${dao.name} has ${limits.maxMembers.value} members, the maximum`, HOUR_S)
        const at = await changeTime(trx, daoId, account, new Date(clock.now()))
        if (!(await addMember(trx, daoId, account, at)))
          throw conflict('ALREADY_A_MEMBER', `${account} is already a member`)
        await memberships.changed(trx, dao, { account, change: 'added', at })
        trx.onCommit(() => announcements.memberAdded(dao, { memberAddress: account, at }))
      })
      return dao
    },

    async remove(daoId: string, account: string, session: Session): Promise<Dao> {
      const dao = await daos.findOwn(daoId, session)
      checkOwnerMay(dao)
      if (account === dao.owner) throw unprocessable('OWNER_STAYS', `${account} owns the DAO and stays its member`)
      await replay.upToDate(dao)
      await database.change(async (trx) => {
        checkOwnerMay((await lockDao(trx, daoId)) ?? dao)
        await budgets.reserve(trx, { chain: dao.chain, wallet: dao.owner, messages: 1, founded: dao.createdAt })
        const at = await changeTime(trx, daoId, account, new Date(clock.now()))
        if (!(await removeMember(trx, daoId, account, at)))
          throw notFound('NOT_A_MEMBER', `${account} is not a member of this DAO`)
        await memberships.changed(trx, dao, { account, change: 'removed', at })
        trx.onCommit(() => announcements.memberRemoved(dao, { memberAddress: account, at }))
      })
      return dao
    },
  }
}

/** @throws 422 `MEMBERS_BY_PROPOSAL` */
function checkOwnerMay({ name, rules }: Dao): void {
  if (rules.membersByProposal)
    throw unprocessable(
      'MEMBERS_BY_PROPOSAL',
      `By the rules of ${name}, only proposals add and remove members: propose a change with members`,
    )
}
