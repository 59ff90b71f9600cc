import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber, scheduleId } from '#protocol/ids.ts'
import { checkMemo } from '#protocol/memo.ts'
import { check, codeNumber } from '#protocol/status-error.ts'
import { NANOS_PER_SECOND, nanosOf } from '#protocol/time.ts'
import { newKeyRules, validKey } from '#services/validation.ts'
import type { Schedule } from '#state/entities.ts'
import { isThrottled } from '#state/schedule-index.ts'
import { define, type HandleContext, type Reading } from '#transaction/definition.ts'
import { TOKENS } from '#transaction/high-volume.ts'
import { checkMaxCustomFees } from '#transaction/max-custom-fees.ts'
import { keysIn } from '#transaction/prices.ts'
import { hasCapacity } from './capacity.ts'
import { scheduledId } from './scheduled-transaction.ts'
import {
  checkWhitelist,
  decodeBody,
  encodeBody,
  executeIfReady,
  identityOf,
  requiredRules,
  withSignatures,
} from './schedules.ts'

type Body = proto.IScheduleCreateTransactionBody

/** Seconds until a schedule expires if its creator gives no expiry (ledger.schedule.txExpiryTimeSecs). */
const DEFAULT_LIFETIME = 1800n
/** scheduling.maxExpirationFutureSeconds */
export const MAX_LIFETIME = 5_356_800n

/**
 * ScheduleCreate (HIP-423): the transaction is executed immediately if all required keys have signed and it does not
 * wait for its expiry.
 */
export const createSchedule = define('scheduleCreate', {
  type: 42,
  name: 'SCHEDULECREATE',
  price: {
    functionality: 'ScheduleCreate',
    highVolume: { opsPerSec: 10_000, curve: TOKENS },
    base: 99_000_000n,
    extras: ({ adminKey }) => [['KEYS', keysIn(adminKey), 1]],
  },

  precheck({ scheduledTransactionBody, waitForExpiry, expirationTime }) {
    check(scheduledTransactionBody != null, 'INVALID_TRANSACTION')
    const { memo, maxCustomFees, data } = decodeBody(encodeBody(scheduledTransactionBody))
    checkMemo(memo)
    checkMaxCustomFees(maxCustomFees, data)
    check(!waitForExpiry || expirationTime != null, 'MISSING_EXPIRY_TIME')
  },

  signers(body, reading) {
    checkMemo(body.memo ?? '')
    requiredRules(provisional(body, reading, 0n), reading)
    return newKeyRules(body.adminKey)
  },

  handle(body, context) {
    const { state } = context
    const schedule = provisional(body, context, context.now)
    checkExpiry(schedule, context.now)
    const identical = identicalTo(schedule, context)
    if (identical) {
      answer(identical, context)
      context.receipt.status = codeNumber('IDENTICAL_SCHEDULE_ALREADY_CREATED')
      return
    }
    checkCapacity(schedule, context)
    const rules = requiredRules(schedule, context)
    const created = withSignatures({ ...schedule, num: state.newEntity() }, rules, context)
    state.schedules.put(created.num, executeIfReady(created, rules, context))
    answer(created, context)
    context.entity = created.num
  },
})

/** The requested schedule, still without a number and signatures. */
function provisional(body: Body, { state, payer, transaction }: Reading, now: bigint): Schedule {
  const designated = body.payerAccountID ? state.account(body.payerAccountID) : state.accounts.get(payer)
  check(designated !== undefined, 'ACCOUNT_ID_DOES_NOT_EXIST')
  const encoded = encodeBody(body.scheduledTransactionBody ?? {})
  checkWhitelist(decodeBody(encoded))
  const givenExpiry = body.expirationTime ? int64(body.expirationTime.seconds) : null
  const attributes = {
    adminKey: body.adminKey ? validKey(body.adminKey, 'INVALID_ADMIN_KEY') : null,
    memo: body.memo ?? '',
    body: encoded,
    waitForExpiry: body.waitForExpiry ?? false,
    givenExpiry,
  }
  const { accountID, transactionValidStart, nonce, scheduled } = transaction.transactionID ?? {}
  return {
    num: 0,
    creator: payer,
    payer: designated.num,
    ...attributes,
    validStart: nanosOf(transactionValidStart),
    idAccount: accountID ? accountNumber(accountID) : payer,
    // If a scheduled transaction schedules another, only the nonce distinguishes the new one from its creation.
    nonce: (nonce ?? 0) + (scheduled ? 1 : 0),
    expiry: givenExpiry ?? now / NANOS_PER_SECOND + DEFAULT_LIFETIME,
    signatories: [],
    executedAt: null,
    deletedAt: null,
    identity: identityOf(attributes),
    createdAt: now,
  }
}

function checkExpiry({ expiry }: Schedule, now: bigint): void {
  const second = now / NANOS_PER_SECOND
  check(expiry > second, 'SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME')
  check(expiry <= second + MAX_LIFETIME, 'SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE')
}

function identicalTo({ identity }: Schedule, { state, now }: HandleContext): Schedule | undefined {
  const found = state.schedules.get(state.scheduleIndex.identical(identity) ?? 0)
  return found && found.expiry >= now / NANOS_PER_SECOND ? found : undefined
}

function checkCapacity({ payer, body, expiry }: Schedule, { state }: HandleContext): void {
  const kind = decodeBody(body).data
  if (!kind || !isThrottled(payer)) return
  check(hasCapacity(kind, state.scheduleIndex.scheduledAt(expiry)), 'SCHEDULE_EXPIRY_IS_BUSY')
}

function answer(schedule: Schedule, { receipt }: HandleContext): void {
  receipt.scheduleID = scheduleId(schedule.num)
  receipt.scheduledTransactionID = scheduledId(schedule)
}
