/** Prepares a write: finds its sender, checks that the ledger would accept it, and freezes the transaction. */
import { generateKeyPairSync } from 'node:crypto'
import { proto } from '@hiero-ledger/proto'
import {
  createFacts,
  type DaoIn,
  type Facts,
  type Operation,
  readKey,
  type Sender,
  type UnfrozenWrite,
} from '@quorate/ledger/operations'
import { type Clock, type Database, type Logger, type Session, unprocessable } from '@quorate/platform'
import { type Key, leaves } from '@quorate/verify'
import { type AskedOperation, type Decisions, needsSender } from '../decisions/decisions.ts'
import type { Offers } from '../decisions/offers.ts'
import type { Openings } from '../decisions/openings.ts'
import { chunksOf, type FrozenWrite, freezeWrite } from '../model/frozen-write.ts'
import { decodeBody } from '../model/transaction-body.ts'
import type { MembersTopic } from '../node-topic/node-topic.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Roles } from '../sessions/roles.ts'
import type { SignWithNetworkKey } from '../shared-key/signing/sign-with-network-key.ts'
import type { Tables } from '../store/tables.ts'
import type { Conditional } from '../validators/conditional.ts'
import type { Cosigner } from '../validators/cosign.ts'
import type { ValidatorRecords } from '../validators/records.ts'

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
  records: Pick<ValidatorRecords, 'memoFor'>
  conditional: Conditional
  decisions: Decisions
  offers: Offers
  openings: Openings
  roles: Roles
  /** Identifies the network's key in texts that accounts sign: the id of its ceremony, or its public key in raw hex. */
  networkId(ledger: OperatedLedger): string
  signWithNetworkKey: SignWithNetworkKey
  /** Records that bodies may create an entity under the network's key. */
  creations: { note(ledger: OperatedLedger, frozen: FrozenWrite): Promise<void> }
  /** Undefined if the node shares no key with others. */
  membersTopic(ledger: OperatedLedger): MembersTopic | undefined
  log: Pick<Logger, 'warn' | 'error'>
}

export interface PreparedWrite {
  sender: string
  prepared: UnfrozenWrite
  frozen: FrozenWrite
}

type Deps = Pick<WriteDeps, 'settings' | 'cosigner' | 'records'>

/**
 * Prepares a write.
 * @param secondsFor the duration of the window, in seconds, for a number of chunks; if absent, the longest that
 *     TRANSACTION_TIMEOUT allows
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

/** The inputs of a preparation: the sender, facts from the ledger, and the window's seconds for a number of chunks. */
interface Circumstances {
  sender: Sender
  facts: Facts
  secondsFor?: ((chunks: number) => number) | undefined
}

async function prepareFor(
  { settings, cosigner, records }: Deps,
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
      movedKey: (key) => cosigner.movedKey(ledger, key),
      priceOf: (account, gives) => cosigner.priceOf(ledger, account, gives),
    },
  )
  // The memo binds the entity that the write creates to its validator.
  const { creates, transaction } = prepared
  if (creates) transaction.setTransactionMemo(await records.memoFor(ledger, creates.validator))
  const frozen = freezeWrite(ledger, prepared, sender.id, secondsFor(chunksOf(prepared)))
  return { sender: sender.id, prepared, frozen }
}

/**
 * Checks that the sender affects only who pays, if the decision names no sender. With another sender, the write must
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
  // The request has a key only if the decision contains one. If not, the other sender gets a new key that no account
  // has.
  const named = request.body.sender?.key
  const key = named === undefined ? freshKey() : readKey(named, 'sender/key')
  // The other sender has the same holdings as the real one, so that only the id and the key differ.
  const sender = { id, account: { ...own, id, key }, key }
  const theirs = await prepareFor(deps, request, ledger, { sender, facts }).catch(() => undefined)
  if (!theirs || !sameContents(write.frozen, theirs.frozen)) throw needsSender()
}

/** The account that stands in for the sender if the sender is the operator. Every network has it. */
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
 * The operation in the form that decisions use. The path has decoded parameters, because many spellings of a URL reach
 * the same operation.
 */
export const askedOf = ({ operation, params, body }: WriteRequest): AskedOperation => ({
  method: operation.method,
  path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
  schema: operation.body,
  body,
})

/**
 * How long before now a transaction starts, plus what consensus nodes subtract from the end of its window, in
 * milliseconds.
 */
const MARGIN_MS = 15_000
/** The longest valid duration that the network accepts. */
export const LONGEST_SECONDS = 180

/**
 * The valid duration, in seconds, that leaves this many milliseconds until the end of the window; at most the network's
 * maximum.
 */
export const windowSeconds = (timeoutMs: number): number =>
  Math.min(LONGEST_SECONDS, Math.ceil((timeoutMs + MARGIN_MS) / 1000))

export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && Buffer.compare(a, b) === 0

/** Whether two frozen writes have the same contents. Payer and time may differ. */
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
  // A new token's expiry follows from its valid start (`hasOwnExpiry`).
  if (tokenCreation) contents.tokenCreation = { ...tokenCreation, expiry: null }
  if (message?.chunkInfo) {
    const { initialTransactionID: _initial, ...chunkInfo } = message.chunkInfo
    contents.consensusSubmitMessage = { ...message, chunkInfo }
  }
  return proto.TransactionBody.encode(contents).finish()
}
