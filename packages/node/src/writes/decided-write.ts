/** Writes for DAOs' decisions. Each decision permits one write. write.ts lists their states. */
import { assertFits, type FinalOutcome, MAX_MESSAGE_BYTES, memoized, transactionHash, wasSent } from '@quorate/ledger'
import { createFacts, type DaoIn, operations } from '@quorate/ledger/operations'
import { ApiError, badRequest, conflict, gone, unprocessable } from '@quorate/platform'
import { publicKeyText, satisfied } from '@quorate/verify'
import { answerFor, refused, signatureRequired, type WriteAnswer } from '../answers/writes.ts'
import { assertValid, type Decision, withDecidedSender } from '../decisions/decisions.ts'
import { CARRY_OUT_MS_PER_MESSAGE, carryOutMs, type Offer } from '../decisions/offers.ts'
import { endsTooSoon, outcomesOf, superseded } from '../decisions/openings.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import type { Due } from '../validators/cosign.ts'
import { assertNoOtherSigners, missingSigners, signersOf } from '../validators/needed-keys.ts'
import { type Evidence, firstAsNobody, maySign, NOBODY, type Permitted, permitted } from './evidence.ts'
import { signForNetwork } from './network-signatures.ts'
import { type Ownership, operatorsOwnership, ownershipOf } from './owned-write.ts'
import {
  askedOf,
  checkSenderIndependent,
  type PreparedWrite,
  prepare,
  sameBytes,
  type WriteDeps,
  type WriteRequest,
  windowSeconds,
} from './prepare.ts'
import {
  askValidators,
  assertOperatorSuffices,
  blankSignatures,
  isByOperator,
  type Signed,
  signaturesOf,
  signedByOperator,
  withNetworkSignatures,
} from './signatures.ts'
import { recordOutcome } from './submit.ts'

/** Signed bytes for a decision, ready to be executed. */
interface SignedOffer {
  offer: Offer
  /** The wallet that submits them. */
  wallet: string
  /** The transactions with the signatures by others, in the order of the bodies. */
  given: readonly Signed[]
  due: Due
  evidence: Evidence
  /** Whether the payer's own signature is needed; false if the network alone signs for it. */
  payerSigns: boolean
}

/**
 * Returns bytes that the network will sign when they come back with the payer's signature. Anybody may request such
 * bytes without blocking others.
 */
export async function askDecided(
  deps: WriteDeps,
  asked: WriteRequest,
  ledger: OperatedLedger,
  dao: DaoIn,
): Promise<WriteAnswer> {
  const { decisions, offers, openings } = deps
  const { operation, params, session } = asked
  const decision = await decisions.read(ledger, dao, askedOf(asked))
  await openings.assertNotCarriedOut(ledger, decision)
  const request = withDecidedSender(asked, decision)
  const wallet = session.walletId
  const senderId = request.body.sender?.id ?? wallet
  const byOperator = isByOperator(deps.roles, request, senderId, ledger)
  const earlier = byOperator ? undefined : await offers.offered(ledger, decision, wallet, senderId)
  if (earlier) return earlier
  const write = await prepare(deps, request, ledger, secondsOf(deps, ledger, decision))
  if (decision.sender?.id === undefined) await checkSenderIndependent(deps, request, ledger, write)
  const { sender, frozen } = write
  let isOwned = false
  const due = await firstAsNobody(
    (asker) => askValidators(deps.cosigner, request, ledger, write, { decision, asker }),
    async () => {
      isOwned = true
      return wallet
    },
  )
  const signers = await missingSigners(ledger, frozen, due.signers)
  const offer: Offer = {
    wallet,
    sender,
    frozen,
    request: { name: operation.name, params, body: request.body, decision },
    answer: {
      ...signatureRequired(frozen, signers, () => []),
      submitTo: '/transactions/submit',
      submitBy: new Date(frozen.expiresAt - carryOutOf(deps, ledger, frozen.bodies.length)).toISOString(),
      ...(isOwned ? { ownership: await ownershipOf(deps, ledger, { request, frozen, asked: NOBODY }, signers) } : {}),
    },
  }
  if (byOperator) return executeByOperator(deps, ledger, { request, offer, due, isOwned })
  if (!(await payerMustSign(ledger, write, due))) await checkNetworkPays(deps, ledger, decision, write)
  await offers.forgetExpired()
  if (await deps.database.change((trx) => offers.offer(trx, ledger, offer))) return offer.answer
  const theirs = await offers.offered(ledger, decision, wallet, sender)
  if (theirs) return theirs
  throw conflict('DECISION_PENDING', 'dao: another request for the same bytes is running: try again')
}

/**
 * Executes the offer of these bytes, which its payer has signed and `wallet` submits; undefined if the bytes are no
 * offer.
 *
 * @throws 409 DECISION_USED, DECISION_PENDING, DECISION_BYTES_OUTDATED; 422 INVALID_SIGNATURE, TRANSACTION_OVERSIZE,
 *     CHUNKS_CHARGE_FEES; 429 DECISION_FAILED; and whatever requesting the bytes throws
 */
export async function carryOut(
  deps: WriteDeps,
  ledger: OperatedLedger,
  given: readonly Signed[],
  { wallet, ownership }: { wallet: string; ownership?: Ownership | undefined },
): Promise<WriteAnswer | undefined> {
  const [first] = given
  if (!first) return undefined
  const earlier = await earlierAnswer(deps, ledger, first.transactionId)
  if (earlier) return earlier
  const offer = await offerOf(deps, ledger, first)
  if (!offer) return undefined
  const { request: asked, frozen } = offer
  const { decision } = asked
  // The decision was checked when the client requested the bytes, and messages on a topic never change.
  assertValid(decision, deps.clock.now())
  assertTime(deps, ledger, offer)
  const operation = operations.find(({ name }) => name === asked.name)
  if (!operation) return undefined
  const request: WriteRequest = {
    operation,
    params: asked.params,
    body: asked.body,
    session: { walletId: offer.wallet, chain: ledger.chain, role: 'user' },
  }
  const transactions = frozen.bodies.map((body) => {
    const found = given.find(({ bodyBytes }) => sameBytes(body, bodyBytes))
    if (found) return found
    throw badRequest(
      'CHUNKS_MISSING',
      `bytes lack a chunk: submit all ${frozen.bodies.length} chunks of the message together`,
    )
  })
  const evidence = { request, frozen, decision, asked: { signature: ownership?.signature, transactions } }
  const { write, due } = await permittedAgain(deps, ledger, evidence)
  const payerSigns = await payerMustSign(ledger, write, due)
  if (!payerSigns) await checkNetworkPays(deps, ledger, decision, write)
  await assertNetworkLast(ledger, write, due, transactions)
  for (const { bytes } of await withNetworkSignatures(ledger, frozen, transactions, blankSignatures(due)))
    assertFits(bytes)
  return execute(deps, ledger, { offer, wallet, given: transactions, due, evidence, payerSigns })
}

/** Checks that only the network's signature is still missing from each transaction. @throws 422 INVALID_SIGNATURE */
export async function assertNetworkLast(
  ledger: OperatedLedger,
  { frozen }: PreparedWrite,
  due: Due,
  given: readonly Signed[],
): Promise<void> {
  const signers = await signersOf(ledger, frozen)
  for (const signed of given) {
    const keys = signaturesOf(signed, signers).map(({ publicKey }) => publicKey)
    await assertNoOtherSigners(ledger, frozen, [...keys, ...due.signers])
  }
}

/**
 * The duration in seconds of the window of a decision's transaction. It leaves time to execute the transaction after it
 * was signed, and ends no later than the decision's validity.
 *
 * @throws 410 DECISION_EXPIRED
 */
const secondsOf =
  (deps: WriteDeps, ledger: OperatedLedger, { validUntil }: Decision) =>
  (chunks: number): number => {
    const { settings, clock } = deps
    const carryOut = carryOutOf(deps, ledger, chunks)
    const longest = windowSeconds(settings.TRANSACTION_TIMEOUT + carryOut)
    if (validUntil === undefined) return longest
    const left = Math.floor((validUntil - clock.now()) / 1000)
    const needed = windowSeconds(carryOut)
    if (left >= needed) return Math.min(longest, left)
    throw gone(
      'DECISION_EXPIRED',
      `dao: the decision is valid for ${left} more seconds, but carrying it out takes ${needed}`,
    )
  }

/** Checks again whether the network may sign, because holdings, prices and custom fees may have changed since. */
async function recheck(deps: WriteDeps, { chain }: OperatedLedger, evidence: Evidence): Promise<void> {
  const ledger = ledgerOf(deps.ledgers, { chain })
  await maySign(deps, { ...ledger, mirror: memoized(ledger.mirror) }, evidence)
}

/** Whether the payer's own signature is needed; false if the network alone signs for it. */
export async function payerMustSign(
  ledger: OperatedLedger,
  { sender }: PreparedWrite,
  { signers }: Due,
): Promise<boolean> {
  const payer = await createFacts(ledger).account(sender, 'sender/id', 'PAYER_ACCOUNT_NOT_FOUND')
  return !payer.key || !satisfied(payer.key, new Set(signers.map(publicKeyText)))
}

/**
 * Refuses a long message if its payer is charged custom fees for each chunk. If only some chunks of an attempt reached
 * consensus, the next attempt would charge these fees again.
 *
 * @throws 422 CHUNKS_CHARGE_FEES
 */
async function checkChunks({ mirror }: OperatedLedger, { prepared: { message }, frozen, sender }: PreparedWrite) {
  const chunks = frozen.bodies.length
  const topic = message && chunks > 1 ? await mirror.topic(message.topicId) : null
  if (!message || !topic || (topic.customFees.length === 0 && !topic.feeScheduleKey)) return
  throw unprocessable(
    'CHUNKS_CHARGE_FEES',
    `message needs ${chunks} chunks, and ${message.topicId} charges custom fees for each chunk, or may start to. For ${sender} only the network signs, and only if such a message fits in one chunk (${MAX_MESSAGE_BYTES} bytes): propose a shorter message or another sender`,
  )
}

/** Extra checks if the network alone signs for the payer. @throws 422 CHUNKS_CHARGE_FEES; 429 DECISION_FAILED */
export async function checkNetworkPays(
  { openings }: Pick<WriteDeps, 'openings'>,
  ledger: OperatedLedger,
  decision: Decision,
  write: PreparedWrite,
): Promise<void> {
  await checkChunks(ledger, write)
  await openings.checkCharged(ledger, decision, write.sender)
}

/**
 * Refuses bytes whose window could end before they reach the ledger. They would spoil the decision, and the node would
 * pay for a record on its topic.
 *
 * @throws 409 DECISION_BYTES_OUTDATED
 */
function assertTime(deps: WriteDeps, ledger: OperatedLedger, { frozen }: Offer): void {
  if (deps.clock.now() > frozen.expiresAt - carryOutOf(deps, ledger, frozen.bodies.length)) throw endsTooSoon()
}

const carryOutOf = ({ membersTopic }: WriteDeps, ledger: OperatedLedger, chunks: number): number =>
  carryOutMs(chunks, membersTopic(ledger)?.members.size)

async function executeByOperator(
  deps: WriteDeps,
  ledger: OperatedLedger,
  asked: { request: WriteRequest; offer: Offer; due: Due; isOwned: boolean },
): Promise<WriteAnswer> {
  const { request, offer, due, isOwned } = asked
  const { frozen, wallet } = offer
  await assertOperatorSuffices(ledger, frozen, due)
  const given = signedByOperator(ledger, frozen)
  const evidence = { request, frozen, decision: offer.request.decision, asked: NOBODY }
  const signature = isOwned ? operatorsOwnership(deps, ledger, evidence) : undefined
  const shown = { ...evidence, asked: { signature, transactions: given } }
  return execute(deps, ledger, { offer, wallet, given, due, evidence: shown, payerSigns: true })
}

/**
 * Claims the decision, publishes the claim, and submits the transaction. Only this function lets fully signed bytes of
 * a decision leave the node.
 */
async function execute(deps: WriteDeps, ledger: OperatedLedger, signed: SignedOffer): Promise<WriteAnswer> {
  const { openings } = deps
  const { offer, wallet, payerSigns } = signed
  const { decision } = offer.request
  const { transactionId } = offer.frozen
  assertTime(deps, ledger, offer)
  const handedIn = { wallet, payerSigns }
  await openings.claim(ledger, decision, offer, handedIn)
  await openings.publish(ledger, decision, offer, handedIn)
  const all = await signLast(deps, ledger, signed)
  await openings.sending(ledger, offer, all.map(transactionHash))
  const first = await submitAll(deps, ledger, offer, all)
  if (!first) return { status: 'PENDING', transactionId }
  await recordOutcome(deps, ledger, first)
  const answer = await answerFor(ledger, transactionId, first)
  if ((await openings.fateOf(ledger, transactionId)) !== 'void') return answer
  throw superseded(transactionId)
}

/** Adds the network's signatures to the transactions, after the claim was published. */
async function signLast(
  deps: WriteDeps,
  ledger: OperatedLedger,
  { offer, given, due, evidence }: SignedOffer,
): Promise<Uint8Array[]> {
  const { openings } = deps
  const { transactionId } = offer.frozen
  try {
    // Publishing takes seconds. Meanwhile, validators' time ranges may have ended, holdings and prices may have
    // changed, and the ids may have been used.
    await recheck(deps, ledger, evidence)
    const signs = await signForNetwork(deps, ledger, due, evidence)
    const signed = await withNetworkSignatures(ledger, offer.frozen, given, signs)
    await openings.assertUnused(ledger, offer)
    return signed.map(({ bytes }) => bytes)
  } catch (error) {
    // The wallet is not to blame if too few members of a shared key answer.
    const isMissing = error instanceof ApiError && error.code === 'SIGNERS_MISSING'
    await (isMissing ? openings.abandon : openings.spoil)(ledger, transactionId)
    throw error
  }
}

/**
 * Submits all chunks. Returns the first chunk's outcome once all have succeeded; undefined while an outcome is unknown
 * or chunks were not sent.
 *
 * @throws 422 with the ledger's status if the ledger refused a chunk
 */
async function submitAll(
  { clock, openings }: WriteDeps,
  ledger: OperatedLedger,
  { frozen: { transactionId, expiresAt } }: Offer,
  signed: readonly Uint8Array[],
): Promise<FinalOutcome | undefined> {
  let first: FinalOutcome | undefined
  for (const [index, bytes] of signed.entries()) {
    // Once the first chunk is on the ledger, the others are sent while the ledger may still accept them.
    if (first && clock.now() > expiresAt - CARRY_OUT_MS_PER_MESSAGE) {
      await openings.abandon(ledger, transactionId)
      return undefined
    }
    const outcome = await ledger.submit(bytes).catch(async (error) => {
      // Even if a consensus node says that it refused the transaction, it has the signed bytes, and so has anyone who
      // listens on the way.
      if (wasSent(error)) return ledger.submit(bytes, { mayHaveBeenSubmitted: true })
      // The earlier chunks are on the ledger, and the payer was charged for them.
      await (first ? openings.abandon : openings.release)(ledger, transactionId)
      throw error
    })
    if (outcome.state !== 'final') {
      if (index < signed.length - 1) await openings.abandon(ledger, transactionId)
      return undefined
    }
    if (outcome.phase === 'precheck') await openings.refuse(ledger, transactionId)
    if (!outcome.success) throw refused(outcome)
    first ??= outcome
  }
  if (!first) throw new Error(`nothing was signed for ${transactionId}`)
  return first
}

/**
 * The answer for a transaction that was submitted before; undefined if the network has signed none with this id.
 * @throws 409 SUPERSEDED
 */
async function earlierAnswer(
  { openings }: WriteDeps,
  ledger: OperatedLedger,
  transactionId: string,
): Promise<WriteAnswer | undefined> {
  const before = await openings.fateOf(ledger, transactionId)
  if (before === undefined) return undefined
  const outcome = await ledger.outcome(transactionId, { deadlineMs: before === 'void' ? 0 : ANSWER_MS })
  const fate = before === 'claimed' ? await openings.fateOf(ledger, transactionId) : before
  if (fate === undefined) return undefined
  // This transaction has not been sent yet, so a transaction that already has its id is somebody else's.
  if (fate === 'claimed') return { status: 'PENDING', transactionId }
  if (fate === 'void' && (outcome.state !== 'final' || outcome.success)) throw superseded(transactionId)
  return answerFor(ledger, transactionId, outcome)
}

/**
 * The offer of these bytes; undefined if there is none, or if the payer used the id for another transaction.
 *
 * @throws 409 SUPERSEDED if the payer used a later chunk's id for another transaction
 */
async function offerOf(
  { offers }: WriteDeps,
  ledger: OperatedLedger,
  { transactionId, bodyBytes }: Signed,
): Promise<Offer | undefined> {
  const offer = await offers.find(ledger, transactionId)
  if (!offer || !sameBytes(offer.frozen.bodies[0], bodyBytes)) return undefined
  const [first, ...others] = await outcomesOf(ledger, offer.frozen)
  if (first?.state === 'final') return undefined
  if (others.every(({ state }) => state !== 'final')) return offer
  await offers.forget(ledger, transactionId)
  throw superseded(transactionId)
}

/**
 * Prepares and checks the write of an offer again.
 * @throws 409 DECISION_BYTES_OUTDATED if the transaction's contents have changed
 */
const permittedAgain = (deps: WriteDeps, ledger: OperatedLedger, evidence: Evidence): Promise<Permitted> =>
  permitted(deps, ledger, evidence).catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'BYTES_OUTDATED') throw error
    await deps.offers.forget(ledger, evidence.frozen.transactionId)
    throw conflict('DECISION_BYTES_OUTDATED', 'These bytes no longer match the decision: request new ones')
  })

/** How long a repeated submission waits for the outcome of the first one, in milliseconds. */
const ANSWER_MS = 10_000
