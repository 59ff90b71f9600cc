/**
 * Tokens for applications: long-lived sessions with a scope. Routes outside that scope refuse them. They end like other
 * sessions: when their owner ends them, or when the account loses the key that logged in. The token itself is not
 * stored.
 */
import { randomUUID } from 'node:crypto'
import { type Change, type Clock, notFound, type Session, tooMany, unauthorized } from '@quorate/platform'
import { limits } from '../limits.ts'
import { applicationsOf, findApplication, insertApplication } from '../store/applications.ts'
import { lockWallet } from '../store/locks.ts'
import type { SessionRow } from '../store/sessions.ts'
import type { Tables } from '../store/tables.ts'
import type { Cleanup } from './cleanup.ts'
import { checkFreshLogin } from './fresh-login.ts'
import type { WatchKeys } from './key-watch.ts'
import type { LiveSessions, SessionAccount } from './live-sessions.ts'
import type { Tokens } from './tokens.ts'

/** The scope of all application tokens. */
export const APPLICATION_SCOPE = 'ipfs:pin'
const DAY_MS = 86_400_000

export type Applications = ReturnType<typeof createApplications>

export function createApplications(deps: {
  tokens: Pick<Tokens, 'database' | 'keySet'>
  sessions: Pick<LiveSessions, 'end'>
  watchKeys: WatchKeys
  clean: Cleanup
  clock: Clock
}) {
  const { tokens, sessions, watchKeys, clean, clock } = deps
  const { database } = tokens

  return {
    /**
     * Makes a token. It is only in this answer.
     *
     * @throws 403 LOGIN_TOO_OLD, 429 TOO_MANY_APPLICATIONS
     */
    async create(by: Session, name: string, days: number): Promise<{ token: string; application: SessionRow }> {
      checkFreshLogin(by, clock, 'a token for an application can be created')
      const { walletId, publicKey, chain, app, holder } = by
      const now = new Date(clock.now())
      const { token, session } = await tokens.keySet.issue(
        {
          walletId,
          publicKey,
          chain,
          app,
          role: 'user',
          scope: APPLICATION_SCOPE,
          ...(holder === undefined ? {} : { holder }),
          tokenId: randomUUID(),
        },
        days * DAY_MS,
      )
      const expiresAt = new Date(session.expiresAt)
      const application = await database.change(async (trx: Change<Tables>) => {
        // Serialises this with the change that ends all sessions of the wallet.
        await lockWallet(trx, chain, walletId)
        const { value: most } = limits.applicationsPerWallet
        if ((await applicationsOf(trx, by, now)).length >= most)
          throw tooMany(
            'TOO_MANY_APPLICATIONS',
            `${walletId} has ${most} tokens for applications, which is the maximum: revoke one`,
            60,
          )
        const { tokenId } = session
        if (!(await insertApplication(trx, by.tokenId, { tokenId, name, expiresAt, now })))
          throw unauthorized('TOKEN_REVOKED', 'The session has ended: log in again')
        await clean(trx, session.expiresAt)
        await watchKeys(trx, chain)
        return existing(await findApplication(trx, by, tokenId))
      })
      return { token, application }
    },

    list: (wallet: SessionAccount): Promise<SessionRow[]> =>
      applicationsOf(database.read, wallet, new Date(clock.now())),

    /** @throws 404 APPLICATION_NOT_FOUND */
    revoke: (wallet: SessionAccount, id: string): Promise<SessionRow> =>
      database.change(async (trx) => {
        const application = existing(await findApplication(trx, wallet, id))
        await sessions.end(trx, [{ tokenId: id, expiresAt: application.expires_at.getTime() }])
        return application
      }),
  }
}

function existing(application: SessionRow | undefined): SessionRow {
  if (application) return application
  throw notFound(
    'APPLICATION_NOT_FOUND',
    'There is no application token with this id: GET /auth/applications lists the tokens',
  )
}
