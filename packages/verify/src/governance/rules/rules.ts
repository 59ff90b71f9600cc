/** Rules that every proposal must meet, when it is made and when it is recounted. */
import { unprocessable, VerifyError } from '../../error.ts'
import { limits } from '../../limits.ts'
import { checkFraction, quorumRatio } from '../counting/fractions.ts'
import { checkOptimistic } from '../counting/optimistic.ts'
import { reaches } from '../counting/ratios.ts'
import { isStandard } from '../counting/tally.ts'
import { methodOf } from '../counting/voting-methods.ts'
import { checkArea } from '../records/areas.ts'
import { holdsRecord, operationIn, type ProposalRecord, type RecordedRules } from '../records/records.ts'
import { HOUR_MS } from '../records/times.ts'
import { checkBallotKey } from './ballot-keys.ts'
import { changeFault, changeIn, checkRules } from './rule-changes.ts'

/**
 * Refuses an operation that no option can adopt, and a token in a DAO with equal weights.
 *
 * @throws 400 `TOKEN_WITHOUT_WEIGHT`, 422 `OPERATION_NEEDS_YES`
 */
export function checkAdoption({
  votingOptions,
  votingMethod,
  proposalData,
  votingRules,
  optimistic,
}: Pick<ProposalRecord, 'votingOptions' | 'votingMethod' | 'proposalData' | 'votingRules' | 'optimistic'>): void {
  const isYesOrNo = isStandard(votingOptions) && methodOf({ votingMethod }) === 'single'
  for (const [name, effect] of [
    ['operation', operationIn(proposalData)],
    ['change', changeIn(proposalData)],
  ] as const)
    if (effect && !isYesOrNo)
      throw unprocessable(
        'OPERATION_NEEDS_YES',
        `proposalData.${name} is carried out after a YES: the options must be YES and NO, with or without ABSTAIN`,
      )
  if (optimistic && !isYesOrNo)
    throw unprocessable(
      'OPTIMISTIC_NOT_ALLOWED',
      'Members object to an optimistic proposal by voting NO: the options must be YES and NO, with or without ABSTAIN',
    )
  if (votingRules.tokenId !== null && !votingRules.tokenWeighted)
    throw new VerifyError('TOKEN_WITHOUT_WEIGHT', `votingRules.tokenId is ${votingRules.tokenId}: votes weigh the same`)
}

/**
 * Refuses a voting method or a number of options that the DAO's rules do not permit.
 *
 * @throws 422 `OPTIONS_NEEDED`, `TOO_MANY_OPTIONS`, `VOTING_METHOD_NOT_ALLOWED`
 */
export function checkVoting({
  votingOptions,
  votingMethod,
  votingRules,
}: Pick<ProposalRecord, 'votingOptions' | 'votingMethod' | 'votingRules'>): void {
  const { votingMethods: allowed = ['single'], maxOptions = limits.maxVotingOptions.value } = votingRules
  const method = methodOf({ votingMethod })
  if (!allowed.includes(method))
    throw unprocessable(
      'VOTING_METHOD_NOT_ALLOWED',
      `votingMethod is ${method}: the rules of the DAO allow ${allowed.join(', ')}`,
    )
  if (votingOptions.length > maxOptions)
    throw unprocessable(
      'TOO_MANY_OPTIONS',
      `votingOptions has ${votingOptions.length}: the rules of the DAO allow up to ${maxOptions}`,
    )
  if (method !== 'single' && isStandard(votingOptions))
    throw unprocessable(
      'OPTIONS_NEEDED',
      `votingMethod is ${method}: send your own votingOptions, since YES and NO are for the method single`,
    )
}

/** Refuses invalid fractions. @throws 400 `INVALID_FRACTION`, `FRACTION_DIFFERS` */
export function checkFractions({
  votingRules,
  quorum,
  quorumFraction,
}: Pick<ProposalRecord, 'votingRules' | 'quorum' | 'quorumFraction'>): void {
  checkFraction(votingRules.thresholdFraction, votingRules.threshold, 'votingRules.thresholdFraction')
  checkFraction(quorumFraction, quorum, 'quorumFraction')
}

/**
 * Refuses data that contains a record. If it filled a whole chunk, nobody could tell it from a separate record.
 *
 * @throws 400 `RECORD_IN_DATA`
 */
export function checkData({ proposalData }: Pick<ProposalRecord, 'proposalData'>): void {
  if (holdsRecord(proposalData))
    throw new VerifyError(
      'RECORD_IN_DATA',
      'proposalData contains a complete DAO record (an object with quorate, type and the other fields): send it as a JSON string, or send its timestamp',
    )
}

/** Refuses a voting period that does not end after its start. @throws 422 `VOTING_TOO_SHORT` */
export function checkTimes({ startTime, endTime }: Pick<ProposalRecord, 'startTime' | 'endTime'>): void {
  if (!(Date.parse(endTime) > Date.parse(startTime)))
    throw unprocessable(
      'VOTING_TOO_SHORT',
      `The voting is from ${startTime} to ${endTime}: it must end after its start`,
    )
}

/** Refuses a creator that the rules do not name. @throws 403 `NOT_A_PROPOSER` */
export function checkMayPropose({ proposers }: Pick<RecordedRules, 'proposers'>, creator: string): void {
  if (proposers && !proposers.includes(creator))
    throw new VerifyError(
      'NOT_A_PROPOSER',
      `By the rules of the DAO only ${proposers.join(', ')} may propose, not ${creator}`,
      { statusCode: 403 },
    )
}

/**
 * Refuses a quorum below the rules' minimum, a vote longer than their maximum, a creator that they do not name, and an
 * optimistic proposal that they do not permit.
 *
 * @throws 403 `NOT_A_PROPOSER`; 422 `OPTIMISTIC_NOT_ALLOWED`, `QUORUM_TOO_LOW`, `VOTING_TOO_LONG`, `VOTING_TOO_SHORT`
 */
export function checkPermitted(proposal: Permitted): void {
  const { votingRules, creatorAddress, startTime, endTime } = proposal
  const { maxVotingPeriod } = votingRules
  checkMayPropose(votingRules, creatorAddress)
  // An optimistic proposal passes without votes, so it needs no quorum.
  const least = proposal.optimistic ? undefined : quorumRatio(votingRules)
  const quorum = quorumRatio(proposal)
  if (least && !(quorum && reaches(least, quorum.part, quorum.whole)))
    throw unprocessable(
      'QUORUM_TOO_LOW',
      `The quorum is ${proposal.quorumFraction ?? proposal.quorum ?? 'none'}: the rules of the DAO require ${votingRules.quorumFraction ?? `${votingRules.quorum} percent`}`,
    )
  const hours = (Date.parse(endTime) - Date.parse(startTime)) / HOUR_MS
  if (maxVotingPeriod !== undefined && !(hours <= maxVotingPeriod))
    throw unprocessable(
      'VOTING_TOO_LONG',
      `The voting takes ${hours} hours: the rules of the DAO allow up to ${maxVotingPeriod}`,
    )
  checkOptimistic(proposal, hours)
}
type Permitted = Pick<
  ProposalRecord,
  | ('votingRules' | 'creatorAddress' | 'quorum' | 'quorumFraction')
  | ('startTime' | 'endTime' | 'optimistic' | 'proposalData')
>

/** Refuses data that looks like a change of rules or members, but is invalid. @throws 400 `INVALID_CHANGE` */
export function checkChange({ proposalData: { change } }: Pick<ProposalRecord, 'proposalData'>): void {
  if (typeof change !== 'object' || change === null || !('rules' in change || 'members' in change)) return
  const fault = changeFault(change)
  if (fault !== undefined) throw new VerifyError('INVALID_CHANGE', `proposalData.change: ${fault}`)
}

const checkOwnArea = ({ area, votingRules }: Pick<ProposalRecord, 'area' | 'votingRules'>): void =>
  checkArea(area, votingRules)

const checkOwnRules = ({ votingRules }: Pick<ProposalRecord, 'votingRules'>): void => checkRules(votingRules)

/** Returns the reasons why the rules refuse a proposal's record. Empty if they do not. */
export const brokenRules = (proposal: ProposalRecord): string[] =>
  [
    checkAdoption,
    checkVoting,
    checkFractions,
    checkOwnRules,
    checkOwnArea,
    checkPermitted,
    checkTimes,
    checkBallotKey,
  ].flatMap((check) => refusalOf(() => check(proposal)) ?? [])

/** Returns the reason why such a check refuses a proposal's record, or undefined. */
export function refusalOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof VerifyError) return error.message
    throw error
  }
}

/**
 * Refuses integers beyond 2^53, which parsers may read differently.
 *
 * @throws 400 `NUMBER_NOT_EXACT`
 */
export function checkReadAlike(value: unknown, path: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new VerifyError(
      'NUMBER_NOT_EXACT',
      `${path} has a number near ${value}: JSON readers disagree about numbers beyond 2^53. Write it as text`,
    )
  if (typeof value !== 'object' || value === null) return
  for (const item of Object.values(value)) checkReadAlike(item, path)
}
