/**
 * Transactions that may create entities under the network's key. They are stored before the bytes leave the node,
 * because a wallet may submit the bytes elsewhere. Without them, nobody could list the entities that must move to a new
 * key.
 */
import type { EntityKind } from '@quorate/ledger/operations'
import { type Change, type Clock, type Database, type Jobs, mapInBatches } from '@quorate/platform'
import type { FrozenWrite } from '../model/frozen-write.ts'
import { decodeBody } from '../model/transaction-body.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { creationsOf, deleteCreation, insertCreation } from '../store/key-moves.ts'
import type { Tables } from '../store/tables.ts'
import type { Bindings } from '../validators/bindings.ts'

const KINDS: Readonly<Record<string, EntityKind>> = {
  cryptoCreateAccount: 'account',
  consensusCreateTopic: 'topic',
  tokenCreation: 'token',
}
/** How long after its window an executed transaction may be missing on the mirror, in milliseconds. */
const SETTLED_MS = 120_000

export type Creations = ReturnType<typeof createCreations>

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  bindings: Bindings
  ledgers: ReadonlyMap<string, OperatedLedger>
}

export function createCreations(deps: Deps) {
  const { database, jobs, clock, ledgers } = deps
  const kind = jobs.define<{ chain: string }>('node.creations', async ({ chain }) => {
    const ledger = ledgers.get(chain)
    if (ledger) await lookUp(deps, ledger)
    const last = (await creationsOf(database.read, chain)).at(-1)
    if (last) await database.change((trx) => later(trx, chain, last.expires_at.getTime()))
  })
  const later = (trx: Change<Tables>, chain: string, expiresAt: number) => {
    const startAfter = new Date(Math.max(expiresAt, clock.now()) + SETTLED_MS)
    return jobs.create(trx, kind, { chain }, { startAfter, singletonKey: chain })
  }
  return {
    /** Records that these bodies may create an entity. Its binding is read from the ledger later. */
    async note({ chain }: OperatedLedger, { transactionId, bodies, expiresAt }: FrozenWrite): Promise<void> {
      const created = KINDS[decodeBody(bodies[0] ?? new Uint8Array()).data ?? '']
      if (!created) return
      const row = { chain, transaction_id: transactionId, kind: created, expires_at: new Date(expiresAt) }
      await database.change(async (trx) => {
        await insertCreation(trx, row)
        await later(trx, chain, expiresAt)
      })
    },
    /** Reads the bindings of the entities that were created. */
    lookUp: (ledger: OperatedLedger): Promise<void> => lookUp(deps, ledger),
  }
}

/**
 * Looks up the oldest creations, each once. Deletes those that the mirror would show by now if they had been executed.
 */
async function lookUp({ database, clock, bindings }: Deps, ledger: OperatedLedger): Promise<void> {
  const { chain, mirror } = ledger
  const isOver = (at: Date): boolean => at.getTime() + SETTLED_MS <= clock.now()
  const rows = await creationsOf(database.read, chain)
  await mapInBatches(rows, async ({ transaction_id: id, kind, expires_at: expiresAt }) => {
    const entity = (await mirror.executed(id))?.entity_id
    const binding = entity ? await bindings.of(ledger, kind, entity) : undefined
    if (binding || isOver(expiresAt)) await database.change((trx) => deleteCreation(trx, chain, id))
  })
}
