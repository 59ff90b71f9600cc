/**
 * What the page and its worker tell each other. The worker reads the ledger and counts beside the page, which stays as
 * quick as before: signatures of many votes take seconds.
 */
import type { Progress, ProposalCheck } from '@quorate/verify/recount'
import type { Proposal, Results } from '../api/client.ts'

export interface CheckTask {
  kind: 'check'
  mirrorUrl: string
  topicId: string
  /** The chain of the session. */
  chain: string
  /** The proposal that was opened, whichever the service shows. */
  proposalId: string
  /** The proposal as the service shows it. */
  shown: Proposal
}

/** What the service answered of a decided proposal. */
export interface Published {
  proposal: Proposal
  results: Results
}

export interface RecountTask {
  kind: 'recount'
  proposalId: string
  chain: string
  mirrorUrl: string
  governanceUrl: string
  /** What the page shows: the recount compares it with the topic. */
  shown: Published
  /** The time in milliseconds. */
  now: number
}

/** Weights in smallest units. */
export interface Counted {
  /** Whether the published result holds, does not, or nothing can be said. */
  verdict: 'holds' | 'wrong' | 'unknown'
  topicId: string
  options: { option: string; votes: number; weight: bigint; published: bigint | null }[]
  totalVotes: number
  totalWeight: bigint
  status: 'PASSED' | 'REJECTED'
  publishedStatus: 'PASSED' | 'REJECTED' | null
  winner: string | null
  signedVotes: number
  /** Sentences in English. */
  faults: string[]
  doubts: string[]
  notes: string[]
}

export type RecountAnswer = { progress: Progress } | { counted: Counted } | { faults: string[] } | { failure: string }
export type WorkerAnswer = RecountAnswer | { check: ProposalCheck }

/** Starts a worker on a task; the answered function ends it. */
function start(task: CheckTask | RecountTask, heard: (answer: WorkerAnswer) => void): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
    if (!('progress' in data)) worker.terminate()
    heard(data)
  }
  worker.onerror = () => {
    worker.terminate()
    heard({ failure: 'The worker could not be started' })
  }
  worker.postMessage(task)
  return () => worker.terminate()
}

/** Counts again; the answered function ends it. */
export const countAgain = (task: Omit<RecountTask, 'kind'>, heard: (answer: RecountAnswer) => void): (() => void) =>
  start({ kind: 'recount', ...task }, (answer) => {
    if (!('check' in answer)) heard(answer)
  })

/** Compares a proposal with what stands on the ledger. @throws an Error that says why that is not possible now */
export function checkOnLedger(task: Omit<CheckTask, 'kind'>, signal: AbortSignal): Promise<ProposalCheck> {
  const { promise, resolve, reject } = Promise.withResolvers<ProposalCheck>()
  const end = start({ kind: 'check', ...task }, (answer) => {
    if ('check' in answer) resolve(answer.check)
    else reject(new Error('failure' in answer ? answer.failure : 'The worker answered something else'))
  })
  signal.addEventListener('abort', () => {
    end()
    reject(signal.reason)
  })
  return promise
}
