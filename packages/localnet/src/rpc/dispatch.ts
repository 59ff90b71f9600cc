import type { Ledger } from '#ledger/ledger.ts'
import { limits } from '#limits.ts'
import { jsonText, Rendered } from '#mirror/rest/json.ts'
import { turn } from '#mirror/rest/page.ts'
import type { Room } from '#services/contract/tracing/instructions.ts'
import { newestBlock } from './block-lookup.ts'
import type { Methods } from './context.ts'
import { impersonationMethods } from './impersonation.ts'
import { blockMethods } from './methods/block-methods.ts'
import { chainMethods } from './methods/chain-methods.ts'
import { changeMethods } from './methods/change-methods.ts'
import { developmentMethods } from './methods/development-methods.ts'
import { logMethods } from './methods/log-methods.ts'
import { sendMethods } from './methods/send-methods.ts'
import { stateMethods } from './methods/state-methods.ts'
import { Relay } from './relay.ts'
import { debugMethods } from './traces/debug-methods.ts'
import { ANSWER_TOO_LARGE, INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, RpcError } from './values.ts'

/** The maximum number of calls in one batch, as in Hedera's relay. */
const MAX_BATCH = 100
const MAX_ANSWERS = limits.maxBatchAnswerBytes.value

/** The bytes that the answer to a request, or to a batch, may still have. */
interface Space {
  left: number
  /** For traces. */
  readonly room: Room
}

export interface Dispatcher {
  /** Makes the first block of a new ledger: tools of Ethereum expect one. */
  begin(): Promise<void>
  /** The methods that only development networks have; empty if this network does not offer them. */
  readonly development: Methods
  /**
   * Answers a request in JSON, or each request of a batch. `own` methods take precedence over those that everybody has.
   * Returns JSON, or undefined if all requests are notifications.
   */
  answer(text: string, own: Methods): Promise<string | undefined>
  /** The error of a body that is not JSON, or too large. */
  refuse(message: string): object
}

/** Answers requests of JSON-RPC 2.0 with the methods of Ethereum. */
export function createDispatcher(ledger: Ledger, hasDevelopmentMethods: boolean): Dispatcher {
  const relay = new Relay(ledger)
  const send = sendMethods(relay)
  const methods: Methods = {
    ...blockMethods,
    ...chainMethods,
    ...stateMethods,
    ...logMethods(),
    ...debugMethods,
    ...send,
  }
  const development: Methods = hasDevelopmentMethods
    ? { ...developmentMethods(relay), ...changeMethods(), ...impersonationMethods(send.eth_sendTransaction) }
    : {}
  const one = async (call: unknown, own: Methods, space: Space): Promise<object | undefined> => {
    const { id, method, params } = (typeof call === 'object' && call !== null ? call : {}) as Record<string, unknown>
    const isId = typeof id === 'string' || typeof id === 'number' || id === null
    if (typeof method !== 'string' || (id !== undefined && !isId) || !isParams(params))
      return failure(isId ? id : null, new RpcError(INVALID_REQUEST, 'A request has an id, a method and a list params'))
    const answer = await outcome(() => run(method, params ?? [], own, space)).then(
      (result) => new Rendered({ jsonrpc: '2.0', id }, { result: jsonText(result === undefined ? null : result) }),
      (error: unknown) => failure(id, error),
    )
    return id === undefined ? undefined : answer
  }
  const run = (method: string, params: readonly unknown[], own: Methods, { left, room }: Space): unknown => {
    if (left < 0)
      throw new RpcError(ANSWER_TOO_LARGE, `The answers before this one have more than ${MAX_ANSWERS} bytes`)
    const found = Object.hasOwn(own, method)
      ? own[method]
      : Object.hasOwn(methods, method)
        ? methods[method]
        : undefined
    if (!found) throw new RpcError(METHOD_NOT_FOUND, `Method ${method.slice(0, 80)} not found`)
    if (ledger.failure) throw new RpcError(INTERNAL_ERROR, ledger.failure.message)
    return found(params, { ledger, room })
  }
  return {
    async begin() {
      if (!newestBlock({ ledger })) await relay.mine()
    },
    development,
    async answer(text, own) {
      const body = parsed(text)
      const space = { left: MAX_ANSWERS, room: { left: limits.maxTraceBytes.value } }
      if (!Array.isArray(body)) {
        const answer = await one(body, own, space)
        return answer && jsonText(answer)
      }
      if (body.length === 0 || body.length > MAX_BATCH)
        return jsonText(failure(null, new RpcError(INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} requests`)))
      const answers: string[] = []
      // In order, so that each call sees the effects of the calls before it.
      for (const call of body) {
        const answer = await one(call, own, space)
        const text = answer && jsonText(answer)
        if (text === undefined) continue
        answers.push(text)
        space.left -= text.length
        await turn()
      }
      return answers.length === 0 ? undefined : `[${answers.join(',')}]`
    },
    refuse: (message) => failure(null, new RpcError(INVALID_REQUEST, message)),
  }
}

const isParams = (params: unknown): params is readonly unknown[] | undefined =>
  params === undefined || Array.isArray(params)

const outcome = async (work: () => unknown): Promise<unknown> => work()

function failure(id: unknown, error: unknown): object {
  if (error instanceof RpcError) {
    const { code, message, data } = error
    return { jsonrpc: '2.0', id: id ?? null, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
  process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error), 'LocalnetRpcFault')
  return { jsonrpc: '2.0', id: id ?? null, error: { code: INTERNAL_ERROR, message: 'Internal error' } }
}

/** The JSON value of a text; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
