import { type FinalOutcome, type Signature, withSignatures } from '@quorate/ledger'
import { badRequest, conflict, type Database, encodeBytes, type Session, unprocessable } from '@quorate/platform'
import type { Decision, Decisions } from './decisions.ts'
import { createFacts, type Facts } from './facts.ts'
import { type DaoIn, readKey } from './fields.ts'
import { type FrozenWrite, freezeWrite, listOf } from './frozen-writes.ts'
import { oneLook } from './one-look.ts'
import type { Operation, Prepared, Sender } from './operations/operation.ts'
import { answerFor, type WriteAnswer } from './outcomes.ts'
import type { OperatedLedger } from './service.ts'
import type { Tables } from './store.ts'
import type { Bindings } from './validators/bindings.ts'
import type { Cosigning } from './validators/cosigning.ts'

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
  /** As it was asked, parameters filled in. */
  path: string
  session: Session
}

/** What a write has become. */
interface Made {
  sender: string
  prepared: Prepared
  frozen: FrozenWrite
}

export type Writing = ReturnType<typeof createWriting>

/** The one way of all writes: who pays, what the ledger would refuse, the frozen transaction, and who signs it. */
export function createWriting(deps: {
  database: Database<Tables>
  ledgers: Map<string, OperatedLedger>
  settings: { TRANSACTION_TIMEOUT: number }
  cosigning: Cosigning
  bindings: Bindings
  decisions: Decisions
  settled(ledger: OperatedLedger, outcome: FinalOutcome): Promise<void>
}) {
  const { database, ledgers, settings, cosigning, bindings, decisions, settled } = deps
  const validDurationSeconds = windowSeconds(settings.TRANSACTION_TIMEOUT)

  async function prepare({ operation, params, body, session }: WriteRequest, ledger: OperatedLedger): Promise<Made> {
    const facts = createFacts(ledger)
    const sender = await senderOf(body.sender, session, facts)
    const prepared = await operation.prepare(
      { params, body },
      {
        ledger,
        facts,
        sender,
        newKey: async (kind, own, validator) => (validator ? cosigning.keyFor(ledger, kind, own, validator) : own),
        priceOf: (account, gives) => cosigning.priceOf(ledger, account, gives),
      },
    )
    return { sender: sender.id, prepared, frozen: freezeWrite(ledger, prepared, sender.id, validDurationSeconds) }
  }

  /** The network's signature where it is due. */
  async function networkSigns(
    request: WriteRequest,
    ledger: OperatedLedger,
    { sender, prepared, frozen }: Made,
    decision: Decision | undefined,
  ): Promise<(body: Uint8Array) => Signature[]> {
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
    return due ? (body) => [cosigning.sign(body)] : () => []
  }

  /** Everything that must be known later is kept before the bytes leave; false if the decision was taken meanwhile. */
  const keep = (ledger: OperatedLedger, made: Made, answer: WriteAnswer, decision: Decision | undefined) =>
    database.change(async (change) => {
      const { sender, prepared, frozen } = made
      if (decision && !(await decisions.claim(change, ledger, decision, frozen, answer))) return false
      if (prepared.creates) await bindings.intend(change, ledger, frozen, prepared.creates, sender)
      return true
    })

  return {
    async write(request: WriteRequest): Promise<WriteAnswer> {
      const { operation, body, session, path } = request
      const chain = ledgerOf(ledgers, session)
      const ledger = { ...chain, mirror: oneLook(chain.mirror) }
      const { sender: _sender, dao, ...rest } = body
      const open = () => dao && decisions.open(ledger, dao, { method: operation.method, path, body: rest })
      const decision = await open()
      if (decision?.opened) return decision.opened
      const made = await prepare(request, ledger)
      const sign = await networkSigns(request, ledger, made, decision)
      const { frozen } = made
      const byOperator =
        session.role === 'operator' && made.sender === ledger.operator.accountId && !body.isOfflineTransaction
      if (byOperator) {
        const [first = new Uint8Array()] = frozen.bodies
        const signers = [ledger.operator.publicKey, ...sign(first).map(({ publicKey }) => publicKey)]
        await cosigning.needNoOthers(ledger, frozen, signers)
      }
      const answer = signatureRequired(frozen, sign)
      if ((decision || made.prepared.creates) && !(await keep(ledger, made, answer, decision))) {
        const theirs = (await open())?.opened
        if (theirs) return theirs
        throw conflict('DECISION_PENDING', 'dao: others ask for the same at this moment: ask again')
      }
      if (decision) await decisions.publish(ledger, decision, frozen)
      return byOperator ? executed(ledger, frozen, sign, settled) : answer
    },
  }
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
async function senderOf(given: CommonBody['sender'], session: Session, facts: Facts): Promise<Sender> {
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
  settled: (ledger: OperatedLedger, outcome: FinalOutcome) => Promise<void>,
): Promise<WriteAnswer> {
  const { publicKey, sign } = ledger.operator
  let answer: WriteAnswer = { status: 'PENDING', transactionId }
  for (const body of bodies) {
    const outcome = await ledger.submit(withSignatures(body, [{ publicKey, signature: sign(body) }, ...cosign(body)]))
    if (outcome.state === 'final') await settled(ledger, outcome)
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
): WriteAnswer {
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
