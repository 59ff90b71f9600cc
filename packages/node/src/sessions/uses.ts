/** Records when each session was last used, to the minute, so that its owner can see which sessions are in use. */
import type { Clock, Database, Logger, Session } from '@quorate/platform'
import { LRUCache } from 'lru-cache'
import { setUsedAt } from '../store/sessions.ts'
import type { Tables } from '../store/tables.ts'

const USE_MS = 60_000
const MAX_USES_REMEMBERED = 10_000

export type NoteUse = ReturnType<typeof createNoteUse>

export function createNoteUse(deps: { database: Database<Tables>; clock: Clock; log: Pick<Logger, 'warn'> }) {
  const { database, clock, log } = deps
  const used = new LRUCache<string, number>({ max: MAX_USES_REMEMBERED })
  return ({ tokenId }: Pick<Session, 'tokenId'>): void => {
    const now = clock.now()
    if (now - (used.get(tokenId) ?? Number.NEGATIVE_INFINITY) < USE_MS) return
    used.set(tokenId, now)
    void database
      .change((trx) => setUsedAt(trx, tokenId, new Date(now)))
      .catch((error) => log.warn({ err: error }, 'The use of a session could not be recorded'))
  }
}
