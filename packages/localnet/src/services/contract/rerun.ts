import type { Observer } from '#evm/observer.ts'
import type { Originals } from '#state/journal.ts'
import type { BlockTime } from '#store/block-time.ts'
import type { Executed } from '#store/executed.ts'
import type { Dispatch } from '#transaction/definition.ts'
import type { PresetIds } from '#transaction/preset-ids.ts'
import type { Draft } from './contract-state.ts'
import { ContractWorld, type WorldOptions } from './contract-world.ts'
import { beginMessage, type Request, type Result, type Running } from './run-message.ts'
import { simulatedNative } from './system/native.ts'

interface Given {
  readonly request: Request
  readonly options: Omit<WorldOptions, 'state'>
  readonly block: BlockTime
  /** The rows that the transaction changed before the run, such as its payer, as they were when the run began. */
  readonly before: Originals
  /** The ids of the schedules that the run created. */
  readonly presets: PresetIds
  /** The transaction's children before the run. */
  readonly children: readonly Executed[]
  readonly expected: Pick<Result, 'gasUsed' | 'status'>
}

/** Everything that the run of a transaction's contract depends on, besides the state. */
export class Rerun {
  readonly #given: Given

  constructor(given: Given) {
    this.#given = given
  }

  get before(): Originals {
    return this.#given.before
  }

  /** Begins the run once more, in a draft of the state as it was then. */
  begin(state: Draft, dispatch: Dispatch, observer: Observer): Running {
    const { request, options, block, presets, children } = this.#given
    const { now, native } = options
    const entropy = Buffer.from(options.entropy)
    const { dispatch: simulated } = simulatedNative(dispatch, now, { entropy, isSigned: true })
    const again = { ...native, dispatch: { ...simulated, presets: presets.copy() }, preceding: [...children] }
    const world = new ContractWorld({ ...options, state, native: again })
    return beginMessage(request, { state, world, block, observer })
  }

  /** Whether a result is the same as the transaction's. */
  isSame({ gasUsed, status }: Result): boolean {
    const { expected } = this.#given
    return gasUsed === expected.gasUsed && status === expected.status
  }
}
