import { blockJson } from './blockJson.ts'
import { invalidParameter, notFound } from './errors.ts'
import { page, type Row, select } from './page.ts'
import { compareAll } from './parameters.ts'
import type { MirrorContext, MirrorRoute } from './route.ts'

/** GET /blocks: newest first unless asked otherwise. */
export const blocks: MirrorRoute = {
  path: '/blocks',
  parameters: ['block.number', 'limit', 'order', 'timestamp'],
  answer(request, context) {
    const { query } = request
    context.store.blocks.close()
    const { rows, links } = page(request, context, {
      columns: '*',
      from: 'block',
      conditions: [
        ...compareAll('number', query.integers('block.number')),
        ...compareAll('consensus_end', query.timestamps()),
      ],
      orderBy: 'number',
      order: query.order('desc'),
      parameter: 'block.number',
      keyOf: (row) => String(row.number),
    })
    return { blocks: rows.map(blockJson), links }
  },
}

/** GET /blocks/{hashOrNumber}: the hash whole, or its first 32 bytes as Ethereum's tools know it. */
export const block: MirrorRoute = {
  path: '/blocks/:hashOrNumber',
  parameters: [],
  answer({ path }, context) {
    context.store.blocks.close()
    const row = find(path.hashOrNumber ?? '', context)
    if (!row) throw notFound()
    return blockJson(row)
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
