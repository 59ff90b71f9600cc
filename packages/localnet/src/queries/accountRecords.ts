import { proto } from '@hiero-ledger/proto'
import { accountId } from '../ids.ts'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import { LIFETIME_NANOS } from './receipt.ts'

const RECORDS = `SELECT record FROM transactions WHERE payer = ? AND valid_start > ? AND consensus_timestamp >= ?
  ORDER BY consensus_timestamp`
/** A transaction is executed at most this long after its valid start; schedules later, but they are few and found by their creation. */
const MAX_DELAY_NANOS = LIFETIME_NANOS

/** CryptoGetAccountRecords: what the account paid for in the last 180 s. */
export const accountRecords = defineQuery('cryptoGetAccountRecords', {
  response: 'cryptoGetAccountRecords',
  isPaid: true,
  answer(query, { state, store, clock }) {
    const account = state.account(query.accountID)
    require(account !== undefined, 'INVALID_ACCOUNT_ID')
    require(!account.deleted, 'ACCOUNT_DELETED')
    const since = clock.now() - LIFETIME_NANOS
    const rows = store.prepared(RECORDS).all(account.num, since - MAX_DELAY_NANOS, since)
    const records = rows.map(({ record }) => proto.TransactionRecord.decode(record as Uint8Array))
    return { accountID: accountId(account.num), records }
  },
})
