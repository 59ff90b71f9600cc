import { generateKeyPairSync } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import {
  assertFits,
  type CountVerifications,
  type FinalOutcome,
  type Key,
  publicKeyText,
  type Signature,
  satisfied,
  transactionHash,
  wasSent,
  withSignatures,
} from '@quorate/ledger'
import {
  ApiError,
  badRequest,
  type Clock,
  conflict,
  type Database,
  encodeBytes,
  gone,
  type Session,
  unprocessable,
} from '@quorate/platform'
import { limits } from '../limits.ts'
import { memoized } from '../mirror/memoized-mirror.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { createFacts, type Facts } from '../operations/checks.ts'
import { type DaoIn, readKey } from '../operations/fields.ts'
import { operations } from '../operations/index.ts'
import type { Operation, Prepared, Sender } from '../operations/operation.ts'
import type { Roles } from '../sessions/roles.ts'
import type { Tables } from '../store/store.ts'
import { answerFor, refused, type WriteAnswer } from '../transactions/answers.ts'
import { chunksOf, type FrozenWrite, freezeWrite, listOf } from '../transactions/freeze.ts'
import type { Bindings, Submitted } from '../validators/bindings.ts'
import type { Conditional } from '../validators/conditional.ts'
import type { Cosigning, Due } from '../validators/cosigning.ts'
import { type AskedOperation, type Decision, type Decisions, needsSender } from '../validators/decisions.ts'
import { carryOutMs, endsTooSoon, type Offer, type Openings, superseded } from '../validators/openings.ts'
import { decodeBody } from '../values/transaction-body.ts'
import { type Signed, signaturesOf } from './submit.ts'

/** What every body may hold. */
export interface CommonBody {
  sender?: { id?: string; key?: unknown }
  dao?: DaoIn
  isOfflineTransaction?: boolean
}

export interface WriteRequest {
  operation: Operation
  params: Record<string, string>
  body: CommonBody & Record<string, unknown>
  session: Pick<Session, 'walletId' | 'chain' | 'role'>
  /** Counts signatures that are verified. */
  count: CountVerifications
  /** Counts reads of the mirror. */
  countRead(): void
}

/** What a write has become. */
interface Made {
  sender: string
  prepared: Prepared
  frozen: FrozenWrite
}

/** Signed bytes of a decision that came back. */
interface HandedIn {
  wallet: string
  signed: readonly Uint8Array[]
  /** Whether the payer itself had to sign, and not the network alone for it. */
  payerSigns: boolean
  /** Asks the validators once more. */
  lookAgain(): Promise<void>
}

export type Writing = ReturnType<typeof createWriting>

/** The one way of all writes: who pays, what the ledger would refuse, the frozen transaction, and who signs it. */
export function createWriting(deps: {
  database: Database<Tables>
  ledgers: Map<string, OperatedLedger>
  settings: { TRANSACTION_TIMEOUT: number }
  clock: Clock
  cosigning: Cosigning
  conditional: Conditional
  bindings: Bindings
  decisions: Decisions
  openings: Openings
  roles: Roles
  settled(ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted): Promise<void>
}) {
  const { database, ledgers, settings, clock, cosigning, conditional, bindings, decisions, openings, roles, settled } =
    deps
  const longestSeconds = windowSeconds(settings.TRANSACTION_TIMEOUT)

  async function prepareFor(
    { operation, params, body, count }: WriteRequest,
    ledger: OperatedLedger,
    sender: Sender,
    facts: Facts,
    secondsFor: (chunks: number) => number = () => longestSeconds,
  ): Promise<Made> {
    const prepared = await operation.prepare(
      { params, body },
      {
        ledger,
        facts,
        sender,
        count,
        newKey: async (kind, own, validator) => (validator ? cosigning.keyFor(ledger, kind, own, validator) : own),
        priceOf: (account, gives) => cosigning.priceOf(ledger, account, gives),
      },
    )
    const frozen = freezeWrite(ledger, prepared, sender.id, secondsFor(chunksOf(prepared)))
    return { sender: sender.id, prepared, frozen }
  }

  async function prepare(
    request: WriteRequest,
    ledger: OperatedLedger,
    secondsFor?: (chunks: number) => number,
  ): Promise<Made> {
    const facts = createFacts(ledger)
    const sender = await senderOf(request.body.sender, request.session, facts)
    return prepareFor(request, ledger, sender, facts, secondsFor)
  }

  /** The network's signature where it is due. @throws 403 where a validator refuses */
  async function networkSigns(
    request: WriteRequest,
    ledger: OperatedLedger,
    { sender, prepared, frozen }: Made,
    decision: Decision | undefined,
  ): Promise<{ sign: (body: Uint8Array) => Signature[]; due: Due }> {
    const { operation, params, session } = request
    const { sender: _sender, dao: _dao, isOfflineTransaction: _offline, ...fields } = request.body
    const asked = {
      name: operation.name,
      fields,
      params,
      swaps: prepared.swaps ?? [],
      sender,
      wallet: session.walletId,
      daoTopic: decision?.topicId,
    }
    const due = await cosigning.due(ledger, frozen, asked, prepared.creates !== undefined)
    return { due, sign: (body) => (due.signs ? [cosigning.sign(ledger, body)] : []) }
  }

  const isByOperator = ({ session, body }: WriteRequest, sender: string, { operator }: OperatedLedger): boolean =>
    roles.ofSession(session) === 'operator' && sender === operator.accountId && !body.isOfflineTransaction

  async function needOnlyUs(
    ledger: OperatedLedger,
    frozen: FrozenWrite,
    sign: (body: Uint8Array) => Signature[],
  ): Promise<void> {
    const [first = new Uint8Array()] = frozen.bodies
    await cosigning.assertNoOtherSigners(ledger, frozen, [
      ledger.operator.publicKey,
      ...sign(first).map(({ publicKey }) => publicKey),
    ])
  }

  /** The window of a decision's transaction: what is carried out takes time after it was signed. It ends with the decision's validity. @throws 410 DECISION_EXPIRED */
  const decidedSeconds =
    ({ validUntil }: Decision) =>
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
   * What the decision leaves open must not be filled in by whoever sends it: the same is prepared for another sender, and must be the same.
   *
   * @throws 403 DECISION_NEEDS_SENDER
   */
  async function checkSenderIndependent(request: WriteRequest, ledger: OperatedLedger, made: Made): Promise<void> {
    if (made.prepared.creates) throw needsSender()
    const facts = createFacts(ledger)
    const id = made.sender === ledger.operator.accountId ? TREASURY : ledger.operator.accountId
    const own = await facts.account(made.sender, 'sender/id')
    // The request holds a key only where the decision names one. Otherwise the other sender has a new key, which no account has.
    const named = request.body.sender?.key
    const key = named === undefined ? freshKey() : readKey(named, 'sender/key')
    // With what the real sender holds, so that nothing but its id and its key differs.
    const sender = { id, account: { ...own, id, key }, key }
    const theirs = await prepareFor(request, ledger, sender, facts).catch(() => undefined)
    if (!theirs || !sameContents(made.frozen, theirs.frozen)) throw needsSender()
  }

  /** Bytes that the network signs once they come back with the payer's signature: anybody may ask for them, and holds up nobody. */
  async function writeDecided(asked: WriteRequest, ledger: OperatedLedger, dao: DaoIn): Promise<WriteAnswer> {
    const { operation, params, session } = asked
    const decision = await decisions.read(ledger, dao, askedOf(asked))
    await openings.underWay(ledger, decision)
    const request = decision.sender ? { ...asked, body: { ...asked.body, sender: decision.sender } } : asked
    const wallet = session.walletId
    const senderId = request.body.sender?.id ?? wallet
    const byOperator = isByOperator(request, senderId, ledger)
    const earlier = byOperator ? undefined : await openings.offered(ledger, decision, wallet, senderId)
    if (earlier) return earlier
    const made = await prepare(request, ledger, decidedSeconds(decision))
    if (decision.sender?.id === undefined) await checkSenderIndependent(request, ledger, made)
    const { sign, due } = await networkSigns(request, ledger, made, decision)
    const { frozen } = made
    const offer: Offer = {
      ...{ wallet, sender: made.sender, frozen },
      request: { name: operation.name, params, body: request.body, dao },
      answer: {
        ...signatureRequired(frozen, () => []),
        submitTo: '/transactions/submit',
        submitBy: new Date(frozen.expiresAt - carryOutMs(frozen.bodies.length)).toISOString(),
      },
    }
    if (byOperator) {
      await needOnlyUs(ledger, frozen, sign)
      await intend(ledger, made, wallet)
      const { publicKey, sign: operatorSigns } = ledger.operator
      const signed = frozen.bodies.map((body) =>
        withSignatures(body, [{ publicKey, signature: operatorSigns(body) }, ...sign(body)]),
      )
      const lookAgain = lookingAgain(request, ledger, made, decision, due)
      return submitDecided(ledger, decision, offer, { wallet, signed, payerSigns: true, lookAgain })
    }
    await openings.forgetExpired()
    const kept = await database.change(async (change) => {
      if (!(await openings.offer(change, ledger, decision, offer))) return false
      if (made.prepared.creates)
        await bindings.intend(change, ledger, frozen, made.prepared.creates, { owner: made.sender, wallet })
      return true
    })
    if (kept) return offer.answer
    const theirs = await openings.offered(ledger, decision, wallet, made.sender)
    if (theirs) return theirs
    throw conflict('DECISION_PENDING', 'dao: the same is asked for at this moment: ask again')
  }

  const intend = async (ledger: OperatedLedger, { sender, prepared, frozen }: Made, wallet: string) => {
    const { creates } = prepared
    if (creates)
      await database.change((change) => bindings.intend(change, ledger, frozen, creates, { owner: sender, wallet }))
  }

  /** To be called when what conditions compared may have changed. @throws 403 VALIDATOR_REFUSED */
  const lookingAgain =
    (request: WriteRequest, { chain }: OperatedLedger, made: Made, decision: Decision, { conditional }: Due) =>
    async (): Promise<void> => {
      if (conditional.length === 0) return
      const ledger = ledgerOf(ledgers, { chain })
      await networkSigns(request, { ...ledger, mirror: memoized(ledger.mirror, request.countRead) }, made, decision)
    }

  /** Claims the decision for these, and submits them; the only place where what the network signed for a decision leaves the node. */
  async function submitDecided(
    ledger: OperatedLedger,
    decision: Decision,
    offer: Offer,
    { wallet, signed, payerSigns, lookAgain }: HandedIn,
  ): Promise<WriteAnswer> {
    const { transactionId, expiresAt, bodies } = offer.frozen
    assertTime(offer.frozen)
    await openings.claim(ledger, decision, offer, { wallet, hashes: signed.map(transactionHash), payerSigns })
    // Its record took a while, in which validators may have closed, and holdings and prices changed.
    await lookAgain().catch(async (error) => {
      if (error instanceof ApiError && error.statusCode < 500) await openings.spoil(ledger, transactionId)
      else await openings.release(ledger, transactionId)
      throw error
    })
    await openings.sending(ledger, transactionId)
    let first: FinalOutcome | undefined
    for (const [index, bytes] of signed.entries()) {
      // Of what has begun the rest is sent for as long as the ledger may take it.
      if (first && clock.now() > expiresAt - limits.carryOutTimePerMessage.value) {
        await openings.abandon(ledger, transactionId)
        return { status: 'PENDING', transactionId }
      }
      const outcome = await ledger.submit(bytes).catch(async (error) => {
        // A node that says it took nothing has the signed bytes all the same, and so has whoever listens on the way to it.
        if (wasSent(error)) return ledger.submit(bytes, { mayHaveBeenSubmitted: true })
        await openings.release(ledger, transactionId)
        throw error
      })
      if (outcome.state !== 'final') {
        if (index < signed.length - 1) await openings.abandon(ledger, transactionId)
        return { status: 'PENDING', transactionId }
      }
      if (outcome.phase === 'precheck') await openings.refuse(ledger, transactionId)
      if (!outcome.success) throw refused(outcome)
      first ??= outcome
    }
    if (!first) throw new Error(`nothing was signed for ${transactionId}`)
    const [bytes = new Uint8Array()] = signed
    await settled(ledger, first, { bytes, bodyBytes: bodies[0] ?? new Uint8Array() })
    const answer = await answerFor(ledger, transactionId, first)
    if ((await openings.known(ledger, transactionId)) !== 'void') return answer
    throw superseded(transactionId)
  }

  /** Bytes that could end before the ledger has them would spoil the decision, and cost the node its record on the topic. @throws 409 DECISION_BYTES_OUTDATED */
  function assertTime({ expiresAt, bodies }: FrozenWrite): void {
    if (clock.now() > expiresAt - carryOutMs(bodies.length)) throw endsTooSoon()
  }

  return {
    async write(request: WriteRequest): Promise<WriteAnswer> {
      const { session, body, countRead } = request
      const chain = ledgerOf(ledgers, session)
      const ledger = { ...chain, mirror: memoized(chain.mirror, countRead) }
      if (body.dao) return writeDecided(request, ledger, body.dao)
      const prepared = await prepare(request, ledger)
      const { sign, due } = await networkSigns(request, ledger, prepared, undefined)
      const frozen = conditional.within(prepared.frozen, due)
      const made = { ...prepared, frozen }
      const byOperator = isByOperator(request, made.sender, ledger)
      if (byOperator) await needOnlyUs(ledger, frozen, sign)
      else await conditional.count(ledger, frozen, due, session.walletId)
      await intend(ledger, made, session.walletId)
      return byOperator ? executed(ledger, frozen, sign, settled) : signatureRequired(frozen, sign)
    },

    /**
     * Carries out what was answered for a decision, now that it is signed by its payer and `wallet` hands it in; undefined for other transactions.
     *
     * @throws 409 DECISION_USED, DECISION_PENDING, DECISION_BYTES_OUTDATED; 422 INVALID_SIGNATURE, TRANSACTION_OVERSIZE; and whatever asking for the bytes throws
     */
    async carryOut(
      chain: OperatedLedger,
      given: readonly Signed[],
      wallet: string,
      { count, countRead }: Pick<WriteRequest, 'count' | 'countRead'>,
    ): Promise<WriteAnswer | undefined> {
      const [first] = given
      if (!first) return undefined
      const { transactionId } = first
      const ledger = { ...chain, mirror: memoized(chain.mirror, countRead) }
      const fate = await openings.known(ledger, transactionId)
      if (fate !== undefined) {
        const outcome = await ledger.outcome(transactionId, { deadlineMs: fate === 'void' ? 0 : ANSWER_MS })
        if (fate === 'void' && (outcome.state !== 'final' || outcome.success)) throw superseded(transactionId)
        return answerFor(ledger, transactionId, outcome)
      }
      const offer = await openings.find(ledger, transactionId)
      if (!offer || !isSame(offer.frozen.bodies[0], first.bodyBytes)) return undefined
      // What the id was used for already, the decision is not claimed for.
      if ((await ledger.outcome(transactionId, offer.frozen)).state === 'final') return undefined
      const { request: asked, frozen } = offer
      assertTime(frozen)
      const operation = operations.find(({ name }) => name === asked.name)
      if (!operation) return undefined
      const request: WriteRequest = {
        ...{ operation, params: asked.params, body: asked.body, count, countRead },
        session: { walletId: offer.wallet, chain: ledger.chain, role: 'user' },
      }
      const decision = await decisions.read(ledger, asked.dao, askedOf(request))
      const made = await prepare(request, ledger)
      if (!sameContents(made.frozen, frozen)) {
        await openings.forget(ledger, transactionId)
        throw conflict('DECISION_BYTES_OUTDATED', 'these bytes are no longer what the decision says: ask for new ones')
      }
      const { sign, due } = await networkSigns(request, ledger, { ...made, frozen }, decision)
      const payer = await createFacts(ledger).account(made.sender, 'sender/id', 'PAYER_ACCOUNT_NOT_FOUND')
      const signers = await cosigning.signersOf(ledger, frozen)
      const signatures = frozen.bodies.map((body) => {
        const found = given.find(({ bodyBytes }) => isSame(body, bodyBytes))
        if (found) return [...signaturesOf(found, signers, count), ...sign(body)]
        throw badRequest('CHUNKS_MISSING', `bytes lack a chunk: all ${frozen.bodies.length} of the message go together`)
      })
      for (const those of signatures)
        await cosigning.assertNoOtherSigners(
          ledger,
          frozen,
          those.map(({ publicKey }) => publicKey),
        )
      const signed = frozen.bodies.map((body, index) => withSignatures(body, signatures[index] ?? []))
      for (const bytes of signed) assertFits(bytes)
      const [body = new Uint8Array()] = frozen.bodies
      const ours = new Set(sign(body).map(({ publicKey }) => publicKeyText(publicKey)))
      const payerSigns = !payer.key || !satisfied(payer.key, ours)
      const lookAgain = lookingAgain(request, ledger, { ...made, frozen }, decision, due)
      return submitDecided(ledger, decision, offer, { wallet, signed, payerSigns, lookAgain })
    },
  }
}

/** How long a repeated submission waits for what became of the first. */
const ANSWER_MS = 10_000
/** Stands in for a sender; an account that every network has. */
const TREASURY = '0.0.2'

function freshKey(): Key {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return { type: 'ed25519', bytes: Buffer.from(x, 'base64url') }
}

/** The path is the operation's with its decoded parameters: a URL has many spellings that reach the same operation. */
const askedOf = ({ operation, params, body }: WriteRequest): AskedOperation => ({
  method: operation.method,
  path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
  body,
})

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.compare(a, b) === 0

/** Whether two frozen writes do the same, whoever pays for them and when. */
const sameContents = (a: FrozenWrite, b: FrozenWrite): boolean =>
  a.bodies.length === b.bodies.length &&
  a.bodies.every((body, index) => isSame(contentsOf(body), contentsOf(b.bodies[index])))

function contentsOf(bodyBytes: Uint8Array | undefined): Uint8Array {
  const {
    transactionID: _id,
    nodeAccountID: _node,
    transactionValidDuration: _window,
    ...contents
  } = decodeBody(bodyBytes ?? new Uint8Array())
  const { consensusSubmitMessage: message } = contents
  if (message?.chunkInfo) {
    const { initialTransactionID: _initial, ...chunkInfo } = message.chunkInfo
    contents.consensusSubmitMessage = { ...message, chunkInfo }
  }
  return proto.TransactionBody.encode(contents).finish()
}

/** What a transaction starts in the past, and what nodes take off its end. */
const MARGIN_MS = 15_000
/** The network takes no longer window. */
const LONGEST_SECONDS = 180

const windowSeconds = (timeoutMs: number): number =>
  Math.min(LONGEST_SECONDS, Math.ceil((timeoutMs + MARGIN_MS) / 1000))

export function ledgerOf(ledgers: Map<string, OperatedLedger>, { chain }: Pick<Session, 'chain'>): OperatedLedger {
  const ledger = ledgers.get(chain)
  if (ledger) return ledger
  throw badRequest('UNKNOWN_CHAIN', `the session is for "${chain}": expected one of ${[...ledgers.keys()].join(', ')}`)
}

/** @throws 422 PAYER_ACCOUNT_NOT_FOUND, ACCOUNT_DELETED, KEY_REQUIRED */
async function senderOf(given: CommonBody['sender'], session: WriteRequest['session'], facts: Facts): Promise<Sender> {
  const id = given?.id ?? session.walletId
  const account = await facts.account(id, 'sender/id', 'PAYER_ACCOUNT_NOT_FOUND')
  const key = given?.key === undefined ? account.key : readKey(given.key, 'sender/key')
  if (key) return { id, account, key }
  throw unprocessable('KEY_REQUIRED', `sender/id: the account ${id} has no key on the ledger, so it cannot sign`)
}

/** The operator signs what it pays, for its own role alone. */
async function executed(
  ledger: OperatedLedger,
  { transactionId, bodies }: FrozenWrite,
  cosign: (body: Uint8Array) => Signature[],
  settled: (ledger: OperatedLedger, outcome: FinalOutcome, submitted: Submitted) => Promise<void>,
): Promise<WriteAnswer> {
  const { publicKey, sign } = ledger.operator
  let answer: WriteAnswer = { status: 'PENDING', transactionId }
  for (const body of bodies) {
    const bytes = withSignatures(body, [{ publicKey, signature: sign(body) }, ...cosign(body)])
    const outcome = await ledger.submit(bytes)
    if (outcome.state === 'final') await settled(ledger, outcome, { bytes, bodyBytes: body })
    const id = outcome.state === 'final' ? outcome.transactionId : transactionId
    const said = await answerFor(ledger, id, outcome)
    if (said.status !== 'SUCCESS') return said
    if (answer.status === 'PENDING') answer = said
  }
  return answer
}

function signatureRequired(
  { transactionId, bodies, expiresAt }: FrozenWrite,
  sign: (body: Uint8Array) => Signature[],
): Offer['answer'] {
  const chunks = bodies.map(encodeBytes)
  return {
    status: 'SIGNATURE_REQUIRED',
    transactionId,
    bytes: encodeBytes(listOf(bodies, sign)),
    bodyBytes: chunks[0] ?? '',
    expiresAt: new Date(expiresAt).toISOString(),
    ...(chunks.length > 1 ? { chunks } : {}),
  }
}
