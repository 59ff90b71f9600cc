import {
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
import type { Cleaning } from './cleaning.ts'
import { openTables, revocationsSince, type Tables } from './store.ts'
import { loadTokenKey } from './token-key.ts'

/** The node's tokens: issued here, verified by every service of this process, revoked here. */
export interface Tokens {
  /** For `createHttp` and `createRealtime` of each service in this process. */
  verifier: TokenVerifier
  keySet: KeySet
  database: Database<Tables>
  /** Ends a session for good, also for processes that share the database and, through the feed, for all others. */
  revoke(session: Session): Promise<void>
  /** What is to be done in the change that revokes a token which would have expired at `expiresAt`. */
  onRevoking(step: Cleaning): void
  close(): Promise<void>
}

export interface TokensOptions {
  server: DatabaseServer
  settings: { AUTH_TOKEN_KEY?: string | undefined; DATA_DIR: string }
  clock: Clock
  logger: Logger
}

/** How often a process looks for revocations by others that share its database: logout is to work everywhere within a second. */
const LOOK_MS = 400
/** Looked at again each time: a revocation may be committed later than it is dated. */
const OVERLAP_MS = 60_000

/** Opens the node's tables and its token key, before the services that check tokens are made. @throws ConfigError */
export async function openTokens({ server, settings, clock, logger }: TokensOptions): Promise<Tokens> {
  const keySet = await makeKeySet(loadTokenKey(settings), clock)
  const database = await openTables(server)
  const { read } = database
  const isRevoked = async (tokenId: string): Promise<boolean> =>
    (await read.selectFrom('node.revocation').select('token_id').where('token_id', '=', tokenId).executeTakeFirst()) !==
    undefined
  const verifier = createTokenVerifier({ keys: keySet.keys, clock, isRevoked })
  const stop = server.kind === 'postgres' ? followOthers(database, verifier, clock, logger) : () => {}

  let clean: Cleaning = async () => {}

  return {
    verifier,
    onRevoking(step) {
      clean = step
    },
    keySet,
    database,
    async revoke({ tokenId, expiresAt }) {
      await database.change(async (change) => {
        const row = { token_id: tokenId, revoked_at: new Date(clock.now()), expires_at: new Date(expiresAt) }
        await change
          .insertInto('node.revocation')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await clean(change, expiresAt)
        change.onCommit(() => verifier.revoke(tokenId, expiresAt))
      })
    },
    async close() {
      stop()
      await verifier.close()
    },
  }
}

function followOthers(database: Database<Tables>, verifier: TokenVerifier, clock: Clock, logger: Logger): () => void {
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const now = clock.now()
      const found = await revocationsSince(database.read, new Date(now - OVERLAP_MS), new Date(now))
      for (const { token_id, expires_at } of found) verifier.revoke(token_id, expires_at.getTime())
    } catch (error) {
      logger.warn({ err: error }, 'logouts in other processes cannot be read now: trying again')
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}
