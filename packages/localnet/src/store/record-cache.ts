import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Names a transaction: nanoseconds of its valid start; scheduled and nonce tell apart what it caused. */
export interface TransactionKey {
  readonly payer: number
  readonly validStart: bigint
  readonly scheduled: boolean
  readonly nonce: number
}

/** What became of a transaction. */
export interface Outcome {
  readonly consensusTimestamp: bigint
  /** proto.TransactionRecord */
  readonly record: Uint8Array
}

/** So many, and of so many bytes, are answered from memory; older ones from the file. */
const MAX_REMEMBERED = 50_000
const MAX_REMEMBERED_BYTES = 33_554_432

/**
 * The outcomes of transactions by id, for receipts, records and refusing duplicates. Memory holds the newest; who asks for
 * a valid start at which memory may have forgotten something is answered from the file.
 */
export class RecordCache {
  readonly #outcomes = new Map<string, Outcome>()
  readonly #select: StatementSync
  readonly #duplicates: StatementSync
  #bytes = 0
  /** Memory knows every transaction with a later valid start. */
  #completeAfter: bigint

  /** `loadedAt`: the file's newest consensus timestamp, which no valid start in the file is after. */
  constructor(db: DatabaseSync, loadedAt: bigint) {
    this.#completeAfter = loadedAt
    this.#select = db.prepare(
      `SELECT consensus_timestamp, record FROM transactions
       WHERE payer = ? AND valid_start = ? AND scheduled = ? AND nonce = ? ORDER BY consensus_timestamp LIMIT 1`,
    )
    this.#select.setReadBigInts(true)
    this.#duplicates = db.prepare(
      `SELECT record FROM transactions WHERE payer = ? AND valid_start = ? AND scheduled = ? AND nonce = ?
       ORDER BY consensus_timestamp LIMIT ? OFFSET 1`,
    )
  }

  /** Keeps of the transaction its outcome alone. The record may be a piece of a buffer that holds many others: of that, a copy is kept. */
  add(executed: TransactionKey & Outcome): void {
    const { consensusTimestamp, record } = executed
    const name = nameOf(executed)
    this.#delete(name)
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

  /** The first transactions of the same id that came after it and so were refused: only batches can contain such. */
  duplicates({ payer, validStart, scheduled, nonce }: TransactionKey, limit: number): Uint8Array[] {
    const rows = this.#duplicates.all(payer, validStart, scheduled ? 1 : 0, nonce, limit)
    return rows.map(({ record }) => record as Uint8Array)
  }

  /** Forgets what happened after a consensus time. */
  rewind(at: bigint): void {
    for (const [name, { consensusTimestamp }] of this.#outcomes) if (consensusTimestamp > at) this.#delete(name)
  }

  #forgetOldest(): void {
    const oldest = this.#outcomes.keys().next().value
    if (oldest === undefined) return
    this.#delete(oldest)
    const validStart = BigInt(oldest.slice(oldest.indexOf('@') + 1, oldest.indexOf('#')))
    if (validStart > this.#completeAfter) this.#completeAfter = validStart
  }
}

function nameOf({ payer, validStart, scheduled, nonce }: TransactionKey): string {
  return `${payer}@${validStart}#${scheduled ? 's' : ''}${nonce}`
}
