import { reasonIn } from '#mirror/rest/contracts/call.ts'
import { type Row, select } from '#mirror/rest/page.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { WEIBARS_PER_TINYBAR } from '#protocol/ethereum-transaction.ts'
import type { ContractAction } from '#store/executed.ts'
import type { RpcContext } from '../context.ts'
import { quantity } from '../values.ts'

/** A call as the callTracer of geth and the relay writes it. Amounts are weibars. */
export interface CallJson {
  readonly type: string
  readonly from: string
  readonly to: string | null
  readonly gas: string
  readonly gasUsed: string
  readonly input: string
  readonly output: string
  readonly value: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: CallJson[]
}

/** The calls of a transaction, in the order of their beginnings; empty if there are none, or they are not kept. */
export function actionsOf(at: bigint, { ledger }: RpcContext): ContractAction[] {
  const sql = `SELECT a.*, k.initcode, k.bytecode FROM contract_action a
    LEFT JOIN contract k ON a.type = 'CREATE' AND k.num = a.recipient
    WHERE a.consensus_timestamp = ? ORDER BY a.action_index`
  return select(ledger, sql, at).map(actionIn)
}

function actionIn(row: Row): ContractAction {
  const isCreated = row.type === 'CREATE' && row.result_type === 'OUTPUT'
  return {
    depth: Number(row.depth),
    operation: row.operation as ContractAction['operation'],
    type: row.type as ContractAction['type'],
    caller: row.caller === null ? null : Number(row.caller),
    isFromAccount: row.is_from_account === 1n,
    recipient: row.recipient === null ? null : Number(row.recipient),
    isToAccount: row.is_to_account === 1n,
    to: row.to_address as Uint8Array,
    gas: Number(row.gas),
    gasUsed: Number(row.gas_used),
    value: row.value as bigint,
    input: ((isCreated ? row.initcode : row.input) ?? NO_BYTES) as Uint8Array,
    resultType: row.result_type as ContractAction['resultType'],
    result: ((isCreated ? row.bytecode : row.result) ?? NO_BYTES) as Uint8Array,
    heir: row.heir as Uint8Array | null,
    inheritance: row.inheritance as bigint,
  }
}

const NO_BYTES = new Uint8Array()

interface Open {
  readonly calls: CallJson[]
  /** The account whose storage the program uses. */
  readonly self: string
}

/**
 * The calls that the outermost one made, each with the calls that it made itself. As in geth, a call is from the
 * account whose storage the calling program uses.
 */
export function callsIn(actions: readonly ContractAction[], from: string): CallJson[] {
  const open: Open[] = []
  const destructions: (() => void)[] = []
  for (const action of actions) {
    const { depth, heir, inheritance } = action
    const caller = open[depth - 1]
    const sender = caller?.self ?? from
    const calls: CallJson[] = []
    caller?.calls.push(callJson(action, sender, calls))
    const isBorrowed = action.operation === 'DELEGATECALL' || action.operation === 'CALLCODE'
    const self = isBorrowed ? sender : hex(action.to)
    open.length = depth
    open.push({ calls, self })
    if (heir) destructions.push(() => calls.push(destruction(self, heir, inheritance)))
  }
  // A program ends with its SELFDESTRUCT, so its other calls come first.
  for (const add of destructions) add()
  return open[0]?.calls.map(withoutEmpty) ?? []
}

/** A call without a member `calls` if it made none. */
function withoutEmpty(call: CallJson): CallJson {
  const { calls = [], ...rest } = call
  return calls.length === 0 ? rest : { ...rest, calls: calls.map(withoutEmpty) }
}

function callJson(action: ContractAction, from: string, calls: CallJson[]): CallJson {
  const { operation, gas, gasUsed, input, result, resultType, value, to } = action
  const isError = resultType === 'ERROR'
  return {
    type: operation,
    from,
    to: hex(to),
    gas: quantity(gas),
    gasUsed: quantity(gasUsed),
    input: hex(input),
    output: isError ? '0x' : hex(result),
    value: quantity(operation === 'STATICCALL' ? 0n : value * WEIBARS_PER_TINYBAR),
    ...failureOf(resultType, result),
    calls,
  }
}

/** The error of a call that failed, and the reason if it reverted with one. */
export function failureOf(
  resultType: ContractAction['resultType'],
  result: Uint8Array,
): Pick<CallJson, 'error' | 'revertReason'> {
  if (resultType === 'OUTPUT') return {}
  if (resultType === 'ERROR') return { error: Buffer.from(result).toString() }
  const reason = reasonIn(result)
  return { error: 'CONTRACT_REVERT_EXECUTED', ...(reason && { revertReason: reason }) }
}

const destruction = (from: string, heir: Uint8Array, value: bigint): CallJson => ({
  type: 'SELFDESTRUCT',
  from,
  to: hex(heir),
  gas: '0x0',
  gasUsed: '0x0',
  input: '0x',
  output: '0x',
  value: quantity(value * WEIBARS_PER_TINYBAR),
})

/** The addresses of the accounts that take part in calls. */
export function addressesIn(actions: readonly ContractAction[], from: string): string[] {
  const found = new Set([from])
  for (const { to, heir } of actions) {
    found.add(hex(to))
    if (heir) found.add(hex(heir))
  }
  return [...found]
}
