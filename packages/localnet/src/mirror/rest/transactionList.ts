import { timestampText } from '../../time.ts'
import { typeNumber } from '../../transactions.ts'
import { invalidParameter } from './errors.ts'
import { type Page, page } from './page.ts'
import { type Condition, compare } from './parameters.ts'
import type { MirrorContext, MirrorRequest } from './route.ts'
import { TRANSACTION_COLUMNS, transactionJson } from './transactionJson.ts'

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

/** A page of transactions; `accounts` are conditions on the account that took part. */
export function transactionPage(
  request: MirrorRequest,
  context: MirrorContext,
  accounts: readonly Condition[],
): object {
  const { rows, links } = listing(request, context, accounts)
  return { transactions: rows.map(transactionJson), links }
}

function listing(request: MirrorRequest, context: MirrorContext, accounts: readonly Condition[]): Page {
  const { query } = request
  const column = accounts.length > 0 ? 'a.consensus_timestamp' : 't.consensus_timestamp'
  const times = query.timestamps().map((comparison) => compare(column, comparison))
  return page(request, context, {
    columns: mayRepeat(accounts) ? `DISTINCT ${TRANSACTION_COLUMNS}` : TRANSACTION_COLUMNS,
    from:
      accounts.length > 0 ? 'account_transaction a JOIN transactions t USING (consensus_timestamp)' : 'transactions t',
    conditions: [
      ...accounts,
      ...times,
      ...typeConditions(request),
      ...resultConditions(request),
      ...signConditions(request, accounts),
    ],
    orderBy: column,
    order: query.order('desc'),
    parameter: 'timestamp',
    keyOf: (row) => timestampText(row.consensus_timestamp as bigint),
  })
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
  if (accounts.length > 0) return [{ sql: `a.amount ${sign} 0`, values: [] }]
  return [
    {
      sql: `EXISTS (SELECT 1 FROM account_transaction x WHERE x.consensus_timestamp = t.consensus_timestamp AND x.amount ${sign} 0)`,
      values: [],
    },
  ]
}
