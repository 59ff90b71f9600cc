import { typeNumber } from '#ledger/registry.ts'
import { invalidParameter } from '#mirror/rest/errors.ts'
import { Rendered } from '#mirror/rest/json.ts'
import { continuedBy, type Listing, page } from '#mirror/rest/page.ts'
import { type Comparison, type Condition, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRequest } from '#mirror/rest/route.ts'
import { timestampText } from '#protocol/time.ts'
import { SUCCESSES, UNINDEXED_TYPES } from '#store/history-store.ts'
import { renderedTransaction } from './rendered-transactions.ts'

/** The query parameters that all lists of transactions share. */
export const TRANSACTION_PARAMETERS = [
  'account.id',
  'limit',
  'order',
  'result',
  'timestamp',
  'transactiontype',
  'type',
] as const

/**
 * A page of transactions, with the additional `fields`; `accounts` are comparisons with the numbers of the accounts
 * that took part.
 */
export async function transactionPage(
  request: MirrorRequest,
  context: MirrorContext,
  accounts: readonly Comparison<number>[],
  fields: object = {},
): Promise<Rendered> {
  const order = request.query.order('desc')
  const texts: string[] = []
  const { links } = await page(request, context, {
    ...sourceOf(request, accounts),
    order,
    sizeOf(row) {
      const text = renderedTransaction(row.consensus_timestamp as bigint, context)
      texts.push(text)
      return text.length
    },
    after: continuedBy(request, 'timestamp', order, (row) => timestampText(row.consensus_timestamp as bigint)),
  })
  return new Rendered({ ...fields, links }, { transactions: `[${texts.join(',')}]` })
}

type Source = Pick<Listing, 'columns' | 'from' | 'join' | 'along' | 'filters' | 'keys'>

/**
 * If the request names exactly one account, an index finds its transactions; otherwise all transactions are read and
 * filtered.
 */
function sourceOf(request: MirrorRequest, accounts: readonly Comparison<number>[]): Source {
  const only = accounts.length === 1 && accounts[0]?.operator === 'eq'
  return only
    ? ofAccount(request, compareAll('a.account', accounts))
    : ofAll(request, compareAll('a.account', accounts))
}

function ofAccount(request: MirrorRequest, account: readonly Condition[]): Source {
  const key = 'a.consensus_timestamp'
  const results = resultConditions(request)
  const types = typesOf(request)
  const ofTransaction = [...results, ...(types ? [typeCondition(types)] : [])]
  const sign = signOf(request)
  return {
    columns: key,
    from: 'account_transaction a',
    // A request that filters only by account and time needs no other table.
    ...(ofTransaction.length > 0 ? { join: 'JOIN transactions t USING (consensus_timestamp)' } : {}),
    along: [...account, ...compareAll(key, request.query.timestamps())],
    filters: [...ofTransaction, ...(sign ? [movedBy('a', sign)] : [])],
    keys: [key],
  }
}

function ofAll(request: MirrorRequest, accounts: readonly Condition[]): Source {
  request.query.lookups('account.id')
  const key = 't.consensus_timestamp'
  const times = compareAll(key, request.query.timestamps())
  const results = resultConditions(request)
  const types = typesOf(request)
  const sign = signOf(request)
  const filters = [...takenPart(accounts, sign), ...(accounts.length === 0 && sign ? [moved(sign)] : [])]
  const source = (index: string, along: readonly Condition[], others: readonly Condition[]): Source => ({
    columns: key,
    from: `transactions t${index}`,
    along: [...along, ...times],
    filters: [...others, ...filters],
    keys: [key],
  })
  if (types?.length === 1 && !UNINDEXED_TYPES.includes(types[0] ?? 0))
    return source(' INDEXED BY transactions_by_type', [INDEXED_TYPE, ...types.map(ofType)], results)
  const ofTypes = types ? [typeCondition(types)] : []
  if (results === FAILED) return source(' INDEXED BY transactions_failed', FAILED, ofTypes)
  return source('', [], [...ofTypes, ...results])
}

/** The field numbers of the transaction types that the request asks for. */
function typesOf({ query }: MirrorRequest): number[] | undefined {
  const names = query.all('transactiontype')
  if (names.length === 0) return undefined
  return names.map((name) => {
    const type = typeNumber(name.replace(/^eq:/, '').toUpperCase())
    if (type === undefined) throw invalidParameter('transactiontype')
    return type
  })
}

const typeCondition = (types: readonly number[]): Condition => ({
  sql: `t.type IN (${types.map(() => '?').join(', ')})`,
  values: types,
})
const ofType = (type: number): Condition => ({ sql: 't.type = ?', values: [type] })
/** The partial index's condition, word for word. SQLite cannot tell from a bound value that the query meets it. */
const INDEXED_TYPE: Condition = { sql: `t.type NOT IN (${UNINDEXED_TYPES.join(', ')})`, values: [] }

const SUCCEEDED: readonly Condition[] = [{ sql: `t.result IN (${SUCCESSES.join(', ')})`, values: [] }]
const FAILED: readonly Condition[] = [{ sql: `t.result NOT IN (${SUCCESSES.join(', ')})`, values: [] }]

function resultConditions({ query }: MirrorRequest): readonly Condition[] {
  const result = query.text('result')?.toLowerCase().replace(/^eq:/, '')
  if (result === undefined) return []
  if (result !== 'success' && result !== 'fail') throw invalidParameter('result')
  return result === 'success' ? SUCCEEDED : FAILED
}

type Sign = '>' | '<'

/** The sign of the amounts that `type` asks for: `>` 0 for credits, `<` 0 for debits. */
function signOf({ query }: MirrorRequest): Sign | undefined {
  const type = query.text('type')?.toLowerCase()
  if (type === undefined) return undefined
  if (type !== 'credit' && type !== 'debit') throw invalidParameter('type')
  return type === 'credit' ? '>' : '<'
}

/** The account in a row of account_transaction received (or sent) hbar or a token. */
function movedBy(row: string, sign: Sign): Condition {
  const tokens = `SELECT 1 FROM token_transfer x
    WHERE x.consensus_timestamp = ${row}.consensus_timestamp AND x.account = ${row}.account AND x.amount ${sign} 0`
  return { sql: `${row}.amount ${sign} 0 OR EXISTS (${tokens})`, values: [] }
}

/** At least one account received (or sent) hbar; a charged fee counts. */
function moved(sign: Sign): Condition {
  const hbar = `SELECT 1 FROM account_transaction x WHERE x.consensus_timestamp = t.consensus_timestamp AND x.amount ${sign} 0`
  return { sql: `t.charged_fee > 0 OR EXISTS (${hbar})`, values: [] }
}

/** One of the accounts took part, with an amount of this sign. */
function takenPart(accounts: readonly Condition[], sign: Sign | undefined): Condition[] {
  if (accounts.length === 0) return []
  const conditions = [...accounts, ...(sign ? [movedBy('a', sign)] : [])].map(({ sql }) => `(${sql})`).join(' AND ')
  const sql = `EXISTS (SELECT 1 FROM account_transaction a WHERE a.consensus_timestamp = t.consensus_timestamp AND ${conditions})`
  return [{ sql, values: accounts.flatMap(({ values }) => values) }]
}
