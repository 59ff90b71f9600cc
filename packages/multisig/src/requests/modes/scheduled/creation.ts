/** Requests with `expiresAt`: makes the ScheduleCreate for the transaction that the ledger keeps (HIP-423). */
import { AccountId, Hbar, ScheduleCreateTransaction, Timestamp, type Transaction } from '@hiero-ledger/sdk'
import { keyToSdk, toLedgerTime } from '@quorate/ledger'
import { badRequest, unprocessable } from '@quorate/platform'
import { leaves } from '@quorate/verify'
import { limits } from '../../../limits.ts'
import { keyToHex } from '../../../model/keys.ts'
import { receiversIn } from '../../../model/receivers.ts'
import type { Payment, Schedule, Signing } from '../../../model/request.ts'
import { signingKey, walletKey } from '../../../model/wallet.ts'
import type { Prepared } from '../../../operations/operation.ts'
import type { Settings } from '../../../settings.ts'
import type { Making } from '../request-mode.ts'
import { adminKeyOf } from './admin-key.ts'
import { type SchedulePayer, signingKeys } from './payer.ts'

const HOUR_MS = 3_600_000

/** The fields of a body that make its request a scheduled one. */
export interface GivenSchedule {
  expiresAt?: string
  execute?: Schedule['execute']
  payer?: Payment
}

/**
 * The schedule that a body asks for; null if it asks for none.
 *
 * @throws 400 `INVALID_TIMESTAMP`, `INVALID_EXPIRES_AT`, `CONFLICTING_TIMES`; 422 `NOT_SCHEDULABLE`
 */
export function scheduleFrom(
  { expiresAt: text, execute, payer }: GivenSchedule,
  notSchedulable: () => string | undefined,
  { now, settings }: { now: number; settings: Settings },
): Schedule | null {
  if (text === undefined) {
    if (execute === undefined && payer === undefined) return null
    const given = execute === undefined ? `payer is "${payer}"` : `execute is "${execute}"`
    throw badRequest('CONFLICTING_TIMES', `${given} without an expiresAt: send both, or neither`)
  }
  const why = notSchedulable()
  if (why !== undefined) throw unprocessable('NOT_SCHEDULABLE', why)
  const time = Math.floor(Number(toLedgerTime(text, 'expiresAt'))) * 1000
  const [least, most] = [now + settings.TRANSACTION_TIMEOUT, now + limits.scheduleAhead.value * HOUR_MS]
  if (time <= least || time > most)
    throw badRequest(
      'INVALID_EXPIRES_AT',
      `expiresAt is ${text}: send a time after ${new Date(least).toISOString()} and at most ${limits.scheduleAhead.value} hours ahead, or leave it out if the owners sign at once`,
    )
  return { id: null, state: 'creating', expiresAt: new Date(time), execute: execute ?? 'signed' }
}

/**
 * How much the fee may rise, as a factor: it is charged when the schedule is executed, at the exchange rate of that
 * time.
 */
const FEE_FACTOR = 10

/**
 * The ScheduleCreate for an operation's transaction. The requester signs it, pays for it unless the service does, and
 * can delete the schedule alone. The owners together can delete it, too.
 */
export async function scheduleCreate(
  schedulePayer: SchedulePayer,
  { transaction, wallet, payer, signing, participants, newGovernance }: Prepared,
  { jobId, asker, ledger, schedule, body, maxFee, signers }: Making,
): Promise<{ transaction: Transaction; payer: string; signing: Signing }> {
  if (!wallet || !schedule) throw new Error('Only transactions of a wallet are scheduled')
  const key = signingKey(asker.walletId, await ledger.mirror.account(asker.walletId))
  const adminKey = adminKeyOf(key, wallet.key)
  const paidBy = schedulePayer.accountFor(ledger.chain, body.payer, {
    accounts: [
      asker.walletId,
      ...receiversIn(body),
      ...participants,
      ...signing.accounts.map(({ account }) => account),
    ],
    keys: [adminKey, ...signingKeys(signing), ...(newGovernance ? [walletKey(newGovernance)] : [])],
  })
  const keys = leaves(adminKey).length
  const fee =
    paidBy === undefined
      ? Hbar.fromTinybars(maxFee)
      : await schedulePayer.maxFee(ledger, { kind: 'create', keys, signatures: signers })
  transaction.setMaxTransactionFee(Hbar.fromTinybars(maxFee * FEE_FACTOR))
  const create = new ScheduleCreateTransaction()
    .setScheduledTransaction(transaction)
    .setPayerAccountId(AccountId.fromString(payer))
    .setExpirationTime(new Timestamp(Math.floor(schedule.expiresAt.getTime() / 1000), 0))
    .setWaitForExpiry(schedule.execute === 'expiry')
    // The memo keeps two equal requests from becoming one schedule.
    .setScheduleMemo(`quorate:${jobId}`)
    .setAdminKey(keyToSdk(adminKey))
    .setMaxTransactionFee(fee)
  const creator = { account: asker.walletId, key: keyToHex(key), ...(paidBy === undefined ? {} : { payer: paidBy }) }
  return { transaction: create, payer: paidBy ?? asker.walletId, signing: { ...signing, creator } }
}
