import { invalidParameter, notFound } from '#mirror/rest/errors.ts'
import { continuedBy, page, type Row, select } from '#mirror/rest/page.ts'
import { type Comparison, compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRoute } from '#mirror/rest/route.ts'
import { INT64_MAX } from '#protocol/encoding/int64.ts'
import { blockJson } from './block-json.ts'

/** GET /blocks: newest first unless asked otherwise. */
export const blocks: MirrorRoute = {
  path: '/blocks',
  parameters: ['block.number', 'limit', 'order', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    context.store.blocks.close()
    const order = query.order('desc')
    const times = query.timestamps().map((comparison) => numberAt(comparison, context))
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'block',
      along: [
        ...compareAll('number', [
          ...query.integers('block.number'),
          ...times.filter(({ operator }) => operator !== 'eq'),
        ]),
        ...compareAll(
          'number',
          times.filter(({ operator }) => operator === 'eq'),
        ),
      ],
      filters: [],
      keys: ['number'],
      order,
      after: continuedBy(request, 'block.number', order, (row) => String(row.number)),
    })
    return { blocks: rows.map((row) => blockJson(row, context)), links }
  },
}

const NO_BLOCK = -1n

/** Turns a condition on the time into one on the block number: blocks have the same order in both. */
function numberAt({ operator, value }: Comparison<bigint>, context: MirrorContext): Comparison<bigint> {
  const one = (condition: string, order: 'asc' | 'desc'): bigint | undefined => {
    const sql = `SELECT number FROM block WHERE consensus_end ${condition} ? ORDER BY consensus_end ${order} LIMIT 1`
    return select(context, sql, value)[0]?.number as bigint | undefined
  }
  if (operator === 'gt') return { operator: 'gte', value: one('>', 'asc') ?? INT64_MAX }
  if (operator === 'gte') return { operator, value: one('>=', 'asc') ?? INT64_MAX }
  if (operator === 'lt') return { operator: 'lte', value: one('<', 'desc') ?? NO_BLOCK }
  if (operator === 'lte') return { operator, value: one('<=', 'desc') ?? NO_BLOCK }
  return { operator, value: one('=', 'asc') ?? NO_BLOCK }
}

/** GET /blocks/{hashOrNumber}: by number, by the whole hash, or by its first 32 bytes, which Ethereum tools use. */
export const block: MirrorRoute = {
  path: '/blocks/:hashOrNumber',
  parameters: [],
  answer({ path }, context) {
    context.store.blocks.close()
    const row = find(path.hashOrNumber ?? '', context)
    if (!row) throw notFound()
    return blockJson(row, context)
  },
}

const HASH = /^(?:0x)?([0-9a-f]{96}|[0-9a-f]{64})$/i
const NUMBER = /^(?:\d{1,18}|0x[0-9a-f]{1,15})$/i

function find(text: string, context: MirrorContext): Row | undefined {
  const digits = HASH.exec(text)?.[1]
  if (digits) {
    const from = Buffer.from(digits, 'hex')
    const to = Buffer.from(digits.padEnd(96, 'f'), 'hex')
    return select(context, 'SELECT * FROM block WHERE hash BETWEEN ? AND ?', from, to)[0]
  }
  if (!NUMBER.test(text)) throw invalidParameter('hash or number')
  return select(context, 'SELECT * FROM block WHERE number = ?', BigInt(text))[0]
}
