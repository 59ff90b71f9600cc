import { badRequest, invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { hexJson } from '#mirror/rest/json.ts'
import { page, type Row } from '#mirror/rest/page.ts'
import { type Condition, keyConditions, type Parameters } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRequest, MirrorRoute } from '#mirror/rest/route.ts'
import { executedAmong, findTransactions } from '#mirror/rest/transactions/transaction-lookup.ts'
import { idText } from '#protocol/ids.ts'
import { NANOS_PER_SECOND, timestampText } from '#protocol/time.ts'
import { blockAt, indexIn } from './block-lookup.ts'
import { evmAddressOf, findContract } from './contract-lookup.ts'
import { recordOf, resultOf, shortHash } from './result-json.ts'

const TOPICS = ['topic0', 'topic1', 'topic2', 'topic3'] as const
const PARAMETERS = ['index', 'limit', 'order', 'timestamp', ...TOPICS]
/** The longest time that a search by topics may cover: seven days. */
const MAX_RANGE_NANOS = 7n * 86_400n * NANOS_PER_SECOND
const AT = 'l.consensus_timestamp'
const TOPIC = /^(?:0x)?([0-9a-f]{1,64})$/i

/** The conditions on topics: each topic must equal one of the values of its parameter. */
function topicConditions(query: Parameters): Condition[] {
  return TOPICS.flatMap((name) => {
    const values = query.all(name).map((text) => {
      const digits = TOPIC.exec(text)?.[1]
      if (!digits) throw invalidParameter(name)
      return Buffer.from(digits.padStart(64, '0'), 'hex')
    })
    if (values.length === 0) return []
    return [{ sql: `l.${name} IN (${values.map(() => '?').join(', ')})`, values }]
  })
}

function checkRange(query: Parameters): void {
  const times = query.timestamps()
  if (times.some(({ operator }) => operator === 'eq')) return
  const from = times.find(({ operator }) => operator.startsWith('g'))?.value
  const to = times.find(({ operator }) => operator.startsWith('l'))?.value
  if (from === undefined || to === undefined || to - from > MAX_RANGE_NANOS)
    throw badRequest('Cannot search topics without a valid timestamp range: give two timestamps at most 7 days apart')
}

async function list(request: MirrorRequest, context: MirrorContext, own: readonly Condition[]): Promise<object> {
  const { query } = request
  const topics = topicConditions(query)
  if (topics.length > 0 && own.length === 0) checkRange(query)
  if (query.all('index').length > 0 && query.all('timestamp').length === 0)
    throw badRequest('Cannot search by index without a timestamp')
  context.store.blocks.close()
  const order = query.order('desc')
  const asked = keyConditions([
    { column: AT, comparisons: query.timestamps() },
    { column: 'l.log_index', comparisons: query.integers('index') },
  ])
  const { rows, links } = await page(request, context, {
    columns: 'l.consensus_timestamp, l.log_index, l.contract, t.record, c.contract AS root',
    from: 'contract_log l',
    join: `JOIN transactions t ON t.consensus_timestamp = ${AT} JOIN contract_result c ON c.consensus_timestamp = ${AT}`,
    along: [...own, ...asked.along],
    filters: [...asked.filters, ...topics],
    keys: asked.keys,
    order,
    after: (row) => after(request, row, order),
  })
  return { logs: rows.map((row) => logJson(row, context)), links }
}

function after({ query }: MirrorRequest, row: Row, order: 'asc' | 'desc'): string {
  const [time, index] = order === 'asc' ? ['gte', 'gt'] : ['lte', 'lt']
  const isOther = (text: string): boolean => !text.startsWith(`timestamp=${time?.charAt(0)}`)
  const kept = query.without(['index']).filter(isOther)
  const at = timestampText(row.consensus_timestamp as bigint)
  return [...kept, `timestamp=${time}:${at}`, `index=${index}:${row.log_index}`].join('&')
}

function logJson(row: Row, context: MirrorContext): object {
  const record = recordOf(row)
  const at = row.consensus_timestamp as bigint
  const index = Number(row.log_index)
  const { bloom, data, topic } = resultOf(record).logInfo?.[index] ?? {}
  const contract = Number(row.contract)
  const block = blockAt(at, context)
  return {
    address: evmAddressOf(contract, context),
    block_hash: block ? hexJson(block.hash as Uint8Array) : null,
    block_number: block ? Number(block.number) : null,
    bloom: hexJson(bloom ?? null),
    contract_id: idText(contract),
    data: hexJson(data ?? new Uint8Array()),
    index,
    root_contract_id: row.root === null ? null : idText(Number(row.root)),
    timestamp: timestampText(at),
    topics: (topic ?? []).map((one) => hexJson(one)),
    transaction_hash: shortHash(record),
    transaction_index: block ? indexIn(block, at, context) : null,
  }
}

/** GET /contracts/results/logs: events of all contracts, newest first unless asked otherwise. */
export const contractLogs: MirrorRoute = {
  path: '/contracts/results/logs',
  parameters: [...PARAMETERS, 'transaction.hash'],
  async answer(request, context) {
    const hash = request.query.text('transaction.hash')
    if (hash === undefined) return list(request, context, [])
    const path = { id: hash }
    const found = await findTransactions({ ...request, path }, context, { nonce: undefined, scheduled: undefined })
    const row = executedAmong(found)
    if (!row) throw notFound()
    return list(request, context, [{ sql: `${AT} = ?`, values: [row.consensus_timestamp as bigint] }])
  },
}

/** GET /contracts/{idOrAddress}/results/logs */
export const logsOfContract: MirrorRoute = {
  path: '/contracts/:id/results/logs',
  parameters: PARAMETERS,
  answer(request, context) {
    const { account } = findContract(request.path.id ?? '', context)
    return list(request, context, [{ sql: 'l.contract = ?', values: [account.num] }])
  },
}
