export * from './chains.ts'
export { GrpcFailure } from './consensus/grpc.ts'
export type { NodeAddress } from './consensus/nodes.ts'
export { type SubmitOptions, wasSent } from './consensus/submit.ts'
export { type ChargedFee, type Execution, type ExecutionQuestion, transactionHash } from './execution/execution.ts'
export { failedForGood } from './execution/failed-for-good.ts'
export * from './fees/custom-fees.ts'
export * from './fees/max-custom-fees.ts'
export { createPrices } from './fees/prices.ts'
export * from './keys/key-encodings.ts'
export * from './keys/signatures.ts'
export * from './keys/signer.ts'
export * from './ledger.ts'
export { limits } from './limits.ts'
export * from './mirror/entities.ts'
export type { MirrorJson } from './mirror/http.ts'
export { memoized } from './mirror/memoized-mirror.ts'
export * from './mirror/mirror.ts'
export * from './network.ts'
export * from './records/members.ts'
export * from './topics/own-transaction.ts'
export * from './topics/submission.ts'
export type { Submission } from './transactions/body.ts'
export { assertFits, readSubmission } from './transactions/body.ts'
export * from './transactions/freeze.ts'
export { isDay, TIME_PATTERN, toLedgerTime } from './transactions/given-time.ts'
export {
  codeName,
  isProvisional,
  isSuccess,
  parseTransactionId,
  type TransactionIdParts,
} from './transactions/receipts.ts'
export { type ScheduledBody, scheduledBodyIn } from './transactions/scheduled-body.ts'
