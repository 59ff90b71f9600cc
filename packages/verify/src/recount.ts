/**
 * Entry point `@quorate/verify/recount`: counts a proposal again from its topic. It also exports what a recount needs:
 * records on topics, the rules of votes, and reads of a mirror.
 */
export * from './governance/areas.ts'
export * from './governance/ballot.ts'
export * from './governance/ballot-keys.ts'
export * from './governance/ballots.ts'
export * from './governance/change-rules.ts'
export * from './governance/delegate.ts'
export * from './governance/delegations.ts'
export * from './governance/execution.ts'
export { checkFraction, percentBesideFraction } from './governance/fractions.ts'
export * from './governance/leaves.ts'
export * from './governance/network-trust.ts'
export * from './governance/optimistic.ts'
export { checkOptions } from './governance/options.ts'
export { proposalHash } from './governance/proposal-hash.ts'
export * from './governance/ratios.ts'
export { Fraction, isLedgerTime, Percent, VotingDelay, VotingPeriod } from './governance/record-schemas.ts'
export * from './governance/records.ts'
export * from './governance/results.ts'
export * from './governance/rule-changes.ts'
export * from './governance/rules.ts'
export * from './governance/rules-history.ts'
export * from './governance/runoff.ts'
export * from './governance/sealed-ballots.ts'
export { isOwnerKey, type MessageSigner, type PartSignature, type Signing } from './governance/signed-by.ts'
export * from './governance/signed-votes.ts'
export * from './governance/tally.ts'
export * from './governance/times.ts'
export * from './governance/vetoes.ts'
export * from './governance/voting-methods.ts'
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
export { parseDecimal, parseExact } from './mirror/exact-json.ts'
export {
  type HistoryReads,
  type HoldingQuestion,
  historyReads,
  isHistoryTooLong,
  ledgerTimestamp,
  SNAPSHOT_AGE_MS,
} from './mirror/history.ts'
export { KEY_UNREADABLE, keyOf } from './mirror/keys.ts'
export type { MirrorGet } from './mirror/mirror-get.ts'
export {
  ALL_SERIALS,
  type AssetMovement,
  type Movements,
  MovingTransaction,
  memoOf,
  movementsOf,
  type Receiver,
} from './mirror/movements.ts'
export { nextPath } from './mirror/next-link.ts'
export { isNotFound } from './mirror/not-found.ts'
export { openMirror } from './mirror/open-mirror.ts'
export { accountPath, entityPath } from './mirror/paths.ts'
export type { PresentAccount } from './mirror/present-accounts.ts'
export { type MirrorOptions, mirrorReader, otherShape } from './mirror/read-json.ts'
export {
  type Statement,
  type StatementAsset,
  type StatementEntry,
  type StatementMovement,
  type StatementReads,
  statementReads,
} from './mirror/statement.ts'
export {
  type StatementLine,
  type StatementRequest,
  signersOf,
  statementCsv,
  statementJson,
  statementLines,
} from './mirror/statement-files.ts'
export { MirrorTimestamp } from './mirror/timestamps.ts'
export { INITIAL_HASH, type RawTopicMessage, runningHash, type TopicInfo, TopicTrail } from './mirror/topic-trail.ts'
export {
  MAX_PAGES_PER_MESSAGE,
  type TopicReader,
  type TopicReadOptions,
  type TopicReads,
  topicReads,
} from './mirror/topics.ts'
export { fixedLate } from './recount/fixed-late.ts'
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
export { EntityId } from './values/entity-id-schema.ts'
export { skeletonsOf } from './values/look-alikes.ts'
export { nanos } from './values/timestamp-text.ts'
