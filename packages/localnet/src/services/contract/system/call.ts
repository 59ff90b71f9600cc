import type { proto } from '@hiero-ledger/proto'
import { NO_BYTES } from '#evm/frame.ts'
import type { HaltReason } from '#evm/halt.ts'
import { type Address, type Word, wordOf } from '#evm/word.ts'
import type { SystemMessage, SystemOutcome } from '#evm/world.ts'
import { toLong } from '#protocol/encoding/int64.ts'
import type { BodyCase } from '#protocol/envelope.ts'
import { accountId, contractId, longZeroAddress, longZeroNumber } from '#protocol/ids.ts'
import type { KeyRule, Signer } from '#protocol/keys.ts'
import { check, codeName, codeNumber, type ResponseCode } from '#protocol/status-error.ts'
import type { Account, Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { Bodies } from '#transaction/definition.ts'
import { chargeFee, tinybars } from '#transaction/fees.ts'
import { priceOf } from '#transaction/prices.ts'
import { type AbiValue, decode, encode, parseTypes, selectorOf } from './abi.ts'
import {
  type Caller,
  type Dispatched,
  dispatchNative,
  type NativeChild,
  type NativeContext,
  VIEW_GAS,
} from './native.ts'

/** The accounts and the ledger behind the contracts that run. */
export interface SystemWorld {
  readonly native: NativeContext
  readonly natives: NativeChild[]
  readonly births: readonly unknown[]
  /** Consensus time in nanoseconds. */
  readonly now: bigint
  readonly entropy: Uint8Array
  account(address: Address): Account | undefined
  savepoint(): number
  rollback(savepoint: number): void
  /** Runs work on the whole state, including everything that contracts have changed so far. */
  withState<T>(work: (state: State) => T): T
}

/** The most child transactions of one transaction (consensus.handle.maxFollowingRecords). */
const MAX_CHILDREN = 50

/** One call of a system contract, while it is answered. */
export class SystemCall {
  readonly state: State
  readonly caller: Caller
  readonly #world: SystemWorld
  readonly #message: SystemMessage
  /** The input as it was sent, including the selector, for records. */
  readonly input: Buffer
  /** The entity whose own address was called; undefined if the system contract's address was called. */
  readonly facade: number | undefined

  constructor(message: SystemMessage, world: SystemWorld, state: State, { input, facade }: Target) {
    this.#message = message
    this.#world = world
    this.state = state
    this.input = input
    this.facade = facade
    const account = world.account(message.message.caller)
    this.caller = { account: account ?? { num: 0, evmAddress: null }, isDelegate: message.isFromDelegate }
  }

  get now(): bigint {
    return this.#world.now
  }

  get entropy(): Uint8Array {
    return this.#world.entropy
  }

  /** Tinybars sent with the call. */
  get value(): bigint {
    return this.#message.message.value
  }

  get gasLeft(): number {
    return this.#message.message.gas
  }

  get isStatic(): boolean {
    return this.#message.message.isStatic
  }

  get callerId(): proto.IAccountID {
    return accountId(this.caller.account.num)
  }

  /** Whether the transaction that runs the contract is signed by a key. */
  isSigned(rule: KeyRule): boolean {
    return this.#world.native.isSigned(rule)
  }

  /** Whether a key authorises schedules: see {@link NativeContext.authorises}. */
  authorises(key: Signer): boolean {
    return this.#world.native.authorises(key)
  }

  get transaction(): proto.ITransactionBody {
    return this.#world.native.transaction
  }

  /**
   * Handles a native transaction in the caller's name.
   *
   * @throws StatusError MAX_CHILD_RECORDS_EXCEEDED if there are too many in one transaction;
   *   NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION
   */
  dispatch<K extends BodyCase>(bodyCase: K, op: Bodies[K], also?: ((key: Signer) => boolean) | undefined): Dispatched {
    const { natives, births, native } = this.#world
    check(natives.length + births.length + native.preceding.length < MAX_CHILDREN, 'MAX_CHILD_RECORDS_EXCEEDED')
    const id =
      bodyCase === 'scheduleCreate'
        ? native.dispatch.presets.next(isRecursive(op as Bodies['scheduleCreate']))
        : undefined
    const dispatched = dispatchNative({ bodyCase, op, caller: this.caller, id, also }, this.state, native)
    natives.push({ ...dispatched.child, isReverted: false })
    return dispatched
  }

  /** The price of a native transaction in tinybars. */
  priceOf<K extends BodyCase>(bodyCase: K, op: Bodies[K]): bigint {
    const definition = this.#world.native.dispatch.definitionOf(bodyCase)
    return tinybars(priceOf({ body: { [bodyCase]: op }, bodyCase }, definition, this.state))
  }

  /** Takes a fee in tinybars from the caller. */
  charge(amount: bigint): void {
    if (amount > 0n) chargeFee(this.state, this.caller.account.num, amount)
  }

  /** Writes an event of an entity, with its indexed values as topics. */
  emit(num: number, topics: readonly (Uint8Array | bigint)[], data: Uint8Array = NO_BYTES): void {
    const words = topics.map((topic): Word => (typeof topic === 'bigint' ? wordOf(bytesOfWord(topic)) : wordOf(topic)))
    this.#message.log({ address: longZeroAddress(num).toString('hex'), topics: words, data })
  }

  /** The token at an address; undefined if there is none. */
  token(address: Uint8Array): Token | undefined {
    const num = longZeroNumber(address)
    return num === undefined ? undefined : this.state.tokens.get(num)
  }

  account(address: Uint8Array): Account | undefined {
    const account = this.state.accountByAlias(address)
    return account?.deleted ? undefined : account
  }

  /** The id of the account at an address. If there is none, a transfer to this id creates it. */
  idOf(address: Uint8Array): proto.IAccountID {
    const num = this.state.accountByAlias(address)?.num ?? longZeroNumber(address)
    return num === undefined ? { alias: address } : accountId(num)
  }

  /** Fills in the contract result in the record of the call's last child transaction. */
  tellChild(contract: number, outcome: SystemOutcome, from: number): void {
    const { natives } = this.#world
    const { gas } = this.#message.message
    for (const { handled } of natives.slice(from)) {
      const status = handled.receipt.status ?? 0
      handled.record.contractCallResult = {
        contractID: contractId(contract),
        senderId: this.callerId,
        gas: toLong(BigInt(gas)),
        gasUsed: toLong(BigInt(Math.min(outcome.gas, gas))),
        functionParameters: this.input,
        contractCallResult: outcome.output,
        ...(status === codeNumber('SUCCESS') ? {} : { errorMessage: codeName(status) }),
      }
    }
  }
}

/** Whether a schedule's transaction may schedule others. */
const isRecursive = ({ scheduledTransactionBody }: Bodies['scheduleCreate']): boolean =>
  scheduledTransactionBody?.contractCall != null

/** A function call: the input without the wrapper of a facade, and the facade's entity. */
export interface Target {
  readonly input: Buffer
  readonly facade: number | undefined
}

const bytesOfWord = (value: bigint): Buffer =>
  Buffer.from(BigInt.asUintN(256, value).toString(16).padStart(64, '0'), 'hex')

/**
 * The address under which contracts know an account: its EVM address, or otherwise the long-zero form of its number.
 */
export const addressOf = (account: Pick<Account, 'num' | 'evmAddress'>): Buffer =>
  account.evmAddress ?? longZeroAddress(account.num)

/** The address of an account by its number; zeros for none. */
export function addressOfNumber(state: State, num: number | null): Buffer {
  const account = num === null ? undefined : state.accounts.get(num)
  return account ? addressOf(account) : longZeroAddress(num ?? 0)
}

export const halted = (status: HaltReason): SystemOutcome => ({ status, gas: 0, output: NO_BYTES })

/** A revert whose output is the name of a response code. */
export const reverted = (code: ResponseCode, gas: number): SystemOutcome => ({
  status: 'revert',
  gas,
  output: Buffer.from(code),
})

/** The code that contracts get for a missing signature (ReturnTypes.standardized). */
export const standardized = (code: ResponseCode): ResponseCode =>
  code === 'INVALID_SIGNATURE' ? 'INVALID_FULL_PREFIX_SIGNATURE_FOR_PRECOMPILE' : code

/** A response code as functions return it. */
export const codeValue = (code: ResponseCode): bigint => BigInt(codeNumber(code))

/** A function of a system contract. */
export interface SystemFunction {
  readonly signature: string
  /** Whether it changes nothing, so that static calls may call it. */
  readonly isView: boolean
  /** Whether value may be sent to it. */
  readonly isPayable: boolean
  run(input: Uint8Array, call: SystemCall): SystemOutcome
  /** The transaction that it would dispatch, if that can be scheduled (HIP-756). */
  schedulable?(input: Uint8Array, call: SystemCall): proto.ISchedulableTransactionBody | undefined
}

/** A call, and the functions that end it with encoded results. */
export interface Answering {
  readonly call: SystemCall
  /** Ends the call with results. */
  success(gas: number, ...results: readonly AbiValue[]): SystemOutcome
  /** Ends a read-only function with a code and these results. If the call is static, it reverts instead. */
  failure(code: ResponseCode, ...results: readonly AbiValue[]): SystemOutcome
}

interface Options<A> {
  readonly schedulable?: (args: A, call: SystemCall) => proto.ISchedulableTransactionBody | undefined
  readonly isView?: boolean
  readonly isPayable?: boolean
}

/** Declares a function of a system contract by its Solidity signature and the types of its results. */
export function fn<A extends readonly unknown[]>(
  signature: string,
  results: string,
  answer: (args: A, answering: Answering) => SystemOutcome,
  { isView = false, isPayable = false, schedulable }: Options<A> = {},
): SystemFunction {
  const types = parseTypes(signature.slice(signature.indexOf('(')))
  const resultTypes = parseTypes(results)
  return {
    signature,
    isView,
    isPayable,
    run(input, call) {
      const success = (gas: number, ...values: readonly AbiValue[]): SystemOutcome => ({
        status: 'success',
        gas,
        output: encode(resultTypes, values),
      })
      const failure = (code: ResponseCode, ...values: readonly AbiValue[]): SystemOutcome =>
        call.isStatic ? reverted(code, VIEW_GAS) : success(VIEW_GAS, codeValue(code), ...values)
      return answer(decode(types, input) as unknown as A, { call, success, failure })
    },
    ...(schedulable && { schedulable: (input, call) => schedulable(decode(types, input) as unknown as A, call) }),
  }
}

/** Declares a read-only function: see {@link fn}. */
export const view = <A extends readonly unknown[]>(
  signature: string,
  results: string,
  answer: (args: A, answering: Answering) => SystemOutcome,
): SystemFunction => fn(signature, results, answer, { isView: true })

export type Functions = ReadonlyMap<string, SystemFunction>

/** Functions by their selectors. */
export const bySelector = (...functions: readonly SystemFunction[]): Functions =>
  new Map(functions.map((one) => [selectorOf(one.signature), one]))
