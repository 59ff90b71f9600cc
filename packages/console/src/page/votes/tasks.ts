/**
 * Messages between the page and its worker. The worker reads the ledger and counts, because verifying many signatures
 * takes seconds and would block the page.
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
  /** The service's version of the proposal. */
  shown: Proposal
}

/** The service's answers about a decided proposal. */
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
  /** The result on the page, which the recount compares with the topic. */
  shown: Published
  /** The time in milliseconds. */
  now: number
}

/** The result of a recount. Weights are in smallest units. */
export interface Counted {
  /** Whether the published result is right, wrong, or cannot be checked. */
  verdict: 'holds' | 'wrong' | 'unknown'
  topicId: string
  options: { option: string; votes: number; weight: bigint; published: bigint | null }[]
  totalVotes: number
  totalWeight: bigint
  status: 'PASSED' | 'REJECTED'
  publishedStatus: 'PASSED' | 'REJECTED' | null
  winner: string | null
  signedVotes: number
  /** English sentences. */
  faults: string[]
  doubts: string[]
  notes: string[]
}

export type RecountAnswer = { progress: Progress } | { counted: Counted } | { faults: string[] } | { failure: string }
export type WorkerAnswer = RecountAnswer | { check: ProposalCheck }

/** Starts a worker on a task. Returns a function that stops it. */
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

/** Recounts a vote. Returns a function that stops the recount. */
export const countAgain = (task: Omit<RecountTask, 'kind'>, heard: (answer: RecountAnswer) => void): (() => void) =>
  start({ kind: 'recount', ...task }, (answer) => {
    if (!('check' in answer)) heard(answer)
  })

/** Compares a proposal with its record on the ledger. @throws Error with the reason if that is not possible now */
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
