import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { accountNumberOf } from '#mirror/rest/lookups/account-lookup.ts'
import { continuedBy, page, select } from '#mirror/rest/page.ts'
import { type Condition, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { executedAmong, findTransactions } from '#mirror/rest/transactions/transaction-lookup.ts'
import { parseTimestamp, timestampText } from '#protocol/time.ts'
import { blockAt, inBlock, indexIn } from './block-lookup.ts'
import { findContract } from './contract-lookup.ts'
import { RESULT_COLUMNS, RESULT_JOIN, resultDetailJson, resultJson } from './result-json.ts'

const PARAMETERS = [
  'block.hash',
  'block.number',
  'from',
  'hbar',
  'internal',
  'limit',
  'order',
  'timestamp',
  'transaction.index',
]
const AT = 'c.consensus_timestamp'

async function list(request: MirrorRequest, context: MirrorContext, own: readonly Condition[]): Promise<object> {
  const { query } = request
  context.store.blocks.close()
  const order = query.order('desc')
  const from = query.text('from')
  const sender: Condition[] =
    from === undefined ? [] : [{ sql: 'c.sender = ?', values: [accountNumberOf(from, context) ?? -1] }]
  const isInternal = query.flag('internal', false)
  const { rows, links } = await page(request, context, {
    columns: RESULT_COLUMNS,
    from: 'contract_result c',
    join: RESULT_JOIN,
    along: [
      ...own,
      ...(own.length === 0 ? sender : []),
      ...inBlock(query, AT, context),
      ...compareAll(AT, query.timestamps()),
    ],
    // One index can follow only the contract or the sender, not both.
    filters: [...(own.length === 0 ? [] : sender), ...(isInternal ? [] : [{ sql: 'c.nonce = 0', values: [] }])],
    keys: [AT],
    order,
    after: continuedBy(request, 'timestamp', order, (row) => timestampText(row.consensus_timestamp as bigint)),
  })
  const index = query.integers('transaction.index')[0]?.value
  const isAsked = (at: bigint): boolean => {
    const block = index === undefined ? undefined : blockAt(at, context)
    return index === undefined || (block !== undefined && BigInt(indexIn(block, at, context)) === index)
  }
  const chosen = rows.filter((row) => isAsked(row.consensus_timestamp as bigint))
  return { results: chosen.map((row) => resultJson(row, context, query.flag('hbar', true))), links }
}

/** GET /contracts/results: calls and creations, newest first unless asked otherwise. */
export const contractResults: MirrorRoute = {
  path: '/contracts/results',
  parameters: PARAMETERS,
  answer: (request, context) => list(request, context, []),
}

/** GET /contracts/{idOrAddress}/results */
export const resultsOfContract: MirrorRoute = {
  path: '/contracts/:id/results',
  parameters: PARAMETERS,
  answer(request, context) {
    const { account } = findContract(request.path.id ?? '', context)
    return list(request, context, [{ sql: 'c.contract = ?', values: [account.num] }])
  },
}

function detail(at: bigint, { query }: MirrorRequest, context: MirrorContext, contract?: number): object {
  context.store.blocks.close()
  const sql = `SELECT ${RESULT_COLUMNS} FROM contract_result c ${RESULT_JOIN} WHERE c.consensus_timestamp = ?`
  const row = select(context, sql, at)[0]
  if (!row || (contract !== undefined && Number(row.contract) !== contract)) throw notFound()
  return resultDetailJson(row, context, query.flag('hbar', true))
}

/** GET /contracts/{idOrAddress}/results/{timestamp} */
export const resultOfContract: MirrorRoute = {
  path: '/contracts/:id/results/:timestamp',
  parameters: ['hbar'],
  answer(request, context) {
    const at = parseTimestamp(request.path.timestamp ?? '')
    if (at === undefined) throw invalidParameter('timestamp')
    return detail(at, request, context, findContract(request.path.id ?? '', context).account.num)
  },
}

/** GET /contracts/results/{transactionIdOrHash} */
export const contractResult: MirrorRoute = {
  path: '/contracts/results/:id',
  parameters: ['hbar', 'nonce'],
  async answer(request, context) {
    const [nonce] = request.query.integers('nonce')
    return detail(await momentOf(request, context, nonce?.value), request, context)
  },
}

/**
 * The consensus time of the transaction that the path's id or hash names.
 *
 * @throws 404 if there is none
 */
export async function momentOf(request: MirrorRequest, context: MirrorContext, nonce?: bigint): Promise<bigint> {
  const found = await findTransactions(request, context, { nonce: undefined, scheduled: undefined })
  const named = found.filter((one) => one.nonce === (nonce ?? 0n))
  // A scheduled call that a contract made has a nonce, and a hash of its own.
  const row = executedAmong(nonce !== undefined || named.length > 0 ? named : found)
  if (!row) throw notFound()
  return row.consensus_timestamp as bigint
}
