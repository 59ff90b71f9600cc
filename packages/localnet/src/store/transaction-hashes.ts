import type { DatabaseSync } from 'node:sqlite'
import { proto, Reader } from '@hiero-ledger/proto'
import { transactionHash } from '#protocol/envelope.ts'

const SCHEMA = `CREATE TABLE IF NOT EXISTS transaction_hash (
  prefix INTEGER, consensus_timestamp INTEGER, PRIMARY KEY (prefix, consensus_timestamp)) WITHOUT ROWID`

/** The maximum number of transactions that are indexed in one turn. */
const TRANSACTIONS_PER_TURN = 500

/** The type of an EthereumTransaction, which tools also know by the hash that its sender's wallet computed. */
const ETHEREUM_TYPE = 50

/**
 * Finds transactions by hash. Such requests are rare, so the index is brought up to date by these requests, not by
 * commits.
 */
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

  /**
   * Consensus timestamps of the first transactions whose hash begins with these 8 bytes. Complete only after
   * {@link catchUp} answered true.
   */
  find(prefix: bigint, limit: number): bigint[] {
    const select = this.#db.prepare(
      'SELECT consensus_timestamp AS at FROM transaction_hash WHERE prefix = ? ORDER BY at LIMIT ?',
    )
    select.setReadBigInts(true)
    return select.all(prefix, limit).map(({ at }) => at as bigint)
  }

  rewind(at: bigint): void {
    this.#db.prepare('DELETE FROM transaction_hash WHERE consensus_timestamp > ?').run(at)
    if (this.#indexed > at) this.#indexed = at
  }

  /** Indexes some of the missing transactions; returns whether all are indexed. */
  catchUp(): boolean {
    const sql =
      'SELECT consensus_timestamp AS at, bytes, type, record FROM transactions WHERE consensus_timestamp > ? ORDER BY at LIMIT ?'
    const select = this.#db.prepare(sql)
    select.setReadBigInts(true)
    const rows = select.all(this.#indexed, TRANSACTIONS_PER_TURN)
    const insert = this.#db.prepare('INSERT OR IGNORE INTO transaction_hash VALUES (?, ?)')
    this.#db.exec('BEGIN')
    for (const { at, bytes, type, record } of rows) {
      insert.run(transactionHash(bytes as Uint8Array).readBigInt64BE(), at as bigint)
      const ethereumHash = Number(type) === ETHEREUM_TYPE ? ethereumHashIn(record as Uint8Array) : undefined
      if (ethereumHash) insert.run(ethereumHash.readBigInt64BE(), at as bigint)
      this.#indexed = at as bigint
    }
    this.#db.exec('COMMIT')
    return rows.length < TRANSACTIONS_PER_TURN
  }
}

/** The Ethereum hash in a record (32 bytes); undefined if the transaction was not one of Ethereum. */
export function ethereumHashIn(record: Uint8Array): Buffer | undefined {
  const { ethereumHash } = proto.TransactionRecord.decode(Reader.create(record))
  return ethereumHash?.length ? Buffer.from(ethereumHash) : undefined
}
