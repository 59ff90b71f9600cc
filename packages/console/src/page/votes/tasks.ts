/**
 * Messages between the page and its worker. The worker reads the ledger and counts, because verifying many signatures
 * takes seconds and would block the page.
 */
import type {
  HoldingQuestion,
  Progress,
  ProposalCheck,
  Round,
  RulesInForce,
  VotingMethod,
} from '@quorate/verify/recount'
import type { Proposal, Results } from '../api/client.ts'

export interface CheckTask {
  kind: 'check'
  mirrorUrl: string
  topicId: string
  /** The chain of the session. */
  chain: string
  /** The proposal that the user opened. The service may show another one. */
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

/** Looks up the voter's holding, which is the weight of its vote. */
export interface WeighTask {
  kind: 'weigh'
  mirrorUrl: string
  question: HoldingQuestion
}

/** The result of a recount. Weights are in smallest units. */
export interface Counted {
  /** Whether the published result is right, wrong, or cannot be checked. */
  verdict: 'holds' | 'wrong' | 'unknown'
  topicId: string
  method: VotingMethod
  options: { option: string; votes: number; weight: bigint; published: bigint | null }[]
  /** Only for the method `ranked`. */
  rounds: readonly Round[] | null
  totalVotes: number
  /** How many of these are votes of delegates for other members. */
  delegatedVotes: number
  /** How many votes were replaced by a later vote of the same voter. */
  replacedVotes: number
  totalWeight: bigint
  status: 'PASSED' | 'REJECTED'
  publishedStatus: 'PASSED' | 'REJECTED' | null
  winner: string | null
  signedVotes: number
  /** For a secret vote: the network that ballots were sealed for, and whether its key opened them. */
  sealed: { networkKey: string; isOpened: boolean } | null
  /** English sentences. */
  faults: string[]
  doubts: string[]
  notes: string[]
  setAside: string[]
}

export type RecountAnswer = { progress: Progress } | { counted: Counted } | { faults: string[] } | { failure: string }
/** null if the account has too many transactions. */
export type WeighAnswer = { weight: bigint | null }
/** Reads the DAO's rules from its topic, and compares them with those that the service shows. */
export interface RulesTask {
  kind: 'rules'
  mirrorUrl: string
  topicId: string
  chain: string
  daoId: string
  shown: { number: number; votingRules: object }
}
/** Reads the number of an account's last delegation from the DAO's topic. */
export interface DelegationTask {
  kind: 'delegation'
  mirrorUrl: string
  topicId: string
  chain: string
  daoId: string
  account: string
}
export type WorkerTask = CheckTask | RecountTask | WeighTask | RulesTask | DelegationTask
export type WorkerAnswer =
  | RecountAnswer
  | { check: ProposalCheck }
  | WeighAnswer
  | { inForce: RulesInForce }
  | { last: number }

/** Starts a worker on a task. Returns a function that stops it. */
function start(task: WorkerTask, heard: (answer: WorkerAnswer) => void): () => void {
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
    if (!('check' in answer || 'weight' in answer || 'inForce' in answer || 'last' in answer)) heard(answer)
  })

/** Compares a proposal with its record on the ledger. @throws Error with the reason if that is not possible now */
export const checkOnLedger = (task: Omit<CheckTask, 'kind'>, signal: AbortSignal): Promise<ProposalCheck> =>
  answerOf({ kind: 'check', ...task }, signal, (answer) => ('check' in answer ? answer.check : undefined))

/**
 * The weight of a voter's vote by the ledger; null if the account has too many transactions to tell.
 *
 * @throws Error with the reason if the weight is not known now
 */
export const weighOnLedger = (task: Omit<WeighTask, 'kind'>, signal: AbortSignal): Promise<bigint | null> =>
  answerOf({ kind: 'weigh', ...task }, signal, (answer) => ('weight' in answer ? answer.weight : undefined))

/** A DAO's rules by its topic. @throws Error with the reason if the service shows others */
export const rulesOnLedger = (task: Omit<RulesTask, 'kind'>, signal: AbortSignal): Promise<RulesInForce> =>
  answerOf({ kind: 'rules', ...task }, signal, (answer) => ('inForce' in answer ? answer.inForce : undefined))

/** The number of an account's last delegation by the topic. @throws Error with the reason if that is not known now */
export const delegationOnLedger = (task: Omit<DelegationTask, 'kind'>, signal: AbortSignal): Promise<number> =>
  answerOf({ kind: 'delegation', ...task }, signal, (answer) => ('last' in answer ? answer.last : undefined))

/** @param read Returns undefined for answers to other tasks */
function answerOf<T>(task: WorkerTask, signal: AbortSignal, read: (answer: WorkerAnswer) => T | undefined): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const end = start(task, (answer) => {
    const value = read(answer)
    if (value !== undefined) resolve(value)
    else reject(new Error('failure' in answer ? answer.failure : 'The worker answered something else'))
  })
  signal.addEventListener('abort', () => {
    end()
    reject(signal.reason)
  })
  return promise
}
