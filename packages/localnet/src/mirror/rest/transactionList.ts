import { timestampText } from '../../time.ts'
import { typeNumber } from '../../transactions.ts'
import { invalidParameter } from './errors.ts'
import { Rendered } from './json.ts'
import { type Page, page } from './page.ts'
import { type Condition, compare } from './parameters.ts'
import { renderedTransactions } from './renderedTransactions.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'

/** The filters that lists of transactions share. */
export const TRANSACTION_PARAMETERS = [
  'account.id',
  'limit',
  'order',
  'result',
  'timestamp',
  'transactiontype',
  'type',
] as const

/** A page of transactions beside `fields`; `accounts` are conditions on the account that took part. */
export function transactionPage(
  request: MirrorRequest,
  context: MirrorContext,
  accounts: readonly Condition[],
  fields: object = {},
): Rendered {
  const { rows, links } = listing(request, context, accounts)
  const timestamps = rows.map((row) => row.consensus_timestamp as bigint)
  const transactions = renderedTransactions(timestamps, context)
  return new Rendered({ ...fields, links }, { transactions })
}

function listing(request: MirrorRequest, context: MirrorContext, accounts: readonly Condition[]): Page {
  const { query } = request
  const column = accounts.length > 0 ? 'a.consensus_timestamp' : 't.consensus_timestamp'
  const times = query.timestamps().map((comparison) => compare(column, comparison))
  const ofTransaction = [...typeConditions(request), ...resultConditions(request)]
  return page(request, context, {
    columns: mayRepeat(accounts) ? `DISTINCT ${column}` : column,
    from: sourceOf(accounts, ofTransaction),
    conditions: [...accounts, ...times, ...ofTransaction, ...signConditions(request, accounts)],
    orderBy: column,
    order: query.order('desc'),
    parameter: 'timestamp',
    keyOf: (row) => timestampText(row.consensus_timestamp as bigint),
  })
}

/** Who asks about nothing but accounts and times needs no more than their table. */
function sourceOf(accounts: readonly Condition[], ofTransaction: readonly Condition[]): string {
  if (accounts.length === 0) return 'transactions t'
  const joined = ofTransaction.length > 0 ? ' JOIN transactions t USING (consensus_timestamp)' : ''
  return `account_transaction a${joined}`
}

/** Several accounts may have taken part in one transaction. */
function mayRepeat(accounts: readonly Condition[]): boolean {
  return accounts.length > 0 && !accounts.some(({ sql }) => sql === 'a.account = ?')
}

function typeConditions({ query }: MirrorRequest): Condition[] {
  const names = query.all('transactiontype')
  if (names.length === 0) return []
  const types = names.map((name) => {
    const type = typeNumber(name.replace(/^eq:/, '').toUpperCase())
    if (type === undefined) throw invalidParameter('transactiontype')
    return type
  })
  return [{ sql: `t.type IN (${types.map(() => '?').join(', ')})`, values: types }]
}

/** SUCCESS, FEE_SCHEDULE_FILE_PART_UPLOADED and SUCCESS_BUT_MISSING_EXPECTED_OPERATION are successes. */
const SUCCESSES = '(22, 104, 220)'

function resultConditions({ query }: MirrorRequest): Condition[] {
  const result = query.text('result')?.toLowerCase().replace(/^eq:/, '')
  if (result === undefined) return []
  if (result !== 'success' && result !== 'fail') throw invalidParameter('result')
  return [{ sql: `t.result ${result === 'success' ? 'IN' : 'NOT IN'} ${SUCCESSES}`, values: [] }]
}

function signConditions({ query }: MirrorRequest, accounts: readonly Condition[]): Condition[] {
  const type = query.text('type')?.toLowerCase()
  if (type === undefined) return []
  if (type !== 'credit' && type !== 'debit') throw invalidParameter('type')
  const sign = type === 'credit' ? '>' : '<'
  if (accounts.length > 0) return [{ sql: `a.amount ${sign} 0 OR ${tokenAmount(sign)}`, values: [] }]
  return [
    {
      sql: `t.charged_fee > 0 OR EXISTS (SELECT 1 FROM account_transaction x WHERE x.consensus_timestamp = t.consensus_timestamp AND x.amount ${sign} 0)`,
      values: [],
    },
  ]
}

/** The account got or gave a token: looked up by the tokens that it is or was associated with. */
function tokenAmount(sign: '>' | '<'): string {
  const moved = (relations: string) => `EXISTS (SELECT 1 FROM ${relations} r JOIN token_transfer x
    ON x.token = r.token AND x.account = r.account AND x.consensus_timestamp = a.consensus_timestamp
    WHERE r.account = a.account AND x.amount ${sign} 0)`
  return `${moved('token_relation')} OR ${moved('token_relation_history')}`
}
