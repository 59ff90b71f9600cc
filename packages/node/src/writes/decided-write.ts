/** Writes that a DAO's decision opens, once. write.ts lists their states. */
import {
  assertFits,
  type FinalOutcome,
  MAX_MESSAGE_BYTES,
  memoized,
  transactionHash,
  wasSent,
  withSignatures,
} from '@quorate/ledger'
import { badRequest, conflict, gone, unprocessable } from '@quorate/platform'
import { publicKeyText, satisfied } from '@quorate/verify'
import { answerFor, refused, signatureRequired, type WriteAnswer } from '../answers/writes.ts'
import { type AskedOperation, assertValid, type Decision } from '../decisions/decisions.ts'
import { CARRY_OUT_MS_PER_MESSAGE, carryOutMs, type Offer } from '../decisions/offers.ts'
import { endsTooSoon, outcomesOf, superseded } from '../decisions/openings.ts'
import { ledgerOf, type OperatedLedger } from '../operated-ledger.ts'
import { createFacts } from '../operations/checks.ts'
import type { DaoIn } from '../operations/fields.ts'
import { operations } from '../operations/index.ts'
import type { Due } from '../validators/cosign.ts'
import { assertNoOtherSigners, missingSigners, signersOf } from '../validators/needed-keys.ts'
import {
  checkSenderIndependent,
  intendBinding,
  type PreparedWrite,
  prepare,
  sameBytes,
  sameContents,
  type WriteDeps,
  type WriteRequest,
  windowSeconds,
} from './prepare.ts'
import {
  askValidators,
  assertOperatorSuffices,
  isByOperator,
  type NetworkSignature,
  networkSigners,
  operatorsSignatures,
  type Signed,
  signaturesOf,
} from './signatures.ts'
import { recordOutcome } from './submit.ts'

/** Signed bytes for a decision, ready to be carried out. */
interface SignedOffer {
  offer: Offer
  /** The wallet that submits them. */
  wallet: string
  signed: readonly Uint8Array[]
  /** Whether the payer's own signature is needed; false if the network alone signs for it. */
  payerSigns: boolean
  /** Asks the validators once more. */
  recheck(): Promise<void>
}

/**
 * Returns bytes that the network signs once they come back with the payer's signature. Anybody may ask for them without
 * blocking others.
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
  const request = decision.sender ? { ...asked, body: { ...asked.body, sender: decision.sender } } : asked
  const wallet = session.walletId
  const senderId = request.body.sender?.id ?? wallet
  const byOperator = isByOperator(deps.roles, request, senderId, ledger)
  const earlier = byOperator ? undefined : await offers.offered(ledger, decision, wallet, senderId)
  if (earlier) return earlier
  const write = await prepare(deps, request, ledger, secondsOf(deps, decision))
  if (decision.sender?.id === undefined) await checkSenderIndependent(deps, request, ledger, write)
  const { sender, frozen } = write
  const network = await askValidators(deps.cosigner, request, ledger, write, decision)
  const signers = await missingSigners(ledger, frozen, networkSigners(frozen, network))
  const offer: Offer = {
    wallet,
    sender,
    frozen,
    request: { name: operation.name, params, body: request.body, decision },
    answer: {
      ...signatureRequired(frozen, signers, () => []),
      submitTo: '/transactions/submit',
      submitBy: new Date(frozen.expiresAt - carryOutMs(frozen.bodies.length)).toISOString(),
    },
  }
  if (byOperator) return executeByOperator(deps, ledger, { request, offer, write, network })
  if (!(await payerMustSign(ledger, write, network.sign))) await checkNetworkPays(deps, ledger, decision, write)
  await offers.forgetExpired()
  if (await keep(deps, ledger, offer, write)) return offer.answer
  const theirs = await offers.offered(ledger, decision, wallet, sender)
  if (theirs) return theirs
  throw conflict('DECISION_PENDING', 'dao: another call is requesting the same at this moment: try again')
}

/**
 * Carries out the offer of these bytes, which its payer has signed and `wallet` submits; undefined for other
 * transactions.
 *
 * @throws 409 DECISION_USED, DECISION_PENDING, DECISION_BYTES_OUTDATED; 422 INVALID_SIGNATURE,
 *     TRANSACTION_OVERSIZE, CHUNKS_CHARGE_FEES; 429 DECISION_FAILED; and whatever asking for the bytes throws
 */
export async function carryOut(
  deps: WriteDeps,
  ledger: OperatedLedger,
  given: readonly Signed[],
  wallet: string,
): Promise<WriteAnswer | undefined> {
  const [first] = given
  if (!first) return undefined
  const earlier = await earlierAnswer(deps, ledger, first.transactionId)
  if (earlier) return earlier
  const offer = await offerOf(deps, ledger, first)
  if (!offer) return undefined
  const { request: asked, frozen } = offer
  const { decision } = asked
  // The decision was compared when the client asked for the bytes, and its topic never changes.
  assertValid(decision, deps.clock.now())
  assertTime(deps, offer)
  const operation = operations.find(({ name }) => name === asked.name)
  if (!operation) return undefined
  const request: WriteRequest = {
    operation,
    params: asked.params,
    body: asked.body,
    session: { walletId: offer.wallet, chain: ledger.chain, role: 'user' },
  }
  const write = await prepareAgain(deps, ledger, request, offer)
  const { due, sign } = await askValidators(deps.cosigner, request, ledger, write, decision)
  const payerSigns = await payerMustSign(ledger, write, sign)
  if (!payerSigns) await checkNetworkPays(deps, ledger, decision, write)
  const signers = await signersOf(ledger, frozen)
  const signatures = frozen.bodies.map((body) => {
    const found = given.find(({ bodyBytes }) => sameBytes(body, bodyBytes))
    if (found) return [...signaturesOf(found, signers), ...sign(body)]
    throw badRequest('CHUNKS_MISSING', `bytes lack a chunk: all ${frozen.bodies.length} of the message go together`)
  })
  for (const those of signatures)
    await assertNoOtherSigners(
      ledger,
      frozen,
      those.map(({ publicKey }) => publicKey),
    )
  const signed = frozen.bodies.map((body, index) => withSignatures(body, signatures[index] ?? []))
  for (const bytes of signed) assertFits(bytes)
  const recheck = recheckOf(deps, ledger, { request, write, due, decision })
  return execute(deps, ledger, { offer, wallet, signed, payerSigns, recheck })
}

/**
 * Seconds of the window of a decision's transaction, long enough to carry it out after it was signed. The window ends
 * no later than the decision's validity.
 *
 * @throws 410 DECISION_EXPIRED
 */
const secondsOf =
  ({ settings, clock }: WriteDeps, { validUntil }: Decision) =>
  (chunks: number): number => {
    const carryOut = carryOutMs(chunks)
    const longest = windowSeconds(settings.TRANSACTION_TIMEOUT + carryOut)
    if (validUntil === undefined) return longest
    const left = Math.floor((validUntil - clock.now()) / 1000)
    const needed = windowSeconds(carryOut)
    if (left >= needed) return Math.min(longest, left)
    throw gone(
      'DECISION_EXPIRED',
      `dao: the decision is valid for ${left} more seconds: carrying it out takes ${needed}`,
    )
  }

/**
 * Asks the validators again, because what they looked at may have changed, such as holdings, prices and custom fees.
 * @throws 403 VALIDATOR_REFUSED
 */
const recheckOf =
  (
    { ledgers, cosigner }: WriteDeps,
    { chain }: OperatedLedger,
    { request, write, due, decision }: { request: WriteRequest; write: PreparedWrite; due: Due; decision: Decision },
  ) =>
  async (): Promise<void> => {
    if (!due.signs) return
    const ledger = ledgerOf(ledgers, { chain })
    const fresh = { ...ledger, mirror: memoized(ledger.mirror) }
    await askValidators(cosigner, request, fresh, write, decision)
  }

/** Whether the payer's own signature is needed; false if the network alone signs for it. */
async function payerMustSign(
  ledger: OperatedLedger,
  { sender, frozen }: PreparedWrite,
  sign: NetworkSignature['sign'],
): Promise<boolean> {
  const payer = await createFacts(ledger).account(sender, 'sender/id', 'PAYER_ACCOUNT_NOT_FOUND')
  const [body = new Uint8Array()] = frozen.bodies
  return !payer.key || !satisfied(payer.key, new Set(sign(body).map(({ publicKey }) => publicKeyText(publicKey))))
}

/**
 * Refuses a long message that charges its payer custom fees for each chunk. If only some chunks of an attempt reached
 * consensus, the next attempt would charge those fees again.
 *
 * @throws 422 CHUNKS_CHARGE_FEES
 */
async function checkChunks({ mirror }: OperatedLedger, { prepared: { message }, frozen, sender }: PreparedWrite) {
  const chunks = frozen.bodies.length
  const topic = message && chunks > 1 ? await mirror.topic(message.topicId) : null
  if (!message || !topic || (topic.customFees.length === 0 && !topic.feeScheduleKey)) return
  throw unprocessable(
    'CHUNKS_CHARGE_FEES',
    `message takes ${chunks} chunks, and ${message.topicId} charges custom fees for each, or may start to. Only the network signs for ${sender}, and it pays such fees only for messages of one chunk (${MAX_MESSAGE_BYTES} bytes): propose a shorter message, or another sender`,
  )
}

/**
 * Checks what must hold if the network alone signs for the payer. @throws 422 CHUNKS_CHARGE_FEES; 429 DECISION_FAILED
 */
async function checkNetworkPays(
  { openings }: WriteDeps,
  ledger: OperatedLedger,
  decision: Decision,
  write: PreparedWrite,
): Promise<void> {
  await checkChunks(ledger, write)
  await openings.checkCharged(ledger, decision, write.sender)
}

/**
 * Refuses bytes whose window could end before they reach the ledger: they would spoil the decision, and cost the node
 * its record on the topic.
 *
 * @throws 409 DECISION_BYTES_OUTDATED
 */
function assertTime({ clock }: WriteDeps, { frozen }: Offer): void {
  if (clock.now() > frozen.expiresAt - carryOutMs(frozen.bodies.length)) throw endsTooSoon()
}

/** Stores the offer, and the binding of what it would create; false if another request of this wallet came first. */
const keep = (
  { database, offers, bindings }: WriteDeps,
  ledger: OperatedLedger,
  offer: Offer,
  { prepared }: PreparedWrite,
) =>
  database.change(async (trx) => {
    if (!(await offers.offer(trx, ledger, offer))) return false
    const { frozen, sender: owner, wallet } = offer
    if (prepared.creates) await bindings.intend(trx, ledger, frozen, prepared.creates, { owner, wallet })
    return true
  })

async function executeByOperator(
  deps: WriteDeps,
  ledger: OperatedLedger,
  given: { request: WriteRequest; offer: Offer; write: PreparedWrite; network: NetworkSignature },
): Promise<WriteAnswer> {
  const { request, offer, write, network } = given
  const { frozen, wallet, request: asked } = offer
  await assertOperatorSuffices(ledger, frozen, network)
  await intendBinding(deps, ledger, write, wallet)
  const signed = frozen.bodies.map((body) => withSignatures(body, operatorsSignatures(ledger, body, network.sign)))
  const recheck = recheckOf(deps, ledger, { request, write, due: network.due, decision: asked.decision })
  return execute(deps, ledger, { offer, wallet, signed, payerSigns: true, recheck })
}

/**
 * Claims the decision, publishes the claim, and submits the transaction. Signed bytes of a decision leave the node only
 * here.
 */
async function execute(deps: WriteDeps, ledger: OperatedLedger, given: SignedOffer): Promise<WriteAnswer> {
  const { openings } = deps
  const { offer, wallet, signed, payerSigns, recheck } = given
  const { decision } = offer.request
  const { transactionId } = offer.frozen
  assertTime(deps, offer)
  const handedIn = { wallet, hashes: signed.map(transactionHash), payerSigns }
  await openings.claim(ledger, decision, offer, handedIn)
  await openings.publish(ledger, decision, offer, handedIn)
  try {
    // Publishing takes seconds. Meanwhile validators may have closed, holdings and prices changed, and the ids been
    // used.
    await recheck()
    await openings.assertUnused(ledger, offer)
  } catch (error) {
    await openings.spoil(ledger, transactionId)
    throw error
  }
  await openings.sending(ledger, transactionId)
  const first = await submitAll(deps, ledger, offer, signed)
  if (!first) return { status: 'PENDING', transactionId }
  const [bytes = new Uint8Array()] = signed
  const [bodyBytes = new Uint8Array()] = offer.frozen.bodies
  await recordOutcome(deps, ledger, first, { bytes, bodyBytes })
  const answer = await answerFor(ledger, transactionId, first)
  if ((await openings.fateOf(ledger, transactionId)) !== 'void') return answer
  throw superseded(transactionId)
}

/**
 * Submits all chunks. Returns the outcome of the first once all have succeeded, and undefined while the outcome of one
 * is not known or chunks are left unsent.
 *
 * @throws 422 with the ledger's status if it refused a chunk
 */
async function submitAll(
  { clock, openings }: WriteDeps,
  ledger: OperatedLedger,
  { frozen: { transactionId, expiresAt } }: Offer,
  signed: readonly Uint8Array[],
): Promise<FinalOutcome | undefined> {
  let first: FinalOutcome | undefined
  for (const [index, bytes] of signed.entries()) {
    // Once the first chunk is on the ledger, the others are sent as long as the ledger may accept them.
    if (first && clock.now() > expiresAt - CARRY_OUT_MS_PER_MESSAGE) {
      await openings.abandon(ledger, transactionId)
      return undefined
    }
    const outcome = await ledger.submit(bytes).catch(async (error) => {
      // A consensus node that says it accepted nothing has the signed bytes all the same, and so has anyone who listens
      // on the way to it.
      if (wasSent(error)) return ledger.submit(bytes, { mayHaveBeenSubmitted: true })
      // The chunks before this one are on the ledger, and the payer was charged for them.
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
 * The answer for a transaction that was carried out before; undefined if the network has not signed one under this id.
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
  // This transaction has not been sent yet, so one that already has the id is somebody else's.
  if (fate === 'claimed') return { status: 'PENDING', transactionId }
  if (fate === 'void' && (outcome.state !== 'final' || outcome.success)) throw superseded(transactionId)
  return answerFor(ledger, transactionId, outcome)
}

/**
 * The offer of these bytes; undefined if there is none, or if the payer used its id for something else.
 *
 * @throws 409 SUPERSEDED if the payer used the id of a later chunk for something else
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
 * Prepares the request of an offer again.
 * @throws 409 DECISION_BYTES_OUTDATED if the transaction's contents have changed
 */
async function prepareAgain(
  deps: WriteDeps,
  ledger: OperatedLedger,
  request: WriteRequest,
  { frozen }: Offer,
): Promise<PreparedWrite> {
  const write = await prepare(deps, request, ledger)
  if (sameContents(write.frozen, frozen)) return { ...write, frozen }
  await deps.offers.forget(ledger, frozen.transactionId)
  throw conflict('DECISION_BYTES_OUTDATED', 'These bytes no longer match the decision: request new ones')
}

/** How long a repeated submission waits for the outcome of the first, in milliseconds. */
const ANSWER_MS = 10_000

/**
 * The path is the operation's path with decoded parameters, because many spellings of a URL reach the same operation.
 */
const askedOf = ({ operation, params, body }: WriteRequest): AskedOperation => ({
  method: operation.method,
  path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
  schema: operation.body,
  body,
})
