/** The sessions in the database that have not ended. With this list, all sessions of a wallet can be ended at once. */
import { type Change, type Clock, type Database, notFound } from '@quorate/platform'
import { limits } from '../limits.ts'
import { lockWallet } from '../store/locks.ts'
import {
  findSession,
  insertSession,
  isLive,
  sessionsOf,
  sessionsWith,
  setWrongCodes,
  walletsWithSessions,
  wrongCodesOf,
} from '../store/sessions.ts'
import type { Reads, Tables } from '../store/tables.ts'
import type { Cleanup } from './cleanup.ts'
import type { Ended, Tokens } from './tokens.ts'

/** The maximum number of characters of a `User-Agent` that are stored. */
const MAX_DEVICE = 300
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
  /** The account that holds the session, if several owners of the wallet signed for it. */
  holder?: string
  /** The hash of the wallet's key, if several owners signed. */
  keyHash?: string
  /** The `User-Agent` of the browser or program. */
  device?: string | undefined
}

/** An account's keys on the ledger: those that can sign alone, in raw hex, and the hash of its whole key. */
export interface PresentKeys {
  alone: readonly string[]
  hash: string | undefined
}

export type LiveSessions = ReturnType<typeof createLiveSessions>

export function createLiveSessions(deps: {
  database: Database<Tables>
  tokens: Pick<Tokens, 'end'>
  clean: Cleanup
  clock: Clock
}) {
  const { database, tokens, clean, clock } = deps

  const now = () => new Date(clock.now())
  /** Ends sessions. Their revocations are deleted once their tokens have expired. */
  async function end(trx: Change<Tables>, ended: readonly Ended[]): Promise<void> {
    await tokens.end(trx, ended)
    for (const { expiresAt } of ended) await clean(trx, expiresAt)
  }
  const endRows = (trx: Change<Tables>, rows: readonly { token_id: string; expires_at: Date }[]) =>
    end(
      trx,
      rows.map(({ token_id, expires_at }) => ({ tokenId: token_id, expiresAt: expires_at.getTime() })),
    )

  return {
    end,

    /** Stores a session, in the caller's database transaction. If the wallet then has too many, its oldest one ends. */
    async begin(trx: Change<Tables>, session: LiveSession): Promise<void> {
      const { tokenId, chain, walletId, publicKey, expiresAt, holder = null, keyHash = null, device } = session
      const made = { token_id: tokenId, public_key: publicKey, expires_at: new Date(expiresAt), key_hash: keyHash }
      const shown = { created_at: now(), device: device?.slice(0, MAX_DEVICE) ?? null }
      await insertSession(trx, { ...made, ...shown, chain, wallet: walletId, holder })
      await clean(trx, expiresAt)
      await endRows(trx, await sessionsOf(trx, { chain, walletId }, now(), limits.sessionsPerWallet.value))
    },

    /** A wallet's sessions from logins (not application tokens), newest first. */
    list: (wallet: SessionAccount) => sessionsOf(database.read, wallet, now(), 0),

    /**
     * Ends one of the wallet's sessions from logins.
     *
     * @throws 404 SESSION_NOT_FOUND
     */
    endOne: (wallet: SessionAccount, tokenId: string) =>
      database.change(async (trx) => {
        const row = await findSession(trx, wallet, tokenId, now())
        if (!row)
          throw notFound('SESSION_NOT_FOUND', 'There is no session with this id: GET /auth/sessions lists the sessions')
        await endRows(trx, [row])
        return row
      }),

    /**
     * Ends all sessions of a wallet, and the sessions of other wallets that this account holds, except the one with the
     * token `except`. Returns how many ended.
     */
    async endAll(trx: Change<Tables>, wallet: SessionAccount, except?: string): Promise<number> {
      await lockWallet(trx, wallet.chain, wallet.walletId)
      const rows = (await sessionsWith(trx, wallet, now())).filter(({ token_id }) => token_id !== except)
      await endRows(trx, rows)
      return rows.length
    },

    /**
     * Ends a wallet's sessions, and the sessions that it holds, if they were created with a key that it no longer has.
     */
    endWithoutKey: (wallet: SessionAccount, { alone, hash }: PresentKeys): Promise<void> =>
      database.change(async (trx) => {
        const rows = await sessionsWith(trx, wallet, now())
        const isValid = (row: (typeof rows)[number]): boolean =>
          row.holder !== null && row.wallet === wallet.walletId ? row.key_hash === hash : alone.includes(row.public_key)
        await endRows(
          trx,
          rows.filter((row) => !isValid(row)),
        )
      }),

    /** Whether a session has neither ended nor expired, read within a database transaction. */
    lives: (trx: Change<Tables>, { chain, tokenId }: { chain: string; tokenId: string }): Promise<boolean> =>
      isLive(trx, chain, tokenId, now()),

    /** How many wrong second-factor codes a session has sent in a row; undefined if the session has ended. */
    wrongCodes: wrongCodesOf,

    /** Stores how many wrong codes a session has sent in a row. If these are too many, the session ends. */
    async setWrongCodes(trx: Change<Tables>, session: Ended, count: number): Promise<void> {
      if (count >= limits.wrongCodes.value) return end(trx, [session])
      await setWrongCodes(trx, session.tokenId, count)
    },

    /** The accounts that have or hold sessions on a chain. */
    wallets: (chain: string, read: Reads = database.read): Promise<Set<string>> =>
      walletsWithSessions(read, chain, now()),
  }
}
