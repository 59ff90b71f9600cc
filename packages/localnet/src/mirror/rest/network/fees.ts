import { definitionOf } from '#ledger/registry.ts'
import { invalidParameter, MirrorError } from '#mirror/rest/errors.ts'
import { int64Json } from '#mirror/rest/json.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { openEnvelope } from '#protocol/envelope.ts'
import { StatusError } from '#protocol/status-error.ts'
import { timestampText } from '#protocol/time.ts'
import { GAS_PRICE } from '#services/contract/gas.ts'
import type { State } from '#state/state.ts'
import { FULL, ONE } from '#transaction/high-volume.ts'
import { type Fee, feeOf, NETWORK_MULTIPLIER } from '#transaction/prices.ts'

const GAS_USERS = ['ContractCall', 'ContractCreate', 'EthereumTransaction']

/** GET /network/fees: the price of gas in tinybars. */
export const networkFees: MirrorRoute = {
  path: '/network/fees',
  parameters: ['order', 'timestamp'],
  answer({ query }, { clock }) {
    const gas = Number(GAS_PRICE)
    const names = query.order('asc') === 'asc' ? GAS_USERS : GAS_USERS.toReversed()
    return {
      fees: names.map((transaction_type) => ({ gas, transaction_type })),
      timestamp: timestampText(query.moment() ?? clock.last),
    }
  },
}

/** The query of POST /network/fees; `high_volume_throttle` is how full the throttle is, in hundredths of a percent. */
export interface EstimateQuery {
  readonly mode?: string
  readonly high_volume_throttle?: string
}

/** POST /network/fees (HIP-1261): the price of a transaction in tinycents. */
export function estimateFees(
  { mode, high_volume_throttle: use = '0' }: EstimateQuery,
  transaction: unknown,
  state: State,
): object {
  if (mode !== undefined && mode !== 'INTRINSIC' && mode !== 'STATE') throw invalidParameter('mode')
  if (!/^\d{1,5}$/.test(use) || Number(use) > FULL) throw invalidParameter('high_volume_throttle')
  const known = transaction instanceof Uint8Array ? priced(transaction, state, Number(use)) : malformed()
  const { node, service, total, multiplier } = known
  const nodeTotal = node.extras.reduce((sum, { subtotal }) => sum + subtotal, node.base)
  return {
    high_volume_multiplier: Number(multiplier / ONE),
    network: { multiplier: NETWORK_MULTIPLIER, subtotal: int64Json(nodeTotal * BigInt(NETWORK_MULTIPLIER)) },
    node: partJson(node),
    service: partJson(service),
    total: int64Json(total),
  }
}

function partJson({ base, extras }: Fee['node']): object {
  const named = extras.map(({ unit, subtotal, ...extra }) => ({
    ...extra,
    fee_per_unit: int64Json(unit),
    subtotal: int64Json(subtotal),
  }))
  return { base: int64Json(base), extras: named }
}

function priced(transaction: Uint8Array, state: State, use: number): Fee {
  try {
    const envelope = openEnvelope(transaction)
    return feeOf(envelope, definitionOf(envelope.bodyCase), state, use)
  } catch (error) {
    if (error instanceof StatusError) return malformed()
    throw error
  }
}

function malformed(): never {
  throw new MirrorError(400, 'Unable to parse transaction')
}
