/** Checks that a cancelled proposal was cancelled by its creator, before its end. */
import { utf8 } from '../../bytes.ts'
import { proposalHash } from '../../governance/records/proposal-hash.ts'
import { CLOCKS_MS } from '../../governance/records/times.ts'
import { cancellationText } from '../../governance/signatures/signed-votes.ts'
import type { Findings } from '../findings.ts'
import type { RecountMirror } from '../mirror.ts'
import { standingOf } from '../signed-record.ts'
import { type Anchored, isTime } from '../topic.ts'

export interface Cancellation {
  /** When the proposal was cancelled, according to the service. */
  at: string
  /**
   * Whether the creator signed the cancellation with the key that it had when the cancellation reached the ledger. If
   * not, only the service vouches for the cancellation.
   */
  signed: boolean
  /**
   * The time, `seconds.nanos`, when the creator still had the signing key, if it replaced the key before the
   * cancellation reached the ledger; otherwise null.
   */
  replacedKeyAt: string | null
}

/** Returns null if the proposal was not cancelled. */
export async function checkCancellation(
  anchored: Pick<Anchored, 'dao' | 'changes' | 'changesBefore' | 'proposal' | 'decision' | 'decidedAt'>,
  mirror: Pick<RecountMirror, 'keyAt'>,
  faults: Findings,
): Promise<Cancellation | null> {
  const { proposal, decision, decidedAt } = anchored
  if (!proposal || !decision) return null
  const { cancelled, cancellation, decidedAt: at } = decision
  if (!cancelled) {
    if (cancellation) faults.add('the decision has signatures of a cancellation, but says that it was not cancelled')
    return null
  }
  if (!isTime(at) || !(at < proposal.endTime))
    faults.add(`it was cancelled at ${at}, when its voting had ended at ${proposal.endTime}`)
  const earliest = newestBefore(anchored)
  if (Date.parse(at) < earliest - CLOCKS_MS)
    faults.add(
      `it was cancelled at ${at}, before it was proposed: the DAO's records before it go to ${timeOf(earliest)}`,
    )
  const unsigned = { at, signed: false, replacedKeyAt: null }
  if (!cancellation) return unsigned
  const { keyAt } = cancellation
  const { creatorAddress: account } = proposal
  const text = utf8(cancellationText({ ...proposal, proposalHash: proposalHash(proposal) }))
  const given = { account, text, proof: cancellation, at: Date.parse(at), anchoredAt: decidedAt ?? 0 }
  const standing = await standingOf(mirror, given)
  if (standing === 'invalid') {
    faults.add(`the signatures of its cancellation do not satisfy the key of ${account} at ${keyAt}`)
    return unsigned
  }
  const signed = standing === 'signed'
  return { at, signed, replacedKeyAt: signed ? null : keyAt }
}

/**
 * The newest time in the DAO's records before the proposal, in milliseconds. The service wrote these records no later
 * than the proposal.
 */
const newestBefore = ({ dao, changes, changesBefore }: Pick<Anchored, 'dao' | 'changes' | 'changesBefore'>): number =>
  changes
    .slice(0, changesBefore)
    .reduce((newest, { changedAt }) => Math.max(newest, changedAt), Date.parse(dao?.createdAt ?? '') || 0)

const timeOf = (ms: number): string => new Date(ms).toISOString()
