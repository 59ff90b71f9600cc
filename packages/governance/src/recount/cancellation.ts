/** Checks that a cancelled proposal was cancelled by its creator, before its end. */
import { type Mirror, proposalHash } from '@quorate/ledger'
import { cancellationText, isKeyTime, isProof } from '../model/signed-votes.ts'
import type { Findings } from './findings.ts'
import { type Anchored, isTime } from './topic.ts'

export interface Cancellation {
  /** When the proposal was cancelled, as the service says. */
  at: string
  /** Whether the creator signed the cancellation; if not, it rests on the service's word. */
  signed: boolean
}

/** Returns null if the proposal was not cancelled. */
export async function checkCancellation(
  { proposal, decision, decidedAt }: Pick<Anchored, 'proposal' | 'decision' | 'decidedAt'>,
  mirror: Pick<Mirror, 'keyAt'>,
  faults: Findings,
): Promise<Cancellation | null> {
  if (!proposal || !decision) return null
  const { cancelled, cancellation, decidedAt: at } = decision
  if (!cancelled) {
    if (cancellation) faults.add('the decision has signatures of a cancellation, but says that it was not cancelled')
    return null
  }
  const ledgerAt = decidedAt ?? 0
  if (!isTime(at) || !(at < proposal.endTime))
    faults.add(`it was cancelled at ${at}, when its voting had ended at ${proposal.endTime}`)
  if (!cancellation) return { at, signed: false }
  const { keyAt, signatures } = cancellation
  const { creatorAddress } = proposal
  const isTimely = isKeyTime(keyAt, Date.parse(at)) && Number(keyAt) * 1000 <= ledgerAt + 1
  const key = isTimely ? await mirror.keyAt(creatorAddress, keyAt) : null
  const text = cancellationText({ ...proposal, proposalHash: proposalHash(proposal) })
  if (key && isProof(key, signatures, Buffer.from(text))) return { at, signed: true }
  faults.add(`the signatures of its cancellation do not satisfy the key of ${creatorAddress} at ${keyAt}`)
  return { at, signed: false }
}
