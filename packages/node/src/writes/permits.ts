/**
 * The bytes that this node signs with its share when another member asks: exactly those that it would sign if it were
 * alone. Only the evidence counts, not what the other member says.
 */
import { memoized } from '@quorate/ledger'
import { badRequest, conflict, forbidden } from '@quorate/platform'
import { nanos, publicKeyText } from '@quorate/verify'
import { ballotKeyText } from '@quorate/verify/recount'
import type { Parts } from '../ballot-keys/parts.ts'
import { type Decision, withDecidedSender } from '../decisions/decisions.ts'
import { permittedSignature } from '../decisions/wallet-signatures.ts'
import { type FrozenWrite, frozenFrom, windowOf } from '../model/frozen-write.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { BallotKeyEvidence, SignatureEvidence, WriteEvidence } from '../shared-key/signing/questions.ts'
import type { Permits } from '../shared-key/signing/signing.ts'
import { assertNetworkLast, checkNetworkPays, payerMustSign } from './decided-write.ts'
import { type Evidence, permitted } from './evidence.ts'
import { readRequest } from './owned-write.ts'
import { askedOf, checkSenderIndependent, LONGEST_SECONDS, prepare, type WriteDeps } from './prepare.ts'
import { signedIn } from './signatures.ts'

/** The largest clock difference between two nodes at which windows are still accepted, in milliseconds. */
const MAX_SKEW_MS = 10_000

type Deps = Pick<
  WriteDeps,
  'settings' | 'cosigner' | 'records' | 'networkId' | 'decisions' | 'openings' | 'conditional' | 'creations' | 'clock'
> &
  Parameters<typeof permittedSignature>[0] & {
    ledger: OperatedLedger
    parts: Pick<Parts, 'has'>
    /** The time from which this node knows all accounts that may open decisions, in nanoseconds. */
    knownSince(): Promise<bigint | undefined>
  }

export const createPermits =
  (deps: Deps): Permits =>
  async (evidence, from, publicKey) => {
    const ledger = { ...deps.ledger, mirror: memoized(deps.ledger.mirror) }
    if ('write' in evidence) return bodiesOf(deps, ledger, evidence.write, { from, publicKey })
    if ('ballotKey' in evidence) return [await ballotKeyBytes(deps, evidence.ballotKey)]
    return [await bytesOf(deps, ledger, evidence.walletSignature, { from, publicKey })]
  }

/** The member that asks, and the network key, in raw hex, that is to sign. */
interface By {
  from: string
  publicKey: string
}

/** The text that ties the ballot key to its vote, if this node has kept its part of the key. */
async function ballotKeyBytes({ parts }: Deps, { purpose, publicKey }: BallotKeyEvidence): Promise<Uint8Array> {
  if (await parts.has(purpose, publicKey)) return ballotKeyText(purpose, publicKey)
  throw forbidden('SIGNING_REFUSED', `This node has no part of the ballot key ${publicKey}`)
}

/** The bytes that a wallet's owner must sign according to a DAO's decision. */
async function bytesOf(
  deps: Deps,
  ledger: OperatedLedger,
  { bodyBytes, ...given }: SignatureEvidence,
  { from, publicKey }: By,
): Promise<Uint8Array> {
  const asked = { ...given, bodyBytes: bodyBytes === undefined ? undefined : bytesIn(bodyBytes) }
  const { bytes, networkKey } = await permittedSignature(deps, ledger, asked, from)
  if (publicKeyText(networkKey) === publicKey) return bytes
  throw notShared()
}

/** The bodies of a write. */
async function bodiesOf(
  deps: Deps,
  ledger: OperatedLedger,
  given: WriteEvidence,
  { from, publicKey }: By,
): Promise<readonly Uint8Array[]> {
  const evidence = await evidenceIn(deps, ledger, given)
  const { frozen, decision } = evidence
  assertWindow(deps, frozen, decision)
  if (decision) await assertFree(deps, ledger, decision, frozen)
  const { write, due } = await permitted(deps, ledger, evidence)
  if (!due.signers.some((key) => publicKeyText(key) === publicKey)) throw notShared()
  if (decision) {
    if (!(await payerMustSign(ledger, write, due))) await checkNetworkPays(deps, ledger, decision, write)
    await assertNetworkLast(ledger, write, due, evidence.asked.transactions)
  } else {
    deps.cosigner.assertNobodyJoins(due)
    if (deps.conditional.within(frozen, due, MAX_SKEW_MS) !== frozen) throw outdated()
    await deps.conditional.count(ledger, frozen, due, given.wallet, from)
  }
  if (due.effect.creates) await deps.creations.note(ledger, frozen)
  return frozen.bodies
}

/**
 * Checks that the decision was opened for these bodies, and was not carried out before. A member that joined later
 * cannot know who opened the decision earlier.
 *
 * @throws 403 SIGNING_REFUSED; 409 DECISION_PENDING, DECISION_USED; 503 MIRROR_UNAVAILABLE
 */
async function assertFree(deps: Deps, ledger: OperatedLedger, decision: Decision, frozen: FrozenWrite): Promise<void> {
  const since = await deps.knownSince()
  if (since === undefined || nanos(decision.consensusTimestamp) < since)
    throw forbidden('SIGNING_REFUSED', 'dao: the decision is from before this member knew who could open decisions')
  await deps.openings.assertOpened(ledger, decision, frozen)
}

const notShared = () => forbidden('SIGNING_REFUSED', 'This write does not need a signature of the shared key')
const bytesIn = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'))

/** @throws 400 VALIDATION_FAILED; and what reading the decision throws */
async function evidenceIn(deps: Deps, ledger: OperatedLedger, given: WriteEvidence): Promise<Evidence> {
  const session = { walletId: given.wallet, chain: ledger.chain, role: 'user' } as const
  const request = readRequest(given.request, session)
  if (!request) throw badRequest('VALIDATION_FAILED', "write/request does not match its operation's schema")
  const transactions = signedIn(bytesIn(given.bytes))
  const signature = given.ownership === undefined ? undefined : bytesIn(given.ownership)
  const frozen = frozenFrom(transactions.map(({ bodyBytes }) => bodyBytes))
  const evidence = { request, frozen, asked: { signature, transactions } }
  const { dao } = request.body
  if (!dao) return evidence
  const decision = await deps.decisions.read(ledger, dao, askedOf(request))
  const decided = withDecidedSender(request, decision)
  if (decision.sender?.id === undefined)
    await checkSenderIndependent(deps, decided, ledger, await prepare(deps, decided, ledger))
  return { ...evidence, request: decided, decision }
}

/**
 * Checks that the bodies are valid now, are all for one consensus node, and are valid no longer than the network
 * accepts. If they are for a decision, they must end no later than it does.
 *
 * @throws 409 BYTES_OUTDATED
 */
function assertWindow({ clock }: Deps, frozen: FrozenWrite, decision: Decision | undefined): void {
  const now = clock.now()
  for (const { startsAt, endsAt, nodeId } of frozen.bodies.map(windowOf)) {
    const isNow = startsAt <= now + MAX_SKEW_MS && endsAt > now - MAX_SKEW_MS
    const isShort = endsAt - startsAt <= LONGEST_SECONDS * 1000 && endsAt - startsAt > 0
    const isDecided = decision?.validUntil === undefined || endsAt <= decision.validUntil
    if (!isNow || !isShort || !isDecided || nodeId !== frozen.nodeId) throw outdated()
  }
}

const outdated = () => conflict('BYTES_OUTDATED', 'This node would not sign bytes with this window')
