/** Reads the ledger through a mirror, and recounts votes. */
import {
  checkProposal,
  checkRulesOnTopic,
  exitCode,
  httpSource,
  isAtFault,
  lastDelegation,
  methodOf,
  openMirror,
  type Progress,
  recount,
  type ServiceAnswers,
  weightAt,
} from '@quorate/verify/recount'
import type { Counted, RecountTask, WorkerAnswer, WorkerTask } from './tasks.ts'

const answer = (message: WorkerAnswer): void => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<WorkerTask>) => {
  try {
    if (data.kind === 'check') answer({ check: await checkProposal(openMirror(data.mirrorUrl), data, data.shown) })
    else if (data.kind === 'weigh') answer({ weight: await weightAt(openMirror(data.mirrorUrl), data.question) })
    else if (data.kind === 'rules')
      answer({ inForce: await checkRulesOnTopic(openMirror(data.mirrorUrl), data, data.shown) })
    else if (data.kind === 'delegation')
      answer({ last: await lastDelegation(openMirror(data.mirrorUrl), data, data.account) })
    else answer({ counted: await countAgain(data) })
  } catch (error) {
    if (isAtFault(error)) answer({ faults: error.faults })
    else answer({ failure: error instanceof Error ? error.message : String(error) })
  }
}

async function countAgain({ proposalId, chain, mirrorUrl, governanceUrl, shown, now }: RecountTask): Promise<Counted> {
  // The recount compares the answers that the page shows. A service could answer this worker differently, because it
  // has no session.
  const source = { ...httpSource(governanceUrl), answers: async () => ({ ...shown }) as unknown as ServiceAnswers }
  const named = await source.topicOf(proposalId)
  if (named.chain !== chain) throw new Error(`The service says that the proposal is on ${named.chain}, not on ${chain}`)
  const counted = await recount({
    proposalId,
    chain,
    topicId: named.topicId,
    mirror: openMirror(mirrorUrl),
    source,
    now,
    onProgress: (progress: Progress) => answer({ progress }),
  })
  const { proposal, published, counts, topicId, totalVotes, totalWeight, status, winner, signedVotes } = counted
  return {
    verdict: (['holds', 'wrong', 'unknown'] as const)[exitCode(counted)],
    topicId,
    method: methodOf(proposal),
    rounds: counted.rounds,
    totalVotes,
    delegatedVotes: counted.delegatedVotes,
    replacedVotes: counted.votesCast - (totalVotes - counted.delegatedVotes),
    totalWeight,
    status,
    winner,
    signedVotes,
    options: counts.map(({ option, votes, weight }, index) => {
      const theirs = published?.result.options[index]
      return { option, votes, weight, published: theirs ? BigInt(theirs.weight) : null }
    }),
    publishedStatus: published?.status ?? null,
    sealed: proposal.ballotKey
      ? { networkKey: proposal.ballotKey.networkKey, isOpened: published?.ballotSecret !== undefined }
      : null,
    faults: counted.faults,
    doubts: counted.doubts,
    notes: [...counted.fixedLate, ...counted.notes],
    setAside: counted.setAside,
  }
}
