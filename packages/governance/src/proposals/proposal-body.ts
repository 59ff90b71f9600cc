/** The body of a submitted proposal, and the checks that need nothing else. */
import { badRequest, checkTitle, checkVisible, unprocessable } from '@quorate/platform'
import { canonicalJson, nineDigits, timestampText, limits as verifyLimits } from '@quorate/verify'
import {
  CLOCKS_MS,
  changedRules,
  changeIn,
  checkAdoption,
  checkArea,
  checkChange,
  checkData,
  checkMayPropose,
  checkOptimistic,
  checkOptions,
  checkReadAlike,
  checkVoting,
  delayMsOf,
  HOUR_MS,
  isLedgerTime,
  isPlainPath,
  ledgerTimestamp,
  operationIn,
  operationNeedsSender,
  percentBesideFraction,
  standardOptions,
} from '@quorate/verify/recount'
import { type Dao, recordedRules } from '../model/dao.ts'
import type { ProposalBody } from '../model/proposal-body.ts'

/** How far ahead a proposal may start. */
const YEAR_MS = 366 * 24 * HOUR_MS

/**
 * Returns the voting options. If none are given, they are YES, NO and ABSTAIN.
 *
 * @throws ApiError 400 `INVALID_OPTION` for a single option: nobody could vote against it
 */
export function optionsOf({ votingOptions = [] }: ProposalBody): string[] {
  if (votingOptions.length === 1)
    throw badRequest(
      'INVALID_OPTION',
      `votingOptions has one option: send 2 to ${verifyLimits.maxVotingOptions.value}, or leave votingOptions out for ${standardOptions.join(', ')}`,
    )
  return votingOptions.length === 0 ? standardOptions : votingOptions
}

/** @throws 400 and 422 for a body that the DAO's rules or the format of records do not permit */
export function checkBody(dao: Dao, body: ProposalBody): void {
  checkTitle(body.title, 'title')
  checkVisible(body.description, 'description', { lines: true })
  const { proposalData = {} } = body
  const votingOptions = optionsOf(body)
  checkOptions(votingOptions)
  checkMayPropose(recordedRules(dao), body.creatorAddress)
  const { votingMethod = 'single' } = body
  const votingRules = recordedRules(dao)
  checkVoting({ votingOptions, votingMethod, votingRules })
  const optimistic = body.optimistic ? ({ optimistic: true } as const) : {}
  checkAdoption({ votingOptions, votingMethod, proposalData, votingRules, ...optimistic })
  checkOperation(body)
  checkRulesChange(dao, body)
  if (body.votingDurationHours < dao.rules.minVotingPeriod)
    throw unprocessable(
      'VOTING_TOO_SHORT',
      `votingDurationHours is ${body.votingDurationHours}: the DAO requires at least ${dao.rules.minVotingPeriod}`,
    )
  const { creatorAddress, votingDurationHours, area } = body
  checkArea(area ?? undefined, votingRules)
  checkOptimistic(
    { creatorAddress, proposalData, votingRules, ...quorumOf(body, dao), ...optimistic },
    votingDurationHours,
  )
  canonicalJson(proposalData)
  checkReadAlike(proposalData, 'proposalData')
  checkData({ proposalData })
}

/** The quorum from the body, or else from the DAO's rules. The rules' quorum does not apply to optimistic proposals. */
export function quorumOf(
  { quorum: percent, quorumFraction: fraction, optimistic = false }: ProposalBody,
  { rules }: Pick<Dao, 'rules'>,
): { quorum: number | null; quorumFraction: string | null } {
  const quorum = percentBesideFraction(percent, fraction, 'quorumFraction')
  if (quorum === null && optimistic) return { quorum, quorumFraction: null }
  return quorum === null
    ? { quorum: rules.quorum ?? null, quorumFraction: rules.quorumFraction ?? null }
    : { quorum, quorumFraction: fraction ?? null }
}

/**
 * Refuses a change of rules or members that could not be carried out now.
 *
 * @throws 400 `INVALID_CHANGE`; 422 `NOTHING_CHANGES`, `OWNER_STAYS`; and the errors of `changedRules`
 */
function checkRulesChange(dao: Dao, { proposalData = {} }: ProposalBody): void {
  checkChange({ proposalData })
  const change = changeIn(proposalData)
  if (!change) return
  const { rules = {}, members = {} } = change
  const present = recordedRules(dao)
  const isSame = canonicalJson(changedRules(present, rules)) === canonicalJson(present)
  if (isSame && !members.add && !members.remove)
    throw unprocessable('NOTHING_CHANGES', 'proposalData.change: the DAO already has these rules')
  if (members.remove?.includes(dao.owner))
    throw unprocessable('OWNER_STAYS', `${dao.owner} owns the DAO and stays its member`)
}

/**
 * Returns the proposal's start and end, and the current time. The DAO must be locked, so that nobody joins or leaves in
 * the meantime.
 */
export function times({ startTime, votingDurationHours }: ProposalBody, { rules, createdAt }: Dao, clockNow: number) {
  // Another process with a faster clock may have founded the DAO. Before that time, it has no members.
  const now = new Date(Math.max(clockNow, createdAt.getTime() + 1))
  const earliest = new Date(now.getTime() + Math.round(rules.votingDelay * HOUR_MS))
  const asked = startTime === undefined ? earliest : new Date(startTime)
  if (Number.isNaN(asked.getTime()))
    throw badRequest('VALIDATION_FAILED', `startTime is ${startTime}: expected a time that exists`)
  // A start that is only this little in the past counts as now: the client's clock may be behind.
  const startAt = asked < now && asked.getTime() > now.getTime() - CLOCKS_MS ? now : asked
  if (startAt < now)
    throw badRequest('START_IN_THE_PAST', `startTime is ${startTime}: it must not be before ${now.toISOString()}`)
  if (startAt.getTime() > now.getTime() + YEAR_MS)
    throw badRequest('START_TOO_FAR', `startTime is ${startTime}: it must be within a year`)
  if (startAt < earliest)
    throw unprocessable(
      'VOTING_DELAY',
      `startTime is ${startTime}: voting begins ${rules.votingDelay} hours after a proposal at the earliest, at ${earliest.toISOString()}`,
    )
  return { startAt, endAt: new Date(startAt.getTime() + Math.round(votingDurationHours * HOUR_MS)), now }
}

/**
 * Refuses an operation with an irregular path, or whose effect depends on its sender.
 *
 * @throws 422 `INVALID_OPERATION_PATH`, `OPERATION_NEEDS_SENDER`
 */
function checkOperation({ proposalData = {} }: ProposalBody): void {
  const operation = operationIn(proposalData)
  if (operation && !isPlainPath(operation))
    throw unprocessable(
      'INVALID_OPERATION_PATH',
      "proposalData.operation.path must be as the node API's documentation spells it: parts of letters, digits, '.', '_' and '-', each after one '/'",
    )
  if (operation && operationNeedsSender(operation))
    throw unprocessable(
      'OPERATION_NEEDS_SENDER',
      `proposalData.operation: the effect of ${operation.method} ${operation.path} depends on its sender: set body.sender.id (or, for an allowance, body.ownerAccountId)`,
    )
}

/** Converts `validUntil` to a ledger time, `seconds.nanos`. @throws 400 `INVALID_VALID_UNTIL` */
export function validUntil(
  { validUntil: text }: ProposalBody,
  endAt: Date,
  { rules }: Pick<Dao, 'rules'>,
): string | null {
  if (text === undefined || text === null) return null
  const delay = rules.executionDelay === undefined ? '' : ` and the ${rules.executionDelay} hours of delay`
  const expected = `expected a time after the end of the voting${delay}, as ISO 8601 or seconds.nanoseconds`
  const wrong = () => badRequest('INVALID_VALID_UNTIL', `validUntil is ${text}: ${expected}`)
  const [seconds = '', fraction = '', ...more] = text.split('.')
  if (more.length > 0) throw wrong()
  const onLedger = /^[0-9]{1,12}$/.test(seconds) && /^[0-9]{0,9}$/.test(fraction)
  // Only four-digit years are accepted, because later ones may exceed the ledger's times.
  const time = /^[0-9]{4}-/.test(text) ? Date.parse(text) : Number.NaN
  if (!onLedger && (Number.isNaN(time) || time < 0)) throw wrong()
  const timestamp = onLedger ? timestampText(BigInt(seconds), nineDigits(fraction)) : ledgerTimestamp(time)
  if (!isLedgerTime(timestamp) || Number(timestamp) * 1000 <= endAt.getTime() + delayMsOf(rules)) throw wrong()
  return timestamp
}
