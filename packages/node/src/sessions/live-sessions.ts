/** The database's list of sessions that have not ended, by which all sessions of a wallet can be ended at once. */
import type { Change, Clock, Database } from '@quorate/platform'
import { limits } from '../limits.ts'
import { lockWallet, type Tables } from '../store/store.ts'
import type { Cleanup } from './cleanup.ts'
import type { Ended, Tokens } from './tokens.ts'

/** How long a session lives. */
export const SESSION_MS = 3_600_000

export interface SessionAccount {
  chain: string
  walletId: string
}

export interface LiveSession extends SessionAccount {
  tokenId: string
  /** Raw hex of the key that logged in. */
  publicKey: string
  expiresAt: number
}

export type LiveSessions = ReturnType<typeof createLiveSessions>

export function createLiveSessions(deps: {
  database: Database<Tables>
  tokens: Pick<Tokens, 'end'>
  clean: Cleanup
  clock: Clock
}) {
  const { database, tokens, clean, clock } = deps

  const sessionsOf = (trx: Change<Tables>, { chain, walletId }: SessionAccount) =>
    trx
      .selectFrom('node.session')
      .select(['token_id', 'expires_at'])
      .where('chain', '=', chain)
      .where('wallet', '=', walletId)
      .where('expires_at', '>', new Date(clock.now()))
      .orderBy('expires_at', 'desc')
      .orderBy('token_id')

  const end = (trx: Change<Tables>, rows: readonly { token_id: string; expires_at: Date }[]) =>
    tokens.end(
      trx,
      rows.map(({ token_id, expires_at }) => ({ tokenId: token_id, expiresAt: expires_at.getTime() })),
    )

  return {
    /** Stores a session in the change that makes it. Beyond the limit, the wallet's oldest session ends. */
    async begin(trx: Change<Tables>, { tokenId, chain, walletId, publicKey, expiresAt }: LiveSession): Promise<void> {
      const row = { token_id: tokenId, chain, wallet: walletId, public_key: publicKey, expires_at: new Date(expiresAt) }
      await trx.insertInto('node.session').values(row).execute()
      await clean(trx, expiresAt)
      await end(trx, await sessionsOf(trx, { chain, walletId }).offset(limits.sessionsPerWallet.value).execute())
    },

    /** Ends all sessions of a wallet except the one of the token `except`, and answers how many it ended. */
    async endAll(trx: Change<Tables>, wallet: SessionAccount, except?: string): Promise<number> {
      await lockWallet(trx, wallet.chain, wallet.walletId)
      const rows = (await sessionsOf(trx, wallet).execute()).filter(({ token_id }) => token_id !== except)
      await end(trx, rows)
      return rows.length
    },

    /** Ends the sessions of a wallet for whose key `isValid` answers false. */
    endWithoutKey: (wallet: SessionAccount, isValid: (publicKey: string) => boolean): Promise<void> =>
      database.change(async (trx) => {
        const rows = await sessionsOf(trx, wallet).select('public_key').execute()
        await end(
          trx,
          rows.filter(({ public_key }) => !isValid(public_key)),
        )
      }),

    /** How many wrong codes of the second factor a session has sent in a row; undefined if it has ended. */
    async wrongCodes(trx: Change<Tables>, tokenId: string): Promise<number | undefined> {
      const row = await trx
        .selectFrom('node.session')
        .select('wrong_codes')
        .where('token_id', '=', tokenId)
        .executeTakeFirst()
      return row?.wrong_codes
    },

    /** Stores how many wrong codes a session has sent in a row. A session that has sent too many ends. */
    async setWrongCodes(trx: Change<Tables>, session: Ended, count: number): Promise<void> {
      if (count >= limits.wrongCodesOfSession.value) return tokens.end(trx, [session])
      await trx
        .updateTable('node.session')
        .set({ wrong_codes: count })
        .where('token_id', '=', session.tokenId)
        .execute()
    },

    /** The wallets of a chain that have sessions. */
    async wallets(chain: string, read: Pick<Change<Tables>, 'selectFrom'> = database.read): Promise<Set<string>> {
      const rows = await read
        .selectFrom('node.session')
        .select('wallet')
        .distinct()
        .where('chain', '=', chain)
        .where('expires_at', '>', new Date(clock.now()))
        .execute()
      return new Set(rows.map(({ wallet }) => wallet))
    },
  }
}
