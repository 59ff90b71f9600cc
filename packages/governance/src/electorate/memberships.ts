import type { Clock, Database, Jobs } from '@quorate/platform'
import type { MembershipRecord } from '@quorate/verify/recount'
import type { Anchoring } from '../anchoring/anchoring.ts'
import type { Replay } from '../anchoring/replay.ts'
import { lastingKind } from '../jobs/lasting-jobs.ts'
import type { Dao } from '../model/dao.ts'
import type { Settings } from '../settings.ts'
import { findDao, lockDao } from '../store/daos.ts'
import { insertChange, takeChanges } from '../store/members.ts'
import type { Tables, Trx } from '../store/tables.ts'

type Change = MembershipRecord['changes'][number]

export interface Memberships {
  /**
   * Queues the member's change for the DAO's topic, to be written soon and together with others. The DAO must be
   * locked.
   */
  changed(
    trx: Trx,
    dao: Pick<Dao, 'daoId'>,
    change: { account: string; change: Change['change']; at: Date },
  ): Promise<void>
  /** Adds records of all members' changes so far, so that they come before the next record. The DAO must be locked. */
  record(trx: Trx, dao: Dao): Promise<void>
}

/**
 * The maximum number of changes in a record. Each takes about 90 bytes, so a full record takes some twenty messages.
 */
const CHANGES_IN_RECORD = 200

/** Writes members' joining and leaving on a DAO's topic: each change once, in the order of the changes. */
export function createMemberships(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  settings: Settings
  anchoring: Anchoring
  replay: Replay
}): Memberships {
  const { database, clock, settings, anchoring, replay } = deps
  const kind = lastingKind(deps, 'members.record', ({ daoId }: { daoId: string }) => daoId)
  kind.does(async ({ daoId }) => {
    const found = await findDao(database.read, daoId)
    if (found) await replay.upToDate(found)
    await database.change(async (trx) => {
      const dao = await lockDao(trx, daoId)
      if (dao) await record(trx, dao)
    })
  })

  async function record(trx: Trx, { chain, daoId }: Dao): Promise<void> {
    for (;;) {
      const taken = await takeChanges(trx, daoId, CHANGES_IN_RECORD)
      if (taken.length === 0) return
      const changes = taken.map(({ account, change, at }) => ({ account, change, changedAt: at.toISOString() }))
      await anchoring.add(trx, { quorate: 1, type: 'membership', chain, daoId, changes })
    }
  }

  return {
    record,
    async changed(trx, { daoId }, change) {
      await insertChange(trx, daoId, change)
      await kind.add(trx, { daoId }, new Date(clock.now() + settings.ANCHOR_INTERVAL))
    },
  }
}
