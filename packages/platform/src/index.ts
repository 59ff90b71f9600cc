/** Shared with programs that check the services' work. */
export {
  boundedText,
  checkTitle,
  checkVisible,
  createSingleFlight,
  createSteps,
  encodeAmount,
  hiddenCharacterIn,
  isEntityId,
  mapInBatches,
  NameNotPlain,
  PieceCount,
  parseJson,
  type Steps,
  turn,
} from '@quorate/verify'
export * from './base/clock.ts'
export * from './base/errors.ts'
export * from './base/lifecycle.ts'
export * from './base/logger.ts'
export * from './base/messenger.ts'
export type { HttpMetrics } from './base/metrics.ts'
export * from './base/private-files.ts'
export { connectRedis } from './base/redis.ts'
export type { Limit, Limits } from './bounds/limit.ts'
export { limits } from './bounds/platform-limits.ts'
export { addressOf } from './bounds/rate-limit.ts'
export { createSemaphore, type Semaphore } from './bounds/semaphore.ts'
export * from './cache/cache.ts'
export * from './cache/single-flight.ts'
export * from './config/config.ts'
export * from './config/settings.ts'
export type { DatabaseSession } from './database/connection.ts'
export * from './database/data-directory.ts'
export * from './database/database.ts'
export { deleteAll } from './database/delete-some.ts'
export * from './database/hourly-budget.ts'
export * from './database/list-pages.ts'
export { type SchemaAge, schemaAge } from './database/migrations.ts'
export { openPostgres } from './database/postgres/postgres.ts'
export * from './events/events.ts'
export { type Access, cookieName, SESSION_COOKIE } from './http/access/access.ts'
export { answerFailure } from './http/answers/failures.ts'
export {
  CountedPageQuery,
  countedPageHeaders,
  invalidCursor,
  linkToNext,
  numberInCursor,
  PageQuery,
  pageHeaders,
  tellTotal,
} from './http/answers/pages.ts'
export { acceptedEncoding, addVary, namesTag } from './http/answers/smaller-answers.ts'
export { exceededIn } from './http/bodies/json-complexity.ts'
export { withoutNulls } from './http/bodies/optional-nulls.ts'
export type { FieldError } from './http/bodies/validation.ts'
export { createHttp } from './http/http.ts'
export { coverStreamedBody, replayEarlier } from './http/idempotency/idempotency.ts'
export { type IdempotencyStore, openFirstAnswers } from './http/idempotency/store.ts'
export type { OperationExample, RouteErrors } from './http/openapi/openapi-document.ts'
export type { HttpOptions } from './http/options.ts'
export { type PlainRequest, plainAnswer, plainJson } from './http/outgoing/plain-answers.ts'
export { createWebhooks, isPublicAddress, type Webhooks } from './http/outgoing/webhooks.ts'
export { isFromHere } from './http/server/from-here.ts'
export { networks } from './http/server/http-server.ts'
export type { Http, HttpSettings } from './http/server/http-type.ts'
export { isLoopback, needPublicUrl, ownUrl } from './http/server/own-url.ts'
export { openPrivateEntrance, type PrivateEntrance } from './http/server/private-socket.ts'
export { type JobsOptions, openJobs } from './jobs/job-runner.ts'
export * from './jobs/jobs.ts'
export * from './jobs/operator.ts'
export type { Ack, ClientEvents, Member } from './realtime/client-events.ts'
export * from './realtime/realtime.ts'
export * from './streams/bounded-answers.ts'
export { ReceivedBytes } from './streams/received-bytes.ts'
export * from './tokens/follow-revocations.ts'
export * from './tokens/key-set.ts'
export * from './tokens/remote-key-set.ts'
export * from './tokens/session.ts'
export * from './tokens/tokens.ts'
export * from './values/amounts.ts'
export { AnyNames } from './values/any-names.ts'
export * from './values/bytes.ts'
export * from './values/http-url.ts'
export * from './values/ids.ts'
export { namedSchema } from './values/named-schema.ts'
export { expectation } from './values/schema-in-words.ts'
