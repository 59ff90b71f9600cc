import type { Code } from './code.ts'
import { OUT_OF_GAS } from './halt.ts'
import { Memory } from './memory.ts'
import type { Observer } from './observer.ts'
import type { Substate } from './substate.ts'
import type { Word } from './word.ts'
import type { Block, Message, Rules, Sender, World } from './world.ts'

/** Shared by all frames of a run. */
export interface Context {
  readonly world: World
  readonly substate: Substate
  readonly block: Block
  readonly sender: Sender
  readonly rules: Rules
  readonly observer: Observer | undefined
  /** Steps that precompiled contracts have taken, and that the run has not counted yet. */
  owed: number
  /** Suspends the frame until the message is handled. Its result is then on the frame's stack. */
  enter(message: Message): void
}

export const NO_BYTES: Uint8Array = new Uint8Array()

/** Memory beyond this costs more gas than a transaction can have. */
const MAX_MEMORY = 2 ** 32

export const wordsIn = (bytes: number): number => Math.ceil(bytes / 32)
const memoryGas = (words: number): number => 3 * words + Math.floor((words * words) / 512)

/** One call while it runs. */
export class Frame {
  readonly message: Message
  readonly code: Code
  readonly stack: Word[] = []
  readonly memory = new Memory()
  /** A rollback of the call returns to these savepoints. */
  readonly worldSavepoint: number
  readonly substateSavepoint: number
  pc = 0
  gas: number
  isRunning = true
  /** The output of the last call that this frame made. */
  returnData: Uint8Array = NO_BYTES
  output: Uint8Array = NO_BYTES
  isReverted = false
  /** The gas for storing the code that a creation returned. */
  codeGas = 0

  constructor(message: Message, context: Context) {
    this.message = message
    this.code = message.code
    this.gas = message.gas
    this.worldSavepoint = context.world.savepoint()
    this.substateSavepoint = context.substate.savepoint()
  }

  pop(): Word {
    return this.stack.pop() as Word
  }

  push(value: Word): void {
    this.stack.push(value)
  }

  /** @throws Halt if the gas does not suffice */
  charge(gas: number): void {
    this.gas -= gas
    if (this.gas < 0) throw OUT_OF_GAS
  }

  /**
   * Extends memory to `at + size`, and charges gas for it.
   *
   * @returns `at` as an offset; 0 if `size` is 0
   */
  expand(at: Word, size: Word): number {
    if (size === 0) return 0
    const end = typeof at === 'number' && typeof size === 'number' ? at + size : MAX_MEMORY
    const { memory } = this
    if (end > memory.size) {
      if (end >= MAX_MEMORY) throw OUT_OF_GAS
      const words = wordsIn(end)
      this.charge(memoryGas(words) - memoryGas(memory.size / 32))
      memory.grow(words * 32)
    }
    return at as number
  }

  /** Ends the call. */
  finish(output: Uint8Array, isReverted = false): void {
    this.output = output
    this.isReverted = isReverted
    this.isRunning = false
  }
}
