import type { Calling, Observer, Outcome } from '#evm/observer.ts'
import { PRECOMPILES } from '#evm/precompiles/index.ts'
import type { Address } from '#evm/word.ts'
import type { Message } from '#evm/world.ts'
import { limits } from '#limits.ts'
import { longZeroNumber } from '#protocol/ids.ts'
import type { Account } from '#state/entities.ts'
import type { ContractAction } from '#store/executed.ts'
import { isSystemContract } from './system/index.ts'

/** The bytes that a call counts in addition to its data. */
const CALL_BYTES = 100

type Entry = { -readonly [K in keyof ContractAction]: ContractAction[K] }

const bytesIn = (address: Address): Buffer => Buffer.from(address, 'hex')
const isCreation = ({ operation }: ContractAction): boolean => operation === 'CREATE' || operation === 'CREATE2'

/** Notes the calls of a run. */
export class ActionLog implements Observer {
  readonly #world: { account(address: Address): Account | undefined }
  readonly #all: Entry[] = []
  readonly #open: Entry[] = []
  #bytes = 0

  constructor(world: { account(address: Address): Account | undefined }) {
    this.#world = world
  }

  /** The calls in the order of their beginnings; undefined if they have too much data. */
  get actions(): readonly ContractAction[] | undefined {
    return this.#isFull ? undefined : this.#all
  }

  get #isFull(): boolean {
    return this.#bytes > limits.maxActionBytes.value
  }

  entered(message: Message, caller: Calling | undefined): void {
    if (this.#isFull) return
    this.#bytes += CALL_BYTES
    const { kind, codeAddress, code, value, gas, depth } = message
    const isCreated = kind === 'CREATE' || kind === 'CREATE2'
    const action: Entry = {
      depth,
      operation: kind,
      type: isCreated ? 'CREATE' : typeOf(codeAddress),
      caller: this.#numberOf(caller?.message.codeAddress ?? message.caller),
      isFromAccount: caller === undefined,
      recipient: isCreated ? null : this.#numberOf(codeAddress),
      isToAccount: !isCreated && code.bytes.length === 0,
      to: bytesIn(codeAddress),
      gas: Math.max(gas, 0),
      gasUsed: 0,
      value,
      input: isCreated ? code.bytes : message.input,
      resultType: 'OUTPUT',
      result: NO_BYTES,
      heir: null,
      inheritance: 0n,
    }
    this.#all.push(action)
    this.#open.push(action)
  }

  left({ codeAddress }: Message, { status, gas, output }: Outcome): void {
    const action = this.#isFull ? undefined : this.#open.pop()
    if (!action) return
    action.gasUsed = action.gas - gas
    if (status === 'success') {
      action.result = output
      if (isCreation(action)) action.recipient = this.#numberOf(codeAddress)
    } else {
      action.resultType = status === 'revert' ? 'REVERT_REASON' : 'ERROR'
      action.result = status === 'revert' ? output : Buffer.from(status)
    }
    // The programs of a contract that was created are kept with the contract.
    if (!isCreation(action) || status !== 'success') this.#bytes += action.input.length + action.result.length
    if (this.#isFull) this.#all.length = 0
  }

  destroyed(beneficiary: Address, balance: bigint): void {
    const action = this.#open.at(-1)
    if (!action) return
    action.heir = bytesIn(beneficiary)
    action.inheritance = balance
  }

  #numberOf(address: Address): number | null {
    return this.#world.account(address)?.num ?? longZeroNumber(bytesIn(address)) ?? null
  }
}

const NO_BYTES = new Uint8Array()

function typeOf(address: Address): ContractAction['type'] {
  if (PRECOMPILES.has(address)) return 'PRECOMPILE'
  const num = longZeroNumber(bytesIn(address))
  return num !== undefined && isSystemContract(num) ? 'SYSTEM' : 'CALL'
}
