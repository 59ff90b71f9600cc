import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { toBytes } from '#evm/word.ts'
import type { ContractAction, ContractResult, Executed } from './executed.ts'

/** Types that are so frequent that reading by time finds them as fast as an index: transfers and topic messages. */
export const UNINDEXED_TYPES: readonly number[] = [14, 27]
/** The result codes of success: SUCCESS, FEE_SCHEDULE_FILE_PART_UPLOADED and SUCCESS_BUT_MISSING_EXPECTED_OPERATION. */
export const SUCCESSES: readonly number[] = [22, 104, 220]

const NO_BYTES = new Uint8Array()

const SCHEMA = `
CREATE TABLE IF NOT EXISTS transactions (
  consensus_timestamp INTEGER PRIMARY KEY, payer INTEGER NOT NULL, valid_start INTEGER NOT NULL, nonce INTEGER NOT NULL,
  scheduled INTEGER NOT NULL, type INTEGER NOT NULL, result INTEGER NOT NULL, entity INTEGER, parent INTEGER,
  charged_fee INTEGER NOT NULL, bytes BLOB NOT NULL, record BLOB NOT NULL) WITHOUT ROWID;
DROP INDEX IF EXISTS transactions_by_id;
CREATE INDEX IF NOT EXISTS transactions_by_whole_id ON transactions (payer, valid_start, scheduled, nonce);
CREATE INDEX IF NOT EXISTS transactions_by_type ON transactions (type, consensus_timestamp)
  WHERE type NOT IN (${UNINDEXED_TYPES.join(', ')});
CREATE INDEX IF NOT EXISTS transactions_failed ON transactions (consensus_timestamp)
  WHERE result NOT IN (${SUCCESSES.join(', ')});
CREATE TABLE IF NOT EXISTS account_transaction (
  account INTEGER, consensus_timestamp INTEGER, amount INTEGER NOT NULL, balance INTEGER NOT NULL,
  PRIMARY KEY (account, consensus_timestamp)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS account_transaction_by_time ON account_transaction (consensus_timestamp);
CREATE TABLE IF NOT EXISTS token_transfer (
  token INTEGER, account INTEGER, consensus_timestamp INTEGER, amount INTEGER NOT NULL, balance INTEGER NOT NULL,
  PRIMARY KEY (token, account, consensus_timestamp)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS token_transfer_by_time ON token_transfer (consensus_timestamp, account);
CREATE TABLE IF NOT EXISTS nft_transfer (
  token INTEGER, serial INTEGER, consensus_timestamp INTEGER, sender INTEGER NOT NULL, receiver INTEGER NOT NULL,
  PRIMARY KEY (token, serial, consensus_timestamp)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS nft_transfer_by_receiver ON nft_transfer (token, receiver, consensus_timestamp);
CREATE INDEX IF NOT EXISTS nft_transfer_by_sender ON nft_transfer (token, sender, consensus_timestamp);
CREATE TABLE IF NOT EXISTS staking_reward (
  account INTEGER, consensus_timestamp INTEGER, amount INTEGER NOT NULL, PRIMARY KEY (account, consensus_timestamp)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS topic_message (
  topic INTEGER, sequence INTEGER, consensus_timestamp INTEGER NOT NULL, PRIMARY KEY (topic, sequence)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contract_result (
  consensus_timestamp INTEGER PRIMARY KEY, contract INTEGER, sender INTEGER NOT NULL, gas_used INTEGER NOT NULL,
  nonce INTEGER NOT NULL, bloom BLOB) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS contract_result_by_contract ON contract_result (contract, consensus_timestamp);
CREATE INDEX IF NOT EXISTS contract_result_by_sender ON contract_result (sender, consensus_timestamp);
CREATE TABLE IF NOT EXISTS contract_log (
  consensus_timestamp INTEGER, log_index INTEGER, contract INTEGER NOT NULL,
  topic0 BLOB, topic1 BLOB, topic2 BLOB, topic3 BLOB, PRIMARY KEY (consensus_timestamp, log_index)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS contract_log_by_contract ON contract_log (contract, consensus_timestamp, log_index);
CREATE TABLE IF NOT EXISTS contract_action (
  consensus_timestamp INTEGER, action_index INTEGER, depth INTEGER NOT NULL, operation TEXT NOT NULL, type TEXT NOT NULL,
  caller INTEGER, is_from_account INTEGER NOT NULL, recipient INTEGER, is_to_account INTEGER NOT NULL,
  to_address BLOB NOT NULL, gas INTEGER NOT NULL, gas_used INTEGER NOT NULL, value INTEGER NOT NULL, input BLOB NOT NULL,
  result_type TEXT NOT NULL, result BLOB NOT NULL, heir BLOB, inheritance INTEGER NOT NULL,
  PRIMARY KEY (consensus_timestamp, action_index)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contract_state_change (
  contract INTEGER, slot BLOB, consensus_timestamp INTEGER, value_read BLOB NOT NULL, value_written BLOB NOT NULL,
  PRIMARY KEY (contract, slot, consensus_timestamp)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS contract_state_change_by_time ON contract_state_change (consensus_timestamp);
CREATE TABLE IF NOT EXISTS contract_slot_use (
  contract INTEGER, slot BLOB, consensus_timestamp INTEGER NOT NULL, PRIMARY KEY (contract, slot)) WITHOUT ROWID;
`

/** All tables with rows by consensus time. */
const TABLES = [
  'transactions',
  'account_transaction',
  'token_transfer',
  'nft_transfer',
  'staking_reward',
  'topic_message',
  'contract_result',
  'contract_log',
  'contract_action',
  'contract_state_change',
  'contract_slot_use',
]

/** Appends to the ledger's history: transactions, and their changes to balances and NFTs. */
export class HistoryStore {
  readonly #db: DatabaseSync
  readonly #transaction: StatementSync
  readonly #account: StatementSync
  readonly #token: StatementSync
  readonly #nft: StatementSync
  readonly #message: StatementSync
  readonly #reward: StatementSync
  readonly #contractResult: StatementSync
  readonly #contractLog: StatementSync
  readonly #action: StatementSync
  readonly #stateChange: StatementSync
  readonly #slotUse: StatementSync

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec(SCHEMA)
    this.#transaction = db.prepare('INSERT INTO transactions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    this.#account = db.prepare('INSERT INTO account_transaction VALUES (?, ?, ?, ?)')
    this.#token = db.prepare('INSERT INTO token_transfer VALUES (?, ?, ?, ?, ?)')
    this.#nft = db.prepare('INSERT INTO nft_transfer VALUES (?, ?, ?, ?, ?)')
    this.#reward = db.prepare('INSERT INTO staking_reward VALUES (?, ?, ?)')
    this.#contractResult = db.prepare('INSERT INTO contract_result VALUES (?, ?, ?, ?, ?, ?)')
    this.#contractLog = db.prepare('INSERT INTO contract_log VALUES (?, ?, ?, ?, ?, ?, ?)')
    // Node 22 binds bytes of length 0 as NULL.
    const bytes = "coalesce(?, x'')"
    this.#action = db.prepare(
      `INSERT INTO contract_action VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${bytes}, ?, ${bytes}, ?, ?)`,
    )
    this.#stateChange = db.prepare('INSERT INTO contract_state_change VALUES (?, ?, ?, ?, ?)')
    this.#slotUse = db.prepare('INSERT OR IGNORE INTO contract_slot_use VALUES (?, ?, ?)')
    this.#message = db.prepare('INSERT INTO topic_message VALUES (?, ?, ?)')
  }

  /** Forgets everything after a consensus time. */
  rewind(at: bigint): void {
    for (const table of TABLES) this.#db.prepare(`DELETE FROM ${table} WHERE consensus_timestamp > ?`).run(at)
  }

  append(tx: Executed): void {
    const at = tx.consensusTimestamp
    this.#transaction.run(
      at,
      tx.payer,
      tx.validStart,
      tx.nonce,
      tx.scheduled ? 1 : 0,
      tx.type,
      tx.result,
      tx.entity,
      tx.parent,
      tx.chargedFee,
      tx.bytes,
      tx.record,
    )
    if (tx.topicMessage) this.#message.run(tx.topicMessage.topic, tx.topicMessage.sequence, at)
    for (const { account, amount } of tx.stakingRewards) this.#reward.run(account, at, amount)
    for (const { account, amount, balance } of tx.hbarChanges) this.#account.run(account, at, amount, balance)
    for (const { token, account, amount, balance } of tx.tokenChanges)
      this.#token.run(token, account, at, amount, balance)
    // A row for each balance of NFTs, so that a past balance is read from one row instead of counted from all moves.
    // Its amount is unused.
    for (const { token, account, balance } of tx.nftBalances) this.#token.run(token, account, at, 0n, balance)
    for (const { token, serial, sender, receiver } of tx.nftChanges) this.#nft.run(token, serial, at, sender, receiver)
    if (tx.contractResult) this.#appendContract(tx, tx.contractResult)
    for (const [index, action] of tx.contractActions.entries()) this.#appendAction(at, index, action)
    for (const { contract, slot, before, after } of tx.storageChanges) {
      this.#stateChange.run(contract, toBytes(slot), at, toBytes(before), toBytes(after))
      // Its first use, so that lists of a contract's slots need not look through all changes.
      this.#slotUse.run(contract, toBytes(slot), at)
    }
  }

  #appendContract(
    { consensusTimestamp: at, scheduled, parent, nonce: given, contractLogs }: Executed,
    result: ContractResult,
  ): void {
    // 0 unless it is a child. A call that a contract scheduled is none, though it has a nonce.
    const nonce = scheduled && parent === null ? 0 : given
    this.#contractResult.run(at, result.contract, result.sender, result.gasUsed, nonce, result.bloom)
    for (const [index, { contract, topics }] of contractLogs.entries()) {
      const [topic0, topic1, topic2, topic3] = topics
      this.#contractLog.run(at, index, contract, topic0 ?? null, topic1 ?? null, topic2 ?? null, topic3 ?? null)
    }
  }

  #appendAction(at: bigint, index: number, action: ContractAction): void {
    const { depth, operation, type, caller, recipient, to, gas, gasUsed, value, resultType, heir, inheritance } = action
    // The table of contracts has both programs of a contract that was created.
    const isCreated = type === 'CREATE' && resultType === 'OUTPUT'
    this.#action.run(
      at,
      index,
      depth,
      operation,
      type,
      caller,
      action.isFromAccount ? 1 : 0,
      recipient,
      action.isToAccount ? 1 : 0,
      to,
      gas,
      gasUsed,
      value,
      isCreated ? NO_BYTES : action.input,
      resultType,
      isCreated ? NO_BYTES : action.result,
      heir,
      inheritance,
    )
  }
}
