import { createHash, type Hash } from 'node:crypto'
import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Node, RegisteredNode, Schedule, Staking, Topic } from '#state/entities.ts'
import { type Originals, originalsOf, type Undoable } from '#state/journal.ts'
import {
  airdropKey,
  hbarAllowanceKey,
  nftKey,
  relationKey,
  type State,
  slotKey,
  tokenAllowanceKey,
} from '#state/state.ts'
import type { Table } from '#state/table.ts'
import { About } from './about.ts'
import { Blocks } from './blocks.ts'
import { EntityStore } from './entity-store.ts'
import {
  accountTable,
  airdropTable,
  contractSlotTable,
  contractTable,
  fileTable,
  hbarAllowanceTable,
  networkTable,
  nftAllowanceTable,
  nftTable,
  nodeTable,
  registeredNodeTable,
  relationTable,
  scheduleTable,
  stakingTable,
  tokenAllowanceTable,
  tokenTable,
  topicTable,
} from './entity-tables.ts'
import type { Executed } from './executed.ts'
import { defineFoldCase } from './fold-case.ts'
import { migrate } from './format.ts'
import { HistoryStore } from './history-store.ts'
import { TransactionHashes } from './transaction-hashes.ts'

/** A table of the state, and its table in the file. */
interface Pair<K, V> {
  readonly table: Table<K, V>
  readonly store: EntityStore<V>
  readonly keyOf: (entity: V) => K
}

/** The rows of each table. */
export type Copy = readonly ReadonlyMap<unknown, unknown>[]

const MAX_PREPARED = 500
const FILE = 'localnet.sqlite'

const PRAGMAS = `
PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;
PRAGMA wal_autocheckpoint = 4000; PRAGMA locking_mode = EXCLUSIVE;`

/**
 * The ledger's file: current and past versions of entities, and every transaction. {@link Store.add} collects changes;
 * {@link Store.commit} writes them in one SQL transaction, and they are durable when it returns.
 */
export class Store {
  readonly db: DatabaseSync
  readonly about: About
  readonly accounts: EntityStore<State['accounts'] extends Table<number, infer V> ? V : never>
  readonly tokens: EntityStore<State['tokens'] extends Table<number, infer V> ? V : never>
  readonly topics: EntityStore<Topic>
  readonly schedules: EntityStore<Schedule>
  readonly staking: EntityStore<Staking>
  readonly nodes: EntityStore<Node>
  readonly registeredNodes: EntityStore<RegisteredNode>
  readonly blocks: Blocks
  readonly transactionHashes: TransactionHashes
  /** A new object after each rewind: caches of the history are valid for one era. */
  era: object = {}
  readonly #state: State
  readonly #history: HistoryStore
  readonly #pairs: readonly Pair<never, never>[]
  readonly #prepared = new LRUCache<string, StatementSync>({ max: MAX_PREPARED })
  #pending: Executed[] = []
  #ended: (() => void)[] = []
  #modifiedAt = new Map<Undoable, Map<unknown, bigint>>()

  constructor(dataDir: string | undefined, state: State) {
    this.db = openFile(dataDir)
    try {
      migrate(this.db)
      this.about = new About(this.db)
      this.#state = state
      this.#history = new HistoryStore(this.db)
      this.blocks = new Blocks(this.db)
      this.transactionHashes = new TransactionHashes(this.db)
      this.accounts = new EntityStore(this.db, accountTable)
      this.tokens = new EntityStore(this.db, tokenTable)
      this.topics = new EntityStore(this.db, topicTable)
      this.staking = new EntityStore(this.db, stakingTable)
      this.nodes = new EntityStore(this.db, nodeTable)
      this.registeredNodes = new EntityStore(this.db, registeredNodeTable)
      this.schedules = new EntityStore(this.db, scheduleTable)
      this.#pairs = [
        pair(state.accounts, this.accounts, (account) => account.num),
        pair(state.tokens, this.tokens, (token) => token.num),
        pair(state.relations, new EntityStore(this.db, relationTable), (r) => relationKey(r.account, r.token)),
        pair(state.nfts, new EntityStore(this.db, nftTable), (nft) => nftKey(nft.token, nft.serial)),
        pair(state.hbarAllowances, new EntityStore(this.db, hbarAllowanceTable), (a) =>
          hbarAllowanceKey(a.owner, a.spender),
        ),
        pair(state.tokenAllowances, new EntityStore(this.db, tokenAllowanceTable), (a) =>
          tokenAllowanceKey(a.owner, a.token, a.spender),
        ),
        pair(state.nftAllowances, new EntityStore(this.db, nftAllowanceTable), (a) =>
          tokenAllowanceKey(a.owner, a.token, a.spender),
        ),
        pair(state.pendingAirdrops, new EntityStore(this.db, airdropTable), airdropKey),
        pair(state.topics, this.topics, (topic) => topic.num),
        pair(state.contracts, new EntityStore(this.db, contractTable), (contract) => contract.num),
        pair(state.contractSlots, new EntityStore(this.db, contractSlotTable), (s) => slotKey(s.contract, s.slot)),
        pair(state.files, new EntityStore(this.db, fileTable), (file) => file.num),
        pair(state.schedules, this.schedules, (schedule) => schedule.num),
        pair(state.staking, this.staking, () => 0),
        pair(state.nodes, this.nodes, (node) => node.num),
        pair(state.registeredNodes, this.registeredNodes, (node) => node.num),
        pair(state.network, new EntityStore(this.db, networkTable), () => 0),
      ]
    } catch (error) {
      // An open file would stay locked.
      this.db.close()
      throw error
    }
  }

  /** Reads the state. The time this takes depends on the number of entities, not on the history. */
  load(): void {
    for (const pair of this.#pairs) loadPair(pair)
  }

  /** The newest consensus timestamp in the file, 0 if it is new. */
  lastTimestamp(): bigint {
    const select = this.db.prepare('SELECT max(consensus_timestamp) AS last FROM transactions')
    select.setReadBigInts(true)
    return (select.get()?.last as bigint | null) ?? 0n
  }

  /** The newest proto.TransactionRecord in the file, empty if it is new. */
  lastRecord(): Uint8Array {
    const select = this.db.prepare('SELECT record FROM transactions ORDER BY consensus_timestamp DESC LIMIT 1')
    return (select.get()?.record as Uint8Array | undefined) ?? new Uint8Array()
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0
  }

  /**
   * Collects a transaction and the versions that it ended. `originals` are the rows that it changed, as they were
   * before.
   */
  add(executed: Executed, originals: Originals): void {
    this.#pending.push(executed)
    this.blocks.expect(executed.consensusTimestamp)
    for (const pair of this.#pairs) this.#endVersions(pair, originals, executed.consensusTimestamp)
  }

  /** Writes and returns what was collected. */
  commit(): readonly Executed[] {
    const originals = originalsOf(this.#state.journal.since(0))
    const last = this.#pending.at(-1)?.consensusTimestamp ?? 0n
    this.db.exec('BEGIN IMMEDIATE')
    for (const executed of this.#pending) {
      this.#history.append(executed)
      this.blocks.add(executed)
    }
    for (const end of this.#ended) end()
    for (const pair of this.#pairs) this.#write(pair, originals, last)
    this.db.exec('COMMIT')
    this.#state.journal.clear()
    const written = this.#pending
    this.#pending = []
    this.#ended = []
    this.#modifiedAt = new Map()
    return written
  }

  /** A copy of all current entities. */
  copy(): Copy {
    return this.#pairs.map(({ table }) => (table as unknown as Table<unknown, unknown>).copy())
  }

  /** SHA-384 of all current entities in hex; it does not depend on the order of their creation. */
  stateHash(): string {
    const hash = createHash('sha384')
    for (const pair of this.#pairs) hashRows(hash, pair)
    return hash.digest('hex')
  }

  /**
   * Resets the state and the file to the consensus time `at`, when `copy` was made and everything was on disk.
   * `givesIdsOnce` keeps the number of the next entity, so that no id is used twice.
   */
  rewind(copy: Copy, at: bigint, givesIdsOnce = false): void {
    const { network } = this.#state
    const next = network.get(0)
    for (const [i, { table }] of this.#pairs.entries()) table.reset(copy[i] as ReadonlyMap<never, never>)
    if (givesIdsOnce && next) network.put(0, next)
    const originals = originalsOf(this.#state.journal.since(0))
    this.db.exec('BEGIN IMMEDIATE')
    for (const pair of this.#pairs) this.#rewindPair(pair, originals, at)
    this.#history.rewind(at)
    this.transactionHashes.rewind(at)
    this.blocks.rewind(at)
    this.db.exec('COMMIT')
    this.#state.journal.clear()
    this.era = {}
  }

  #rewindPair<K, V>({ table, store }: Pair<K, V>, originals: Originals, at: bigint): void {
    for (const [, newer, row] of table.changed(originals)) store.rewindRow(row, newer, at)
    store.rewindHistory(at)
  }

  /** Called after a failed commit: leaves the file as it was before. */
  giveUp(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK')
  }

  /** A statement for reading, from a cache. */
  prepared(sql: string): StatementSync {
    const known = this.#prepared.get(sql)
    if (known) return known
    const made = this.db.prepare(sql)
    made.setReadBigInts(true)
    this.#prepared.set(sql, made)
    return made
  }

  /**
   * Copies the file, as it is after the last commit, into a folder. The call blocks meanwhile.
   *
   * @throws Error if the ledger has no file, or the folder already has one
   */
  copyTo(folder: string): void {
    const file = this.db.location()
    if (file === null) throw new Error('A ledger in memory has no file to copy')
    // Moves everything from SQLite's write-ahead log into the file, so that the file alone is the ledger.
    this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    mkdirSync(folder, { recursive: true })
    copyFileSync(file, join(folder, FILE), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  }

  close(): void {
    this.db.close()
  }

  #endVersions<K, V>({ table, store }: Pair<K, V>, originals: Originals, at: bigint): void {
    if (!store.keepsHistory || !originals.has(table)) return
    for (const [key, before, after] of table.changed(originals)) {
      if (before !== undefined && after !== undefined && !store.differs(before, after)) continue
      this.#modified(table).set(key, at)
      if (before !== undefined) this.#ended.push(() => store.archive(before, at))
    }
  }

  #modified(table: Undoable): Map<unknown, bigint> {
    const known = this.#modifiedAt.get(table) ?? new Map<unknown, bigint>()
    this.#modifiedAt.set(table, known)
    return known
  }

  #write<K, V>({ table, store }: Pair<K, V>, originals: Originals, last: bigint): void {
    if (!originals.has(table)) return
    const modifiedAt = this.#modifiedAt.get(table)
    for (const [key, before, after] of table.changed(originals)) store.write(before, after, last, modifiedAt?.get(key))
  }
}

/** Opens the file and locks it for this process: two ledgers in one file would contradict each other. */
function openFile(dataDir: string | undefined): DatabaseSync {
  const db = dataDir ? openOnDisk(dataDir) : new DatabaseSync(':memory:')
  defineFoldCase(db)
  return db
}

function openOnDisk(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, FILE))
  try {
    db.exec(PRAGMAS)
    db.exec('BEGIN IMMEDIATE; COMMIT')
  } catch (cause) {
    db.close()
    throw new Error(
      `The ledger in ${dataDir} is in use by another process or localnet: stop it, or take another folder`,
      { cause },
    )
  }
  return db
}

function pair<K, V>(table: Table<K, V>, store: EntityStore<V>, keyOf: (entity: V) => K): Pair<never, never> {
  return { table, store, keyOf } as unknown as Pair<never, never>
}

function loadPair<K, V>({ table, store, keyOf }: Pair<K, V>): void {
  for (const entity of store.load()) table.load(keyOf(entity), entity)
}

function hashRows<K, V>(hash: Hash, { table, store }: Pair<K, V>): void {
  const rows = Array.from(table.values(), (entity) => store.text(entity)).sort()
  hash.update(`${table.name} ${rows.length}\n`)
  for (const row of rows) hash.update(`${row.length} ${row}\n`)
}
