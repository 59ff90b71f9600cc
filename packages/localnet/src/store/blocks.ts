import { createHash, type Hash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { NANOS_PER_SECOND } from '#protocol/time.ts'
import type { BlockTime } from './block-time.ts'
import { NO_HASH, recordStreamObject, runningHash, sha384 } from './record-files/hashes.ts'
import { fileEnd, fileItem, fileStart, transactionBytes } from './record-files/record-file.ts'

/** HIP-415: a block is the content of a record file, the transactions of two seconds. */
const PERIOD_NANOS = 2n * NANOS_PER_SECOND

const SCHEMA = `
CREATE TABLE IF NOT EXISTS block (
  number INTEGER PRIMARY KEY, consensus_start INTEGER NOT NULL, consensus_end INTEGER NOT NULL, count INTEGER NOT NULL,
  size INTEGER NOT NULL, hash BLOB NOT NULL, previous_hash BLOB NOT NULL, start_hash BLOB NOT NULL, end_hash BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS block_by_time ON block (consensus_end);
CREATE INDEX IF NOT EXISTS block_by_hash ON block (hash);
`
const AFTER = 'SELECT consensus_timestamp, bytes, record FROM transactions WHERE consensus_timestamp > ? ORDER BY 1'

/** The parts of a transaction that a record file contains. */
interface Item {
  readonly consensusTimestamp: bigint
  readonly bytes: Uint8Array
  readonly record: Uint8Array
}

/** The block that is still open for transactions. */
interface OpenBlock {
  readonly number: bigint
  readonly consensusStart: bigint
  consensusEnd: bigint
  count: number
  size: number
  readonly fileHash: Hash
  readonly startHash: Buffer
}

/**
 * Cuts the history into blocks, and keeps their hashes. The open block is not in the file: when the ledger is opened,
 * it consists of the transactions after the last block in the file.
 */
export class Blocks {
  readonly #db: DatabaseSync
  readonly #insert: StatementSync
  #open: OpenBlock | undefined
  #nextNumber = 0n
  #runningHash: Buffer = NO_HASH
  #previousHash: Buffer = NO_HASH
  /** The block of the newest transaction, which may not be written yet. */
  #newest: { readonly number: bigint; readonly start: bigint } | undefined

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec(SCHEMA)
    this.#insert = db.prepare('INSERT INTO block VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    this.#resume()
  }

  /** Forgets the blocks after a consensus time at which a block was closed. */
  rewind(at: bigint): void {
    this.#db.prepare('DELETE FROM block WHERE consensus_end > ?').run(at)
    this.#resume()
  }

  /** Continues after the last block of the file. */
  #resume(): void {
    this.#open = undefined
    const select = this.#db.prepare('SELECT * FROM block ORDER BY number DESC LIMIT 1')
    select.setReadBigInts(true)
    const last = select.get()
    this.#nextNumber = last ? (last.number as bigint) + 1n : 0n
    this.#runningHash = last ? Buffer.from(last.end_hash as Uint8Array) : NO_HASH
    this.#previousHash = last ? Buffer.from(last.hash as Uint8Array) : NO_HASH
    this.#newest = undefined
    this.#catchUp((last?.consensus_end as bigint | undefined) ?? 0n)
  }

  /** The block of a transaction. Its consensus time must not be before any earlier one. */
  blockAt(now: bigint): BlockTime {
    const { number, start } = this.#blockOf(now)
    return {
      number: Number(number),
      timestamp: Number(start / NANOS_PER_SECOND),
      hashOf: (earlier) => this.#hashOf(earlier),
    }
  }

  /** Notes a transaction that is going to be written. */
  expect(timestamp: bigint): void {
    this.#newest = this.#blockOf(timestamp)
  }

  #blockOf(timestamp: bigint): { readonly number: bigint; readonly start: bigint } {
    const newest = this.#newest
    if (!newest) return { number: this.#nextNumber, start: timestamp }
    const isSame = timestamp / PERIOD_NANOS <= newest.start / PERIOD_NANOS
    return isSame ? newest : { number: newest.number + 1n, start: timestamp }
  }

  #hashOf(number: number): Buffer | undefined {
    const row = this.#db.prepare('SELECT hash FROM block WHERE number = ?').get(number)
    return row && Buffer.from(row.hash as Uint8Array)
  }

  /** Adds a transaction that is being written, in the order of consensus times. */
  add(item: Item): void {
    const open = this.#open
    if (open && item.consensusTimestamp / PERIOD_NANOS !== open.consensusStart / PERIOD_NANOS) this.close()
    const block = this.#open ?? this.#begin(item.consensusTimestamp)
    const transaction = transactionBytes(item.bytes)
    const bytes = fileItem(item.record, transaction)
    block.fileHash.update(bytes)
    block.size += bytes.length
    block.count += 1
    block.consensusEnd = item.consensusTimestamp
    this.#runningHash = runningHash(this.#runningHash, sha384(recordStreamObject(item.record, transaction)))
  }

  /** Closes the open block, if there is one, so that readers of blocks find every transaction in one. */
  close(): void {
    const open = this.#open
    if (!open) return
    const end = fileEnd({ endHash: this.#runningHash, number: open.number })
    const hash = open.fileHash.update(end).digest()
    this.#insert.run(
      open.number,
      open.consensusStart,
      open.consensusEnd,
      open.count,
      open.size + end.length,
      hash,
      this.#previousHash,
      open.startHash,
      this.#runningHash,
    )
    this.#previousHash = hash
    this.#open = undefined
    if (this.#newest?.number === open.number) this.#newest = undefined
  }

  #begin(consensusStart: bigint): OpenBlock {
    const start = fileStart(this.#runningHash)
    this.#newest ??= { number: this.#nextNumber, start: consensusStart }
    this.#open = {
      number: this.#nextNumber++,
      consensusStart,
      consensusEnd: consensusStart,
      count: 0,
      size: start.length,
      fileHash: createHash('sha384').update(start),
      startHash: this.#runningHash,
    }
    return this.#open
  }

  #catchUp(after: bigint): void {
    const select = this.#db.prepare(AFTER)
    select.setReadBigInts(true)
    for (const row of select.iterate(after)) {
      this.add({
        consensusTimestamp: row.consensus_timestamp as bigint,
        bytes: row.bytes as Uint8Array,
        record: row.record as Uint8Array,
      })
    }
  }
}
