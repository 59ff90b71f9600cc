import { openEnvelope } from '../../envelope.ts'
import { BASE_FEE_TINYCENTS, tinybars } from '../../fees.ts'
import { Refusal } from '../../refusal.ts'
import { timestampText } from '../../time.ts'
import { definitionOf } from '../../transactions.ts'
import { invalidParameter, MirrorError } from './errors.ts'
import type { MirrorRoute } from './route.ts'

/** What a unit of gas costs on the network: there are no contracts here that would use any. */
const GAS_TINYCENTS = 852n
const GAS_USERS = ['ContractCall', 'ContractCreate', 'EthereumTransaction']

/** GET /network/fees: the price of gas in tinybars. */
export const networkFees: MirrorRoute = {
  path: '/network/fees',
  parameters: ['order', 'timestamp'],
  answer({ query }, { clock }) {
    const gas = Number(tinybars(GAS_TINYCENTS))
    const names = query.order('asc') === 'asc' ? GAS_USERS : GAS_USERS.toReversed()
    return {
      fees: names.map((transaction_type) => ({ gas, transaction_type })),
      timestamp: timestampText(query.moment() ?? clock.last),
    }
  },
}

/** POST /network/fees (HIP-1261): what a transaction would cost, in tinycents: all of it is for the service. */
export function estimateFees(mode: string | undefined, transaction: unknown): object {
  if (mode !== undefined && mode !== 'INTRINSIC' && mode !== 'STATE') throw invalidParameter('mode')
  const base = Number(transaction instanceof Uint8Array ? feeOf(transaction) : malformed())
  return {
    high_volume_multiplier: 1,
    network: { multiplier: 9, subtotal: 0 },
    node: { base: 0, extras: [] },
    service: { base, extras: [] },
    total: base,
  }
}

function feeOf(transaction: Uint8Array): bigint {
  try {
    return definitionOf(openEnvelope(transaction).bodyCase)?.fee ?? BASE_FEE_TINYCENTS
  } catch (error) {
    if (error instanceof Refusal) return malformed()
    throw error
  }
}

function malformed(): never {
  throw new MirrorError(400, 'Unable to parse transaction')
}
