import { type Ledger, type MirrorSchedule, readSubmission, withSignatures } from '@quorate/ledger'
import { createSteps, type Database } from '@quorate/platform'
import { canonicalSignature, type Leaf, leafFromBytes, leaves, publicKeyText, verify } from '@quorate/verify'
import type { Announcements } from '../../../events/announcements.ts'
import type { CountedSignature, Request } from '../../../model/request.ts'
import { people, presentKeys, signedKeys } from '../../../model/signatures.ts'
import { insertSignatures } from '../../../store/events.ts'
import { noteWaiting } from '../../../store/inbox.ts'
import { findRequest, lockRequest } from '../../../store/requests.ts'
import { draftedBodies, verifyShown } from '../../../store/schedules.ts'
import type { Tables } from '../../../store/tables.ts'
import { readOnce } from '../../reads.ts'

/** The maximum number of signatures that one check verifies. They take 60 ms, or 200 ms for secp256k1. */
const VERIFICATIONS_PER_LOOK = 300

interface Deps {
  database: Database<Tables>
  announcements: Announcements
}

/**
 * Counts the signatures that the mirror shows, by keys that the ledger asks for. A signature certainly reached the
 * ledger if it verifies over a transaction that was offered here, and the mirror shows it with exactly that
 * transaction. Any other signature is uncertain, for two reasons. Anybody can repeat a seen signature in another
 * transaction. And the payer of a transaction can execute a different one under its id, with others' signatures of the
 * first; the payer's own signature of the second does not verify over the first.
 */
export async function countShown(
  { database, announcements }: Deps,
  ledger: Ledger,
  request: Request,
  { signatures }: MirrorSchedule,
): Promise<void> {
  const found = await newIn(signatures, request)
  if (found.length === 0) return
  const bodies = [request.bodyBytes, ...(await draftedBodies(database.read, request.jobId))]
  const { certain, others } = await sorted(readOnce(ledger), { found, bodies, signatures })
  const noted = new Set(request.signatures.map(({ publicKey }) => publicKey))
  const added = [
    ...certain.values(),
    ...others.values().filter(({ publicKey }) => !certain.has(publicKey) && !noted.has(publicKey)),
  ]
  if (added.length === 0) return
  await database.change(async (trx) => {
    await lockRequest(trx, request.jobId)
    await verifyShown(trx, request.jobId, [...certain.values()])
    await insertSignatures(trx, request, added)
    const signed = await findRequest(trx, request.jobId)
    if (!signed) return
    await noteWaiting(trx, [signed])
    trx.onCommit(() => {
      for (const signature of added) announcements.signatureAdded(signed, signature)
    })
  })
}

/** The shown signatures by keys that the ledger asks for, without those that count already. */
async function newIn(signatures: MirrorSchedule['signatures'], request: Request): Promise<ShownSignature[]> {
  const counted = signedKeys(request)
  const asked = leavesAsked(request)
  const found: ShownSignature[] = []
  const steps = createSteps()
  // An owner may send thousands of invalid signatures along with its own, and the mirror shows all of them.
  for (const shown of signatures) {
    const one = signatureOf(asked, shown)
    if (one && !counted.has(one.publicKey)) found.push(one)
    await steps.done(1 + asked.length / 10)
  }
  return found
}

/** Which signatures certainly reached the ledger, and which may have, by key. */
async function sorted(
  { mirror }: Ledger,
  {
    found,
    bodies,
    signatures,
  }: { found: ShownSignature[]; bodies: Uint8Array[]; signatures: MirrorSchedule['signatures'] },
) {
  const [certain, others] = [new Map<string, CountedSignature>(), new Map<string, CountedSignature>()]
  // Others may send any number of invalid signatures, so only the most recent ones are checked.
  const most = Math.max(1, Math.floor(VERIFICATIONS_PER_LOOK / bodies.length))
  const wholly = new Map<Uint8Array, boolean>()
  /** Whether all signatures that the mirror shows for the time of the body's execution verify over the body. */
  const isOver = (body: Uint8Array, time: string): boolean =>
    wholly.getOrInsertComputed(body, () =>
      signatures
        .filter(({ consensusTimestamp }) => consensusTimestamp === time)
        .every(({ publicKeyPrefix, signature }) => isSignature(publicKeyPrefix, body, signature)),
    )
  for (const { leaf, consensusTimestamp, ...signature } of found.slice(-most)) {
    const { publicKey } = signature
    const body = bodies.find((one) => verify(leaf, one, signature.signature))
    const transactionId = body && (await mirror.transactionIdAt(consensusTimestamp))
    // If the mirror does not show the transaction yet, a later check asks again.
    if (transactionId === null) continue
    if (body && transactionId === transactionIdIn(body) && isOver(body, consensusTimestamp))
      certain.set(publicKey, signature)
    else others.set(publicKey, { ...signature, byMirror: true })
  }
  return { certain, others }
}

/** A signature on the mirror, and the consensus timestamp of the transaction that contained it. */
type ShownSignature = CountedSignature & { leaf: Leaf; consensusTimestamp: string }

/** A key that the ledger asks for, and the account here that has the key. */
interface AskedLeaf {
  leaf: Leaf
  bytes: Buffer
  publicKey: string
  senderId: string | undefined
}

/** The keys that the ledger asks for, each once. */
function leavesAsked(request: Request): AskedLeaf[] {
  const senders = new Map(
    [...people(request)]
      .toReversed()
      .flatMap(([account, keys]) => keys.flatMap(leaves).map((leaf) => [publicKeyText(leaf), account] as const)),
  )
  const asked = new Map(
    presentKeys(request)
      .flatMap(leaves)
      .map((leaf) => [publicKeyText(leaf), leaf] as const),
  )
  return [...asked].map(([publicKey, leaf]) => ({
    leaf,
    bytes: Buffer.from(leaf.bytes),
    publicKey,
    senderId: senders.get(publicKey),
  }))
}

/**
 * Reads a signature from the mirror. Undefined if it is malformed, if its prefix does not name exactly one of the keys
 * that the ledger asks for, or if no account in the request has that key.
 */
function signatureOf(
  asked: readonly AskedLeaf[],
  { publicKeyPrefix, signature, consensusTimestamp }: MirrorSchedule['signatures'][number],
): ShownSignature | undefined {
  const { length } = publicKeyPrefix
  if (length === 0) return undefined
  const [found, ...others] = asked.filter(({ bytes }) => bytes.subarray(0, length).equals(publicKeyPrefix))
  if (found?.senderId === undefined || others.length > 0) return undefined
  const { leaf, publicKey, senderId } = found
  const timestamp = new Date(Math.floor(Number(consensusTimestamp) * 1000))
  const canonical = canonicalSignature(leaf.type, signature)
  return canonical && { senderId, publicKey, signature: canonical, timestamp, leaf, consensusTimestamp }
}

/** Whether it is a signature over the body by the key, which the prefix must contain in full. */
function isSignature(prefix: Uint8Array, body: Uint8Array, signature: Uint8Array): boolean {
  const leaf = leafFromBytes(prefix)
  return leaf !== undefined && verify(leaf, body, signature)
}

const transactionIdIn = (bodyBytes: Uint8Array): string => readSubmission(withSignatures(bodyBytes, [])).transactionId
