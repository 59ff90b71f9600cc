import type { Cell } from '#store/codecs.ts'

/** The balance after the last change at or before the moment. */
const AMOUNT = `SELECT t.balance FROM token_transfer t WHERE t.token = r.token AND t.account = r.account
  AND t.consensus_timestamp <= :moment ORDER BY t.consensus_timestamp DESC LIMIT 1`

const countOf = (party: 'receiver' | 'sender'): string => `(SELECT count(*) FROM nft_transfer n
  WHERE n.token = r.token AND n.${party} = r.account AND n.consensus_timestamp <= :moment)`

/**
 * An account's past balance of a token: an amount, or a number of NFTs. Earlier versions stored no balances of NFTs.
 * For their rows, it is the NFTs received minus the NFTs sent.
 */
const BALANCE = `coalesce((${AMOUNT}), ${countOf('receiver')} - ${countOf('sender')})`

/** The associations that existed at the moment, from the current table and the history. */
const associated = (columns: string, condition = 'TRUE'): string =>
  `SELECT ${columns} FROM token_relation WHERE ${condition} AND created_at <= :moment
   UNION SELECT ${columns} FROM token_relation_history WHERE ${condition} AND created_at <= :moment AND valid_until > :moment`

/** An SQL text and its arguments. */
export interface Query {
  readonly sql: string
  readonly values: readonly Cell[]
}

/**
 * Rows `account, token, balance` as they were right after `moment` (nanoseconds). Use it with conditions on account or
 * token: it computes a balance for each row that it reads.
 */
export function holdingsAt(moment: bigint): Query {
  return bound(`(SELECT r.account, r.token, ${BALANCE} AS balance FROM (${associated('account, token')}) r)`, {
    moment,
  })
}

/** Rows `token, balance` of an account's first `limit` tokens, as they were right after `moment` (nanoseconds). */
export function holdingsOf(account: number, moment: bigint, limit: number): Query {
  const first = `${associated('account, token', 'account = :account')} ORDER BY token LIMIT :limit`
  return bound(`SELECT r.token, ${BALANCE} AS balance FROM (${first}) r ORDER BY r.token`, { account, moment, limit })
}

function bound(sql: string, named: Readonly<Record<string, Cell>>): Query {
  const values: Cell[] = []
  const positional = sql.replaceAll(/:([a-z]+)/g, (_, name: string) => {
    values.push(named[name] ?? null)
    return '?'
  })
  return { sql: positional, values }
}
