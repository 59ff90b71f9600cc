/** An owner ends all sessions and open logins of a wallet. */
import { type Change, type Clock, type Events, type Session, tooMany } from '@quorate/platform'
import { limits } from '../limits.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Tables } from '../store/tables.ts'
import { deleteOpenWalletLogins, insertWalletRevocation, walletRevocations } from '../store/wallet-logins.ts'
import type { Cleanup } from './cleanup.ts'
import type { LiveSessions } from './live-sessions.ts'
import { keyForOwner } from './owners.ts'
import type { Tokens } from './tokens.ts'

/** Emitted when an owner ends all of a wallet's sessions and open logins. */
export interface WalletRevoked {
  chain: string
  walletId: string
  /** The account whose session did it, and its key in raw hex. */
  by: string
  publicKey: string
  /** How many sessions and open logins were ended. */
  revoked: number
  logins: number
}

export interface SessionEvents {
  'session.wallet_revoked': WalletRevoked
}

const DAY_MS = 86_400_000
/** If a revocation is dated this many milliseconds or more after now, the clock was set back since. */
const SET_BACK_MS = 600_000

interface Deps {
  tokens: Tokens
  ledgers: Map<string, OperatedLedger>
  sessions: LiveSessions
  events: Pick<Events<SessionEvents>, 'emit'>
  clean: Cleanup
  clock: Clock
}

export function createWalletRevocations(deps: Deps) {
  return {
    /**
     * Ends all sessions of a wallet for one of its owners. Also ends its open logins: otherwise the holder of a fully
     * signed login could begin a new session immediately.
     *
     * @throws 403 WALLET_SESSION, NOT_AN_OWNER, 429 TOO_MANY_REVOCATIONS
     */
    async revoke(session: Session, walletId: string): Promise<{ revoked: number; logins: number }> {
      const { tokens, ledgers, sessions, events, clock } = deps
      await keyForOwner(ledgers, session, walletId)
      const { chain, publicKey } = session
      return tokens.database.change(async (trx) => {
        const revoked = await sessions.endAll(trx, { chain, walletId })
        await countRevocation(deps, trx, { chain, wallet: walletId, public_key: publicKey })
        const logins = await deleteOpenWalletLogins(trx, chain, walletId, new Date(clock.now()))
        const ended = { revoked, logins }
        trx.onCommit(() =>
          events.emit('session.wallet_revoked', { chain, walletId, by: session.walletId, publicKey, ...ended }),
        )
        return ended
      })
    },
  }
}

/**
 * Counts that this key ends a wallet's sessions. The database transaction must hold the wallet's lock.
 *
 * @throws 429 TOO_MANY_REVOCATIONS
 */
async function countRevocation(
  { clock, clean }: Deps,
  trx: Change<Tables>,
  by: { chain: string; wallet: string; public_key: string },
): Promise<void> {
  const now = clock.now()
  const earlier = await walletRevocations(trx, by, new Date(now), new Date(now + DAY_MS + SET_BACK_MS))
  const [oldest] = earlier
  if (oldest && earlier.length >= limits.walletRevocations.value)
    throw tooMany(
      'TOO_MANY_REVOCATIONS',
      `Your key has ended the sessions of ${by.wallet} ${earlier.length} times within 24 hours: ask another owner to end them, or change the wallet's key together, which also ends them`,
      Math.ceil((oldest.getTime() - now) / 1000),
    )
  await insertWalletRevocation(trx, by, new Date(now + DAY_MS))
  await clean(trx, now + DAY_MS)
}
