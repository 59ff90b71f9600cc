import { NO_ACTIONS } from '#mirror/rest/contracts/actions.ts'
import { reasonIn } from '#mirror/rest/contracts/call.ts'
import { jsonText, Rendered } from '#mirror/rest/json.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { WEIBARS_PER_TINYBAR } from '#protocol/ethereum-transaction.ts'
import { ActionLog } from '#services/contract/action-log.ts'
import type { Draft } from '#services/contract/contract-state.ts'
import { ContractWorld } from '#services/contract/contract-world.ts'
import { beginMessage, type Result, type Running } from '#services/contract/run-message.ts'
import { simulatedNative } from '#services/contract/system/native.ts'
import { type Instruction, InstructionLog, type Options, type Room } from '#services/contract/tracing/instructions.ts'
import { traceAgain, traceCall } from '#services/contract/tracing/trace.ts'
import { Traceless } from '#services/contract/tracing/traceless.ts'
import type { ContractAction } from '#store/executed.ts'
import { type Block, blockHashed, blockNamed } from '../block-lookup.ts'
import type { CallContext, Methods } from '../context.ts'
import { callIn, checkFunds, checkNewest, surroundings } from '../methods/state-methods.ts'
import { type Executed, executedBy, executedIn, receiverOf } from '../results.ts'
import { hashIn, quantity, RpcError, SERVER_ERROR } from '../values.ts'
import { actionsOf, addressesIn, type CallJson, callsIn, failureOf } from './call-trace.ts'
import { prestateOf, use } from './prestate.ts'
import { type TraceOptions, traceOptionsIn } from './trace-options.ts'

/** The relay's code for a transaction or block that does not exist. */
const NOT_FOUND = -32_001
/** Of a call without its data, in JSON. */
const CALL_BYTES = 300

const notFound = (what: string): RpcError => new RpcError(NOT_FOUND, `Requested resource not found. ${what}`)

/** Makes a missing trace the method's error. */
async function orError<T>(trace: Promise<T>): Promise<T> {
  try {
    return await trace
  } catch (error) {
    throw error instanceof Traceless ? new RpcError(SERVER_ERROR, error.message) : error
  }
}

export const debugMethods: Methods = {
  async debug_traceTransaction([hash, options], context) {
    const asked = traceOptionsIn(options, 'opcodeLogger')
    const bytes = hashIn(hash, 'the transaction hash')
    const executed = await executedBy(bytes, context)
    if (!executed) throw notFound(`Failed to retrieve transaction information for ${hex(bytes)}`)
    return orError(traceOf(executed, asked, context))
  },

  debug_traceBlockByNumber([tag, options], context) {
    return traceBlock(blockNamed(tag, context), tag, traceOptionsIn(options, 'callTracer'), context)
  },

  debug_traceBlockByHash([hash, options], context) {
    const block = blockHashed(hashIn(hash, 'the block hash'), context)
    return traceBlock(block, hash, traceOptionsIn(options, 'callTracer'), context)
  },

  async debug_traceCall([call, tag, options], context) {
    checkNewest(tag, context)
    return orError(simulated(call, traceOptionsIn(options, 'opcodeLogger'), context))
  },
}

async function traceBlock(block: Block | undefined, named: unknown, options: TraceOptions, context: CallContext) {
  if (!block) throw notFound(`Block ${JSON.stringify(named)?.slice(0, 80)} not found`)
  const traces: Rendered[] = []
  for (const executed of executedIn(block, context)) {
    const result = jsonText(await orError(traceOf(executed, options, context)))
    traces.push(new Rendered({ txHash: executed.hash }, { result }))
  }
  return traces
}

async function traceOf(executed: Executed, options: TraceOptions, context: CallContext): Promise<object> {
  const { at, from, gasUsed } = executed
  // It failed before it could run a contract.
  const hasRun = gasUsed > 0
  if (options.tracer === 'opcodeLogger') {
    if (!hasRun) return { gas: 0, failed: true, returnValue: '', structLogs: [] }
    const { text, result } = await traceAgain(at, loggerOf(options, context), context.ledger)
    return instructionsJson(text, result)
  }
  const actions = actionsOf(at, context)
  if (hasRun && actions.length === 0) throw new Traceless(NO_ACTIONS)
  const chosen = options.onlyTopCall ? actions.slice(0, 1) : actions
  if (options.tracer === 'callTracer') return callTrace(executed, chosen, context)
  return hasRun ? prestateOf(addressesIn(chosen, from), at - 1n, context) : {}
}

/** The trace of a transaction's calls, as in the relay; but each call has the calls that it made itself, as in geth. */
function callTrace(executed: Executed, actions: readonly ContractAction[], { room }: CallContext): CallJson {
  const { asked, from, address, result, status, isSuccess, gasUsed } = executed
  const { errorMessage } = result
  useForCalls(room, actions)
  const error = errorMessage || status
  const isRevert = error.startsWith('0x')
  const reason = isRevert ? reasonIn(Buffer.from(error.slice(2), 'hex')) : error
  return {
    type: actions[0]?.operation ?? (asked.isCreation ? 'CREATE' : 'CALL'),
    from,
    to: asked.isCreation ? (isSuccess ? address : null) : receiverOf(executed),
    gas: quantity(asked.gas),
    gasUsed: quantity(gasUsed),
    input: hex(asked.parameters),
    output: isSuccess ? hex(result.contractCallResult) : isRevert ? error : hex(Buffer.from(error)),
    value: quantity(asked.amount * WEIBARS_PER_TINYBAR),
    ...(isSuccess ? {} : { error: status, ...(reason && { revertReason: reason }) }),
    calls: callsIn(actions, from),
  }
}

/** Takes the room of calls as JSON. */
function useForCalls(room: Room, actions: readonly ContractAction[]): void {
  for (const { input, result } of actions) use(room, CALL_BYTES + 2 * (input.length + result.length))
}

const loggerOf = ({ wanted }: TraceOptions, { room }: CallContext): Options => ({ wanted, room, jsonOf: logJson })

/** An instruction as geth's logger and the relay write it, with words without 0x. */
const logJson = ({ pc, op, gas, gasCost, depth, stack, memory, storage, reason }: Instruction): object => ({
  pc,
  op,
  gas,
  gasCost,
  depth,
  stack: stack ?? null,
  memory: memory ?? null,
  storage: storage ?? null,
  reason: reason?.slice(2) ?? null,
})

function instructionsJson(structLogs: string, { gasUsed, status, outcome }: Result): Rendered {
  const returnValue = Buffer.from(outcome.output).toString('hex')
  return new Rendered({ gas: gasUsed, failed: status !== 'SUCCESS', returnValue }, { structLogs })
}

/** The trace of a call that changes nothing. */
async function simulated(value: unknown, options: TraceOptions, context: CallContext): Promise<object> {
  const { ledger } = context
  const { request } = callIn(value, context)
  checkFunds(request, context)
  const { block, now, entropy, dispatch } = surroundings(context)
  const native = simulatedNative(dispatch, now, { entropy, isSigned: true })
  const log = options.tracer === 'opcodeLogger' ? new InstructionLog(loggerOf(options, context)) : undefined
  let calls: ActionLog | undefined
  const begin = (state: Draft): Running => {
    const world = new ContractWorld({ state, now, native, entropy })
    calls = new ActionLog(world)
    return beginMessage(request, { state, world, block, observer: log ?? calls })
  }
  const result = await traceCall(begin, log, ledger)
  if (log) return instructionsJson(log.text, result)
  const [top, ...inner] = calls?.actions ?? []
  if (!top) throw new Traceless(NO_ACTIONS)
  const from = `0x${request.sender}`
  const chosen = options.onlyTopCall ? [top] : [top, ...inner]
  if (options.tracer === 'prestateTracer') return prestateOf(addressesIn(chosen, from), ledger.clock.last, context)
  useForCalls(context.room, chosen)
  return {
    type: top.operation,
    from,
    to: top.type === 'CREATE' && top.recipient === null ? null : hex(top.to),
    gas: quantity(request.gas),
    gasUsed: quantity(result.gasUsed),
    input: hex(request.data),
    output: hex(top.resultType === 'ERROR' ? undefined : top.result),
    value: quantity(request.value * WEIBARS_PER_TINYBAR),
    ...failureOf(top.resultType, top.result),
    calls: callsIn(chosen, from),
  }
}
