import type { Frame } from '#evm/frame.ts'
import { names } from '#evm/instructions.ts'
import type { Machine } from '#evm/machine.ts'
import type { Calling, Observer } from '#evm/observer.ts'
import type { Address, Word } from '#evm/word.ts'
import type { Message } from '#evm/world.ts'
import { Traceless } from './traceless.ts'

/** What to note of each instruction. */
export interface Wanted {
  readonly stack: boolean
  readonly memory: boolean
  readonly storage: boolean
}

/** An instruction, and the frame before it. Words are 64 hex digits. */
export interface Instruction {
  readonly pc: number
  readonly op: string
  /** The gas before it, and what it costs: for a call including the gas that the called contract gets, as in geth. */
  readonly gas: number
  gasCost: number
  /** 1 for the outermost call. */
  readonly depth: number
  readonly stack: readonly string[] | undefined
  readonly memory: readonly string[] | undefined
  /** For SLOAD and SSTORE: the slots of the contract that were read or written so far. */
  storage: Readonly<Record<string, string>> | undefined
  /** The data of a REVERT, in hex. */
  reason: string | null
}

/** The bytes of an answer that may still be filled. */
export interface Room {
  left: number
}

export interface Options {
  readonly wanted: Wanted
  readonly room: Room
  readonly jsonOf: (instruction: Instruction) => object
}

/** The instruction that runs: the gas before it, and its cost if it makes a call. */
interface Current {
  readonly gas: number
  cost: number | undefined
}

const SLOAD = 0x54
const SSTORE = 0x55
const REVERT = 0xfd

/** Runs a machine instruction by instruction, and notes each as JSON. */
export class InstructionLog implements Observer {
  readonly #room: Room
  readonly #texts: string[] = []
  readonly #wanted: Wanted
  readonly #jsonOf: (instruction: Instruction) => object
  readonly #slots = new Map<Address, Map<string, string>>()
  /** Programs use the same words again and again. */
  readonly #words = new Map<Word, string>()
  #current: Current | undefined

  constructor({ wanted, room, jsonOf }: Options) {
    this.#wanted = wanted
    this.#room = room
    this.#jsonOf = jsonOf
  }

  /** The list of the instructions as JSON. */
  get text(): string {
    return `[${this.#texts.join(',')}]`
  }

  /**
   * Runs one instruction.
   *
   * @throws Traceless if there is no room left
   */
  step(machine: Machine): void {
    const { frame } = machine
    if (!frame) return
    const { gas, pc } = frame
    const op = frame.code.program[pc] as number
    const noted = this.#noted(frame, op)
    const slot = op === SLOAD || op === SSTORE ? frame.stack.at(-1) : undefined
    const written = op === SSTORE ? frame.stack.at(-2) : undefined
    const current: Current = { gas, cost: undefined }
    this.#current = current
    machine.run(1)
    noted.gasCost = current.cost ?? gas - frame.gas - frame.codeGas
    if (op === REVERT && frame.isReverted) noted.reason = `0x${Buffer.from(frame.output).toString('hex')}`
    const value = written ?? frame.stack.at(-1)
    const isDone = frame.pc !== pc
    if (this.#wanted.storage && slot !== undefined && value !== undefined && isDone)
      noted.storage = this.#touched(frame.message.self, this.#digits(slot), this.#digits(value))
    const text = JSON.stringify(this.#jsonOf(noted))
    this.#room.left -= text.length
    if (this.#room.left < 0) throw Traceless.tooLarge()
    this.#texts.push(text)
  }

  entered({ kind, gas }: Message, caller: Calling | undefined): void {
    const current = this.#current
    const given = kind === 'CREATE' || kind === 'CREATE2' ? gas : 0
    // A call that ends at once gives its gas back at once.
    if (caller && current) current.cost = current.gas - caller.gas - given
  }

  left(): void {}
  destroyed(): void {}

  #noted({ pc, gas, message, stack, memory }: Frame, op: number): Instruction {
    const { stack: isStack, memory: isMemory, storage } = this.#wanted
    const words = isMemory ? memory.size / 32 : 0
    return {
      pc,
      op: names[op] ?? '',
      gas,
      gasCost: 0,
      depth: message.depth + 1,
      stack: isStack ? stack.map((word) => this.#digits(word)) : undefined,
      memory: isMemory ? Array.from({ length: words }, (_, i) => this.#digits(memory.load(32 * i))) : undefined,
      storage: storage ? {} : undefined,
      reason: null,
    }
  }

  #touched(contract: Address, slot: string, value: string): Readonly<Record<string, string>> {
    const slots = this.#slots.get(contract) ?? new Map<string, string>()
    this.#slots.set(contract, slots)
    slots.set(slot, value)
    return Object.fromEntries(slots)
  }

  #digits(word: Word): string {
    const known = this.#words.get(word)
    if (known !== undefined) return known
    const digits = word.toString(16).padStart(64, '0')
    this.#words.set(word, digits)
    return digits
  }
}
