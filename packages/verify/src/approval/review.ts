/** Reviews bytes before an owner signs them: compares them with what the request states and with the ledger. */
import { type Difference, difference, startsAt, startsNow } from '../bodies/compare.ts'
import { fingerprint, type KeptSchedule, scheduleFingerprint } from '../bodies/fingerprint.ts'
import { compareCall, compareIntent, compareScheduled, type Intent } from '../bodies/intent.ts'
import { operationOf } from '../bodies/operations/operations.ts'
import { statementsIn } from '../bodies/statements.ts'
import { keyText } from '../bodies/summaries.ts'
import { VerifyError } from '../error.ts'
import { leastMaximum } from '../fees/custom-fees.ts'
import { type Key, leaves, publicKeyText, sameKey } from '../keys/keys.ts'
import { type Decoded, decode } from '../protobuf/decode.ts'
import { isEntityId } from '../values/ids/entity-ids.ts'
import { checkAsked, readAnswer } from './answer.ts'
import { type Contained, containedIn, scheduleIn } from './contained.ts'
import { chargesOf, excessIn } from './costs/charges.ts'
import { topicFees } from './costs/topic-fees.ts'
import { replacedIn } from './replaced.ts'
import { containedSentences, inSentences } from './sentences.ts'
import type { ChargingToken, ShownTopic } from './shown.ts'
import { type Asked, asAsked, type StatedRequest } from './stated.ts'
import { amountsOf } from './tokens.ts'
import { type GoneKey, type KeyChange, type NewKey, needed, newKeyOf } from './wallet-key.ts'

/** A schedule as a mirror shows it. */
export interface ShownSchedule extends KeptSchedule {
  /** The key that may delete it; null if nobody may. */
  adminKey: Key | null
  /** When it was created, `seconds.nanos`. */
  createdAt: string
  deleted: boolean
  executedTimestamp: string | null
}

/** Reads of the ledger, from a mirror that the signer trusts. */
export interface LedgerReads {
  /** null if the account does not exist or has no key. */
  key(accountId: string): Promise<Key | null>
  /** The account's key at a past time, `seconds.nanos`. */
  keyAt(accountId: string, time: string): Promise<Key | null>
  /** The account's own earlier keys, as far as the ledger's history of the account and of this wallet shows them. */
  earlierKeys(accountId: string, walletId: string): Promise<Key[]>
  /** The account's memo; empty if it has none. */
  memo(accountId: string): Promise<string>
  schedule(scheduleId: string): Promise<ShownSchedule | null>
  /** null if the token does not exist. */
  token(tokenId: string): Promise<ChargingToken | null>
  /** null if the topic does not exist. */
  topic(topicId: string): Promise<ShownTopic | null>
  /** Whether an account or a contract has this id, with or without a key. */
  isAccount(id: string): Promise<boolean>
}

export interface ReviewOptions {
  /** The id of the request. The service's answer about any other request is refused. */
  jobId: string
  /** The account that would sign. */
  signerId: string
  /**
   * The wallet's owners in their order, as the service lists them. They are compared with the wallet's key on the
   * ledger. Undefined if the service hides them from the signer, because the signer is about to become an owner and its
   * key is not in the wallet's yet.
   */
  owners: readonly string[] | undefined
  /** The chain that `ledger` reads, such as `hedera:mainnet`. The bytes don't name a chain. */
  chain: string
  /**
   * The signer's own input, if the signer created the request. The bytes are compared with it, not with what the
   * service states. Bytes that delete the request's schedule are refused.
   */
  asked?: Asked | undefined
  /**
   * The service's answer about the request that this one replaces. Without it, the sentences say that the two were not
   * compared.
   */
  replaced?: unknown
  ledger: LedgerReads
  /** The signer's time in milliseconds. Default: the system's time. */
  now?: number | undefined
}

export interface Review {
  /**
   * The effect of signing: it signs the transaction itself, or it creates, signs or deletes the schedule that keeps it.
   */
  act: 'transaction' | 'scheduleCreate' | 'scheduleSign' | 'scheduleDelete'
  /** The request that the bytes were compared with: the signer's own input, or else the service's answer. */
  request: StatedRequest
  decoded: Decoded
  /**
   * The fingerprint of the body, or of the transaction in a schedule. All who sign for the schedule see the same
   * fingerprint.
   */
  fingerprint: string
  /** For a ScheduleSign or ScheduleDelete: the schedule as the mirror shows it. */
  kept: ShownSchedule | null
  /** For a creation or an owner change: the wallet's key before and after. */
  change: KeyChange | null
  /** For `operation`: the wallet's key on the ledger; null for other operations. */
  walletKey: Key | null
  /** The key that an owner change removes; null for other operations, and if no key is removed. */
  gone: GoneKey | null
  /**
   * The request that this one replaces, and whether both have the same transaction id, so that the ledger executes only
   * one of them. `sharesId` is undefined if they were not compared.
   */
  replaced: { jobId: string; sharesId: boolean | undefined } | null
  /**
   * The transaction in the schedule that the wallet is to sign or delete; null for other requests, and if a schedule to
   * be deleted contains something that cannot be put in words.
   */
  contained: Contained | null
  /** Empty if the bytes say exactly what the request states. */
  differences: Difference[]
  /** The effects of the request, in sentences. They are true only if `differences` is empty. */
  sentences: string[]
}

const HBAR = 100_000_000n
/** The highest transaction fee that a signer may be asked to offer. The ledger charges a few cents. */
const MOST_FEE = 50n * HBAR
/** The same for a scheduled transaction, which is charged later, at another exchange rate. */
const MOST_FEE_LATER = 10n * MOST_FEE
/**
 * Reads the service's answer about the request, decodes the bytes, and compares them with the answer and with the keys
 * and the schedule on the ledger.
 *
 * @param answer The service's `RequestStatus`
 * @throws VerifyError ANSWER_REFUSED, INVALID_INTENT, TOO_MANY_BYTES, TOKEN_UNREADABLE, OWNERS_HIDDEN; and the errors
 * of `newKeyOf` and `ledger`
 */
export async function review(answer: unknown, options: ReviewOptions): Promise<Review> {
  const { asked, signerId, ledger, owners } = options
  const answered = readAnswer(answer)
  if (asked) checkAsked(asked)
  const request = asked ? asAsked(answered, asked, signerId) : answered
  checkPlace(request, options)
  const decoded = decode(request.bodyBytes)
  const act = actOf(decoded, request)
  const scheduleId = act === 'scheduleSign' || act === 'scheduleDelete' ? request.schedule?.scheduleId : undefined
  const kept = scheduleId ? await ledger.schedule(scheduleId) : null
  const newKey = await newKeyOf(request, {
    signerId,
    owners,
    keyOf: (id) => ledger.key(id),
    earlierKeysOf: (id, walletId) => ledger.earlierKeys(id, walletId),
  })
  const intent = await intentOf(request, newKey, options)
  const reads = { key: ledger.key, token: once(ledger.token) }
  // Deleting a schedule moves no tokens.
  const charges = act === 'scheduleDelete' ? undefined : await chargesOf(request, reads)
  const charged = charges === undefined ? [] : leastMaximum(charges)
  const amountOf = await amountsOf(request, charged, reads.token)
  const replaced = replacedIn(request, { decoded, answer: options.replaced })
  const contained = await containedOf(request, { intent, signerId, ledger, reads })
  return {
    contained: contained?.contained ?? null,
    act,
    request,
    decoded,
    kept,
    gone: newKey?.gone ?? null,
    change: newKey?.change ?? null,
    replaced: request.replaces ? { jobId: request.replaces.jobId, sharesId: replaced?.sharesId } : null,
    fingerprint: scheduleFingerprint(kept ?? decoded) ?? fingerprint(request.bodyBytes),
    differences: [
      ...(await differencesOf({ act, decoded, kept }, { request, intent }, options)),
      ...(newKey?.differences ?? []),
      ...excessIn(request, charges),
      ...(contained?.differences ?? []),
      // A deletion calls nothing, and sends no message.
      ...(act === 'scheduleDelete'
        ? []
        : [
            ...(await calledDifferences(request, ledger)),
            ...(await messageFees(request, effectOf(decoded, kept), ledger)),
          ]),
    ],
    sentences: [
      ...inSentences(request, {
        act,
        newKey,
        amountOf,
        replaced: replaced && { ...replaced, amountOf: await amountsOf(replaced.request, [], reads.token) },
        charged,
        signerId,
        memo: memoIn(decoded, kept),
        payer: payerIn(decoded),
        walletKey: intent.walletKey,
      }),
      ...(contained?.sentences ?? []),
    ],
    walletKey: intent.walletKey ?? null,
  }
}

/**
 * A call at a schedule's address signs the schedule with all signatures of the call (HIP-755). An id that nothing has
 * yet can become a schedule, or a token that charges, before the call is executed. So the ledger must show what has the
 * id: an account, a contract or a token.
 */
async function calledDifferences({ operation, payload, walletId }: StatedRequest, ledger: LedgerReads) {
  if (operation !== 'operation' || walletId === null) return []
  const { name, values } = operationOf(payload.operation, walletId)
  const called = String(values.contract)
  if (name !== 'call/contract' || (await ledger.isAccount(called)) || (await ledger.token(called)) !== null) return []
  const path = 'contractCall.contractID'
  return [difference(path, `The ledger shows no contract or token ${called}: a call of it could sign a schedule`)]
}

interface InSchedule {
  contained: Contained | null
  differences: Difference[]
  sentences: string[]
}

/**
 * What the schedule contains that the wallet is to sign or delete, with the checks of a request that does the same. A
 * ScheduleSign gives all signatures of its signers, so nothing is signed that takes from other accounts.
 */
async function containedOf(
  { operation, payload, walletId }: StatedRequest,
  {
    intent: { walletKey },
    signerId,
    ledger,
    reads,
  }: {
    intent: Intent
    signerId: string
    ledger: LedgerReads
    reads: { key: LedgerReads['key']; token: LedgerReads['token'] }
  },
): Promise<InSchedule | undefined> {
  const asked = operation === 'operation' && walletId !== null ? scheduleIn(payload, walletId) : undefined
  if (!asked || walletId === null || !walletKey) return undefined
  const kept = await ledger.schedule(asked.id)
  const refused = (message: string) => [difference('scheduleID', message)]
  if (!kept) return { contained: null, differences: refused(`The ledger shows no schedule ${asked.id}`), sentences: [] }
  let contained: Contained
  try {
    contained = containedIn(kept, { walletId, walletKey })
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    const differences = asked.act === 'sign' ? refused(error.message) : []
    return { contained: null, differences, sentences: ['It contains something that cannot be put in words.'] }
  }
  const stated = { ...contained, walletId }
  const charges = asked.act === 'sign' ? await chargesOf(stated, reads) : undefined
  const amountOf = await amountsOf(stated, [], reads.token)
  const differences = [
    ...(kept.deleted || kept.executedTimestamp !== null ? refused(`The schedule ${asked.id} has ended`) : []),
    ...excessIn(stated, charges),
  ]
  if (asked.act === 'sign') {
    differences.push(
      ...(await topicFees([decode(kept.body, 'SchedulableTransactionBody')], { ledger, payerId: walletId })),
    )
    const isOwn = contained.payerId === walletId
    if (!isOwn && !(await isForeignPayer(contained.payerId, { signerId, ledger })))
      differences.push(difference('payerAccountID', `${contained.payerId} pays, and your signature could count for it`))
  }
  return { contained, differences, sentences: containedSentences(stated, { amountOf, walletKey }) }
}

/** The wallet pays what the topic of its message charges. */
const messageFees = async ({ walletId }: StatedRequest, body: Decoded, ledger: LedgerReads) =>
  walletId === null ? [] : topicFees([body], { ledger, payerId: walletId })

/** The body that takes effect: the kept schedule's, or the bytes themselves. */
const effectOf = (decoded: Decoded, kept: ShownSchedule | null): Decoded =>
  kept ? decode(kept.body, 'SchedulableTransactionBody') : decoded

/** Caches `read`, so that every check sees the same answer for an id. */
function once<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (id) => {
    const known = made.get(id) ?? read(id)
    made.set(id, known)
    return known
  }
}

/** @throws VerifyError INVALID_INTENT if the answer is about another request, chain or wallet */
function checkPlace({ jobId, chain, operation, payload, walletId }: StatedRequest, options: ReviewOptions): void {
  if (jobId !== options.jobId)
    throw new VerifyError('INVALID_INTENT', `The service returned the request ${jobId} instead of ${options.jobId}`)
  if (chain !== options.chain || (payload.chain ?? chain) !== chain)
    throw new VerifyError(
      'INVALID_INTENT',
      `The request is for ${payload.chain ?? chain}, and you sign on ${options.chain}`,
    )
  if (operation !== 'create' && payload.walletId !== walletId)
    throw new VerifyError(
      'INVALID_INTENT',
      `The request belongs to ${walletId}, but states ${JSON.stringify(payload.walletId)}`,
    )
}

/** The memo that the bytes, or the kept schedule, set on the wallet. */
function memoIn(decoded: Decoded, kept: ShownSchedule | null): string | undefined {
  const { fields, message } = effectOf(decoded, kept)
  const said = statementsIn(fields, message)
  const path = [...said.keys()].find((one) => one.endsWith('cryptoUpdateAccount.memo'))
  return path === undefined ? undefined : said.get(path)?.text
}

const payerIn = ({ fields, message }: Decoded): string | undefined =>
  statementsIn(fields, message).get('transactionID.accountID')?.text

/** An operation of the wallet may itself sign or delete a schedule. The ledger schedules neither. */
function actOf({ fields }: Decoded, { operation, payload, walletId, schedule }: StatedRequest): Review['act'] {
  const isOwn = operation === 'operation' && schedule === undefined && walletId !== null
  if (isOwn && scheduleIn(payload, walletId)) return 'transaction'
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

/** A schedule is signed while its request is open, and deleted after the request has ended. */
function againstStatus(act: 'scheduleSign' | 'scheduleDelete', { status }: StatedRequest): Difference[] {
  if (status === (act === 'scheduleDelete' ? 'error' : 'pending')) return []
  return [difference(act, `The bytes are ${NAMES[act]}, and the request ${STANDINGS[status]}`)]
}

/**
 * The account that must pay for creating, signing or deleting the schedule: the one that acts. Another account, such as
 * the service's, may pay instead if the signer's key is not part of its key: the signature then cannot spend that
 * account's money.
 */
async function payerOf(decoded: Decoded, payerId: string, { signerId, ledger }: ReviewOptions) {
  const named = payerIn(decoded)
  if (named === undefined || named === payerId || !isEntityId(named)) return payerId
  return (await isForeignPayer(named, { signerId, ledger })) ? named : payerId
}

/** Whether no key of the signer is part of the payer's key. False if the ledger does not show both. */
async function isForeignPayer(
  payerId: string,
  { signerId, ledger }: Pick<ReviewOptions, 'signerId' | 'ledger'>,
): Promise<boolean> {
  const [paying, own] = [await ledger.key(payerId), await ledger.key(signerId)]
  if (!paying || !own) return false
  const signers = new Set(leaves(own).map(publicKeyText))
  return !leaves(paying).some((leaf) => signers.has(publicKeyText(leaf)))
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

/** Compares the schedule on the ledger with the request, except for its transaction. */
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
  check(kept.payer === walletId, `The schedule is paid by ${kept.payer}, not by the wallet`)
  check(
    kept.memo === `quorate:${jobId}`,
    `The schedule's memo is ${JSON.stringify(kept.memo)}, which is not this request`,
  )
  check(kept.waitForExpiry === (schedule?.execute === 'expiry'), 'The schedule is executed at another time than stated')
  const end = kept.expirationTime === null ? null : Math.floor(Number(kept.expirationTime))
  check(
    end === secondsOf(schedule?.expiresAt),
    `The schedule expires at ${kept.expirationTime}, not at the stated time`,
  )
  const deleter = kept.adminKey === null ? 'nobody' : keyText(kept.adminKey)
  check(
    await isAdministeredByOwners(kept, { request, intent, ledger }),
    `The schedule can be deleted by ${deleter}, and not by ${request.requesterId} or those who sign for the wallet`,
  )
  return found
}

/** Whether the admin key was made from the current keys, or from the keys at the time of the schedule's creation. */
async function isAdministeredByOwners(
  { adminKey, createdAt }: ShownSchedule,
  { request, intent, ledger }: { request: StatedRequest; intent: Intent; ledger: LedgerReads },
): Promise<boolean> {
  const { requesterId, walletId } = request
  if (adminKey === null || walletId === null) return false
  if (intent.schedule && sameKey(adminKey, intent.schedule.adminKey)) return true
  const [own, wallet] = [await ledger.keyAt(requesterId, createdAt), await ledger.keyAt(walletId, createdAt)]
  return own !== null && wallet !== null && sameKey(adminKey, adminKeyOf(own, wallet))
}

/** The admin key of a schedule: its requester may delete it, and so may those who sign for the wallet. */
const adminKeyOf = (own: Key, wallet: Key): Key => ({ type: 'threshold', threshold: 1, keys: [own, wallet] })

const secondsOf = (time: string | undefined): number => Math.floor(Date.parse(time ?? '') / 1000)

/** The request's intent, with the keys that the ledger shows. */
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
    ...(operation === 'operation' && walletId !== null
      ? { walletKey: needed(await ledger.key(walletId), walletId) }
      : {}),
    ...(operation === 'update' && walletId !== null ? { memo: await ledger.memo(walletId) } : {}),
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
