import { invalidParameter } from '#mirror/rest/errors.ts'
import { hexJson } from '#mirror/rest/json.ts'
import { continuedBy, page, select } from '#mirror/rest/page.ts'
import type { Condition, Parameters } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { INT64_MAX } from '#protocol/encoding/int64.ts'
import { idText } from '#protocol/ids.ts'
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
    return { sql: `u.slot ${SQL[operator]} ?`, values, ...(bounds ? { bounds } : {}) }
  })
}

/** GET /contracts/{idOrAddress}/state: the storage of a contract, by slot, now or right after `timestamp`. */
export const contractState: MirrorRoute = {
  path: '/contracts/:id/state',
  parameters: ['limit', 'order', 'slot', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    const { account } = findContract(request.path.id ?? '', context)
    const order = query.order('asc')
    const moment = query.moment() ?? INT64_MAX
    const { rows, links } = await page(request, context, {
      columns: `u.slot, (SELECT max(consensus_timestamp) FROM contract_state_change c
        WHERE c.contract = u.contract AND c.slot = u.slot AND c.consensus_timestamp <= ?) AS at`,
      from: 'contract_slot_use u',
      sourceValues: [moment],
      along: [{ sql: 'u.contract = ?', values: [account.num] }, ...slotConditions(query)],
      filters: moment === INT64_MAX ? [] : [{ sql: 'u.consensus_timestamp <= ?', values: [moment] }],
      keys: ['u.slot'],
      order,
      after: continuedBy(request, 'slot', order, (row) => hexJson(row.slot as Uint8Array) ?? ''),
    })
    const [address, contract_id] = [evmAddressOf(account.num, context), idText(account.num)]
    const sql =
      'SELECT value_written FROM contract_state_change WHERE contract = ? AND slot = ? AND consensus_timestamp = ?'
    const state = rows.map(({ slot = null, at = null }) => ({
      address,
      contract_id,
      slot: hexJson(slot as Uint8Array),
      timestamp: timestampText(at as bigint),
      value: hexJson((select(context, sql, account.num, slot, at)[0]?.value_written ?? null) as Uint8Array | null),
    }))
    return { state, links }
  },
}
