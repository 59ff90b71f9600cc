/**
 * Whether the network may sign the bodies of a write, judged by evidence alone: the request, the bodies, the signature
 * of the account that asks, the DAO's decision, and the mirror. Sessions do not count, and neither do rows of this
 * node's database unless they were read from the ledger. So a node can ask another one, and each checks for itself.
 */
import { proto } from '@hiero-ledger/proto'
import { signaturesFrom, verifiedSignatures } from '@quorate/ledger'
import { ApiError, conflict, unprocessable } from '@quorate/platform'
import { bodyHash, leaves, ownershipText, publicKeyText, satisfied, verifyWalletMessage } from '@quorate/verify'
import type { MissingSigner } from '../answers/writes.ts'
import type { Decision } from '../decisions/decisions.ts'
import { type FrozenWrite, hasOwnExpiry } from '../model/frozen-write.ts'
import { decodeBody, entityIdText } from '../model/transaction-body.ts'
import type { OperatedLedger } from '../operated-ledger.ts'
import type { Due } from '../validators/cosign.ts'
import {
  askedOf,
  type PreparedWrite,
  prepare,
  sameBytes,
  sameContents,
  type WriteDeps,
  type WriteRequest,
} from './prepare.ts'
import { askValidators, type Signed } from './signatures.ts'

export interface Evidence {
  /** The request, and the wallet that is said to ask. */
  request: WriteRequest
  /** The bodies to sign. */
  frozen: FrozenWrite
  /** The evidence that the wallet asks. Only some writes need this. */
  asked: Asked
  /** The request's decision, if it was already read from its topic. It never changes there. */
  decision?: Decision | undefined
}

/** Signatures that can prove who asks. */
export interface Asked {
  /** Over the ownership text: 64 bytes or a SignatureMap. */
  signature?: Uint8Array | undefined
  /** The transactions, with the signatures that they have. */
  transactions: readonly Signed[]
}

export const NOBODY: Asked = { transactions: [] }

type Deps = Pick<WriteDeps, 'settings' | 'cosigner' | 'records' | 'networkId'>

/**
 * Checks that the network may sign the bodies now. For a decision, the first record on the topic must be for these
 * bodies.
 *
 * @throws 409 BYTES_OUTDATED, DECISION_PENDING; 422 INVALID_SIGNATURE; 403 DECISION_DOES_NOT_PERMIT, ENTITY_UNBOUND,
 *     VALIDATOR_REFUSED; and what preparing throws
 */
export async function maySign(
  deps: Deps & Pick<WriteDeps, 'decisions' | 'openings'>,
  ledger: OperatedLedger,
  evidence: Evidence,
): Promise<void> {
  const { request, frozen } = evidence
  const { dao } = request.body
  const decision = evidence.decision ?? (dao && (await deps.decisions.read(ledger, dao, askedOf(request))))
  if (decision) await deps.openings.assertFirst(ledger, decision, frozen)
  await permitted(deps, ledger, { ...evidence, decision })
}

export interface Permitted {
  write: PreparedWrite
  due: Due
}

/**
 * Prepares the request's write, and checks that the bodies are that write's. Returns it with the network keys that must
 * sign.
 *
 * @throws 409 BYTES_OUTDATED; 422 INVALID_SIGNATURE; 403 ENTITY_UNBOUND, VALIDATOR_REFUSED; and what preparing throws
 */
export async function permitted(deps: Deps, ledger: OperatedLedger, evidence: Evidence): Promise<Permitted> {
  const { request, frozen, decision } = evidence
  const made = await prepare(deps, request, ledger)
  if (!isSameWrite(made, frozen))
    throw conflict('BYTES_OUTDATED', 'These bytes differ from what the request would give now: request new ones')
  const write = { ...made, frozen }
  const asks = (asker: string | undefined) => askValidators(deps.cosigner, request, ledger, write, { decision, asker })
  const due = await firstAsNobody(asks, () => shownAsker(deps, ledger, evidence))
  return { write, due }
}

/**
 * Asks the validators without an asker. If they refuse, asks them again with the account that `findAsker` finds.
 *
 * @throws 403 ENTITY_UNBOUND, VALIDATOR_REFUSED
 */
export async function firstAsNobody<T>(
  asks: (asker: string | undefined) => Promise<T>,
  findAsker: () => Promise<string | undefined>,
): Promise<T> {
  try {
    return await asks(undefined)
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.code === 'VALIDATOR_REFUSED'
    const asker = isRefusal ? await findAsker() : undefined
    if (asker === undefined) throw error
    return asks(asker)
  }
}

/** The text that the request's wallet signs to prove that it asks for these bodies. */
export const textOf = ({ networkId }: Pick<WriteDeps, 'networkId'>, ledger: OperatedLedger, given: Evidence): string =>
  ownershipText({
    chain: ledger.chain,
    dkgId: networkId(ledger),
    bodyHash: bodyHash(given.frozen.bodies),
    maxCustomFees: given.request.body.maxCustomFees,
  })

/**
 * Returns the request's wallet if signatures that satisfy its key on the ledger prove that it asks; undefined if there
 * are none. They may be over the ownership text or over the bodies. The bodies do not show which custom fees the
 * request permits, so if it permits any, only the text counts.
 *
 * @throws 422 INVALID_SIGNATURE if signatures over the text do not satisfy the key
 */
async function shownAsker(deps: Deps, ledger: OperatedLedger, evidence: Evidence): Promise<string | undefined> {
  const { request, frozen, asked } = evidence
  const { walletId } = request.session
  const account = await ledger.mirror.account(walletId)
  if (!account?.key || account.deleted) return undefined
  const candidates = leaves(account.key)
  const signatures = asked.signature ? signaturesFrom(asked.signature) : []
  const text = new TextEncoder().encode(textOf(deps, ledger, evidence))
  const verifies = verifyWalletMessage
  const shown = new Set(
    verifiedSignatures(text, signatures, candidates, { verifies }).map((one) => publicKeyText(one.publicKey)),
  )
  if (request.body.maxCustomFees === undefined)
    for (const id of signersOfAll(frozen, asked.transactions, candidates)) shown.add(id)
  if (satisfied(account.key, shown)) return walletId
  if (signatures.length === 0) return undefined
  throw unprocessable(
    'INVALID_SIGNATURE',
    `ownership/signature does not satisfy the key of ${walletId} on the ledger: sign the text in the answer`,
  )
}

/** The candidates that have signed every body. */
function signersOfAll(
  { bodies }: FrozenWrite,
  transactions: readonly Signed[],
  candidates: ReturnType<typeof leaves>,
): Set<string> {
  const signersOf = (body: Uint8Array): Set<string> => {
    const { signatures = [] } = transactions.find(({ bodyBytes }) => Buffer.compare(bodyBytes, body) === 0) ?? {}
    return new Set(verifiedSignatures(body, signatures, candidates).map(({ publicKey }) => publicKeyText(publicKey)))
  }
  const [first = new Set<string>(), ...others] = bodies.map(signersOf)
  return others.reduce((all, some) => all.intersection(some), first)
}

/** Whether the signatures that a body still lacks will also prove that the account asks. */
export async function showsAsker(
  ledger: OperatedLedger,
  { walletId }: WriteRequest['session'],
  missing: readonly MissingSigner[],
): Promise<boolean> {
  const key = (await ledger.mirror.account(walletId))?.key
  const all = missing.filter(({ leaves: keys, count }) => keys.length === count).flatMap((one) => one.leaves)
  return !!key && satisfied(key, new Set(all.map(publicKeyText)))
}

/**
 * Whether the bodies are the write's: they have the same contents and payer, their chunks belong to one message, and no
 * other reader could read them differently.
 */
function isSameWrite({ frozen, sender }: PreparedWrite, given: FrozenWrite): boolean {
  if (!sameContents(frozen, given)) return false
  const bodies = given.bodies.map(decodeBody)
  const first = JSON.stringify(bodies[0]?.transactionID)
  return bodies.every((body, index) => {
    const { transactionID, consensusSubmitMessage: message } = body
    const { accountID, scheduled, nonce } = transactionID ?? {}
    const initial = message?.chunkInfo?.initialTransactionID
    const isOfSender = entityIdText(accountID, accountID?.accountNum) === sender && !scheduled && !nonce
    const isPlain = sameBytes(given.bodies[index], proto.TransactionBody.encode(body).finish())
    return isOfSender && isPlain && hasOwnExpiry(body) && (!initial || JSON.stringify(initial) === first)
  })
}
