/** What an owner is asked to sign, looked at before it is: the bytes, what the request states, and the ledger. */
import { type Difference, difference, startsAt, startsNow } from '../bodies/compare.ts'
import { fingerprint, type KeptSchedule, scheduleFingerprint } from '../bodies/fingerprint.ts'
import { compareCall, compareIntent, compareScheduled, type Intent } from '../bodies/intent.ts'
import { statementsIn } from '../bodies/statements.ts'
import { keyText } from '../bodies/summaries.ts'
import { VerifyError } from '../error.ts'
import { type Key, leaves, publicKeyText, sameKey } from '../keys/keys.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'
import { isEntityId } from '../values/entity-ids.ts'
import { checkAsked, readAnswer } from './answer.ts'
import { inSentences } from './sentences.ts'
import { type Asked, asAsked, type StatedRequest } from './stated.ts'
import { amountsOf, type ShownToken } from './tokens.ts'
import { type GoneKey, type KeyChange, type NewKey, needed, newKeyOf } from './wallet-key.ts'

/** A schedule as a mirror shows it. */
export interface ShownSchedule extends KeptSchedule {
  /** Who may delete it; null for nobody. */
  adminKey: Key | null
  /** When it was created, `seconds.nanos`. */
  createdAt: string
  deleted: boolean
  executedTimestamp: string | null
}

/** What is asked of the ledger, by a mirror that the signer trusts. */
export interface LedgerReads {
  /** null for an account without a key, and where there is no account. */
  key(accountId: string): Promise<Key | null>
  /** The same at a past time, `seconds.nanos`. */
  keyAt(accountId: string, time: string): Promise<Key | null>
  schedule(scheduleId: string): Promise<ShownSchedule | null>
  /** null where there is no token. */
  token(tokenId: string): Promise<ShownToken | null>
}

export interface ReviewOptions {
  /** The request that the service was asked for: what it answers of another one is refused. */
  jobId: string
  /** Who would sign. */
  signerId: string
  /**
   * The wallet's owners, in their order, as the service answers them: the ledger's key is compared with theirs.
   * Undefined where it does not show them to the signer, who is to become an owner and has no key in the wallet's yet.
   */
  owners: readonly string[] | undefined
  /** The chain that `ledger` reads, such as `hedera:mainnet`: bytes do not name theirs. */
  chain: string
  /**
   * Where the signer asked for it itself: the bytes are compared with this, and not with what the service states. They
   * carry it out: the deletion of its schedule is something else.
   */
  asked?: Asked | undefined
  ledger: LedgerReads
  /** The signer's time in milliseconds, where it is not the system's. */
  now?: number | undefined
}

export interface Review {
  /** What signing does: sign the transaction itself, or create, sign or delete the schedule that keeps it. */
  act: 'transaction' | 'scheduleCreate' | 'scheduleSign' | 'scheduleDelete'
  decoded: Decoded
  /** Of what will happen: of the body, or of what a schedule keeps, which is the same for all who sign for it. */
  fingerprint: string
  /** Of a ScheduleSign or ScheduleDelete: the schedule as the mirror shows it. */
  kept: ShownSchedule | null
  /** Of a creation or a change of owners: the wallet's key before and after. */
  change: KeyChange | null
  /** The key that a change of owners takes out of the wallet's; null for others, and where none goes. */
  gone: GoneKey | null
  /** Empty where the bytes say what the request states, and nothing else. */
  differences: Difference[]
  /** What the request does, in sentences. They hold only where nothing differs. */
  sentences: string[]
}

const HBAR = 100_000_000n
/** The most that anybody is made to offer as fee for a transaction; the ledger charges cents. */
const MOST_FEE = 50n * HBAR
/** Of what the ledger keeps, which is charged later, at another exchange rate. */
const MOST_FEE_LATER = 10n * MOST_FEE
/**
 * Reads what the service answers of the request, decodes the bytes, and compares them with that and with the keys and
 * the schedule on the ledger.
 *
 * @param answer The `RequestStatus` that the service answers
 * @throws VerifyError ANSWER_REFUSED, INVALID_INTENT, TOO_MANY_BYTES, TOKEN_UNREADABLE, OWNERS_HIDDEN and others of
 *     `newKeyOf`, and what `ledger` throws
 */
export async function review(answer: unknown, options: ReviewOptions): Promise<Review> {
  const { asked, signerId, ledger, owners } = options
  const answered = readAnswer(answer)
  if (asked) checkAsked(asked)
  const request = asked ? asAsked(answered, asked, signerId) : answered
  checkPlace(request, options)
  const decoded = decode(request.bodyBytes)
  const act = actOf(decoded)
  const scheduleId = act === 'scheduleSign' || act === 'scheduleDelete' ? request.schedule?.scheduleId : undefined
  const kept = scheduleId ? await ledger.schedule(scheduleId) : null
  const newKey = await newKeyOf(request, { signerId, owners, keyOf: (id) => ledger.key(id) })
  const intent = await intentOf(request, newKey, options)
  const amountOf = await amountsOf(request, (id) => ledger.token(id))
  return {
    act,
    decoded,
    kept,
    gone: newKey?.gone ?? null,
    change: newKey?.change ?? null,
    fingerprint: scheduleFingerprint(kept ?? decoded) ?? fingerprint(request.bodyBytes),
    differences: [
      ...(await differencesOf({ act, decoded, kept }, { request, intent }, options)),
      ...(newKey?.differences ?? []),
    ],
    sentences: inSentences(request, {
      act,
      newKey,
      amountOf,
      signerId,
      memo: memoIn(decoded, kept),
      payer: payerIn(decoded),
    }),
  }
}

/** @throws VerifyError INVALID_INTENT for another request, or one of another chain or wallet */
function checkPlace({ jobId, chain, operation, payload, walletId }: StatedRequest, options: ReviewOptions): void {
  if (jobId !== options.jobId)
    throw new VerifyError('INVALID_INTENT', `The service answers the request ${jobId}, and not ${options.jobId}`)
  if (chain !== options.chain || (payload.chain ?? chain) !== chain)
    throw new VerifyError(
      'INVALID_INTENT',
      `The request is for ${payload.chain ?? chain}, and you sign on ${options.chain}`,
    )
  if (operation !== 'create' && payload.walletId !== walletId)
    throw new VerifyError(
      'INVALID_INTENT',
      `The request is of ${walletId}, and states ${JSON.stringify(payload.walletId)}`,
    )
}

/** The memo that the bytes, or what the ledger keeps, set on the wallet. */
function memoIn(decoded: Decoded, kept: ShownSchedule | null): string | undefined {
  const { fields, message } = kept ? decode(kept.body, 'SchedulableTransactionBody') : decoded
  const said = statementsIn(fields, message)
  const path = [...said.keys()].find((one) => one.endsWith('cryptoUpdateAccount.memo'))
  return path === undefined ? undefined : said.get(path)?.text
}

const payerIn = ({ fields, message }: Decoded): string | undefined =>
  statementsIn(fields, message).get('transactionID.accountID')?.text

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
  if (act === 'transaction' && !schedule) return compareIntent(decoded, intent)
  if (act === 'scheduleCreate' && schedule && intent.schedule)
    return compareIntent(decoded, { ...intent, schedule: { ...intent.schedule, payerId } })
  if (act === 'transaction' || act === 'scheduleCreate' || !schedule?.scheduleId)
    return [difference(act, `The bytes are ${NAMES[act]}, which the request does not state`)]
  if (act === 'scheduleDelete' && options.asked)
    return [difference(act, `The bytes are ${NAMES[act]}, which was not asked for`)]
  const { scheduleId } = schedule
  const header = { payerId, maxTransactionFee: MOST_FEE, validStart: startsNow(options.now) }
  return [
    ...compareCall(decoded, { ...header, says: { [`${act}.scheduleID`]: scheduleId } }),
    ...againstStatus(act, request),
    ...(kept
      ? await scheduleDifferences(kept, { request, intent }, options)
      : [difference('schedule', `The ledger shows no schedule ${scheduleId}`)]),
  ]
}

/** A schedule is signed while its request is open, and deleted once that has ended. */
function againstStatus(act: 'scheduleSign' | 'scheduleDelete', { status }: StatedRequest): Difference[] {
  if (status === (act === 'scheduleDelete' ? 'error' : 'pending')) return []
  return [difference(act, `The bytes are ${NAMES[act]}, and the request ${STANDINGS[status]}`)]
}

/**
 * Who has to pay for what is done about a schedule: who does it. Another account, such as the service's, may pay
 * instead, where the signature of who signs pays nothing of it.
 */
async function payerOf(decoded: Decoded, payerId: string, { signerId, ledger }: ReviewOptions) {
  const named = payerIn(decoded)
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

const STANDINGS: Record<StatedRequest['status'], string> = {
  pending: 'is open',
  success: 'was executed',
  error: 'has ended',
}

/** What the schedule on the ledger has to be, apart from its transaction. */
async function scheduleDifferences(
  kept: ShownSchedule,
  { request, intent }: { request: StatedRequest; intent: Intent },
  { ledger }: ReviewOptions,
): Promise<Difference[]> {
  const { schedule, jobId, walletId } = request
  const found = compareScheduled(kept.body, intent)
  const check = (holds: boolean, message: string): void => {
    if (!holds) found.push(difference('schedule', message))
  }
  check(kept.payer === walletId, `The schedule is paid by ${kept.payer}, and not by the wallet`)
  check(
    kept.memo === `quorate:${jobId}`,
    `The schedule's memo is ${JSON.stringify(kept.memo)}, which is not this request`,
  )
  check(kept.waitForExpiry === (schedule?.execute === 'expiry'), 'The schedule is executed at another time than stated')
  const end = kept.expirationTime === null ? null : Math.floor(Number(kept.expirationTime))
  check(end === secondsOf(schedule?.expiresAt), `The schedule expires at ${kept.expirationTime}, and not when stated`)
  const deleter = kept.adminKey === null ? 'nobody' : keyText(kept.adminKey)
  check(
    await isAdministeredByOwners(kept, { request, ledger }),
    `The schedule can be deleted by ${deleter}, and not by ${request.requesterId} or those who sign for the wallet`,
  )
  return found
}

/** Keys may have been replaced since it was created. */
async function isAdministeredByOwners(
  { adminKey, createdAt }: ShownSchedule,
  { request: { requesterId, walletId }, ledger }: { request: StatedRequest; ledger: LedgerReads },
): Promise<boolean> {
  const isOf = async (keyOf: (id: string) => Promise<Key | null>): Promise<boolean> => {
    const [own, wallet] = [await keyOf(requesterId), walletId === null ? null : await keyOf(walletId)]
    return adminKey !== null && own !== null && wallet !== null && sameKey(adminKey, adminKeyOf(own, wallet))
  }
  return (
    adminKey !== null && ((await isOf((id) => ledger.key(id))) || (await isOf((id) => ledger.keyAt(id, createdAt))))
  )
}

/** Who may delete a schedule: who asked for it, or those who sign for the wallet. */
const adminKeyOf = (own: Key, wallet: Key): Key => ({ type: 'threshold', threshold: 1, keys: [own, wallet] })

const secondsOf = (time: string | undefined): number => Math.floor(Date.parse(time ?? '') / 1000)

/** What the request states, with the keys that the ledger shows. */
async function intentOf(
  request: StatedRequest,
  newKey: NewKey | undefined,
  { ledger, now }: ReviewOptions,
): Promise<Intent> {
  const { jobId, operation, payload, requesterId, transactionId, walletId, schedule, executeAt } = request
  const intent: Intent = {
    operation,
    payload,
    requesterId,
    transactionId,
    maxTransactionFee: MOST_FEE,
    validStart: executeAt === undefined ? startsNow(now) : startsAt(executeAt),
    ...(newKey ? { newKey: newKey.key } : {}),
  }
  if (!schedule) return intent
  const [own, wallet] = [await ledger.key(requesterId), walletId === null ? null : await ledger.key(walletId)]
  const adminKey = adminKeyOf(needed(own, requesterId), needed(wallet, walletId))
  return {
    ...intent,
    schedule: {
      jobId,
      execute: schedule.execute,
      adminKey,
      maxTransactionFee: MOST_FEE_LATER,
      expiresAt: BigInt(secondsOf(schedule.expiresAt)),
    },
  }
}
