import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  type Change,
  type Clock,
  createTokenVerifier,
  type Database,
  type DatabaseServer,
  type KeySet,
  type Logger,
  makeKeySet,
  type Session,
  type TokenVerifier,
} from '@quorate/platform'
import { loadTokenKey } from '../keys/key-files.ts'
import { type SharedKeys, shareKeys } from '../keys/shared-keys.ts'
import { openTables } from '../store/open-tables.ts'
import { databaseTime, revokeSession } from '../store/revocations.ts'
import { sessionExists } from '../store/sessions.ts'
import type { Tables } from '../store/tables.ts'
import { endLoginsIfMarked } from './after-restore.ts'
import { followSharedRevocations } from './shared-revocations.ts'

/** The node's tokens. They are issued and revoked here, and verified by every service of this process. */
export interface Tokens {
  /** For `createHttp` and `createRealtime` of each service in this process. */
  verifier: TokenVerifier
  keySet: KeySet
  /** The public half of the key that signs tokens. */
  key: KeyObject
  database: Database<Tables>
  /**
   * Refuses to start while a node with other keys runs on the same database. The embedded database needs no check,
   * since only one process uses it.
   *
   * @throws ConfigError
   */
  shareKeys(keys: SharedKeys): Promise<void>
  /**
   * Revokes the tokens of sessions as part of a database transaction. It takes effect in this process, in processes
   * that share the database, and, through `GET /auth/revocations`, in all others.
   */
  end(trx: Change<Tables>, sessions: readonly Ended[]): Promise<void>
  close(): Promise<void>
}

/** A session to end: the id of its token, and when the token expires (milliseconds). */
export type Ended = Pick<Session, 'tokenId' | 'expiresAt'>

export interface TokensOptions {
  server: DatabaseServer
  settings: { AUTH_TOKEN_KEY?: string | undefined; DATA_DIR: string }
  clock: Clock
  logger: Logger
}

/**
 * Opens the node's tables and its token key. Call it before creating services that check tokens. @throws ConfigError
 */
export async function openTokens({ server, settings, clock, logger }: TokensOptions): Promise<Tokens> {
  const privateKey = loadTokenKey(settings)
  const keySet = await makeKeySet(privateKey, clock)
  const database = await openTables(server)
  await endLoginsIfMarked(database, settings.DATA_DIR, logger)
  const { read } = database
  // Revocations are deleted once their tokens have expired. Setting the clock back does not make such a token valid
  // again, because an ended session has no row.
  const isRevoked = async (tokenId: string): Promise<boolean> => !(await sessionExists(read, tokenId))
  const verifier = createTokenVerifier({ keys: keySet.keys, clock, isRevoked })
  const stop =
    server.kind === 'postgres'
      ? followSharedRevocations({ server, verifier, since: await databaseTime(read), logger })
      : () => {}

  let leave = async () => {}

  async function end(trx: Change<Tables>, sessions: readonly Ended[]): Promise<void> {
    for (const { tokenId, expiresAt } of sessions) {
      await revokeSession(trx, tokenId, new Date(expiresAt))
      trx.onCommit(() => verifier.revoke(tokenId, expiresAt))
    }
  }

  return {
    verifier,
    keySet,
    key: createPublicKey(privateKey),
    database,
    async shareKeys(keys) {
      if (server.kind === 'postgres') leave = await shareKeys(database, keys, logger)
    },
    end,
    async close() {
      stop()
      await leave()
      await verifier.close()
    },
  }
}
