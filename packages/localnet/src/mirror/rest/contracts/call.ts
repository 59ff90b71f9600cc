import type { ConsensusClock } from '#ledger/clock.ts'
import { badRequest, MirrorError } from '#mirror/rest/errors.ts'
import { hex } from '#protocol/encoding/hex.ts'
import { knownAddress } from '#services/contract/contract-world.ts'
import { MAX_GAS } from '#services/contract/gas.ts'
import type { Request, Result } from '#services/contract/run-message.ts'
import { canPay, estimate, simulate } from '#services/contract/simulate.ts'
import type { State } from '#state/state.ts'
import type { Store } from '#store/store.ts'
import type { Dispatch } from '#transaction/definition.ts'

/** The maximum number of bytes of a request: call data of 128 KB in hex, and the other fields. */
export const MAX_CALL_BYTES = 300_000
/** The maximum number of bytes of call data and init code (HIP-1086). */
export const MAX_DATA_BYTES = 131_072

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const DATA = /^(?:0x)?(?:[0-9a-fA-F]{2})*$/
const LATEST = new Set(['latest', 'pending', 'safe', 'finalized', ''])
const BLOCK = /^(?:0x[0-9a-fA-F]{1,15}|\d{1,15})$/
const NOBODY = '00'.repeat(20)
/** Error(string), as Solidity encodes the reason of a revert. */
const ERROR_SELECTOR = '08c379a0'

interface Context {
  readonly state: State
  readonly store: Store
  readonly clock: ConsensusClock
  readonly dispatch: Dispatch
  sampleEntropy(): Buffer
}

/**
 * POST /contracts/call: the result of a call, or the gas that it needs (`estimate`).
 *
 * @throws MirrorError 400 with the response code of a call that fails
 */
export async function contractCall(body: unknown, context: Context): Promise<object> {
  const { state, store, clock } = context
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const now = clock.now()
  const block = store.blocks.blockAt(now)
  checkBlock(fields.block, block.number)
  const request = requestOf(fields, state)
  if (!canPay(request, state)) throw new MirrorError(400, 'INSUFFICIENT_PAYER_BALANCE')
  const surroundings = { state, now, block, entropy: context.sampleEntropy(), dispatch: context.dispatch }
  if (fields.estimate === true) {
    const gas = await estimate(request, surroundings)
    return typeof gas === 'number' ? { result: `0x${gas.toString(16)}` } : refuse(gas)
  }
  const result = await simulate(request, surroundings)
  return result.status === 'SUCCESS' ? { result: hex(result.outcome.output) } : refuse(result)
}

/** The ledger answers calls only on its current state. */
function checkBlock(block: unknown, current: number): void {
  const text = block ?? 'latest'
  if (typeof text !== 'string' || !(LATEST.has(text) || text === 'earliest' || BLOCK.test(text)))
    throw badRequest(`block must be latest or a number, but is ${JSON.stringify(text)?.slice(0, 80)}`)
  if (!LATEST.has(text) && (text === 'earliest' || Number(text) < current - 1))
    throw badRequest('The local network answers calls at the latest block only: send block=latest')
}

function requestOf(fields: Record<string, unknown>, state: State): Request {
  const data = dataOf(fields.data)
  const to = addressIn(fields.to, 'to')
  const from = addressIn(fields.from, 'from')
  if (to === undefined && data.length === 0) throw badRequest('to or data is missing: send the address to call')
  return {
    sender: from === undefined ? NOBODY : knownAddress(state, from),
    to: to === undefined ? undefined : knownAddress(state, to),
    data,
    gas: integer(fields.gas, 'gas', MAX_GAS),
    value: BigInt(integer(fields.value ?? 0, 'value', BigInt(Number.MAX_SAFE_INTEGER))),
  }
}

function addressIn(value: unknown, name: string): Buffer | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || !ADDRESS.test(value)) throw badRequest(`${name} must be 0x and 40 hex digits`)
  return Buffer.from(value.slice(2), 'hex')
}

function dataOf(value: unknown): Buffer {
  const text = value ?? '0x'
  if (typeof text !== 'string' || text.length > 2 * MAX_DATA_BYTES + 2 || !DATA.test(text))
    throw badRequest(`data must be hex of at most ${MAX_DATA_BYTES} bytes`)
  return Buffer.from(text.replace(/^0x/, ''), 'hex')
}

function integer(value: unknown, name: string, most: bigint): number {
  const given = value ?? Number(most)
  const isInteger = typeof given === 'number' && Number.isSafeInteger(given) && given >= 0 && BigInt(given) <= most
  if (!isInteger) throw badRequest(`${name} must be an integer from 0 to ${most}`)
  return given
}

function refuse({ status, outcome }: Result): never {
  const data = hex(outcome.output)
  throw new MirrorError(400, status, outcome.status === 'revert' ? reasonIn(outcome.output) : '', data)
}

/** The text of an Error(string); empty for other reverts. */
export function reasonIn(output: Uint8Array): string {
  const bytes = Buffer.from(output)
  if (bytes.toString('hex', 0, 4) !== ERROR_SELECTOR || bytes.length < 68) return ''
  const length = Number(bytes.readBigUInt64BE(60))
  return bytes.toString('utf8', 68, 68 + Math.min(length, bytes.length - 68))
}
