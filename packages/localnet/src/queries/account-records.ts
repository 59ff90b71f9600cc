import { proto } from '@hiero-ledger/proto'
import { accountId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { defineQuery } from './query-definition.ts'
import { LIFETIME_NANOS } from './receipt.ts'

/** ledger.records.maxQueryableByAccount: an answer has only the newest records. */
export const MAX_RECORDS = 180

/**
 * A transaction is executed at most this long after its valid start. Scheduled transactions may be executed later. The
 * query misses these few, which can be found through their creation.
 */
const MAX_DELAY_NANOS = LIFETIME_NANOS

/** The newest of the transactions with the latest valid starts, which an index finds. */
const LATEST = `SELECT consensus_timestamp FROM transactions WHERE payer = ? AND valid_start > ?
  ORDER BY valid_start DESC LIMIT ${10 * MAX_RECORDS}`
const NEWEST = `SELECT consensus_timestamp AS at FROM (${LATEST}) WHERE consensus_timestamp >= ?
  ORDER BY at DESC LIMIT ${MAX_RECORDS}`
const RECORDS = `SELECT t.record FROM (${NEWEST}) JOIN transactions t ON t.consensus_timestamp = at ORDER BY at`

/**
 * CryptoGetAccountRecords: records of transactions that the account paid for in the last 180 s, at most the newest 180.
 */
export const accountRecords = defineQuery('cryptoGetAccountRecords', {
  response: 'cryptoGetAccountRecords',
  isPaid: true,
  answer(query, { state, store, clock }) {
    const account = state.account(query.accountID)
    check(account !== undefined, 'INVALID_ACCOUNT_ID')
    check(!account.deleted, 'ACCOUNT_DELETED')
    const since = clock.now() - LIFETIME_NANOS
    const rows = store.prepared(RECORDS).all(account.num, since - MAX_DELAY_NANOS, since)
    const records = rows.map(({ record }) => proto.TransactionRecord.decode(record as Uint8Array))
    return { accountID: accountId(account.num), records }
  },
})
