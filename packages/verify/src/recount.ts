/**
 * Entry point `@quorate/verify/recount`: counts a proposal again from its topic. It also exports what a recount needs:
 * records on topics, the rules of votes, and reads of a mirror.
 */

export * from './governance/ballot.ts'
export * from './governance/counting/ballots.ts'
export { checkFraction, percentBesideFraction } from './governance/counting/fractions.ts'
export * from './governance/counting/optimistic.ts'
export { checkOptions } from './governance/counting/options.ts'
export * from './governance/counting/ratios.ts'
export * from './governance/counting/result-figures.ts'
export * from './governance/counting/runoff.ts'
export * from './governance/counting/tally.ts'
export * from './governance/counting/voting-methods.ts'
export * from './governance/delegate.ts'
export * from './governance/delegations.ts'
export * from './governance/execution.ts'
export * from './governance/network-trust.ts'
export * from './governance/records/areas.ts'
export * from './governance/records/leaves.ts'
export { proposalHash } from './governance/records/proposal-hash.ts'
export { Fraction, isLedgerTime, Percent, VotingDelay, VotingPeriod } from './governance/records/record-schemas.ts'
export * from './governance/records/records.ts'
export * from './governance/records/times.ts'
export * from './governance/rules/ballot-keys.ts'
export * from './governance/rules/change-rules.ts'
export * from './governance/rules/rule-changes.ts'
export * from './governance/rules/rules.ts'
export * from './governance/rules/rules-history.ts'
export * from './governance/sealed-ballots.ts'
export { isOwnerKey, type MessageSigner, type PartSignature, type Signing } from './governance/signatures/signed-by.ts'
export * from './governance/signatures/signed-votes.ts'
export * from './governance/vetoes.ts'
export { type AirdropReads, airdropReads, type WaitingAirdrop } from './mirror/airdrops.ts'
export { type Allowance, type AllowanceReads, allowanceReads } from './mirror/allowances.ts'
export {
  isStretched,
  MAX_CHUNKS,
  MAX_INCOMPLETE_MESSAGES,
  overlapping,
  type TopicMessage,
  type UnusedChunk,
} from './mirror/chunks.ts'
export { KEY_UNREADABLE, keyOf } from './mirror/keys.ts'
export { openMirror } from './mirror/open-mirror.ts'
export type { PresentAccount } from './mirror/present-accounts.ts'
export { parseDecimal, parseExact } from './mirror/reading/exact-json.ts'
export type { MirrorGet } from './mirror/reading/mirror-get.ts'
export { nextPath } from './mirror/reading/next-link.ts'
export { isNotFound } from './mirror/reading/not-found.ts'
export { accountPath, entityPath } from './mirror/reading/paths.ts'
export { type MirrorOptions, mirrorReader, otherShape } from './mirror/reading/read-json.ts'
export { MirrorTimestamp } from './mirror/reading/timestamps.ts'
export {
  type HistoryReads,
  type HoldingQuestion,
  historyReads,
  isHistoryTooLong,
  ledgerTimestamp,
  SNAPSHOT_AGE_MS,
} from './mirror/statement/history.ts'
export {
  ALL_SERIALS,
  type AssetMovement,
  type Movements,
  MovingTransaction,
  memoOf,
  movementsOf,
  type Receiver,
} from './mirror/statement/movements.ts'
export {
  type Statement,
  type StatementAsset,
  type StatementEntry,
  type StatementMovement,
  type StatementReads,
  statementReads,
} from './mirror/statement/statement.ts'
export {
  type StatementLine,
  type StatementRequest,
  signersOf,
  statementCsv,
  statementJson,
  statementLines,
} from './mirror/statement/statement-files.ts'
export { INITIAL_HASH, type RawTopicMessage, runningHash, type TopicInfo, TopicTrail } from './mirror/topic-trail.ts'
export {
  MAX_PAGES_PER_MESSAGE,
  type TopicReader,
  type TopicReadOptions,
  type TopicReads,
  topicReads,
} from './mirror/topics.ts'
export { fixedLate } from './recount/checks/late-records.ts'
export type { RecountMirror } from './recount/mirror.ts'
export {
  type AtFault,
  isAtFault,
  type Progress,
  type Recount,
  type RecountOptions,
  recount,
} from './recount/recount.ts'
export { exitCode, type ReportOptions, report, reportOfFaults } from './recount/report.ts'
export { checkRulesOnTopic } from './recount/rules-on-topic.ts'
export { ANSWERED_BYTES, ANSWERED_VOTES, checkServiceAnswers, type ServiceAnswers } from './recount/service-answers.ts'
export { httpSource, type LeafSource, storedText } from './recount/source.ts'
export { eligibleAt, type Weight, weightAt } from './recount/weights.ts'
export { EntityId } from './values/ids/entity-id-schema.ts'
export { skeletonsOf } from './values/names/look-alikes.ts'
export { nanos } from './values/timestamp-text.ts'
