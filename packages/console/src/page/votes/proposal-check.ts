/**
 * What stands on the DAO's topic of a proposal, compared with what the service shows: voters sign the hash of the
 * former.
 */
import { canonicalJson } from '@quorate/verify'
import { decodeRecord, type ProposalRecord, proposalHash, type TopicReads } from '@quorate/verify/recount'
import type { Proposal } from '../api/client.ts'

export interface ProposalCheck {
  /** Absent while the proposal is not on the topic yet. */
  record: ProposalRecord | undefined
  /** SHA-256 of the record, in hex. */
  hash: string
  /** The fields that the service shows otherwise. */
  differences: string[]
}

/** The ledger's time may be behind the service's by as much. */
const BEHIND_SECONDS = 600
/** Messages of the topic that are read; a proposal stands there soon after it was made. */
const MOST_MESSAGES = 2_000

/** Reads the topic from when the service says the proposal was made. @throws what the mirror's reads throw */
export async function checkProposal(
  { topicMessages }: Pick<TopicReads, 'topicMessages'>,
  topicId: string,
  shown: Proposal,
): Promise<ProposalCheck> {
  const from = { timestamp: `${Math.floor(Date.parse(shown.createdAt) / 1000) - BEHIND_SECONDS}.000000000` }
  const found: ProposalRecord[] = []
  for await (const { bytes } of topicMessages(topicId, from, { most: MOST_MESSAGES })) {
    const record = decodeRecord(bytes)
    if (record?.type === 'proposal' && record.proposalId === shown.proposalId) found.push(record)
  }
  const [record, ...others] = found
  if (!record) return { record: undefined, hash: '', differences: [] }
  // A topic that has two of one id leaves open which of them is voted on.
  if (others.length > 0) return { record, hash: '', differences: ['proposalId'] }
  return { record, hash: proposalHash(record), differences: differencesOf(record, shown) }
}

const FIELDS = [
  ...(['chain', 'daoId', 'proposalId', 'title', 'description', 'creatorAddress', 'votingOptions'] as const),
  ...(['quorum', 'startTime', 'endTime', 'proposalData'] as const),
]

function differencesOf(record: ProposalRecord, shown: Proposal): string[] {
  const differing: string[] = FIELDS.filter((name) => canonicalJson(record[name]) !== canonicalJson(shown[name]))
  const validUntil = record.validUntil ?? null
  return validUntil === shown.validUntil ? differing : [...differing, 'validUntil']
}
