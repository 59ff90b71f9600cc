import type { Code } from './code.ts'
import { type Context, Frame, NO_BYTES } from './frame.ts'
import { BAD_JUMP, Halt, INVALID_OPERATION, OUT_OF_GAS, OVERFLOW, UNDERFLOW } from './halt.ts'
import {
  binary,
  copies,
  gasOf,
  KIND,
  kinds,
  leastDepth,
  lookups,
  mostDepth,
  others,
  priced,
  reads,
  stores,
  ternary,
  unary,
} from './instructions.ts'
import type { Observer, Outcome } from './observer.ts'
import { Substate } from './substate.ts'
import { addressWord, type Word } from './word.ts'
import type { Block, Message, Precompile, Rules, Sender, SystemContract, World } from './world.ts'

/** EIP-170 */
export const MAX_CODE = 24_576
const CODE_GAS = 200
/** Steps charged per unit of a precompile's gas: curve arithmetic takes longer per gas than instructions. */
const STEPS_PER_GAS = 4
/** Steps charged for a call of a system contract. */
const SYSTEM_STEPS = 2000
/** Code must not begin with this byte (EIP-3541). */
const RESERVED = 0xef

export interface Environment {
  readonly world: World
  readonly block: Block
  readonly sender: Sender
  readonly rules: Rules
  readonly observer?: Observer | undefined
}

/**
 * Ethereum's virtual machine since the Cancun upgrade.
 *
 * It runs one message and everything that it calls. The frames are a list, not calls of JavaScript: their depth cannot
 * exhaust the stack, and a run can pause between any two instructions.
 */
export class Machine implements Context {
  readonly world: World
  readonly block: Block
  readonly sender: Sender
  readonly rules: Rules
  readonly observer: Observer | undefined
  readonly substate = new Substate()
  owed = 0
  readonly #frames: Frame[] = []
  #outcome: Outcome | undefined

  constructor({ world, block, sender, rules, observer }: Environment) {
    this.world = world
    this.block = block
    this.sender = sender
    this.rules = rules
    this.observer = observer
    for (const address of rules.precompiles.keys()) this.substate.touch(address)
  }

  /** Runs a message to its end. */
  execute(message: Message): Outcome {
    this.enter(message)
    while (!this.#outcome) this.run(Number.POSITIVE_INFINITY)
    return this.#outcome
  }

  /** The result of the outermost message, once it has ended. */
  get outcome(): Outcome | undefined {
    return this.#outcome
  }

  /** The call that runs now; undefined once the outermost message has ended. */
  get frame(): Frame | undefined {
    return this.#frames.at(-1)
  }

  /** Runs at most this number of instructions. */
  run(steps: number): void {
    let left = steps
    for (let frame = this.#frames.at(-1); frame && left > 0; frame = this.#frames.at(-1)) {
      try {
        left = interpret(frame, this, left)
      } catch (error) {
        if (!(error instanceof Halt)) throw error
        this.#fail(frame, error)
        continue
      }
      // A frame also stops running when an instruction enters another frame.
      if (!frame.isRunning && frame === this.#frames.at(-1)) this.#finish(frame)
    }
  }

  enter(message: Message): void {
    const frame = new Frame(message, this)
    const parent = this.#frames.at(-1)
    if (parent) parent.isRunning = false
    this.#frames.push(frame)
    this.observer?.entered(message, parent)
    const system = isCreation(message) ? undefined : this.rules.systemContracts.get(message.codeAddress)
    if (system) {
      this.#system(frame, parent, system)
      return
    }
    const refusal = this.#begin(frame)
    const precompile = isCreation(message) ? undefined : this.rules.precompiles.get(message.codeAddress)
    if (refusal) this.#fail(frame, refusal)
    else if (precompile) this.#precompiled(frame, precompile)
    else if (message.code.bytes.length === 0) {
      frame.finish(NO_BYTES)
      this.#finish(frame)
    }
    if (refusal?.endsCaller && parent) throw refusal
  }

  /** Transfers the value, and makes the account of a new contract. Returns the reason if that is refused. */
  #begin(frame: Frame): Halt | undefined {
    const { world, substate, rules } = this
    const { message } = frame
    if (isCreation(message)) {
      if (world.isTaken(message.self)) return COLLISION
      const refusal = world.create(message.self, message.caller, message.code.bytes)
      if (refusal) return refusal
      substate.addCreated(message.self)
    }
    if (message.transferred === 0n) return undefined
    frame.gas -= rules.transferGas(message.self)
    return frame.gas < 0 ? OUT_OF_GAS : world.transfer(message.caller, message.self, message.transferred)
  }

  #precompiled(frame: Frame, { gas, run }: Precompile): void {
    const { input } = frame.message
    const price = gas(input)
    frame.gas -= price
    if (frame.gas >= 0) this.owed += STEPS_PER_GAS * price
    const output = frame.gas < 0 ? undefined : run(input)
    if (output) {
      frame.finish(output)
      this.#finish(frame)
    } else this.#fail(frame, PRECOMPILE_ERROR)
  }

  #system(frame: Frame, parent: Frame | undefined, run: SystemContract): void {
    const { status, gas, output } = run({
      message: frame.message,
      isFromDelegate: parent !== undefined && parent.message.codeAddress !== parent.message.self,
      log: (log) => this.substate.addLog(log),
    })
    frame.gas -= gas
    this.owed += SYSTEM_STEPS
    if (frame.gas < 0) this.#fail(frame, OUT_OF_GAS)
    else if (status === 'success' || status === 'revert') {
      frame.finish(output, status === 'revert')
      this.#finish(frame)
    } else this.#fail(frame, { reason: status })
  }

  /** Ends a frame that stopped, returned or reverted. */
  #finish(frame: Frame): void {
    if (frame.isReverted) this.#rollback(frame)
    const refusal = isCreation(frame.message) && !frame.isReverted ? this.#deposit(frame) : undefined
    if (refusal) this.#fail(frame, refusal)
    else this.#leave(frame, { status: frame.isReverted ? 'revert' : 'success', gas: frame.gas, output: frame.output })
  }

  /** Stores the code that a creation returned. */
  #deposit(frame: Frame): Halt | undefined {
    const { output } = frame
    if (output.length > MAX_CODE) return CODE_TOO_LARGE
    if (output[0] === RESERVED) return INVALID_CODE
    frame.codeGas = CODE_GAS * output.length
    frame.gas -= frame.codeGas
    if (frame.gas < 0) return OUT_OF_GAS
    this.world.setCode(frame.message.self, output)
    return undefined
  }

  #fail(frame: Frame, { reason }: Pick<Halt, 'reason'>): void {
    this.#rollback(frame)
    this.#leave(frame, { status: reason, gas: 0, output: NO_BYTES })
  }

  #rollback(frame: Frame): void {
    this.world.rollback(frame.worldSavepoint)
    this.substate.rollback(frame.substateSavepoint)
  }

  /** Removes a frame, and gives its outcome to its caller's frame. */
  #leave(frame: Frame, outcome: Outcome): void {
    this.#frames.pop()
    this.observer?.left(frame.message, outcome)
    const parent = this.#frames.at(-1)
    if (!parent) {
      this.#outcome = outcome
      return
    }
    const { message } = frame
    const { status, output, gas } = outcome
    parent.isRunning = true
    parent.gas += gas
    const isSuccess = status === 'success'
    if (isCreation(message)) {
      parent.returnData = isSuccess ? NO_BYTES : output
      parent.push(isSuccess ? addressWord(message.self) : 0)
      return
    }
    parent.returnData = output
    const size = Math.min(message.outputSize, output.length)
    parent.memory.write(message.outputAt, output, 0, size)
    parent.push(isSuccess ? 1 : 0)
  }
}

const COLLISION = new Halt('ADDRESS_COLLISION')
const PRECOMPILE_ERROR = new Halt('PRECOMPILE_ERROR')
const CODE_TOO_LARGE = new Halt('CODE_TOO_LARGE')
const INVALID_CODE = new Halt('INVALID_CODE')

export const isCreation = ({ kind }: Message): boolean => kind === 'CREATE' || kind === 'CREATE2'

function jump(code: Code, to: Word): number {
  if (typeof to !== 'number' || code.jumps[to] !== 1) throw BAD_JUMP
  return to
}

/**
 * Runs a frame until it ends or enters another, at most `steps` instructions.
 *
 * @returns the steps that are left
 * @throws Halt if it ends exceptionally
 */
function interpret(frame: Frame, context: Context, steps: number): number {
  const { code, stack } = frame
  const { program } = code
  let left = steps
  while (frame.isRunning) {
    if (left-- <= 0) return 0
    const op = program[frame.pc] as number
    const depth = stack.length
    if (depth < (leastDepth[op] as number)) throw UNDERFLOW
    if (depth > (mostDepth[op] as number)) throw OVERFLOW
    frame.charge(gasOf[op] as number)
    switch (kinds[op]) {
      case KIND.push:
        stack.push(code.constant(frame.pc))
        frame.pc += op - 0x5f
        break
      case KIND.dup:
        stack.push(stack[depth + 0x7f - op] as Word)
        break
      case KIND.swap: {
        const other = depth + 0x8e - op
        const top = stack[depth - 1] as Word
        stack[depth - 1] = stack[other] as Word
        stack[other] = top
        break
      }
      case KIND.unary:
        stack[depth - 1] = unary[op]?.(stack[depth - 1] as Word) as Word
        break
      case KIND.binary: {
        const top = stack.pop() as Word
        stack[depth - 2] = binary[op]?.(top, stack[depth - 2] as Word) as Word
        break
      }
      case KIND.jump:
        frame.pc = jump(code, stack.pop() as Word)
        continue
      case KIND.jumpIf: {
        const to = stack.pop() as Word
        if (stack.pop() === 0) break
        frame.pc = jump(code, to)
        continue
      }
      case KIND.jumpDestination:
        break
      case KIND.pop:
        stack.pop()
        break
      default:
        runOther(op, frame, context)
        left -= context.owed
        context.owed = 0
    }
    frame.pc++
  }
  return left
}

/** Runs an instruction that does more than compute with the stack. */
function runOther(op: number, frame: Frame, context: Context): void {
  const { stack } = frame
  switch (kinds[op]) {
    case KIND.read:
      stack.push(reads[op]?.(frame, context) as Word)
      return
    case KIND.lookup:
      stack.push(lookups[op]?.(frame, stack.pop() as Word, context) as Word)
      return
    case KIND.store:
      stores[op]?.(frame, stack.pop() as Word, stack.pop() as Word, context)
      return
    case KIND.priced:
      stack.push(priced[op]?.(frame, stack.pop() as Word, stack.pop() as Word) as Word)
      return
    case KIND.ternary:
      stack.push(ternary[op]?.(stack.pop() as Word, stack.pop() as Word, stack.pop() as Word) as Word)
      return
    case KIND.copy:
      copies[op]?.(frame, stack.pop() as Word, stack.pop() as Word, stack.pop() as Word)
      return
    case KIND.other:
      others[op]?.(frame, context)
      return
    default:
      throw INVALID_OPERATION
  }
}
