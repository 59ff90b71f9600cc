import { LRUCache } from 'lru-cache'
import { evmAddressOf } from '#mirror/rest/contracts/contract-lookup.ts'
import { recordOf, resultOf, shortHash } from '#mirror/rest/contracts/result-json.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { longZeroNumber } from '#protocol/ids.ts'
import { blockAt, blockHashed, blockNamed, blocksAfter, newestBlock } from '../block-lookup.ts'
import type { Methods, RpcContext } from '../context.ts'
import { indexOf } from '../results.ts'
import { addressIn, hashIn, invalidParameter, objectIn, quantity, RpcError, SERVER_ERROR } from '../values.ts'

/** The maximum number of blocks between `fromBlock` and `toBlock` for logs of any address, as in the relay. */
const MAX_BLOCKS = 1000
/** The maximum number of logs in one answer. */
const MAX_LOGS = 10_000
const MAX_ADDRESSES = 1000
const MAX_FILTERS = 1000
/** A filter ends five minutes after the last request for its changes. */
const FILTER_MS = 300_000

/** The requested logs. */
export interface LogFilter {
  readonly addresses: readonly Buffer[]
  /** For each topic the values that it may have; undefined for any. */
  readonly topics: readonly (readonly Buffer[] | undefined)[]
}

export function logFilterIn(value: unknown): LogFilter {
  const { address, topics } = objectIn(value, 'the filter')
  const addresses = address === undefined || address === null ? [] : [address].flat()
  if (addresses.length > MAX_ADDRESSES) throw invalidParameter(`at most ${MAX_ADDRESSES} addresses may be asked for`)
  if (topics !== undefined && topics !== null && (!Array.isArray(topics) || topics.length > 4))
    throw invalidParameter('topics must be a list of at most 4 entries')
  return {
    addresses: addresses.map((one) => addressIn(one, 'address')),
    topics: ((topics ?? []) as unknown[]).map((topic) => {
      if (topic === null || topic === undefined) return undefined
      const values = [topic].flat()
      return values.length === 0 ? undefined : values.map((one) => hashIn(one, 'a topic'))
    }),
  }
}

/** The logs from one consensus time to another, oldest first. */
export function logsBetween(start: bigint, end: bigint, filter: LogFilter, context: RpcContext): object[] {
  const { ledger } = context
  const values: (bigint | number | Uint8Array)[] = [start, end]
  const conditions = ['l.consensus_timestamp BETWEEN ? AND ?']
  if (filter.addresses.length > 0) {
    const contracts = filter.addresses.flatMap(
      (address) => ledger.state.accountByAlias(address)?.num ?? longZeroNumber(address) ?? [],
    )
    conditions.push(`l.contract IN (${contracts.map(() => '?').join(', ')})`)
    values.push(...contracts)
  }
  for (const [index, topics] of filter.topics.entries()) {
    if (topics) conditions.push(`l.topic${index} IN (${topics.map(() => '?').join(', ')})`)
    else conditions.push(`l.topic${index} IS NOT NULL`)
    values.push(...(topics ?? []))
  }
  const sql = `SELECT l.consensus_timestamp, l.log_index, l.contract, t.record FROM contract_log l
    JOIN transactions t ON t.consensus_timestamp = l.consensus_timestamp
    WHERE ${conditions.join(' AND ')} ORDER BY l.consensus_timestamp, l.log_index LIMIT ?`
  const rows = select(ledger, sql, ...values, MAX_LOGS + 1)
  if (rows.length > MAX_LOGS) throw new RpcError(SERVER_ERROR, `More than ${MAX_LOGS} logs match: ask for fewer blocks`)
  const places = new Map<bigint, object>()
  return rows.map((row) => ({ ...placeOf(row, places, context), ...logOf(row, context) }))
}

function logOf(row: Row, { ledger }: RpcContext): object {
  const record = recordOf(row)
  const { data, topic } = resultOf(record).logInfo?.[Number(row.log_index)] ?? {}
  return {
    address: evmAddressOf(Number(row.contract), ledger),
    data: hex(data),
    logIndex: quantity(row.log_index as bigint),
    removed: false,
    topics: (topic ?? []).map(hex),
    transactionHash: shortHash(record),
  }
}

function placeOf(row: Row, places: Map<bigint, object>, context: RpcContext): object {
  const at = row.consensus_timestamp as bigint
  const known = places.get(at)
  if (known) return known
  const block = blockAt(at, context)
  if (!block) throw new Error('A transaction is in no block')
  const place = {
    blockHash: hex(block.hash.subarray(0, 32)),
    blockNumber: quantity(block.number),
    transactionIndex: quantity(indexOf(at, block, context)),
  }
  places.set(at, place)
  return place
}

/** The blocks that a filter names, as consensus times; undefined if there are none. */
function rangeIn(value: unknown, context: RpcContext): { start: bigint; end: bigint } | undefined {
  const { fromBlock, toBlock, blockHash, address } = objectIn(value, 'the filter')
  if (blockHash !== undefined) {
    if (fromBlock !== undefined || toBlock !== undefined)
      throw invalidParameter('blockHash cannot be sent together with fromBlock or toBlock')
    const block = blockHashed(hashIn(blockHash, 'blockHash'), context)
    if (!block) throw invalidParameter('there is no block with this hash')
    return block
  }
  const newest = newestBlock(context)
  const from = blockNamed(fromBlock, context)
  const to = blockNamed(toBlock, context) ?? newest
  if (!from || !to) return undefined
  if (from.number > to.number) throw invalidParameter('fromBlock is after toBlock')
  const isOfAll = address === undefined || address === null || (Array.isArray(address) && address.length === 0)
  if (to.number - from.number >= MAX_BLOCKS && isOfAll)
    throw new RpcError(SERVER_ERROR, `Exceeded maximum block range: at most ${MAX_BLOCKS} blocks without an address`)
  return { start: from.start, end: to.end }
}

interface Filter {
  readonly kind: 'logs' | 'blocks'
  readonly criteria: unknown
  /** The number of the last block that was reported. */
  last: number
}

/** The methods for logs, with filters that are kept in memory. */
export function logMethods(): Methods {
  const filters = new LRUCache<string, Filter>({ max: MAX_FILTERS, ttl: FILTER_MS, updateAgeOnGet: true })
  let next = 1
  const add = (kind: Filter['kind'], criteria: unknown, context: RpcContext): string => {
    const id = quantity(next++)
    filters.set(id, { kind, criteria, last: newestBlock(context)?.number ?? -1 })
    return id
  }
  const found = (id: unknown): Filter => {
    const filter = typeof id === 'string' ? filters.get(id) : undefined
    if (!filter) throw new RpcError(-32_001, 'Filter not found: it was never made, or has ended after five minutes')
    return filter
  }
  const logsOf = (criteria: unknown, context: RpcContext): object[] => {
    const range = rangeIn(criteria, context)
    return range ? logsBetween(range.start, range.end, logFilterIn(criteria), context) : []
  }
  return {
    eth_getLogs: ([criteria], context) => logsOf(criteria, context),
    eth_newFilter([criteria], context) {
      logFilterIn(criteria)
      return add('logs', criteria, context)
    },
    eth_newBlockFilter: (_, context) => add('blocks', undefined, context),
    eth_uninstallFilter: ([id]) => filters.delete(String(id)),
    eth_getFilterLogs([id], context) {
      const { kind, criteria } = found(id)
      if (kind !== 'logs') throw new RpcError(-32_001, 'Filter not found: this one is not for logs')
      return logsOf(criteria, context)
    },
    eth_getFilterChanges([id], context) {
      const filter = found(id)
      // Restoring a snapshot removed the blocks after it.
      filter.last = Math.min(filter.last, newestBlock(context)?.number ?? -1)
      const blocks = blocksAfter(filter.last, context, MAX_BLOCKS)
      const [first, last] = [blocks[0], blocks.at(-1)]
      if (!first || !last) return []
      filter.last = last.number
      if (filter.kind === 'blocks') return blocks.map(({ hash }) => hex(hash.subarray(0, 32)))
      return logsBetween(first.start, last.end, logFilterIn(filter.criteria), context)
    },
  }
}
