/** Rules that every proposal must meet, when it is made and when it is recounted. */
import { unprocessable, VerifyError } from '../error.ts'
import { holdsRecord, operationIn, type ProposalRecord } from './records.ts'
import { isStandard } from './tally.ts'

/**
 * Refuses an operation that these options cannot permit, and a token in a DAO with equal weights.
 *
 * @throws 400 `TOKEN_WITHOUT_WEIGHT`, 422 `OPERATION_NEEDS_YES`
 */
export function checkAdoption({
  votingOptions,
  proposalData,
  votingRules,
}: Pick<ProposalRecord, 'votingOptions' | 'proposalData' | 'votingRules'>): void {
  if (operationIn(proposalData) && !isStandard(votingOptions))
    throw unprocessable(
      'OPERATION_NEEDS_YES',
      'proposalData.operation is carried out after a YES: the options must be YES and NO, with or without ABSTAIN',
    )
  if (votingRules.tokenId !== null && !votingRules.tokenWeighted)
    throw new VerifyError('TOKEN_WITHOUT_WEIGHT', `votingRules.tokenId is ${votingRules.tokenId}: votes weigh the same`)
}

/**
 * Refuses data that contains a record. If it filled a chunk of the proposal's or the decision's record, nobody could
 * tell it from a message in its own right.
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

/** Returns the reasons why the rules refuse a proposal's record. Empty if they do not. */
export const brokenRules = (proposal: ProposalRecord): string[] =>
  [checkAdoption, checkTimes].flatMap((check) => refusalOf(() => check(proposal)) ?? [])

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
