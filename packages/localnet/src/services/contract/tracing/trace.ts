import type { RecentChange, RecentChanges } from '#state/recent-changes.ts'
import type { State } from '#state/state.ts'
import type { Dispatch } from '#transaction/definition.ts'
import { Draft } from '../contract-state.ts'
import { Rerun } from '../rerun.ts'
import type { Result, Running } from '../run-message.ts'
import { InstructionLog, type Options } from './instructions.ts'
import { Traceless } from './traceless.ts'

/** How long instructions are noted before transactions and other requests have a turn. */
const TURN_MS = 5
/** Instructions that run in a turn if they are not noted. */
const STEPS_PER_TURN = 20_000

export interface Traceable {
  readonly state: State
  readonly dispatch: Dispatch
  readonly recent: RecentChanges
}

/** The list of a run's instructions as JSON, and the result of the run. */
export interface Trace {
  readonly text: string
  readonly result: Result
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Runs the contract of a transaction once more, on the state of that time.
 *
 * @param at the transaction's consensus time in nanoseconds
 * @throws Traceless if the changes since then are not kept, or the trace has too many bytes
 */
export async function traceAgain(at: bigint, options: Options, ledger: Traceable): Promise<Trace> {
  const change = ledger.recent.at(at)
  const rerun = change?.rerun
  if (!change || !(rerun instanceof Rerun))
    throw new Traceless(
      'The state before this transaction is not kept any more: the ledger keeps it for its newest transactions, until it is restarted or a snapshot is restored. Trace the calls (callTracer), or send the transaction again',
    )
  const draft = new Draft(ledger.state)
  draft.pin(rerun.before)
  draft.pin(change.originals)
  const log = new InstructionLog(options)
  const begin = () => rerun.begin(draft, ledger.dispatch, log)
  const result = await follow({ draft, since: change, begin, log }, ledger)
  if (!rerun.isSame(result)) throw new Traceless('The transaction ran differently when it was traced')
  return { text: log.text, result }
}

/**
 * Runs a message that changes nothing, on the state of now, and notes its instructions in `log`.
 *
 * @throws Traceless if the log has too many bytes
 */
export async function traceCall(
  begin: (draft: Draft) => Running,
  log: InstructionLog | undefined,
  ledger: Traceable,
): Promise<Result> {
  const draft = new Draft(ledger.state)
  return follow({ draft, since: ledger.recent.last, begin: () => begin(draft), log }, ledger)
}

/** Runs instructions until others should have a turn. */
function stepOf(log: InstructionLog | undefined, { machine }: Running): () => void {
  if (!log) return () => machine.run(STEPS_PER_TURN)
  return () => {
    const end = performance.now() + TURN_MS
    while (performance.now() < end && !machine.outcome) log.step(machine)
  }
}

interface Followed {
  readonly draft: Draft
  /** The last transaction whose changes the draft has. */
  readonly since: RecentChange
  readonly begin: () => Running
  readonly log: InstructionLog | undefined
}

/** Runs a message to its end, and takes over what others change meanwhile, so that the draft stays as it was. */
async function follow({ draft, since, begin, log }: Followed, { recent }: Traceable): Promise<Result> {
  const { era } = recent
  let known = since
  const catchUp = (): void => {
    for (; known.next; known = known.next) draft.pin(known.next.originals)
  }
  catchUp()
  const running = begin()
  const step = stepOf(log, running)
  while (!running.machine.outcome) {
    step()
    if (running.machine.outcome) break
    await turn()
    if (recent.era !== era) throw new Traceless('A snapshot was restored meanwhile: trace again')
    catchUp()
  }
  return running.result()
}
