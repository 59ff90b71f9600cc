import {
  type Clock,
  checkVisible,
  type Database,
  forbidden,
  notFound,
  type Session,
  unprocessable,
} from '@quorate/platform'
import type { Announcements } from '../events/announcements.ts'
import type { Dao } from '../model/dao.ts'
import { deleteStatement, putStatement } from '../store/delegates.ts'
import { isMember } from '../store/members.ts'
import type { Tables } from '../store/tables.ts'
import type { Daos } from './daos.ts'

export type Statements = ReturnType<typeof createStatements>

/** Statements of members about why others should delegate to them. They are only in the database. */
export function createStatements(deps: {
  database: Database<Tables>
  clock: Clock
  daos: Daos
  announcements: Announcements
}) {
  const { database, clock, daos, announcements } = deps
  return {
    /** Publishes the statement of the session's account, or changes it. */
    async publish(daoId: string, account: string, text: string, session: Session): Promise<Dao> {
      const dao = await daos.find(daoId)
      if (account !== session.walletId || dao.chain !== session.chain)
        throw forbidden('NOT_YOUR_STATEMENT', `Only ${account} may publish its statement`)
      if (!dao.rules.delegation)
        throw unprocessable('DELEGATION_NOT_ALLOWED', `By the rules of ${dao.name}, votes cannot be delegated`)
      if (!(await isMember(database.read, daoId, account)))
        throw forbidden('NOT_A_MEMBER', `${account} is not a member of ${dao.name}: only members can be delegates`)
      checkVisible(text, 'statement', { lines: true })
      const at = new Date(clock.now())
      await database.change((trx) => putStatement(trx, { daoId, account, text, at }))
      announcements.statementChanged(dao, { account, statement: text, at })
      return dao
    },

    /** Deletes a statement. Its account or the DAO's owner may do that. */
    async withdraw(daoId: string, account: string, session: Session): Promise<void> {
      const dao = await daos.find(daoId)
      if (![account, dao.owner].includes(session.walletId) || dao.chain !== session.chain)
        throw forbidden(
          'NOT_YOUR_STATEMENT',
          `Only ${account} and the DAO's owner ${dao.owner} may remove this statement`,
        )
      if (!(await database.change((trx) => deleteStatement(trx, { daoId, account }))))
        throw notFound('STATEMENT_NOT_FOUND', `${account} has no statement in this DAO`)
      announcements.statementChanged(dao, { account, statement: null, at: new Date(clock.now()) })
    },
  }
}
