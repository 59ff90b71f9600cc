import type { DatabaseSync } from 'node:sqlite'
import { transactionHash } from '../envelope.ts'

const SCHEMA = `CREATE TABLE IF NOT EXISTS transaction_hash (
  prefix INTEGER, consensus_timestamp INTEGER, PRIMARY KEY (prefix, consensus_timestamp)) WITHOUT ROWID`

/** Finds transactions by hash. Few ask for that, so the index is brought up to date by who does, not by each commit. */
export class TransactionHashes {
  readonly #db: DatabaseSync
  #indexed: bigint

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec(SCHEMA)
    const last = db.prepare('SELECT max(consensus_timestamp) AS last FROM transaction_hash')
    last.setReadBigInts(true)
    this.#indexed = (last.get()?.last as bigint | null) ?? 0n
  }

  /** Consensus timestamps of the transactions whose hash begins with these 8 bytes. */
  find(prefix: bigint): bigint[] {
    this.#catchUp()
    const select = this.#db.prepare(
      'SELECT consensus_timestamp AS at FROM transaction_hash WHERE prefix = ? ORDER BY at',
    )
    select.setReadBigInts(true)
    return select.all(prefix).map(({ at }) => at as bigint)
  }

  rewind(at: bigint): void {
    this.#db.prepare('DELETE FROM transaction_hash WHERE consensus_timestamp > ?').run(at)
    if (this.#indexed > at) this.#indexed = at
  }

  #catchUp(): void {
    const sql = 'SELECT consensus_timestamp AS at, bytes FROM transactions WHERE consensus_timestamp > ? ORDER BY at'
    const select = this.#db.prepare(sql)
    select.setReadBigInts(true)
    const insert = this.#db.prepare('INSERT OR IGNORE INTO transaction_hash VALUES (?, ?)')
    this.#db.exec('BEGIN')
    for (const { at, bytes } of select.iterate(this.#indexed)) {
      insert.run(transactionHash(bytes as Uint8Array).readBigInt64BE(), at as bigint)
      this.#indexed = at as bigint
    }
    this.#db.exec('COMMIT')
  }
}
