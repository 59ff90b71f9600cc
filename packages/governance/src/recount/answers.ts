/** Checks that the service answers what stands on the topic. */
import { canonicalJson, type DecisionRecord, type ProposalRecord, proposalHash } from '@quorate/ledger'
import type { Findings } from './findings.ts'

/** Answers of the service's API about a proposal, unchanged; a recount believes none of them. */
export interface ServiceAnswers {
  /** `GET /proposals/{proposalId}` */
  proposal: Record<string, unknown>
  /** `GET /votes/proposal/{proposalId}/results` */
  results: Record<string, unknown>
}

export interface OnTopic {
  topicId: string
  proposal: ProposalRecord
  published: DecisionRecord | null
  /** The consensus timestamp that names the decision. */
  decisionTimestamp: string | null
}

export function checkAnswers(
  answers: ServiceAnswers,
  { proposal, published, topicId, decisionTimestamp }: OnTopic,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): void {
  const compare = (said: Record<string, unknown>, expected: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(expected))
      if (textOf(said[name]) !== textOf(value))
        faults.add(`the service answers the ${name} ${textOf(said[name])}: the topic has ${textOf(value)}`)
  }
  const {
    proposalId,
    chain,
    daoId,
    title,
    description,
    creatorAddress,
    startTime,
    endTime,
    quorum,
    votingOptions,
    proposalData,
  } = proposal
  const { validUntil = null } = proposal
  compare(answers.proposal, {
    ...{ proposalId, chain, daoId, title, description, creatorAddress, startTime, endTime, quorum, votingOptions },
    ...{ proposalData, validUntil },
  })
  const { status, decision, cancellation, proposalHash: hash } = answers.proposal
  // Services of earlier versions answer no `proposalHash`.
  if (hash !== undefined) compare(answers.proposal, { proposalHash: proposalHash(proposal) })
  if (!published) {
    if (status === 'PASSED' || status === 'REJECTED')
      doubts.add(`the service answers the status ${status}, but no decision stands on the topic`)
    return
  }
  compare(answers.proposal, { status: published.status, cancelled: published.cancelled })
  const { signed } = (cancellation ?? {}) as { signed?: unknown }
  if (signed !== undefined) compare({ signed }, { signed: published.cancellation !== undefined })
  // The answered decision is null until the service has seen its own message on the mirror.
  if (decision !== null) compare(answers.proposal, { decision: { topicId, consensusTimestamp: decisionTimestamp } })
  const { options, totalVotes, totalWeight, winner } = published.result
  const { threshold } = proposal.votingRules
  compare(
    { ...answers.results, totalWeight: String(answers.results.totalWeight), options: optionsIn(answers.results) },
    { status: published.status, options, totalVotes, totalWeight, winner, threshold },
  )
}

const textOf = (value: unknown): string => {
  try {
    return canonicalJson(value ?? null)
  } catch {
    return 'something that is nested too deep'
  }
}

/** Options without percentages, which are for display, and with weights as text: the API answers those up to 2^53 as numbers. */
function optionsIn({ options }: Record<string, unknown>): unknown {
  if (!Array.isArray(options)) return options
  return options.map((one) => {
    const { option, votes, weight } = (one ?? {}) as Record<string, unknown>
    return { option, votes, weight: String(weight) }
  })
}
