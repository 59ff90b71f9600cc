/**
 * With SCHEDULE_PAYER=service, an account of the service pays for owners' ScheduleCreates and ScheduleSigns, so that
 * owners need no hbars. Its signature must count for the payment only. So it does not pay for a transaction that its
 * key would help to execute.
 */
import { Hbar } from '@hiero-ledger/sdk'
import { createPrices, type Ledger, type Operator, type Signature } from '@quorate/ledger'
import {
  type Change,
  type Clock,
  forbidden,
  type HourlyBudget,
  takeFrom,
  tooMany,
  unavailable,
  unprocessable,
} from '@quorate/platform'
import { compareIntent, decode, type Key, leaves, publicKeyText, startsNow, statementsIn } from '@quorate/verify'
import { limits } from '../../../limits.ts'
import { keyFromHex } from '../../../model/keys.ts'
import type { KeptRequest } from '../../../model/modes.ts'
import { receiversIn } from '../../../model/receivers.ts'
import type { Payment, Request, Signing } from '../../../model/request.ts'
import { walletKey } from '../../../model/wallet.ts'
import type { Settings } from '../../../settings.ts'
import type { Tables } from '../../../store/tables.ts'
import { scheduleAdminKey } from './admin-key.ts'

/** The network's prices in US cents (HIP-1261), each with a margin for the bytes that it covers. */
const CENTS = { create: 1.1, sign: 0.11, key: 1, signature: 0.11 }

interface Deps {
  payers: ReadonlyMap<string, Operator>
  settings: Settings
  clock: Clock
}

export type SchedulePayer = ReturnType<typeof createSchedulePayer>

/** The accounts and keys that may have to sign a schedule's transaction, or that receive something from it. */
export interface Involved {
  accounts: string[]
  keys: Key[]
}

export function createSchedulePayer(deps: Deps) {
  const { payers, clock } = deps
  const priceOf = createPrices(clock)

  function payerNamed(chain: string, account: string): Operator {
    const payer = payers.get(chain)
    if (payer?.accountId === account) return payer
    throw unavailable('NO_SCHEDULE_PAYER', `The payer ${account} no longer pays for owners: create the request again`)
  }

  /**
   * Takes the fee of a body that the service is about to pay from its budget.
   *
   * @throws 429 `SCHEDULE_BUDGET_USED`
   */
  async function reserve(
    trx: Change<Tables>,
    { chain, wallet, signing, schedule, bodyBytes: createBytes }: Request,
    owner: string,
    bodyBytes: Uint8Array,
  ): Promise<void> {
    const fee = feeIn(bodyBytes)
    // A wallet with a paid ScheduleCreate has a larger guaranteed share, so that every created schedule can be signed,
    // however much others use.
    const created = signing.creator?.payer !== undefined && schedule?.id ? feeIn(createBytes) : 0
    await take(deps, trx, { of: 'wallet', chain, id: wallet ?? '', created }, fee)
    await take(deps, trx, { of: 'owner', chain, id: owner }, fee)
  }

  return {
    /**
     * The account that pays instead of an owner. Undefined if the owner pays: because it wants to, because no payer is
     * configured, or because the payer's key could sign the schedule's transaction.
     *
     * @throws 422 `NO_SCHEDULE_PAYER`, `SCHEDULE_PAYER_INVOLVED` if the client asked the service to pay and it cannot
     */
    accountFor(chain: string, asked: Payment | undefined, involved: Involved): string | undefined {
      const payer = payers.get(chain)
      if (asked === 'owner' || (!payer && asked === undefined)) return undefined
      if (!payer)
        throw unprocessable('NO_SCHEDULE_PAYER', `The service pays for no schedules on ${chain}: leave payer out`)
      if (!isInvolved(payer, involved)) return payer.accountId
      if (asked === undefined) return undefined
      throw involvedPayer(payer)
    },

    /**
     * The highest fee that the service offers for a transaction that sets this many keys and has this many signatures
     * of owners.
     */
    maxFee: async (
      ledger: Ledger,
      { kind, keys, signatures }: { kind: 'create' | 'sign'; keys: number; signatures: number },
    ): Promise<Hbar> =>
      Hbar.fromTinybars(await priceOf(ledger, CENTS[kind] + CENTS.key * keys + CENTS.signature * signatures)),

    reserve,
    /** Like `reserve`, for the ScheduleCreate of a request, if that is due and the service pays for it. */
    async reserveCreate(trx: Change<Tables>, request: Request): Promise<void> {
      if (createPayerOf(request) !== undefined) await reserve(trx, request, request.requester, request.bodyBytes)
    },

    /**
     * The service's signature over the request's ScheduleCreate, if that is due and the service pays for it.
     *
     * @throws 503 `NO_SCHEDULE_PAYER` if the payer is no longer configured; 403 `NOT_THE_SCHEDULE` for another body;
     * 422 `SCHEDULE_PAYER_INVOLVED` if its key is among those that sign the schedule's transaction
     */
    signCreate(request: Request): Signature[] {
      const account = createPayerOf(request)
      if (account === undefined) return []
      const payer = payerNamed(request.chain, account)
      const adminKey = scheduleAdminKey(request)
      if (!adminKey || differsFromRequest(request, { payerId: payer.accountId, adminKey, now: clock.now() }))
        throw notTheSchedule(request)
      checkUninvolved(payer, request, [adminKey])
      return signedBy(payer, request.bodyBytes)
    },

    /**
     * The service's signature over the body of a ScheduleSign of the request.
     *
     * @param asked The keys that could sign the schedule's transaction, as they are on the ledger now.
     * @throws as `signCreate`
     */
    signSign(request: KeptRequest, bodyBytes: Uint8Array, asked: Key[]): Signature[] {
      const { chain, schedule } = request
      const said = statementsOf(bodyBytes)
      const payer = payerNamed(chain, said.get('transactionID.accountID') ?? '')
      if (said.get('scheduleSign.scheduleID') !== schedule.id || said.size !== SIGN_FIELDS)
        throw notTheSchedule(request)
      checkUninvolved(payer, request, asked)
      return signedBy(payer, bodyBytes)
    },
  }
}

/** @throws 429 `SCHEDULE_BUDGET_USED` */
async function take(
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  trx: Change<Tables>,
  { of, chain, id, created = 0 }: { of: 'wallet' | 'owner'; chain: string; id: string; created?: number },
  amount: number,
): Promise<void> {
  const budget: HourlyBudget = { name: `${chain} by ${of}`, perHour: settings.SCHEDULE_SPENDING_PER_HOUR }
  const { schedulePayments, schedulePaymentsSure } = limits
  const atLeast = ((amount + created) * schedulePaymentsSure.value) / 100
  const holder = { id, atLeast, percent: schedulePayments.value }
  const refused = await takeFrom(trx, 'multisig.spending', budget, { amount, holder }, clock.now())
  if (!refused) return
  const whose = refused.of === 'all' ? 'all of it is used up' : `the share of ${id} is used up`
  throw tooMany(
    'SCHEDULE_BUDGET_USED',
    `The service pays at most ${budget.perHour} tinybars an hour for schedules on ${chain} (SCHEDULE_SPENDING_PER_HOUR), and ${whose}. Try again after the time in Retry-After, or pay yourself, with "payer": "owner" in a request, or ?payer=owner when you read its status`,
    Math.ceil((Number.isFinite(refused.waitMs) ? refused.waitMs : HOUR_MS) / 1000),
  )
}

const isInvolved = ({ accountId, publicKey }: Operator, { accounts, keys }: Involved): boolean =>
  accounts.includes(accountId) || keys.flatMap(leaves).some((leaf) => publicKeyText(leaf) === publicKeyText(publicKey))

/** The keys that could sign a transaction, as they were when it was requested. */
export const signingKeys = ({ accounts, involved = [] }: Signing): Key[] =>
  [...accounts.map(({ key }) => key), ...involved].map(keyFromHex)

/**
 * @param more Other keys that could sign.
 * @throws 422 `SCHEDULE_PAYER_INVOLVED` if the payer's signature would also count for the schedule's transaction
 */
function checkUninvolved(payer: Operator, { payload, newGovernance, signing }: Request, more: Key[]): void {
  const accounts = [...receiversIn(payload), ...(newGovernance?.owners ?? []).map(({ wallet }) => wallet)]
  const keys = [...more, ...signingKeys(signing), ...(newGovernance ? [walletKey(newGovernance)] : [])]
  if (isInvolved(payer, { accounts, keys })) throw involvedPayer(payer)
}

const signedBy = ({ publicKey, sign }: Operator, bodyBytes: Uint8Array): Signature[] => [
  { publicKey, signature: sign(bodyBytes) },
]

/**
 * The service's account that pays for the ScheduleCreate that is due; undefined if none is due, or its requester pays.
 */
const createPayerOf = ({ schedule, signing }: Request): string | undefined =>
  schedule?.state === 'creating' ? signing.creator?.payer : undefined

const involvedPayer = ({ accountId }: Operator) =>
  unprocessable(
    'SCHEDULE_PAYER_INVOLVED',
    `${accountId}, the service's account that pays fees for owners, is itself involved in this transaction: pay the fee yourself, with "payer": "owner" in a request, or ?payer=owner when you read its status`,
  )

const HOUR_MS = 3_600_000
/** The number of fields of a ScheduleSign: payer, valid start, node, fee, valid duration, and the schedule. */
const SIGN_FIELDS = 6

/** A body's values, by path. Empty if readers could read the bytes differently. */
function statementsOf(bodyBytes: Uint8Array): Map<string, string> {
  const { fields, findings, message } = decode(bodyBytes)
  if (findings.length > 0) return new Map()
  return new Map([...statementsIn(fields, message)].map(([path, { text }]) => [path, text]))
}

const feeIn = (bodyBytes: Uint8Array): number => Number(statementsOf(bodyBytes).get('transactionFee') ?? 0)

/** Whether a ScheduleCreate differs from what the request states. */
function differsFromRequest(
  request: Request,
  { payerId, adminKey, now }: { payerId: string; adminKey: Key; now: number },
): boolean {
  const { jobId, operation, payload, requester, transactionId, schedule, newGovernance, bodyBytes, wallet } = request
  const own = request.signing.accounts.find(({ account }) => account === wallet)
  if (!schedule || !own) return true
  const differences = compareIntent(bodyBytes, {
    operation,
    payload,
    requesterId: requester,
    transactionId,
    validStart: startsNow(now),
    ...(newGovernance ? { newKey: walletKey(newGovernance) } : {}),
    ...(operation === 'operation' ? { walletKey: keyFromHex(own.key) } : {}),
    schedule: {
      jobId,
      payerId,
      adminKey,
      execute: schedule.execute,
      expiresAt: BigInt(schedule.expiresAt.getTime() / 1000),
    },
  })
  return differences.length > 0
}

const notTheSchedule = ({ jobId }: Request) =>
  forbidden(
    'NOT_THE_SCHEDULE',
    `These bytes are not the schedule of the request ${jobId}: the service pays for nothing else`,
  )
