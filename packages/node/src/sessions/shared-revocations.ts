import type { DatabaseServer, Logger, TokenVerifier } from '@quorate/platform'
import { SHARED_REVOCATIONS } from '../store/revocations.ts'

/**
 * How often a process reads revocations by other processes on its database: a logout must take effect everywhere within
 * a second.
 */
const POLL_INTERVAL_MS = 400
/** Each poll reads this period again, because a revocation may be committed later than its timestamp. */
const OVERLAP_MS = 60_000

const UNDEFINED_TABLE = '42P01'

export interface SharedRevocationsOptions {
  server: DatabaseServer
  verifier: TokenVerifier
  /** Revocations from this time on, by the database's clock. */
  since: Date
  logger: Pick<Logger, 'warn'>
}

/**
 * Applies the revocations that nodes write into the shared database, until the returned function is called. It runs no
 * migrations, since the nodes may have another version. If the database has no node's tables, nothing is revoked.
 */
export function followSharedRevocations({ server, verifier, since, logger }: SharedRevocationsOptions): () => void {
  let isLooking = false
  let seenUntil = since.getTime()
  const look = async () => {
    const session = await server.connections.session()
    try {
      const { rows } = await session.query(SHARED_REVOCATIONS, [new Date(Math.max(0, seenUntil - OVERLAP_MS))])
      const { at, found } = rows[0] as { at: Date; found: [tokenId: string, expiresAt: number][] }
      for (const [tokenId, expiresAt] of found) verifier.revoke(tokenId, expiresAt)
      seenUntil = at.getTime()
    } finally {
      session.release()
    }
  }
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await look().catch((error) => {
      if (error.code !== UNDEFINED_TABLE)
        logger.warn({ err: error }, 'logouts in other processes cannot be read now: trying again')
    })
    isLooking = false
  }, POLL_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}
