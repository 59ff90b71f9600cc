import type { State } from '#state/state.ts'
import type { BlockTime } from '#store/block-time.ts'
import type { Dispatch } from '#transaction/definition.ts'
import { Draft } from './contract-state.ts'
import { ContractWorld } from './contract-world.ts'
import { intrinsicGas } from './gas.ts'
import { beginMessage, type Request, type Result } from './run-message.ts'
import { simulatedNative } from './system/native.ts'

/** Instructions that are run before transactions and other requests have a turn: a few milliseconds. */
const STEPS_PER_TURN = 20_000
/** How often a run restarts because state that it had read has changed. The last run makes no pauses. */
const MAX_RESTARTS = 5
/** An estimate exceeds the least gas that suffices by at most a 64th. */
const PRECISION = 64

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

interface Surroundings {
  readonly state: State
  /** Nanoseconds. */
  readonly now: bigint
  readonly block: BlockTime
  readonly dispatch: Dispatch
  /** 32 bytes or more. Zeros would make programs that store randomness look cheaper than they are. */
  readonly entropy: Buffer
}

/**
 * Runs a message in a draft of the state, so that it changes nothing. It pauses for transactions and other requests. It
 * sees one state: if something that it had read changes, the run restarts.
 */
export async function simulate(request: Request, surroundings: Surroundings, isOpen = false): Promise<Result> {
  const { state, now, block, entropy, dispatch } = surroundings
  for (let restarts = 0; ; restarts++) {
    const draft = new Draft(state)
    const native = simulatedNative(dispatch, now, { entropy, isSigned: true, isOpen })
    const world = new ContractWorld({ state: draft, now, native, entropy })
    const running = beginMessage(request, { state: draft, world, block })
    const steps = restarts < MAX_RESTARTS ? STEPS_PER_TURN : Number.POSITIVE_INFINITY
    let isStale = false
    while (!running.machine.outcome && !isStale) {
      running.machine.run(steps)
      if (running.machine.outcome) break
      await turn()
      isStale = draft.isStale
    }
    if (!isStale) return running.result()
  }
}

/** Whether the sender has the value. If not, the message fails before it begins. */
export function canPay({ sender, value }: Request, state: State): boolean {
  const account = state.accountByAlias(Buffer.from(sender, 'hex'))
  return value === 0n || (account !== undefined && account.balance >= value)
}

/**
 * Estimates a message's gas, at most 1/64 too high. If it fails even with all of the request's gas, returns that
 * result. Like the mirror, it takes everything that contracts dispatch as authorised.
 */
export async function estimate(request: Request, surroundings: Surroundings): Promise<number | Result> {
  const whole = await simulate(request, surroundings, true)
  if (whole.status !== 'SUCCESS') return whole
  const suffices = async (gas: number): Promise<boolean> =>
    (await simulate({ ...request, gas }, surroundings, true)).status === 'SUCCESS'
  // Without refunds, which come after all else is paid, the gas used is often enough.
  const used = Math.max(request.gas - whole.outcome.gas, intrinsicGas(request.data, request.to === undefined))
  if (await suffices(used)) return used
  let [low, high] = [used, request.gas]
  while (high - low > low / PRECISION) {
    const middle = Math.ceil((low + Math.min(high, 2 * low)) / 2)
    if (await suffices(middle)) high = middle
    else low = middle
  }
  return high
}
