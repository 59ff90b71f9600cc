import { badRequest, invalidParameter } from '#mirror/rest/errors.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { continuedBy, page, type Row, select } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorContext, MirrorRoute } from '#mirror/rest/route.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { idText, longZeroAddress } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'
import { momentOf } from './results.ts'

const OWN = { sql: 'consensus_timestamp = ?' }

/** Why the calls of a transaction are unknown though it ran a contract. */
export const NO_ACTIONS =
  'The calls of this transaction are not kept: they have too much data, or an older version of the local network ran it'

/** GET /contracts/results/{transactionIdOrHash}/actions: a transaction's calls, in the order of their beginnings. */
export const contractActions: MirrorRoute = {
  path: '/contracts/results/:id/actions',
  parameters: ['index', 'limit', 'order'],
  async answer(request, context) {
    const { query } = request
    const indexes = query.integers('index')
    if (indexes.some(({ operator }) => operator === 'ne')) throw invalidParameter('index')
    const order = query.order('asc')
    const at = await momentOf(request, context)
    if (lacksActions(at, context)) throw badRequest(NO_ACTIONS)
    const { rows, links } = await page(request, context, {
      columns: '*',
      from: 'contract_action',
      along: [{ ...OWN, values: [at] }, ...compareAll('action_index', indexes)],
      filters: [],
      keys: ['action_index'],
      order,
      after: continuedBy(request, 'index', order, (row) => String(row.action_index)),
    })
    return { actions: rows.map(actionJson), links }
  },
}

/** Whether a transaction ran a contract, but its calls are not kept. */
function lacksActions(at: bigint, context: MirrorContext): boolean {
  const sql = `SELECT gas_used > 0 AND nonce = 0 AND NOT EXISTS (SELECT 1 FROM contract_action a
    WHERE a.consensus_timestamp = c.consensus_timestamp) AS lacks FROM contract_result c WHERE ${OWN.sql}`
  return select(context, sql, at)[0]?.lacks === 1n
}

/** An action as the Mirror Node writes it: its addresses are long-zero, also those of accounts with an alias. */
function actionJson(row: Row): object {
  const [caller, recipient] = [numberIn(row.caller), numberIn(row.recipient)]
  const isFailedCreation = row.type === 'CREATE' && recipient === null
  return {
    call_depth: Number(row.depth),
    call_operation_type: row.operation,
    call_type: row.type,
    caller: caller === null ? null : idText(caller),
    caller_type: row.is_from_account === 1n ? 'ACCOUNT' : 'CONTRACT',
    from: caller === null ? null : hex(longZeroAddress(caller)),
    gas: int64Json(row.gas as bigint),
    gas_used: int64Json(row.gas_used as bigint),
    index: Number(row.action_index),
    input: hex(row.input as Uint8Array),
    recipient: recipient === null ? null : idText(recipient),
    recipient_type: recipient === null ? null : row.is_to_account === 1n ? 'ACCOUNT' : 'CONTRACT',
    result_data: hex(row.result as Uint8Array),
    result_data_type: row.result_type,
    timestamp: timestampText(row.consensus_timestamp as bigint),
    to:
      recipient !== null
        ? hex(longZeroAddress(recipient))
        : isFailedCreation
          ? null
          : hex(row.to_address as Uint8Array),
    value: int64Json(row.value as bigint),
  }
}

const numberIn = (cell: Row[string] | undefined): number | null => (cell == null ? null : Number(cell))
