/** Prepares a write: finds its sender, checks for what the ledger would refuse, and freezes the transaction. */
import { generateKeyPairSync } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import { type Clock, type Database, type Logger, type Session, unprocessable } from '@quorate/platform'
import { type Key, leaves } from '@quorate/verify'
import { type Decisions, needsSender } from '../decisions/decisions.ts'
import type { Offers } from '../decisions/offers.ts'
import type { Openings } from '../decisions/openings.ts'
import { chunksOf, type FrozenWrite, freezeWrite } from '../model/frozen-write.ts'
import { decodeBody } from '../model/transaction-body.ts'
import type { UnfrozenWrite } from '../model/write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import { createFacts, type Facts } from '../operations/checks.ts'
import { type DaoIn, readKey } from '../operations/fields.ts'
import type { Operation, Sender } from '../operations/operation.ts'
import type { Roles } from '../sessions/roles.ts'
import type { Tables } from '../store/tables.ts'
import type { Bindings } from '../validators/bindings.ts'
import type { Conditional } from '../validators/conditional.ts'
import type { Cosigner } from '../validators/cosign.ts'

/** Fields that every operation's body may have. */
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
}

/** The dependencies of a write's steps. */
export interface WriteDeps {
  database: Database<Tables>
  ledgers: Map<string, OperatedLedger>
  settings: { TRANSACTION_TIMEOUT: number }
  clock: Clock
  cosigner: Cosigner
  conditional: Conditional
  bindings: Bindings
  decisions: Decisions
  offers: Offers
  openings: Openings
  roles: Roles
  log: Pick<Logger, 'warn' | 'error'>
}

export interface PreparedWrite {
  sender: string
  prepared: UnfrozenWrite
  frozen: FrozenWrite
}

/**
 * Stores what the write will create, so that the new entity is under its validator once the ledger has executed the
 * write.
 */
export async function intendBinding(
  { database, bindings }: Pick<WriteDeps, 'database' | 'bindings'>,
  ledger: OperatedLedger,
  { sender: owner, prepared: { creates }, frozen }: PreparedWrite,
  wallet: string,
): Promise<void> {
  if (creates) await database.change((trx) => bindings.intend(trx, ledger, frozen, creates, { owner, wallet }))
}

type Deps = Pick<WriteDeps, 'settings' | 'cosigner'>

/**
 * Prepares a write. @param secondsFor seconds of the window for a number of chunks; if absent, the longest that
 * TRANSACTION_TIMEOUT allows
 */
export async function prepare(
  deps: Deps,
  request: WriteRequest,
  ledger: OperatedLedger,
  secondsFor?: (chunks: number) => number,
): Promise<PreparedWrite> {
  const facts = createFacts(ledger)
  const sender = await senderOf(request.body.sender, request.session, facts)
  return prepareFor(deps, request, ledger, { sender, facts, secondsFor })
}

/** The inputs of a preparation: who sends, the facts of the ledger, and the seconds for a number of chunks. */
interface Circumstances {
  sender: Sender
  facts: Facts
  secondsFor?: ((chunks: number) => number) | undefined
}

async function prepareFor(
  { settings, cosigner }: Deps,
  { operation, params, body }: WriteRequest,
  ledger: OperatedLedger,
  { sender, facts, secondsFor = () => windowSeconds(settings.TRANSACTION_TIMEOUT) }: Circumstances,
): Promise<PreparedWrite> {
  const prepared = await operation.prepare(
    { params, body },
    {
      ledger,
      facts,
      sender,
      newKey: async (kind, own, validator) => (validator ? cosigner.keyFor(ledger, kind, own, validator) : own),
      priceOf: (account, gives) => cosigner.priceOf(ledger, account, gives),
    },
  )
  const frozen = freezeWrite(ledger, prepared, sender.id, secondsFor(chunksOf(prepared)))
  return { sender: sender.id, prepared, frozen }
}

/**
 * Checks that the sender, which the decision does not name, decides only who pays. For another sender, the write must
 * have the same contents.
 *
 * @throws 403 DECISION_NEEDS_SENDER
 */
export async function checkSenderIndependent(
  deps: Deps,
  request: WriteRequest,
  ledger: OperatedLedger,
  write: PreparedWrite,
): Promise<void> {
  if (write.prepared.creates) throw needsSender()
  const facts = createFacts(ledger)
  const id = write.sender === ledger.operator.accountId ? TREASURY : ledger.operator.accountId
  const own = await facts.account(write.sender, 'sender/id')
  // The request has a key only if the decision names one. Otherwise the other sender gets a new key, which no account
  // has.
  const named = request.body.sender?.key
  const key = named === undefined ? freshKey() : readKey(named, 'sender/key')
  // The other sender holds what the real one holds, so that only its id and its key differ.
  const sender = { id, account: { ...own, id, key }, key }
  const theirs = await prepareFor(deps, request, ledger, { sender, facts }).catch(() => undefined)
  if (!theirs || !sameContents(write.frozen, theirs.frozen)) throw needsSender()
}

/** The account that replaces the sender if the sender is the operator. Every network has it. */
const TREASURY = '0.0.2'

function freshKey(): Key {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  return { type: 'ed25519', bytes: Buffer.from(x, 'base64url') }
}

/** @throws 422 PAYER_ACCOUNT_NOT_FOUND, ACCOUNT_DELETED, KEY_REQUIRED */
async function senderOf(given: CommonBody['sender'], session: WriteRequest['session'], facts: Facts): Promise<Sender> {
  const id = given?.id ?? session.walletId
  const account = await facts.account(id, 'sender/id', 'PAYER_ACCOUNT_NOT_FOUND')
  const key = given?.key === undefined ? account.key : readKey(given.key, 'sender/key')
  const isContracts = account.key !== null && leaves(account.key).length === 0
  if (key && !isContracts) return { id, account, key }
  const why = isContracts ? "is under a contract's key" : 'has no key on the ledger'
  throw unprocessable('KEY_REQUIRED', `sender/id: the account ${id} ${why}, so it cannot sign`)
}

/**
 * How long before now a transaction starts, plus what consensus nodes take off the end of its window, in milliseconds.
 */
const MARGIN_MS = 15_000
/** The longest valid duration that the network accepts. */
const LONGEST_SECONDS = 180

/**
 * Seconds of valid duration that leave this many milliseconds until the end of the window; at most the network's
 * longest.
 */
export const windowSeconds = (timeoutMs: number): number =>
  Math.min(LONGEST_SECONDS, Math.ceil((timeoutMs + MARGIN_MS) / 1000))

export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && Buffer.compare(a, b) === 0

/** Whether two frozen writes have the same contents, whoever pays for them and when. */
export const sameContents = (a: FrozenWrite, b: FrozenWrite): boolean =>
  a.bodies.length === b.bodies.length &&
  a.bodies.every((body, index) => sameBytes(contentsOf(body), contentsOf(b.bodies[index])))

function contentsOf(bodyBytes: Uint8Array | undefined): Uint8Array {
  const {
    transactionID: _id,
    nodeAccountID: _node,
    transactionValidDuration: _window,
    ...contents
  } = decodeBody(bodyBytes ?? new Uint8Array())
  const { consensusSubmitMessage: message, tokenCreation } = contents
  // The SDK sets a new token's expiry to 90 days after the second of its creation.
  if (tokenCreation) contents.tokenCreation = { ...tokenCreation, expiry: null }
  if (message?.chunkInfo) {
    const { initialTransactionID: _initial, ...chunkInfo } = message.chunkInfo
    contents.consensusSubmitMessage = { ...message, chunkInfo }
  }
  return proto.TransactionBody.encode(contents).finish()
}
