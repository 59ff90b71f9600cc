import type { Cell } from '../../store/codecs.ts'

/** Accounts and the tokens that they are associated with, as a source of rows `account, token, balance`. */
export interface Holdings {
  readonly sql: string
  readonly values: readonly Cell[]
}

export const HOLDINGS_NOW: Holdings = { sql: 'token_relation', values: [] }

/** Associations that there were right after a moment, now or in the history. */
const ASSOCIATED = `SELECT account, token FROM token_relation WHERE created_at <= :moment
  UNION SELECT account, token FROM token_relation_history WHERE created_at <= :moment AND valid_until > :moment`

/** The newest amount up to the moment. */
const AMOUNT = `SELECT t.balance FROM token_transfer t WHERE t.token = r.token AND t.account = r.account
  AND t.consensus_timestamp <= :moment ORDER BY t.consensus_timestamp DESC LIMIT 1`

/** The NFTs whose newest transfer up to the moment went to the account. */
const COUNT = `SELECT count(*) FROM nft_transfer n WHERE n.token = r.token AND n.receiver = r.account
  AND n.consensus_timestamp = (SELECT max(m.consensus_timestamp) FROM nft_transfer m
    WHERE m.token = n.token AND m.serial = n.serial AND m.consensus_timestamp <= :moment)`

const SQL = `(SELECT r.account, r.token, coalesce((${AMOUNT}), (${COUNT})) AS balance FROM (${ASSOCIATED}) r)`

/** The same as they were right after `moment` (nanoseconds). */
export function holdingsAt(moment: bigint): Holdings {
  return { sql: SQL.replaceAll(':moment', '?'), values: Array(SQL.split(':moment').length - 1).fill(moment) }
}
