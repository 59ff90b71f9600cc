import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { codeNumber, type ResponseCode } from '#protocol/status-error.ts'
import type { Executed } from './executed.ts'

/**
 * The id of a transaction: `validStart` is in nanoseconds; `scheduled` and `nonce` distinguish the transactions that it
 * caused.
 */
export interface TransactionKey {
  readonly payer: number
  readonly validStart: bigint
  readonly scheduled: boolean
  readonly nonce: number
}

/** The outcome of a transaction. */
export interface Outcome {
  readonly consensusTimestamp: bigint
  /** proto.TransactionRecord */
  readonly record: Uint8Array
}

/** The maximum number of outcomes, and of their bytes, in memory; older ones are read from the file. */
const MAX_REMEMBERED = 50_000
const MAX_REMEMBERED_BYTES = 33_554_432

/**
 * Failures of a batch's transaction that its payer has not signed, or that has an id which no client may choose. They
 * do not use up the id.
 */
const NOT_THE_PAYERS = (['INVALID_PAYER_SIGNATURE', 'TRANSACTION_ID_FIELD_NOT_ALLOWED'] as ResponseCode[]).map(
  codeNumber,
)

/**
 * The same rule, as an SQL condition. A scheduled transaction without its payer's signature has no parent: its outcome
 * is kept.
 */
const IS_THE_PAYERS = `(parent IS NULL OR result NOT IN (${NOT_THE_PAYERS.join(', ')}))`

/**
 * The outcomes of transactions by id, for receipts, records and the check for duplicates. Memory holds the newest ones.
 * If memory may have forgotten some with a given valid start, the file is read.
 */
export class RecordCache {
  readonly #outcomes = new Map<string, Outcome>()
  readonly #select: StatementSync
  readonly #duplicates: StatementSync
  #bytes = 0
  /**
   * Memory holds every transaction with a later valid start than this, except transactions of batches that were refused
   * because their valid start was later than the consensus: no client needs those ids, and the file would be read for
   * all others.
   */
  #completeAfter: bigint

  /** `loadedAt`: the file's newest consensus timestamp; no valid start in the file is later. */
  constructor(db: DatabaseSync, loadedAt: bigint) {
    this.#completeAfter = loadedAt
    this.#select = db.prepare(
      `SELECT consensus_timestamp, record FROM transactions
       WHERE payer = ? AND valid_start = ? AND scheduled = ? AND nonce = ? AND ${IS_THE_PAYERS}
       ORDER BY consensus_timestamp LIMIT 1`,
    )
    this.#select.setReadBigInts(true)
    this.#duplicates = db.prepare(
      `SELECT record FROM transactions WHERE payer = ? AND valid_start = ? AND scheduled = ? AND nonce = ? AND ${IS_THE_PAYERS}
       ORDER BY consensus_timestamp LIMIT ? OFFSET 1`,
    )
  }

  /**
   * Keeps the transaction's outcome, if it is the first that uses the id up. The record is copied, because it may be a
   * piece of a buffer that holds many others.
   */
  add(executed: Executed): void {
    const { consensusTimestamp, record, parent, result } = executed
    if ((parent !== null && NOT_THE_PAYERS.includes(result)) || this.has(executed)) return
    const name = nameOf(executed)
    this.#outcomes.set(name, { consensusTimestamp, record: new Uint8Array(record) })
    this.#bytes += record.length
    while (this.#outcomes.size > MAX_REMEMBERED || this.#bytes > MAX_REMEMBERED_BYTES) this.#forgetOldest()
  }

  #delete(name: string): void {
    this.#bytes -= this.#outcomes.get(name)?.record.length ?? 0
    this.#outcomes.delete(name)
  }

  has(key: TransactionKey): boolean {
    return this.get(key) !== undefined
  }

  get(key: TransactionKey): Outcome | undefined {
    const remembered = this.#outcomes.get(nameOf(key))
    if (remembered || key.validStart > this.#completeAfter) return remembered
    const row = this.#select.get(key.payer, key.validStart, key.scheduled ? 1 : 0, key.nonce)
    if (!row) return undefined
    return { consensusTimestamp: row.consensus_timestamp as bigint, record: row.record as Uint8Array }
  }

  /** The first transactions that were refused as duplicates of this id; only batches can contain duplicates. */
  duplicates({ payer, validStart, scheduled, nonce }: TransactionKey, limit: number): Uint8Array[] {
    const rows = this.#duplicates.all(payer, validStart, scheduled ? 1 : 0, nonce, limit)
    return rows.map(({ record }) => record as Uint8Array)
  }

  /** Forgets everything after a consensus time. */
  rewind(at: bigint): void {
    for (const [name, { consensusTimestamp }] of this.#outcomes) if (consensusTimestamp > at) this.#delete(name)
  }

  #forgetOldest(): void {
    const oldest = this.#outcomes.entries().next().value
    if (oldest === undefined) return
    const [name, { consensusTimestamp }] = oldest
    this.#delete(name)
    const validStart = BigInt(name.slice(name.indexOf('@') + 1, name.indexOf('#')))
    if (validStart > this.#completeAfter && validStart <= consensusTimestamp) this.#completeAfter = validStart
  }
}

function nameOf({ payer, validStart, scheduled, nonce }: TransactionKey): string {
  return `${payer}@${validStart}#${scheduled ? 's' : ''}${nonce}`
}
