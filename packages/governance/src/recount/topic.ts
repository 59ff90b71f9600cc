/** What stands on a DAO's topic about one proposal, and whether it could stand there so. */
import {
  canonicalBytes,
  canonicalJson,
  type DaoRecord,
  type DecisionRecord,
  decodeRecord,
  type ElectorateRecord,
  type GovernanceRecord,
  type MembershipRecord,
  type Mirror,
  type ProposalRecord,
  recordFault,
  type UnusedChunk,
  type VotesRecord,
} from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { limits } from '../limits.ts'
import { CLOCKS_MS, HOUR_MS } from '../model/dao.ts'
import { checkOptions } from '../model/options.ts'
import { checkAdoption, checkTimes, faultOf } from '../model/rules.ts'
import type { Findings } from './findings.ts'

/** Somebody joined or left; times in milliseconds. */
export interface AnchoredChange {
  account: string
  change: 'added' | 'removed'
  /** As the service says. */
  changedAt: number
  /** When the ledger took it. */
  anchoredAt: number
  /** Its record stands before the one that fixed who may vote. */
  beforeElectorate: boolean
}

export interface Anchored {
  dao?: DaoRecord
  /** In the order of the topic, up to the decision. */
  changes: AnchoredChange[]
  proposal?: ProposalRecord
  electorate?: ElectorateRecord
  decision?: DecisionRecord
  /** In the order of their numbers, with the time at which the ledger took each, in milliseconds. */
  batches: (VotesRecord & { anchoredAt: number })[]
  publishers: Set<string>
  /** When the ledger had taken all of the proposal, in milliseconds. */
  proposedAt: number
  /** Since when messages had been written on the topic without a pause when the ledger had taken all of the proposal, in milliseconds. */
  busySince: number
  /** How many of the changes stand before the proposal. */
  changesBefore: number
  /** When the ledger had taken all of the decision, in milliseconds. */
  decidedAt: number | null
}

/** One is right, and who the others are is told of some. */
const MOST_PUBLISHERS = 20

/** Times are compared as texts, so they must have the one form that a Date prints. */
export function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

const milliseconds = (timestamp: string): number => Math.floor(Number(timestamp) * 1000)

/** Whoever carries a decision out may not care for upper and lower case, nor for spaces. */
const isSameId = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

export async function readTopic(
  mirror: Pick<Mirror, 'topicMessages'>,
  {
    chain,
    topicId,
    proposalId,
    maxMessages = limits.maxRecountedMessages.value,
  }: { chain: string; topicId: string; proposalId: string; maxMessages?: number | undefined },
  { faults, notes }: { faults: Findings; notes: Findings },
): Promise<Anchored> {
  const anchored: Anchored = {
    ...{ changes: [], batches: [], publishers: new Set() },
    ...{ proposedAt: 0, busySince: 0, changesBefore: 0, decidedAt: null },
  }
  const numbers = new Set<number>()
  let messages = 0
  let busySince = 0
  let lastAt = 0
  const onUnused = ({ number, total, consensusTimestamp, payer, why }: UnusedChunk) =>
    notes.add(`chunk ${number}/${total} of ${payer} at ${consensusTimestamp} is in no record: ${why}`)
  for await (const message of mirror.topicMessages(topicId, undefined, { all: true, onUnused })) {
    const { bytes, payer, consensusTimestamp } = message
    if (++messages > maxMessages)
      throw unprocessable(
        'TOPIC_TOO_LONG',
        `${topicId} has more than ${maxMessages} messages, the most that this recount reads: --most sets another limit`,
      )
    const begunAt = milliseconds(consensusTimestamp)
    const at = milliseconds(message.completedAt)
    if (at > lastAt + PAUSE_MS) busySince = Math.max(begunAt, at - PAUSE_MS)
    lastAt = at
    const record = decodeRecord(bytes)
    if (!record || ('proposalId' in record && !isSameId(record.proposalId, proposalId))) continue
    if ('proposalId' in record && record.proposalId !== proposalId)
      faults.add(`a ${record.type} record writes the proposal as ${record.proposalId}`)
    if (!Buffer.from(canonicalBytes(record)).equals(bytes))
      faults.add(`a ${record.type} record is not canonical JSON: others may read something else in it`)
    const wrong = recordFault(record)
    if (wrong !== undefined) faults.add(wrong)
    if (record.chain !== chain) faults.add(`a ${record.type} record is of ${record.chain}, not of ${chain}`)
    if (anchored.publishers.size < MOST_PUBLISHERS) anchored.publishers.add(payer)
    if (record.type === 'membership') {
      addChanges(record, at, anchored, faults)
      continue
    }
    checkOrder(record, anchored, faults)
    if (record.type === 'votes') {
      if (numbers.has(record.batch)) faults.add(`batch ${record.batch} stands on the topic twice`)
      else anchored.batches.push({ ...record, anchoredAt: at })
      numbers.add(record.batch)
      continue
    }
    if (record.type === 'proposal')
      Object.assign(anchored, { proposedAt: at, busySince, changesBefore: anchored.changes.length })
    if (record.type === 'decision') {
      checkDecisionTime(record, { begunAt, at }, anchored, faults)
      anchored.decidedAt ??= at
    }
    if (anchored[record.type]) faults.add(`a second ${record.type} record stands on the topic`)
    else Object.assign(anchored, { [record.type]: record })
  }
  anchored.batches.sort((a, b) => a.batch - b.batch)
  if (anchored.publishers.size > 1) faults.add(`several accounts wrote records: ${[...anchored.publishers].join(', ')}`)
  if (anchored.proposal) checkRules(anchored.proposal, anchored, { faults, notes })
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

function addChanges({ daoId, changes }: MembershipRecord, anchoredAt: number, anchored: Anchored, faults: Findings) {
  if (anchored.dao?.daoId !== daoId)
    faults.add(`a membership record is of the DAO ${daoId}, not of ${anchored.dao?.daoId ?? 'one before it'}`)
  if (anchored.decision) return
  for (const { account, change, changedAt } of changes) {
    if (!isTime(changedAt)) faults.add(`${account} was ${change} at ${changedAt}, which is no time`)
    else
      anchored.changes.push({
        ...{ account, change, anchoredAt },
        changedAt: Date.parse(changedAt),
        beforeElectorate: !anchored.electorate,
      })
  }
}

function checkOrder(record: Exclude<GovernanceRecord, MembershipRecord>, anchored: Anchored, faults: Findings): void {
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
  { begunAt, at }: { begunAt: number; at: number },
  { proposal }: Anchored,
  faults: Findings,
) {
  if (Date.parse(decidedAt) > at + CLOCKS_MS)
    faults.add(`it was decided at ${decidedAt}, but that stood on the topic at ${new Date(at).toISOString()}`)
  if (cancelled || !proposal) return
  if (!(Date.parse(decidedAt) >= Date.parse(proposal.endTime)) || begunAt < Date.parse(proposal.endTime) - CLOCKS_MS)
    faults.add(`it was decided at ${decidedAt} (${new Date(begunAt).toISOString()} on the ledger), before its end`)
}

/**
 * By this part of the delay a proposal may reach the ledger late, as when that was away or other records were before it. Its voting is in the future then
 * all the same, so that nobody can choose a start whose holdings are known.
 */
const MAY_BE_LATE = 0.1
/** A topic on which nothing is written for longer has no queue, in milliseconds. */
const PAUSE_MS = 300_000

function checkRules(
  proposal: ProposalRecord,
  { dao, proposedAt, busySince }: Anchored,
  { faults, notes }: { faults: Findings; notes: Findings },
): void {
  const { votingRules, votingOptions, startTime, endTime, daoId } = proposal
  if (dao && (dao.daoId !== daoId || canonicalJson(dao.votingRules) !== canonicalJson(votingRules)))
    faults.add(
      `the proposal is voted on by ${canonicalJson(votingRules)}: the DAO's rules are ${canonicalJson(dao.votingRules)}`,
    )
  // DAOs of earlier versions could have options that look alike.
  const options = faultOf(() => checkOptions(votingOptions))
  if (options !== undefined) (dao?.membersAnchored ? faults : notes).add(`of the options: ${options}`)
  for (const check of [checkAdoption, checkTimes]) {
    const wrong = faultOf(() => check(proposal))
    if (wrong !== undefined) faults.add(`of the rules: ${wrong}`)
  }
  if (new Set(votingOptions).size < votingOptions.length) faults.add('an option stands among the options twice')
  if (!isTime(startTime) || !isTime(endTime)) faults.add(`the voting is from ${startTime} to ${endTime}`)
  else if (Date.parse(endTime) - Date.parse(startTime) < Math.round(votingRules.minVotingPeriod * HOUR_MS))
    faults.add(`the voting is from ${startTime} to ${endTime}: the DAO asks for ${votingRules.minVotingPeriod} hours`)
  const { votingDelay = 0 } = votingRules
  const delayMs = Math.round(votingDelay * HOUR_MS)
  const latest = Date.parse(startTime) - delayMs + Math.max(CLOCKS_MS, delayMs * MAY_BE_LATE)
  if (votingDelay === 0 || !(proposedAt > latest)) return
  const late = `the voting began at ${startTime}, but the proposal stood on the topic at ${new Date(proposedAt).toISOString()}: the DAO asks for ${votingDelay} hours between`
  // Other records may have been before it: how many there are is not in the service's hands.
  if (busySince > latest) faults.add(late)
  else notes.add(`${late}. Records were written there without a pause since ${new Date(busySince).toISOString()}`)
}
