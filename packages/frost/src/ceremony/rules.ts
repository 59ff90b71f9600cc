/**
 * The rules for a ceremony's records. A broken rule is a fault of the sender, or of the dealer that it rightly accuses.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { BASE, type Point, readPoint } from '../group/group.ts'
import { digest } from '../group/hashing.ts'
import { type GroupKey, groupKeyDigest } from '../group-key.ts'
import { isEqual } from '../proofs/equality.ts'
import { isKnown } from '../proofs/knowledge.ts'
import type { Commit, Complaint, Confirm, Deal, Proven } from '../records/schema.ts'
import { openShare } from '../shares/sealing.ts'
import { dealersOf, dealtPoint, isNew, pointsOf, receiversOf, verifyingShareOf } from './plans.ts'
import { type Committed, dealsOf, type Fault, type Round, type State } from './state.ts'

/** The contexts of proofs about a member's different secrets. */
export const claimContext = (context: Uint8Array, purpose: 'part' | 'sealing' | 'share', about = ''): Uint8Array =>
  digest('Quorate frost claim v1', context, purpose, about)

/** Returns the points that the record commits to, or the sender's fault. */
export function readCommit(state: State, record: Commit): Committed | Fault {
  const { from: number, commitments, proof } = record
  const isDealer = dealersOf(state).includes(number)
  const isReceiver = receiversOf(state, 1).includes(number) || receiversOf(state, 2).includes(number)
  const proves = isNew(state.start.kind)
  const has = (field: unknown, isExpected: boolean) => (field !== undefined) === isExpected
  const isComplete =
    has(record.receiving, isReceiver) &&
    [record.sealing, record.sealingProof, commitments].every((field) => has(field, isDealer)) &&
    has(proof, proves)
  if (!isComplete) return 'WRONG_COMMITMENTS'
  let committed: Committed
  try {
    const point = (text: string | undefined): Point | undefined => (text === undefined ? undefined : readPoint(text))
    const points = isDealer ? pointsOf(state, number, (commitments ?? []).map(readPoint)) : []
    if (!points) return 'WRONG_COMMITMENTS'
    committed = { receiving: point(record.receiving), sealing: point(record.sealing), points }
  } catch {
    return 'WRONG_COMMITMENTS'
  }
  const claim = (purpose: 'part' | 'sealing') => ({ number, context: claimContext(state.context, purpose) })
  const { sealing, points } = committed
  if (sealing && !isKnown(claim('sealing'), sealing, record.sealingProof ?? '')) return 'WRONG_PROOF'
  const [part] = points
  if (proves && !(part && isKnown(claim('part'), part, proof ?? ''))) return 'WRONG_PROOF'
  return committed
}

/** The sealed shares by receiver, or the sender's fault. A dealer keeps its own share. */
export function readDeal(state: State, { from, shares }: Deal): Map<number, string> | Fault {
  const expected = state.receivers.filter((number) => number !== from)
  const isComplete = shares.length === expected.length && shares.every(({ to }, index) => to === expected[index])
  return isComplete ? new Map(shares.map(({ to, sealed }) => [to, sealed])) : 'INCOMPLETE_DEAL'
}

/** Whether the evidence proves that the dealer sealed a wrong share for `from`. If not, the complaint is false. */
export function isProved(state: State, round: Round, from: number, { dealer, shared, proof }: Complaint): boolean {
  const sealed = dealsOf(state, round).get(dealer)?.get(from)
  const [key, other] = [state.commits.get(from)?.receiving, state.commits.get(dealer)?.sealing]
  if (sealed === undefined || !key || !other) return false
  let point: Point
  try {
    point = readPoint(shared)
  } catch {
    return false
  }
  const { context } = state
  if (!isEqual({ context, key, other, shared: point }, proof)) return false
  const share = openShare({ context, round, dealer, receiver: from }, point, sealed)
  return share === undefined || !BASE.multiplyUnsafe(share).equals(dealtPoint(state, round, dealer, from))
}

/** Whether the record contains the same key and proves that the sender has its share. */
export function isConfirmed(state: State, result: GroupKey, { from, result: named, proof }: Confirm): boolean {
  const expected = groupKeyDigest(result)
  const context = claimContext(state.context, 'share', expected)
  return named === expected && isKnown({ number: from, context }, verifyingShareOf(result, from), proof)
}

/** Begins every test message, so that its signature is valid for nothing else. */
export const TEST_DOMAIN = 'Quorate signing test v1\n'

/**
 * The message that members sign to show that their shares work. It contains the ceremony's id, so a signature that was
 * made with other shares of the same key does not count.
 * @param nonce 16 bytes, hex
 */
export const testMessage = (dkgId: string, nonce: string): Uint8Array => utf8ToBytes(`${TEST_DOMAIN}${dkgId}\n${nonce}`)

/** Whether the record contains the key's signature of its test message. */
export const isSignedTest = ({ dkgId, publicKey }: GroupKey, { nonce, made }: Proven): boolean =>
  ed25519.verify(hexToBytes(made), testMessage(dkgId, nonce), hexToBytes(publicKey), { zip215: false })

/** The digest that binds records to a ceremony: a hash of the start's bytes and its consensus timestamp. */
export const contextOf = (bytes: Uint8Array, timestamp: string): Uint8Array =>
  digest('Quorate frost ceremony v1', bytes, timestamp)

export const contextText = (state: Pick<State, 'context'>): string => bytesToHex(state.context)
