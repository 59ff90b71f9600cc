/**
 * The errors that operations answered in the tests, for the descriptions of the APIs. `npm run docs:errors` adds what
 * further runs answer; what an operation no longer answers is taken out by hand.
 */
import type { OperationErrors } from '@quorate/platform'

export const operationErrors: OperationErrors = { operations: {}, messages: {} }
