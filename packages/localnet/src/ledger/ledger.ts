import { hash } from 'node:crypto'
import { limits } from '#limits.ts'
import type { Envelope } from '#protocol/envelope.ts'
import { firstAccountOf, NODE_ID } from '#protocol/nodes.ts'
import { codeName, type ResponseCode } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import { executeAtExpiry } from '#services/schedule/expiry.ts'
import { endPeriod, isIdle, shareOutFees } from '#staking/end-of-period.ts'
import { PERIODS_STORED } from '#staking/limits.ts'
import { periodAt, startOf } from '#staking/periods.ts'
import type { Originals } from '#state/journal.ts'
import { RecentChanges } from '#state/recent-changes.ts'
import { State } from '#state/state.ts'
import type { BlockTime } from '#store/block-time.ts'
import type { Executed } from '#store/executed.ts'
import { RecordCache } from '#store/record-cache.ts'
import { type Copy, Store } from '#store/store.ts'
import type { Admitted, Dispatch, DispatchedTransaction, Handled } from '#transaction/definition.ts'
import { HighVolumeThrottles } from '#transaction/high-volume.ts'
import { PresetIds } from '#transaction/preset-ids.ts'
import { inOrder, recordOf } from '#transaction/record.ts'
import { Alarm } from './alarm.ts'
import { type Clock, ConsensusClock } from './clock.ts'
import { createDispatch } from './dispatch.ts'
import { eachFollowing } from './following.ts'
import { genesis, ownNode } from './genesis.ts'
import { codeOf, handle, logFault } from './handle.ts'
import { precheck } from './precheck.ts'

/** A snapshot: the state, and everything else that the ledger needs to continue from there. */
interface Snapshot {
  readonly copy: Copy
  readonly last: bigint
  readonly offset: bigint
  /** By the clock that is never moved. */
  readonly takenAt: bigint
  readonly record: Uint8Array
}

/** A snapshot's times in nanoseconds: when it was taken, and how far the clock was moved then. */
export interface KeptSnapshot {
  readonly id: number
  readonly takenAt: bigint
  readonly offset: bigint
}

const unknownSnapshot = (id: number): Error =>
  new Error(`The snapshot ${id} does not exist: pass an id that snapshot() returned`)

/** Called with the transactions of each commit, once they are on disk. */
type CommitListener = (written: readonly Executed[]) => void

/**
 * The ledger: admits transactions, handles each at its consensus time, and writes them in groups. Everything runs on
 * one thread, so a transaction is handled as soon as it is admitted; its answer waits in `settled` until it is on disk.
 */
export class Ledger {
  readonly state = new State()
  readonly store: Store
  readonly clock: ConsensusClock
  readonly recordCache: RecordCache
  readonly highVolume = new HighVolumeThrottles()
  readonly recent = new RecentChanges(limits.maxRecentChanges.value)
  /** `host:port` at which each of the ledger's own nodes listens, by id; empty before they do. */
  addresses: readonly string[] = []
  readonly presets = new PresetIds()
  readonly dispatch: Dispatch = createDispatch(this)
  readonly #alarm: Alarm
  readonly #listeners = new Set<CommitListener>()
  #lastRecord: Uint8Array
  #seed: Uint8Array
  #randao: Buffer | undefined
  #isRandaoUsed = false
  readonly #snapshots = new Map<number, Snapshot>()
  #nextSnapshot = 0
  /** The consensus time in nanoseconds at which the staking period ends; it may be too early, but never too late. */
  #periodEnd = 0n
  #waiting: (() => void)[] = []
  #failure: Error | undefined
  #isCommitDue = false
  readonly #givesIdsOnce: boolean

  /**
   * @param givesIdsOnce Whether entities created after a restore get new ids instead of the ids that the restore
   * removed.
   */
  constructor(dataDir: string | undefined, clock: Clock, givesIdsOnce = false) {
    this.#givesIdsOnce = givesIdsOnce
    this.store = new Store(dataDir, this.state)
    this.store.load()
    const last = this.store.lastTimestamp()
    this.clock = new ConsensusClock(clock, last)
    this.recordCache = new RecordCache(this.store.db, last)
    this.#lastRecord = this.store.lastRecord()
    this.#seed = this.#lastRecord
    this.#alarm = new Alarm(this.clock, () => this.elapse())
    if (this.state.nodes.size === 0) this.#begin()
    this.elapse()
  }

  /** Set once the ledger is closed or its file could not be written. From then on every call fails. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /**
   * Admits a transaction at a node, and handles it. Returns OK, or the code of the refusal. The result is final once
   * {@link settled}.
   */
  submit(envelope: Envelope, node = NODE_ID): ResponseCode {
    if (this.#failure) return 'PLATFORM_NOT_ACTIVE'
    try {
      this.elapse()
      this.execute(precheck(envelope, this, node))
      return 'OK'
    } catch (error) {
      return codeOf(error)
    } finally {
      this.#commitSoon()
    }
  }

  /** Handles a transaction that the precheck admitted. */
  execute(admitted: Admitted): void {
    this.#run({ admitted, parent: null }, this.#start())
  }

  /**
   * Handles a transaction that nobody signed, for a development method; `make` gets its consensus time. Returns the
   * response code, which is final once {@link settled}.
   *
   * @throws Error if the ledger has failed or is closed
   */
  develop(make: (now: bigint) => DispatchedTransaction): ResponseCode {
    if (this.#failure) throw this.#failure
    this.elapse()
    const now = this.#start()
    const { receipt } = this.#run(make(now), now)
    return codeName(receipt.status ?? 0) as ResponseCode
  }

  /** Handles a transaction, and then those that it contains or causes, each at a separate consensus time. */
  #run(transaction: DispatchedTransaction, now: bigint, savepoint?: number): Handled {
    this.presets.begin(transaction.admitted.body.transactionID)
    const handled = this.#handle(transaction, now, savepoint)
    eachFollowing(handled, (next) => this.#orLog(() => this.#handle(next, this.clock.following())))
    this.#commitSoon()
    this.#alarm.set(this.state.scheduleIndex.nextExpiry)
    return handled
  }

  /** Handles and records one transaction. If handling throws, its changes are rolled back and nothing is recorded. */
  #handle(transaction: DispatchedTransaction, now: bigint, savepoint = this.state.journal.savepoint()): Handled {
    const { state } = this
    const { handled, originals, executed } = this.#whole(savepoint, () => {
      const { handled, originals } = handle(transaction, state, now, this.dispatch, savepoint)
      return { handled, originals, executed: recordOf(transaction, handled, state, originals, now) }
    })
    this.#record(handled, originals, executed)
    return handled
  }

  /**
   * Records a transaction. If that fails halfway, a commit might write only part of it, so the ledger then writes and
   * answers nothing any more.
   */
  #record({ preceding, rerun }: Handled, originals: Originals, executed: Executed): void {
    try {
      this.recent.add(executed.consensusTimestamp, originals, this.state.files, rerun)
      for (const child of preceding) this.recordCache.add(child)
      this.recordCache.add(executed)
      for (const part of inOrder(executed, preceding, this.state)) {
        this.store.add(part, part.consensusTimestamp === executed.consensusTimestamp ? originals : NONE)
        // Both a child that follows and a ledger that is opened again continue from this record.
        this.#lastRecord = part.record
      }
    } catch (error) {
      this.#fail('A transaction could not be recorded; restart the ledger', error)
      throw error
    }
  }

  /** Runs work; if it throws, rolls back the changes since the savepoint. */
  #whole<T>(savepoint: number, work: () => T): T {
    try {
      return work()
    } catch (error) {
      this.state.journal.rollback(savepoint)
      throw error
    }
  }

  /**
   * Runs work that no client requested, such as a due schedule or a listener. If it throws, logs the error, so that the
   * clock and clients' transactions carry on.
   */
  #orLog<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      logFault(error)
      return undefined
    }
  }

  /** The block of a transaction. Its consensus time must not be before any earlier one. */
  blockAt(now: bigint): BlockTime {
    return this.store.blocks.blockAt(now)
  }

  /**
   * The hash of the record before the current transaction. All transactions that this one contains or causes get the
   * same hash, so that a batch ends as in its rehearsal. The hash begins with the bytes of {@link setRandao}, if set.
   */
  entropy(): Buffer {
    this.#isRandaoUsed = this.#randao !== undefined
    return withStart(hash('sha384', this.#seed, 'buffer'), this.#randao)
  }

  /** The entropy for a simulated call: the bytes that were set, or else bytes that no transaction gets. */
  sampleEntropy(): Buffer {
    const random = hash('sha384', hash('sha384', this.#lastRecord, 'buffer'), 'buffer')
    return withStart(random, this.#isRandaoUsed ? undefined : this.#randao)
  }

  /** Sets the 32 bytes that the next transaction with randomness gets as PREVRANDAO: for a development method. */
  setRandao(bytes: Buffer | undefined): void {
    this.#randao = bytes
    this.#isRandaoUsed = false
  }

  /** The consensus time of a top-level transaction, which no other one contains or causes. */
  #start(): bigint {
    if (this.#isRandaoUsed) this.setRandao(undefined)
    this.#seed = this.#lastRecord
    return this.clock.next()
  }

  /**
   * Ends the staking periods that are over, and executes the schedules that are due. Failures are logged and skipped.
   */
  elapse(): void {
    if (this.#failure) return
    if (this.clock.now() >= this.#periodEnd) this.#orLog(() => this.#endPeriods())
    this.#executeDue()
  }

  #endPeriods(): void {
    const { state, clock } = this
    const current = periodAt(clock.now())
    // A period that cannot be ended is tried again when the next one ends.
    this.#periodEnd = startOf(current + 1n) * NANOS_PER_SECOND
    const { period } = state.stakingNow()
    const first = isIdle(state.stakingNow()) || current - period > BigInt(PERIODS_STORED) ? current : period + 1n
    for (let next = first; next <= current && period < current; next++) {
      const fees = shareOutFees(state, clock.now())
      if (fees) this.#run(fees, this.#start())
      this.#run(endPeriod(state, clock.now(), next), this.#start())
    }
  }

  #executeDue(): void {
    const { state, clock } = this
    if (state.scheduleIndex.nextExpiry === undefined) return
    const second = clock.now() / NANOS_PER_SECOND
    for (const num of state.scheduleIndex.takeDue(second)) this.#orLog(() => this.#executeSchedule(num))
    // Rollbacks put failed schedules back into the index. They are removed here, because they would fail each time.
    state.scheduleIndex.takeDue(second)
    this.#alarm.set(state.scheduleIndex.nextExpiry)
  }

  #executeSchedule(num: number): void {
    const { state } = this
    const savepoint = state.journal.savepoint()
    const now = this.#start()
    const transaction = this.#whole(savepoint, () => executeAtExpiry(num, state, now, this.dispatch))
    if (transaction) this.#run(transaction, now, savepoint)
  }

  /**
   * Moves the clock ahead, and stops at each expiry of a schedule on the way, so that due schedules are executed at
   * their time. Everything that becomes due is on disk when this returns.
   */
  advance(nanos: bigint): void {
    const target = this.clock.offset + nanos
    for (let expiry = this.state.scheduleIndex.nextExpiry; expiry !== undefined && !this.#failure; ) {
      const left = expiry * NANOS_PER_SECOND - this.clock.now()
      if (left > target - this.clock.offset) break
      if (left > 0n) this.clock.advance(left)
      this.elapse()
      expiry = this.state.scheduleIndex.nextExpiry
    }
    this.clock.advance(target - this.clock.offset)
    this.elapse()
    this.commit()
    for (const listener of this.#listeners) listener([])
  }

  /** Takes a snapshot of the state; returns the number that {@link restore} takes. */
  snapshot(): number {
    if (this.#snapshots.size >= limits.maxSnapshots.value)
      throw new Error(
        `There are ${this.#snapshots.size} snapshots: drop one, or restore an earlier one, which drops the later ones`,
      )
    this.commit()
    this.store.blocks.close()
    const { last, offset, unmoved } = this.clock
    const taken = { copy: this.store.copy(), last, offset, takenAt: unmoved, record: this.#lastRecord }
    this.#snapshots.set(this.#nextSnapshot, taken)
    return this.#nextSnapshot++
  }

  /** The snapshots that are kept, oldest first. */
  get snapshots(): KeptSnapshot[] {
    return [...this.#snapshots].map(([id, { offset, takenAt }]) => ({ id, takenAt, offset }))
  }

  /** Drops a snapshot; the others stay, with their numbers. */
  dropSnapshot(id: number): void {
    if (!this.#snapshots.delete(id)) throw unknownSnapshot(id)
  }

  /** Restores state, history and clock of a snapshot: everything that happened since is undone. */
  restore(id: number): void {
    const snapshot = this.#snapshots.get(id)
    if (!snapshot) throw unknownSnapshot(id)
    if (this.#failure) throw this.#failure
    this.commit()
    this.store.rewind(snapshot.copy, snapshot.last, this.#givesIdsOnce)
    this.recent.clear()
    this.recordCache.rewind(snapshot.last)
    this.clock.rewind(snapshot.last, snapshot.offset)
    this.#lastRecord = snapshot.record
    this.setRandao(undefined)
    this.#periodEnd = 0n
    for (const later of this.#snapshots.keys()) if (later > id) this.#snapshots.delete(later)
    this.#nextSnapshot = id + 1
    this.elapse()
  }

  /** Calls back once everything handled so far is on disk; immediately if it already is. */
  settled(callback: () => void): void {
    if (this.store.isEmpty || this.#failure) callback()
    else this.#waiting.push(callback)
  }

  /** Calls the listener after each commit. Returns a function that removes the listener. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Commits at the end of this turn of the event loop. Waiting for further events would delay the answers. */
  #commitSoon(): void {
    if (this.#isCommitDue || this.store.isEmpty) return
    this.#isCommitDue = true
    setImmediate(() => {
      this.#isCommitDue = false
      this.commit()
    })
  }

  /** Writes what was handled since the last commit, and calls the waiting callbacks. */
  commit(): void {
    if (this.store.isEmpty || this.#failure) return
    let written: readonly Executed[] = []
    try {
      written = this.store.commit()
    } catch (error) {
      this.#fail(`The ledger's file could not be written: fix the cause, then restart the ledger`, error)
    }
    this.#answerAll(written)
  }

  /** Nothing is written or answered from now on. */
  #fail(message: string, cause: unknown): void {
    this.#failure = new Error(message, { cause })
    process.emitWarning(`${message}: ${cause instanceof Error ? cause.message : cause}`, 'LocalnetFailure')
    this.#answerAll([])
  }

  #answerAll(written: readonly Executed[]): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const answer of waiting) this.#orLog(answer)
    for (const listener of this.#listeners) this.#orLog(() => listener(written))
  }

  /** Writes what was handled, and copies the ledger's file into a folder. */
  copyTo(folder: string): void {
    if (this.#failure) throw this.#failure
    this.commit()
    this.store.copyTo(folder)
  }

  /** A number for what is on disk. It is one higher than at the last call if anything was written since. */
  mark(): number {
    if (this.#failure) throw this.#failure
    this.commit()
    return this.store.about.mark(this.store.lastTimestamp())
  }

  close(): void {
    this.#alarm.stop()
    this.commit()
    this.#failure ??= new Error('The ledger is closed')
    this.store.close()
  }

  #begin(): void {
    const now = this.clock.next()
    if (this.state.accounts.size === 0) genesis(this.state, now)
    else ownNode(this.state, NODE_ID, now)
    this.store.commit()
  }

  /**
   * Adds nodes until the ledger has `count` of them.
   *
   * @throws Error if a new node's id or account is taken
   */
  addNodes(count: number): void {
    const { state } = this
    if (state.nodes.size >= count) return
    for (let node = state.nodes.size; node < count; node++) {
      const isTaken = [...state.nodes.values()].some(({ account }) => account === firstAccountOf(node))
      if (isTaken || state.nextNodeId() !== node)
        throw new Error(`Node ${node} cannot be added to this ledger: its id or its account is already taken`)
      ownNode(state, node, this.clock.next())
    }
    this.store.commit()
  }
}

const NONE: Originals = new Map()

const withStart = (bytes: Buffer, start: Buffer | undefined): Buffer =>
  start ? Buffer.concat([start, bytes.subarray(start.length)]) : bytes
