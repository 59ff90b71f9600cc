/** What an owner is asked to sign, looked at before it is: the bytes, what the request states, and the ledger. */
import { fingerprint } from '../bodies/fingerprint.ts'
import { compareCall, compareIntent, compareScheduled, type Difference, type Intent } from '../bodies/intent.ts'
import { statementsIn } from '../bodies/statements.ts'
import { keyText } from '../bodies/summaries.ts'
import { VerifyError } from '../error.ts'
import { type Key, leaves, publicKeyText, sameKey } from '../keys/keys.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { inSentences } from './sentences.ts'
import { type Asked, asAsked, type StatedRequest } from './stated.ts'

/** A schedule as a mirror shows it. */
export interface ShownSchedule {
  /** The SchedulableTransactionBody. */
  body: Uint8Array
  payer: string | null
  memo: string
  waitForExpiry: boolean
  /** `seconds.nanos` */
  expirationTime: string | null
  deleted: boolean
  executedTimestamp: string | null
}

/** What is asked of the ledger, by a mirror that the signer trusts. */
export interface LedgerReads {
  /** null for an account without a key, and where there is no account. */
  key(accountId: string): Promise<Key | null>
  schedule(scheduleId: string): Promise<ShownSchedule | null>
}

export interface ReviewOptions {
  /** Who would sign. */
  signerId: string
  /**
   * The wallet's owners, in their order, as the service answers them: the ledger's key is compared with theirs.
   * Undefined where it does not show them to the signer, such as one who is to become an owner.
   */
  owners: readonly string[] | undefined
  /** Where the signer asked for it itself: the bytes are compared with this, and not with what the service states. */
  asked?: Asked | undefined
  ledger: LedgerReads
  /** The signer's time in milliseconds, where it is not the system's. */
  now?: number | undefined
}

export interface Review {
  /** What signing does: sign the transaction itself, or create, sign or delete the schedule that keeps it. */
  act: 'transaction' | 'scheduleCreate' | 'scheduleSign' | 'scheduleDelete'
  decoded: Decoded
  fingerprint: string
  /** Of a ScheduleSign or ScheduleDelete: the schedule as the mirror shows it. */
  kept: ShownSchedule | null
  /** The key that a change of owners takes out of the wallet's; null for others, and where none goes. */
  gone: GoneKey | null
  /** Empty where the bytes say what the request states, and nothing else. */
  differences: Difference[]
  /** What the request does, in sentences. They hold only where nothing differs. */
  sentences: string[]
}

/** A key that goes. The service alone says whose it was, unless it is the one that the account has on the ledger. */
export interface GoneKey {
  key: Key
  /** Whose it was, as the request states. */
  account: string
  /** Whether the account has it now: an owner who has replaced its key has another one. */
  isPresent: boolean
}

const HBAR = 100_000_000n
/** The most that anybody is made to offer as fee for a transaction; the ledger charges cents. */
const MOST_FEE = 50n * HBAR
/** Of what the ledger keeps, which is charged later, at another exchange rate. */
const MOST_FEE_LATER = 10n * MOST_FEE
/** The valid start of a timed request lies within a second after its time. */
const START_MS = 1_000
/** The last moment that JavaScript has a date for. */
const MAX_MS = 8.64e15
/** How far the signer's clock and the service's may be apart. */
const CLOCKS_MS = 600_000

/**
 * Decodes the bytes, and compares them with what the request states and with the keys and the schedule on the ledger.
 *
 * @throws VerifyError INVALID_INTENT, TOO_MANY_BYTES, and what `ledger` throws
 */
export async function review(answered: StatedRequest, options: ReviewOptions): Promise<Review> {
  const { asked, signerId } = options
  const request = asked ? asAsked(answered, asked, signerId) : answered
  const decoded = decode(request.bodyBytes)
  const act = actOf(decoded)
  const scheduleId = act === 'scheduleSign' || act === 'scheduleDelete' ? request.schedule?.scheduleId : undefined
  const kept = scheduleId ? await options.ledger.schedule(scheduleId) : null
  const change = await newKeyOf(request, options)
  const gone = change?.gone ?? null
  const intent = await intentOf(request, change?.key, options)
  return {
    ...{ act, decoded, kept, gone, fingerprint: fingerprint(request.bodyBytes) },
    differences: [
      ...(await differencesOf({ act, decoded, kept }, { request, intent }, options)),
      ...(await ownKeyGone(gone, options)),
    ],
    sentences: [...inSentences(request, act), ...aboutGone(gone)],
  }
}

/** Nobody signs that its own key goes where another owner is said to. */
async function ownKeyGone(gone: GoneKey | null, { signerId, ledger }: ReviewOptions): Promise<Difference[]> {
  if (!gone || gone.account === signerId) return []
  const own = await ledger.key(signerId)
  if (!own || !sameKey(own, gone.key)) return []
  return [said('cryptoUpdateAccount.key', `The key of ${signerId} goes, and the request states ${gone.account}`)]
}

const aboutGone = (gone: GoneKey | null): string[] =>
  gone && !gone.isPresent
    ? [`The key that goes is not the one that ${gone.account} has on the ledger now: ${keyText(gone.key)}`]
    : []

function actOf({ fields }: Decoded): Review['act'] {
  const acts = ['scheduleCreate', 'scheduleSign', 'scheduleDelete'] as const
  return acts.find((name) => fields.some((field) => field.name === name)) ?? 'transaction'
}

async function differencesOf(
  { act, decoded, kept }: Pick<Review, 'act' | 'decoded' | 'kept'>,
  { request, intent }: { request: StatedRequest; intent: Intent },
  options: ReviewOptions,
): Promise<Difference[]> {
  const { schedule } = request
  const payerId = await payerOf(decoded, act === 'scheduleCreate' ? request.requesterId : options.signerId, options)
  if (act === 'transaction' && !schedule)
    return [...compareIntent(decoded, intent), ...compareTime(request, options.now)]
  if (act === 'scheduleCreate' && schedule && intent.schedule)
    return compareIntent(decoded, { ...intent, schedule: { ...intent.schedule, payerId } })
  if (act === 'transaction' || act === 'scheduleCreate' || !schedule?.scheduleId)
    return [said(act, `The bytes are ${NAMES[act]}, which the request does not state`)]
  const { scheduleId } = schedule
  const call = { payerId, maxTransactionFee: MOST_FEE, says: { [`${act}.scheduleID`]: scheduleId } }
  return [
    ...compareCall(decoded, call),
    ...againstStatus(act, request),
    ...(kept
      ? scheduleDifferences(kept, request, intent)
      : [said('schedule', `The ledger shows no schedule ${scheduleId}`)]),
  ]
}

/** A schedule is signed while its request is open, and deleted once that has ended. */
function againstStatus(act: 'scheduleSign' | 'scheduleDelete', { status }: StatedRequest): Difference[] {
  if (status === undefined || (status === 'error') === (act === 'scheduleDelete')) return []
  return [said(act, `The bytes are ${NAMES[act]}, and the request ${status === 'error' ? 'has ended' : 'is open'}`)]
}

/**
 * Who has to pay for what is done about a schedule: who does it. Another account, such as the service's, may pay
 * instead, where the signature of who signs pays nothing of it.
 */
async function payerOf({ fields, message }: Decoded, payerId: string, { signerId, ledger }: ReviewOptions) {
  const named = statementsIn(fields, message).get('transactionID.accountID')?.text
  if (named === undefined || named === payerId || !isEntityId(named)) return payerId
  const [paying, own] = [await ledger.key(named), await ledger.key(signerId)]
  if (!paying || !own) return payerId
  const signers = new Set(leaves(own).map(publicKeyText))
  return leaves(paying).some((leaf) => signers.has(publicKeyText(leaf))) ? payerId : named
}

const NAMES: Record<Review['act'], string> = {
  transaction: 'a transaction itself',
  scheduleCreate: 'the creation of a schedule',
  scheduleSign: 'a signature for a schedule',
  scheduleDelete: 'the deletion of a schedule',
}

const said = (path: string, message: string): Difference => ({ path, said: null, stated: null, range: null, message })

/** What the schedule on the ledger has to be, apart from its transaction. */
function scheduleDifferences(kept: ShownSchedule, request: StatedRequest, intent: Intent): Difference[] {
  const { schedule, jobId, walletId } = request
  const found = compareScheduled(kept.body, intent)
  const check = (holds: boolean, message: string): void => {
    if (!holds) found.push(said('schedule', message))
  }
  check(kept.payer === walletId, `The schedule is paid by ${kept.payer}, and not by the wallet`)
  check(
    kept.memo === `quorate:${jobId}`,
    `The schedule's memo is ${JSON.stringify(kept.memo)}, which is not this request`,
  )
  check(kept.waitForExpiry === (schedule?.execute === 'expiry'), 'The schedule is executed at another time than stated')
  const end = kept.expirationTime === null ? null : Math.floor(Number(kept.expirationTime))
  check(end === secondsOf(schedule?.expiresAt), `The schedule expires at ${kept.expirationTime}, and not when stated`)
  return found
}

const secondsOf = (time: string | undefined): number => Math.floor(Date.parse(time ?? '') / 1000)

/**
 * How the time from which a request's transaction is valid differs from what the request states. A timed one is
 * executed when its transaction becomes valid. Another one is valid at once: bytes that become so
 * later could be executed when nobody expects it any more.
 */
export function compareTime(
  { executeAt, transactionId }: Pick<StatedRequest, 'executeAt' | 'transactionId'>,
  now = Date.now(),
): Difference[] {
  const start = Number(transactionId.split('@')[1]) * 1000
  const starts = start <= MAX_MS ? new Date(start).toISOString() : transactionId
  if (executeAt === undefined)
    return start <= now + CLOCKS_MS
      ? []
      : [said('transactionID', `The transaction is valid from ${starts}, and the request states no time`)]
  const stated = Date.parse(executeAt)
  const isThen = start >= Math.floor(stated / 1000) * 1000 && start <= stated + START_MS
  return isThen
    ? []
    : [said('transactionID', `The transaction is valid from ${starts}, and the request states ${executeAt}`)]
}

/** What the request states, with the keys that the ledger shows. */
async function intentOf(request: StatedRequest, newKey: Key | undefined, { ledger }: ReviewOptions): Promise<Intent> {
  const { jobId, operation, payload, requesterId, transactionId, walletId, schedule } = request
  const intent: Intent = {
    ...{ operation, payload, requesterId, maxTransactionFee: MOST_FEE },
    ...(newKey ? { newKey } : {}),
  }
  if (!schedule) return { ...intent, transactionId }
  const [own, wallet] = [await ledger.key(requesterId), walletId === null ? null : await ledger.key(walletId)]
  const adminKey: Key = { type: 'threshold', threshold: 1, keys: [needed(own, requesterId), needed(wallet, walletId)] }
  return {
    ...intent,
    schedule: {
      ...{ jobId, execute: schedule.execute, adminKey, maxTransactionFee: MOST_FEE_LATER },
      expiresAt: BigInt(secondsOf(schedule.expiresAt)),
    },
  }
}

function needed(key: Key | null, accountId: string | null): Key {
  if (key) return key
  throw new VerifyError('NO_KEY', `The ledger shows no key of ${accountId}, so that the bytes can't be compared`)
}

/** The key that a creation or a change of owners makes, from what the ledger shows of each owner. */
async function newKeyOf(
  { operation, payload, walletId }: StatedRequest,
  { owners, ledger }: ReviewOptions,
): Promise<{ key: Key; gone?: GoneKey } | undefined> {
  if (operation !== 'create' && payload.walletId !== walletId)
    throw new VerifyError(
      'INVALID_INTENT',
      `The request is of ${walletId}, and states ${JSON.stringify(payload.walletId)}`,
    )
  const keyOf = async (id: string) => needed(await ledger.key(id), id)
  if (operation === 'create') {
    const { threshold, owners: named } = settingsIn(payload)
    const keys: Key[] = []
    for (const id of named) keys.push(await keyOf(id))
    return { key: { type: 'threshold', threshold, keys } }
  }
  if (operation !== 'update' || walletId === null) return undefined
  const present = await keyOf(walletId)
  if (present.type !== 'threshold' || (owners && present.keys.length !== owners.length))
    throw new VerifyError(
      'WALLET_KEY_CHANGED',
      `The key of ${walletId} on the ledger is not that of its ${owners?.length ?? ''} owners`,
    )
  const {
    action,
    owner,
    threshold = present.threshold,
  } = payload as { action?: unknown; owner?: { wallet?: unknown }; threshold?: number }
  const changed = String(owner?.wallet)
  const isRemoval = action === 'remove'
  const changedKey = isRemoval && owners ? await ledger.key(changed) : await keyOf(changed)
  const keys = [...present.keys]
  const place = owners
    ? owners.indexOf(changed)
    : keys.findIndex((key) => changedKey !== null && sameKey(key, changedKey))
  const before = keys[place]
  const isPresent = before !== undefined && changedKey !== null && sameKey(before, changedKey)
  for (const [index, id] of (owners ?? []).entries())
    if (index !== place && !sameKey(keys[index] as Key, await keyOf(id)))
      throw new VerifyError(
        'OWNER_KEY_ROTATED',
        `The key of ${id} in the wallet is not the one that the account has now: let its owners replace it first (update --add ${id})`,
      )
  if (isRemoval && place >= 0) keys.splice(place, 1)
  // An owner who is added again keeps the place.
  if (!isRemoval && changedKey) keys.splice(place < 0 ? keys.length : place, place < 0 ? 0 : 1, changedKey)
  return {
    key: { type: 'threshold', threshold, keys },
    // An owner who is added with the key that it has already loses none.
    ...(before && (isRemoval || !isPresent) ? { gone: { key: before, account: changed, isPresent } } : {}),
  }
}

function settingsIn({ settings }: StatedRequest['payload']): { threshold: number; owners: string[] } {
  const { threshold, owners } = (settings ?? {}) as { threshold?: unknown; owners?: unknown }
  if (!Number.isSafeInteger(threshold) || !Array.isArray(owners))
    throw new VerifyError('INVALID_INTENT', 'The request for a new wallet states no owners or no threshold')
  return { threshold: threshold as number, owners: owners.map((owner) => String(owner?.wallet)) }
}
