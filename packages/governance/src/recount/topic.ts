/** What stands on a DAO's topic about one proposal, and whether it could stand there so. */
import {
  canonicalJson,
  type DaoRecord,
  type DecisionRecord,
  decodeRecord,
  type ElectorateRecord,
  type GovernanceRecord,
  type Mirror,
  type ProposalRecord,
  type VotesRecord,
} from '@quorate/ledger'
import { CLOCKS_MS } from '../dao.ts'
import type { Faults } from './faults.ts'

export interface Anchored {
  proposal?: ProposalRecord
  electorate?: ElectorateRecord
  decision?: DecisionRecord
  /** In the order of their numbers, with the time at which the ledger took each, in milliseconds. */
  batches: (VotesRecord & { anchoredAt: number })[]
  publishers: Set<string>
  /** When the ledger took the proposal, in milliseconds. */
  proposedAt: number
}

const HOUR_MS = 3_600_000

/** Times are compared as texts, so they must have the one form that a Date prints. */
export function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

export async function readTopic(
  mirror: Pick<Mirror, 'topicMessages'>,
  { chain, topicId, proposalId }: { chain: string; topicId: string; proposalId: string },
  faults: Faults,
): Promise<Anchored> {
  const anchored: Anchored & { dao?: DaoRecord } = { batches: [], publishers: new Set(), proposedAt: 0 }
  for await (const { bytes, payer, consensusTimestamp } of mirror.topicMessages(topicId)) {
    const record = decodeRecord(bytes)
    if (!record || (record.type !== 'dao' && record.proposalId !== proposalId)) continue
    if (record.chain !== chain) faults.add(`a ${record.type} record is of ${record.chain}, not of ${chain}`)
    anchored.publishers.add(payer)
    checkOrder(record, anchored, faults)
    const at = Math.floor(Number(consensusTimestamp) * 1000)
    if (record.type === 'votes') {
      const known = anchored.batches.some(({ batch }) => batch === record.batch)
      if (known) faults.add(`batch ${record.batch} stands on the topic twice`)
      else anchored.batches.push({ ...record, anchoredAt: at })
      continue
    }
    if (record.type === 'proposal') anchored.proposedAt = at
    if (record.type === 'decision') checkDecisionTime(record, at, anchored, faults)
    if (anchored[record.type]) faults.add(`a second ${record.type} record stands on the topic`)
    else Object.assign(anchored, { [record.type]: record })
  }
  anchored.batches.sort((a, b) => a.batch - b.batch)
  if (anchored.publishers.size > 1) faults.add(`several accounts wrote records: ${[...anchored.publishers].join(', ')}`)
  if (anchored.proposal) checkRules(anchored.proposal, anchored.dao, faults)
  if (anchored.decision && !anchored.decision.cancelled && !anchored.electorate)
    faults.add('it is decided, but no electorate record stands on the topic')
  return anchored
}

/** What each record must come after, so that nothing is fixed once it is known whom it would suit. */
const AFTER = {
  dao: [],
  proposal: ['dao'],
  electorate: ['proposal'],
  votes: ['electorate'],
  decision: ['proposal'],
} as const

function checkOrder(record: GovernanceRecord, anchored: Anchored & { dao?: DaoRecord }, faults: Faults): void {
  for (const earlier of AFTER[record.type])
    if (!anchored[earlier]) faults.add(`a ${record.type} record stands before any ${earlier} record`)
  const { proposal, decision } = anchored
  if (proposal && record.daoId !== proposal.daoId)
    faults.add(`a ${record.type} record is of the DAO ${record.daoId}, not of ${proposal.daoId}`)
  if (decision && record.type !== 'decision' && record.type !== 'dao')
    faults.add(`a ${record.type} record came after the decision`)
}

function checkDecisionTime(
  { cancelled, decidedAt }: DecisionRecord,
  at: number,
  { proposal }: Anchored,
  faults: Faults,
) {
  if (cancelled || !proposal) return
  if (!(Date.parse(decidedAt) >= Date.parse(proposal.endTime)) || at < Date.parse(proposal.endTime) - CLOCKS_MS)
    faults.add(`it was decided at ${decidedAt} (${new Date(at).toISOString()} on the ledger), before its end`)
}

function checkRules(proposal: ProposalRecord, dao: DaoRecord | undefined, faults: Faults): void {
  const { votingRules, votingOptions, startTime, endTime, daoId } = proposal
  if (dao && (dao.daoId !== daoId || canonicalJson(dao.votingRules) !== canonicalJson(votingRules)))
    faults.add(
      `the proposal is voted on by ${canonicalJson(votingRules)}: the DAO's rules are ${canonicalJson(dao.votingRules)}`,
    )
  if (new Set(votingOptions).size < votingOptions.length) faults.add('an option stands among the options twice')
  if (!isTime(startTime) || !isTime(endTime)) faults.add(`the voting is from ${startTime} to ${endTime}`)
  else if (Date.parse(endTime) - Date.parse(startTime) < Math.round(votingRules.minVotingPeriod * HOUR_MS))
    faults.add(`the voting is from ${startTime} to ${endTime}: the DAO asks for ${votingRules.minVotingPeriod} hours`)
}
