import type { Cell } from '#store/codecs.ts'

/** The newest amount up to the moment. */
const AMOUNT = `SELECT t.balance FROM token_transfer t WHERE t.token = r.token AND t.account = r.account
  AND t.consensus_timestamp <= :moment ORDER BY t.consensus_timestamp DESC LIMIT 1`

const countOf = (party: 'receiver' | 'sender'): string => `(SELECT count(*) FROM nft_transfer n
  WHERE n.token = r.token AND n.${party} = r.account AND n.consensus_timestamp <= :moment)`

/** What an account held of a token: an amount, or how many NFTs it got and did not give. */
const BALANCE = `coalesce((${AMOUNT}), ${countOf('receiver')} - ${countOf('sender')})`

/** Associations that there were, now or in the history. */
const associated = (columns: string, condition = 'TRUE'): string =>
  `SELECT ${columns} FROM token_relation WHERE ${condition} AND created_at <= :moment
   UNION SELECT ${columns} FROM token_relation_history WHERE ${condition} AND created_at <= :moment AND valid_until > :moment`

/** An SQL text and its arguments. */
export interface Query {
  readonly sql: string
  readonly values: readonly Cell[]
}

/** Rows `account, token, balance` as they were right after `moment` (nanoseconds): a source whose account and token are asked for. */
export function holdingsAt(moment: bigint): Query {
  return bound(`(SELECT r.account, r.token, ${BALANCE} AS balance FROM (${associated('account, token')}) r)`, {
    moment,
  })
}

/** Rows `token, balance` of an account's first tokens, as they were right after `moment`. */
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
