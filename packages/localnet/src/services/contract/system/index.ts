/** Hedera's system contracts: each call is answered by the handler of the native transaction. */
import type { HaltReason } from '#evm/halt.ts'
import type { Address } from '#evm/word.ts'
import type { SystemContract, SystemMessage, SystemOutcome } from '#evm/world.ts'
import { longZeroAddress, longZeroNumber } from '#protocol/ids.ts'
import { StatusError } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import { AbiError, decode, parseTypes } from './abi.ts'
import { accountFacade, accountService } from './account-service.ts'
import {
  type Functions,
  halted,
  reverted,
  SystemCall,
  type SystemFunction,
  type SystemWorld,
  type Target,
} from './call.ts'
import { exchangeRate } from './exchange-rate.ts'
import { tokenFacade, tokenService, tokenServiceWithMetadata } from './hts/index.ts'
import { prng } from './prng.ts'
import { REDIRECT_FOR_ACCOUNT, REDIRECT_FOR_SCHEDULE, REDIRECT_FOR_TOKEN } from './redirect.ts'
import { scheduleFacade, scheduleService } from './schedule-service.ts'

/** How calls of an entity's own address are redirected to a system contract. */
interface Facade {
  /** The selector of redirected calls. The entity's address and the actual input follow it. */
  readonly selector: string
  readonly functions: Functions
  /** The number of the entity at an address; undefined if there is none of this kind. */
  find(address: Buffer, state: State): number | undefined
}

interface Definition {
  readonly functions: Functions
  readonly facade?: Facade
  /** Whether an unknown function fails. Otherwise it succeeds, does nothing, and takes all gas. */
  readonly isStrict?: boolean
}

const tokens: Facade = {
  selector: REDIRECT_FOR_TOKEN,
  functions: tokenFacade,
  find: (address, state) => numberIn(address, (num) => state.tokens.get(num)),
}
const accounts: Facade = {
  selector: REDIRECT_FOR_ACCOUNT,
  functions: accountFacade,
  find(address, state) {
    const account = state.accountByAlias(address)
    return account && !account.deleted && !state.contracts.get(account.num) ? account.num : undefined
  },
}
const schedules: Facade = {
  selector: REDIRECT_FOR_SCHEDULE,
  functions: scheduleFacade,
  find: (address, state) => numberIn(address, (num) => state.schedules.get(num)),
}

function numberIn(address: Buffer, find: (num: number) => unknown): number | undefined {
  const num = longZeroNumber(address)
  return num !== undefined && find(num) ? num : undefined
}

const DEFINITIONS: ReadonlyMap<number, Definition> = new Map([
  [0x167, { functions: tokenService, facade: tokens }],
  [0x168, { functions: exchangeRate, isStrict: true }],
  [0x169, { functions: prng, isStrict: true }],
  [0x16a, { functions: accountService, facade: accounts }],
  [0x16b, { functions: scheduleService, facade: schedules }],
  [0x16c, { functions: tokenServiceWithMetadata, facade: tokens }],
])

/** Whether a number belongs to a system contract. */
export const isSystemContract = (num: number): boolean => DEFINITIONS.has(num)

/** All functions of system contracts, by the number of the contract; for tests. */
export const functionsOf: ReadonlyMap<number, Functions> = new Map(
  [...DEFINITIONS].map(([num, { functions }]) => [num, functions]),
)

/** The functions that accounts without a program have. */
export const hasAccountFunction = (input: Uint8Array): boolean =>
  accountFacade.has(Buffer.from(input.subarray(0, 4)).toString('hex'))

/** The system contracts for a run of contracts in a world. */
export function systemContracts(world: SystemWorld): ReadonlyMap<Address, SystemContract> {
  const entries = [...DEFINITIONS].map(([num, definition]): [Address, SystemContract] => [
    longZeroAddress(num).toString('hex'),
    (message) => world.withState((state) => answer({ num, definition, message, world, state })),
  ])
  return new Map(entries)
}

interface Given {
  readonly num: number
  readonly definition: Definition
  readonly message: SystemMessage
  readonly world: SystemWorld
  readonly state: State
}

const SELECTOR_BYTES = 4
const ADDRESS_BYTES = 20

function answer(given: Given): SystemOutcome {
  const { definition, message, state } = given
  const { self, codeAddress, input, gas } = message.message
  const facade = definition.facade?.find(Buffer.from(self, 'hex'), state)
  // Foreign code cannot run a system contract by DELEGATECALL. Only the redirecting programs of entities may do that.
  if (codeAddress !== self && (facade === undefined || message.isFromDelegate)) return halted('PRECOMPILE_ERROR')
  const bytes = Buffer.from(input)
  if (bytes.length < SELECTOR_BYTES) return halted('INVALID_OPERATION')
  const target = targetOf(bytes, definition.facade, state)
  const selector = target.input.toString('hex', 0, SELECTOR_BYTES)
  const functions = target.facade === undefined ? definition.functions : definition.facade?.functions
  const found = functions?.get(selector)
  if (found) return run(found, target, given)
  return definition.isStrict
    ? halted('INVALID_OPERATION')
    : { status: 'success', gas: Number(gas), output: Buffer.alloc(0) }
}

const REDIRECTED = parseTypes('(address,bytes)')

/** Splits a redirected call into address and input. They are packed, or encoded as arguments. */
function targetOf(input: Buffer, facade: Facade | undefined, state: State): Target {
  if (!facade || input.toString('hex', 0, SELECTOR_BYTES) !== facade.selector) return { input, facade: undefined }
  const rest = input.subarray(SELECTOR_BYTES)
  const [address, inner] = encoded(rest) ?? [rest.subarray(0, ADDRESS_BYTES), rest.subarray(ADDRESS_BYTES)]
  return { input: inner, facade: facade.find(address, state) ?? 0 }
}

function encoded(bytes: Buffer): readonly [Buffer, Buffer] | undefined {
  try {
    return decode(REDIRECTED, bytes) as unknown as readonly [Buffer, Buffer]
  } catch (error) {
    if (error instanceof AbiError) return undefined
    throw error
  }
}

function run(found: SystemFunction, target: Target, { num, message, world, state }: Given): SystemOutcome {
  const refusal = refusalOf(found, message)
  if (refusal) return halted(refusal)
  const call = new SystemCall(message, world, state, target)
  const before = world.natives.length
  try {
    const outcome = found.run(target.input.subarray(SELECTOR_BYTES), call)
    call.tellChild(num, outcome, before)
    return outcome
  } catch (error) {
    if (error instanceof AbiError) return halted('INVALID_OPERATION')
    if (!(error instanceof StatusError)) throw error
    return error.code === TOO_MANY ? halted(TOO_MANY) : reverted(error.code, call.gasLeft)
  }
}

const TOO_MANY = 'MAX_CHILD_RECORDS_EXCEEDED'

function refusalOf({ isView, isPayable }: SystemFunction, { message }: SystemMessage): HaltReason | undefined {
  if (message.value > 0n && !isPayable) return 'INVALID_FEE_SUBMITTED'
  return message.isStatic && !isView ? 'ILLEGAL_STATE_CHANGE' : undefined
}
