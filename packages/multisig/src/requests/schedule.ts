/** Requests with `expiresAt`: how the ScheduleCreate is made whose transaction the ledger keeps (HIP-423). */
import { AccountId, Hbar, ScheduleCreateTransaction, Timestamp, type Transaction } from '@hiero-ledger/sdk'
import { keyToSdk, type Ledger, toLedgerTime } from '@quorate/ledger'
import { badRequest, type Change, conflict, unprocessable } from '@quorate/platform'
import { leaves } from '@quorate/verify'
import { limits } from '../limits.ts'
import { adminKeyOf, keyFromHex, keyToHex, type Request, type Schedule, type Signing } from '../model/request.ts'
import { signingKey, walletKey } from '../model/wallet.ts'
import type { Asker, Operation, Prepared } from '../operations/operation.ts'
import type { Settings } from '../settings.ts'
import { scheduledUpdateOf } from '../store/schedules.ts'
import type { Tables } from '../store/tables.ts'
import type { Payment, SchedulePayer } from './schedule-payer.ts'

const HOUR_MS = 3_600_000

/** The fields of a body that make its request a scheduled one. */
export interface GivenSchedule {
  expiresAt?: string
  execute?: Schedule['execute']
  payer?: Payment
}

/**
 * The schedule that a body asks for; null where it asks for none.
 *
 * @throws 400 `INVALID_TIMESTAMP`, `INVALID_EXPIRES_AT`, `CONFLICTING_TIMES`; 422 `NOT_SCHEDULABLE`
 */
export function scheduleFrom(
  { expiresAt: text, execute, executeAt, payer }: GivenSchedule & { executeAt?: string },
  { notSchedulable }: Pick<Operation, 'notSchedulable'>,
  { now, settings }: { now: number; settings: Settings },
): Schedule | null {
  if (text === undefined) {
    if (execute === undefined && payer === undefined) return null
    const given = execute === undefined ? `payer is "${payer}"` : `execute is "${execute}"`
    throw badRequest('CONFLICTING_TIMES', `${given} without an expiresAt: send both, or neither`)
  }
  if (executeAt !== undefined)
    throw badRequest(
      'CONFLICTING_TIMES',
      'executeAt lets this service keep the request and expiresAt lets the ledger: send one of them',
    )
  if (notSchedulable !== undefined) throw unprocessable('NOT_SCHEDULABLE', notSchedulable)
  const time = Math.floor(Number(toLedgerTime(text, 'expiresAt'))) * 1000
  const [least, most] = [now + settings.TRANSACTION_TIMEOUT, now + limits.scheduleAhead.value * HOUR_MS]
  if (time <= least || time > most)
    throw badRequest(
      'INVALID_EXPIRES_AT',
      `expiresAt is ${text}: send a time after ${new Date(least).toISOString()} and at most ${limits.scheduleAhead.value} hours ahead, or leave it out where the owners sign at once`,
    )
  return { id: null, state: 'creating', expiresAt: new Date(time), execute: execute ?? 'signed' }
}

/**
 * By what factor the fee may be higher than at the time of the request: it is charged when the schedule is executed, at
 * the exchange rate of that time.
 */
const FEE_FACTOR = 10

/**
 * The ScheduleCreate that makes the ledger keep an operation's transaction. Who asked for it signs it, pays it unless
 * the service does, and may delete the schedule alone; the owners together may do so, too.
 */
export async function scheduleCreate(
  { transaction, wallet, payer, signing, participants, newGovernance }: Prepared,
  { expiresAt, execute }: Schedule,
  {
    jobId,
    maxFee,
    signatures,
    session,
    ledger,
    asked,
    receiverId,
    schedulePayer,
  }: {
    jobId: string
    maxFee: Hbar
    /** How many keys may sign what the ledger keeps. */
    signatures: number
    session: Asker
    ledger: Ledger
    /** Who is to pay. */
    asked: Payment | undefined
    receiverId: string | undefined
    schedulePayer: SchedulePayer
  },
): Promise<{ transaction: Transaction; creator: NonNullable<Signing['creator']> }> {
  if (!wallet) throw new Error('Only transactions of a wallet are scheduled')
  const key = signingKey(session.walletId, await ledger.mirror.account(session.walletId))
  const adminKey = adminKeyOf(key, wallet.key)
  const paidBy = schedulePayer.accountFor(ledger.chain, asked, {
    accounts: [session.walletId, receiverId ?? '', ...participants, ...signing.accounts.map(({ account }) => account)],
    keys: [
      adminKey,
      ...signing.accounts.map((one) => keyFromHex(one.key)),
      ...(newGovernance ? [walletKey(newGovernance)] : []),
    ],
  })
  const keys = leaves(adminKey).length
  const fee = paidBy === undefined ? maxFee : await schedulePayer.maxFee(ledger, { kind: 'create', keys, signatures })
  transaction.setMaxTransactionFee(Hbar.fromTinybars(maxFee.toTinybars().multiply(FEE_FACTOR)))
  const create = new ScheduleCreateTransaction()
    .setScheduledTransaction(transaction)
    .setPayerAccountId(AccountId.fromString(payer))
    .setExpirationTime(new Timestamp(Math.floor(expiresAt.getTime() / 1000), 0))
    .setWaitForExpiry(execute === 'expiry')
    // Two equal requests would otherwise be one schedule.
    .setScheduleMemo(`quorate:${jobId}`)
    .setAdminKey(keyToSdk(adminKey))
    .setMaxTransactionFee(fee)
  const creator = { account: session.walletId, key: keyToHex(key), ...(paidBy === undefined ? {} : { payer: paidBy }) }
  return { transaction: create, creator }
}

/**
 * Lets nobody ask for a change of owners while the ledger keeps another one that the owners have not rejected. Who
 * asked for one that they did reject has to delete its schedule before it asks for another that the ledger keeps.
 *
 * @throws 409 `WALLET_CHANGING`
 */
export async function checkNoScheduledUpdate(
  trx: Change<Tables>,
  { chain, wallet, requester, schedule: own }: Request & { wallet: string },
): Promise<void> {
  const schedule = await scheduledUpdateOf(trx, { chain, wallet, ...(own ? { by: requester } : {}) })
  if (schedule !== undefined) throw walletChanging(wallet, schedule)
}

/** The error while the ledger has another change of a wallet's owners. */
export const walletChanging = (wallet: string, schedule: string | null) =>
  conflict(
    'WALLET_CHANGING',
    schedule === null
      ? `Another change of the owners of ${wallet} is with the ledger: ask again`
      : `The ledger keeps another change of the owners of ${wallet} in the schedule ${schedule}: let it be executed, or reject its request; who asked for it deletes it by a ScheduleDelete`,
  )
