/** What stands on the node's topic and the database lacks, because it was lost or is an older copy. */
import type { Change, Database } from '@quorate/platform'
import type { NodeTopic } from './node-topic.ts'
import { oncePerChain } from './once-per-chain.ts'
import type { OperatedLedger } from './service.ts'
import type { Tables } from './store.ts'

/** Takes a record up, if it is of its kind and says something new. */
export type KeepRecord = (change: Change<Tables>, chain: string, record: unknown) => Promise<void>

/** Reads it back, once in a process and before anything is co-signed. */
export type Restore = (ledger: OperatedLedger) => Promise<void>

/** Records in one change. */
const AT_ONCE = 500

export function createRestore(deps: {
  database: Database<Tables>
  topic: NodeTopic
  keep: readonly KeepRecord[]
}): Restore {
  const { database, topic, keep } = deps
  return oncePerChain(async (ledger) => {
    const { chain } = ledger
    await topic.id(ledger)
    const row = await database.read
      .selectFrom('node.topic')
      .select('read_to')
      .where('chain', '=', chain)
      .executeTakeFirst()
    let readTo = row?.read_to ?? null
    const take = (records: unknown[]) =>
      database.change(async (change) => {
        for (const record of records) for (const one of keep) await one(change, chain, record)
        await change.updateTable('node.topic').set({ read_to: readTo }).where('chain', '=', chain).execute()
      })
    let records: unknown[] = []
    for await (const { consensusTimestamp, record } of topic.records(ledger, readTo)) {
      records.push(record)
      readTo = consensusTimestamp
      if (records.length < AT_ONCE) continue
      await take(records)
      records = []
    }
    await take(records)
  })
}
