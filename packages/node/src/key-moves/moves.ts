/**
 * Moves entities from the network's earlier keys to the current one. Each move is a write of this node's operator,
 * which the members sign like any other. Jobs make the moves, so they continue after a restart.
 */
import { operations } from '@quorate/ledger/operations'
import { ApiError, type Clock, createSemaphore, type Jobs, type Logger, type Semaphore } from '@quorate/platform'
import type { OperatedLedger } from '../operated-ledger.ts'
import {
  type Bound,
  countMoves,
  type MoveRow,
  type MoveState,
  moveOf,
  movesOf,
  openMovesAfter,
  putMove,
} from '../store/key-moves.ts'
import type { Writes } from '../writes/write.ts'
import { boundEntities, type EntitiesDeps, neededOf } from './entities.ts'

/** How soon a failed move is tried again, and how soon an entity that only its owner can move is checked again. */
const RETRY_MS = 60_000
const LOOK_MS = 3_600_000
const PAGE = 100

export interface MovesDeps extends EntitiesDeps {
  jobs: Jobs
  clock: Clock
  ledgers: ReadonlyMap<string, OperatedLedger>
  writes: Pick<Writes, 'write'>
  log: Pick<Logger, 'warn'>
}

export interface MovesOut {
  moved: number
  left: number
  entities: MoveRow[]
}

export type Moves = ReturnType<typeof createMoves>

export function createMoves(given: MovesDeps) {
  const deps = { ...given, oneAtATime: createSemaphore(1) }
  const { database, jobs, clock, ledger } = deps
  const { chain } = ledger
  const finding = jobs.define<object>('node.find_moves', async () => {
    await find(deps)
    const { left } = await countMoves(database.read, chain)
    if (left > 0 || hasEarlier(deps)) await start(finding, LOOK_MS)
  })
  const moving = jobs.define<object>('node.move_keys', async () => {
    await find(deps)
    const isOwners = await moveAll(deps)
    const { left } = await countMoves(database.read, chain)
    if (left > 0) await start(moving, isOwners ? LOOK_MS : RETRY_MS)
  })
  const start = (kind: typeof moving, inMs: number) => {
    const startAfter = new Date(clock.now() + inMs)
    return database.change((trx) => jobs.create(trx, kind, {}, { startAfter, singletonKey: chain }))
  }
  return {
    /** Lists what has to move, at intervals, while there is an earlier key. */
    async look(): Promise<void> {
      if (hasEarlier(deps)) await start(finding, 0)
    },
    /** Starts the job that moves all entities, one after the other. */
    begin: () => database.change((trx) => jobs.createAndRun(trx, moving, {}, { singletonKey: chain })),
    /** Lists what has to move, immediately. */
    find: () => find(deps),
    /** How many entities have moved and how many are left, with up to 100 of the entities, unmoved ones first. */
    async progress(): Promise<MovesOut> {
      const counts = await countMoves(database.read, chain)
      return { ...counts, entities: await movesOf(database.read, chain, PAGE) }
    },
  }
}

interface MovingDeps extends MovesDeps {
  /** Admits one job at a time, so that no two jobs read, store or move an entity at the same time. */
  oneAtATime: Semaphore
}

const earlierKeys = ({ networkKeys, ledger }: MovesDeps) => networkKeys(ledger).slice(1)
const hasEarlier = (deps: MovesDeps): boolean => earlierKeys(deps).length > 0

const put = ({ database, ledger, clock }: MovesDeps, row: MoveRow) =>
  database.change((trx) => putMove(trx, ledger.chain, row, new Date(clock.now())))

/** Checks each entity and stores whether it still needs an earlier key. */
async function find(deps: MovingDeps): Promise<void> {
  for await (const bound of boundEntities(deps)) await deps.oneAtATime(() => look(deps, bound))
}

async function look(deps: MovesDeps, bound: Bound): Promise<void> {
  const before = await moveOf(deps.database.read, deps.ledger.chain, bound.entity)
  const isNeeded = (await neededOf(deps.ledger, bound, earlierKeys(deps))).length > 0
  if (isNeeded && (!before || before.state === 'MOVED')) await put(deps, { ...bound, state: 'WAITING', reason: null })
  if (!isNeeded && before && before.state !== 'MOVED') await put(deps, { ...bound, state: 'MOVED', reason: null })
}

/** Tries to move each remaining entity. Returns true if those that then remain can only be moved by their owners. */
async function moveAll(deps: MovingDeps): Promise<boolean> {
  let isOwners = true
  for (let after = ''; ; ) {
    const page = await openMovesAfter(deps.database.read, deps.ledger.chain, after, PAGE)
    for (const { kind, entity } of page) {
      const state = await deps.oneAtATime(() => move(deps, { kind, entity }))
      if (state === 'FAILED' || state === 'WAITING') isOwners = false
    }
    const last = page.at(-1)
    if (!last) return isOwners
    after = last.entity
  }
}

async function move(deps: MovesDeps, bound: Bound): Promise<MoveState> {
  const { state, reason } = await moved(deps, bound)
  await put(deps, { ...bound, state, reason })
  return state
}

/** Moves an entity unless it has moved already. Returns the resulting state. */
async function moved({ ledger, writes, log }: MovesDeps, bound: Bound): Promise<Pick<MoveRow, 'state' | 'reason'>> {
  const { kind, entity } = bound
  const operation = operations.find(({ name }) => name === `move/${kind}`)
  if (!operation) throw new Error(`there is no operation that moves a ${kind}`)
  const [param = ''] = Object.keys(operation.params.properties)
  const { accountId: walletId } = ledger.operator
  const session = { walletId, chain: ledger.chain, role: 'operator' } as const
  try {
    const answer = await writes.write({ operation, params: { [param]: entity }, body: {}, session })
    if (answer.status === 'SUCCESS') return { state: 'MOVED', reason: null }
    return { state: 'WAITING', reason: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'NOTHING_TO_MOVE') return { state: 'MOVED', reason: null }
    const isOwners = error.code === 'INVALID_SIGNATURE'
    if (!isOwners) log.warn({ err: error }, `the ${kind} ${entity} is not moved to the current network key yet`)
    return { state: isOwners ? 'OWNER_NEEDED' : 'FAILED', reason: error.message.slice(0, 500) }
  }
}
