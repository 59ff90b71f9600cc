/** Reads the ledger through a mirror, and recounts votes. */
import {
  checkProposal,
  exitCode,
  httpSource,
  isAtFault,
  openMirror,
  type Progress,
  recount,
  type ServiceAnswers,
} from '@quorate/verify/recount'
import type { CheckTask, Counted, RecountTask, WorkerAnswer } from './tasks.ts'

const answer = (message: WorkerAnswer): void => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<CheckTask | RecountTask>) => {
  try {
    if (data.kind === 'check') answer({ check: await checkProposal(openMirror(data.mirrorUrl), data, data.shown) })
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
  const { published, counts, topicId, totalVotes, totalWeight, status, winner, signedVotes } = counted
  return {
    verdict: (['holds', 'wrong', 'unknown'] as const)[exitCode(counted)],
    topicId,
    totalVotes,
    totalWeight,
    status,
    winner,
    signedVotes,
    options: counts.map(({ option, votes, weight }, index) => {
      const theirs = published?.result.options[index]
      return { option, votes, weight, published: theirs ? BigInt(theirs.weight) : null }
    }),
    publishedStatus: published?.status ?? null,
    faults: counted.faults,
    doubts: counted.doubts,
    notes: [...counted.fixedLate, ...counted.notes],
  }
}
