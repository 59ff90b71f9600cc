import { invalidParameter } from '#mirror/rest/errors.ts'
import { hexJson } from '#mirror/rest/json.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import type { Condition, Parameters } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { INT64_MAX } from '#protocol/int64.ts'
import { timestampText } from '#protocol/time.ts'
import { evmAddressOf, findContract } from './contract-lookup.ts'

const SLOT = /^(?:(eq|gte|gt|lte|lt):)?(?:0x)?([0-9a-f]{1,64})$/i
const SQL: { readonly [operator: string]: string } = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }

function slotConditions(query: Parameters): Condition[] {
  return query.all('slot').map((text) => {
    const [, operator = 'eq', digits] = SLOT.exec(text) ?? []
    if (!digits) throw invalidParameter('slot')
    const values = [Buffer.from(digits.padStart(64, '0'), 'hex')]
    const bounds = operator.startsWith('g') ? 'lower' : operator.startsWith('l') ? 'upper' : undefined
    return { sql: `slot ${SQL[operator]} ?`, values, ...(bounds ? { bounds } : {}) }
  })
}

/** GET /contracts/{idOrAddress}/state: what the contract stores, by slot, now or right after `timestamp`. */
export const contractState: MirrorRoute = {
  path: '/contracts/:id/state',
  parameters: ['limit', 'order', 'slot', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    const { account } = findContract(request.path.id ?? '', context)
    const order = query.order('asc')
    const { rows, links } = await page(request, context, {
      columns: 'slot, at, value_written',
      // With max(), SQLite takes the other columns from the row that has the maximum.
      from: `(SELECT slot, max(consensus_timestamp) AS at, value_written FROM contract_state_change
        WHERE contract = ? AND consensus_timestamp <= ? GROUP BY slot)`,
      sourceValues: [account.num, query.moment() ?? INT64_MAX],
      along: slotConditions(query),
      filters: [],
      keys: ['slot'],
      order,
      after: continuedBy(request, 'slot', order, (row) => hexJson(row.slot as Uint8Array) ?? ''),
    })
    const [address, contract_id] = [evmAddressOf(account.num, context), idText(account.num)]
    const state = rows.map((row) => ({
      ...{ address, contract_id, slot: hexJson(row.slot as Uint8Array) },
      timestamp: timestampText(row.at as bigint),
      value: hexJson(row.value_written as Uint8Array),
    }))
    return { state, links }
  },
}
