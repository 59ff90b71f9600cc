/** Finds each member's delegate at a proposal's start, from the records on the topic. */
import { mapInBatches } from '../async/map-in-batches.ts'
import { utf8 } from '../bytes.ts'
import { delegationText, earlierDelegationText } from '../governance/delegations.ts'
import { CLOCKS_MS } from '../governance/records/times.ts'
import type { FindingLists } from './findings.ts'
import type { RecountMirror } from './mirror.ts'
import { standingOf } from './signed-record.ts'
import type { Anchored, AnchoredDelegation } from './topic.ts'

/** The delegations that decide how the votes of absent members count. */
export interface DelegationsAtStart {
  /** The delegations in force for the proposal, at most one per member. */
  inForce: AnchoredDelegation[]
  /** Records of members that ended an earlier delegation. */
  ended: AnchoredDelegation[]
}

/**
 * The members' last delegations before the start. A delegation for the proposal's area takes precedence over one for
 * all areas.
 */
export function delegationsAtStart(
  anchored: Pick<Anchored, 'delegations' | 'delegationEnds' | 'proposal'>,
  members: ReadonlySet<string>,
  { faults }: Pick<FindingLists, 'faults'>,
): DelegationsAtStart {
  const { proposal } = anchored
  if (!proposal?.votingRules.delegation) return { inForce: [], ended: [] }
  const last = lastBefore(anchored, Date.parse(proposal.startTime), faults)
  const general = last.get(ALL) ?? NONE
  const narrower = proposal.area === undefined ? NONE : (last.get(proposal.area) ?? NONE)
  const found: DelegationsAtStart = { inForce: [], ended: [] }
  for (const account of new Set([...general.keys(), ...narrower.keys()])) {
    if (!members.has(account)) continue
    const own = narrower.get(account)
    const other = general.get(account)
    for (const one of [own, other]) if (one?.delegate === null) found.ended.push(one)
    const counted = own?.delegate != null ? own : other
    if (counted?.delegate != null) found.inForce.push(counted)
  }
  return found
}

/** The key of delegations for all areas. No area has an empty name. */
const ALL = ''
const NONE: ReadonlyMap<string, AnchoredDelegation> = new Map()

/** Each member's last delegation before this time, in milliseconds, by area. */
function lastBefore(
  { delegations, delegationEnds }: Pick<Anchored, 'delegations' | 'delegationEnds'>,
  startAt: number,
  faults: FindingLists['faults'],
): Map<string, Map<string, AnchoredDelegation>> {
  const byArea = new Map<string, Map<string, AnchoredDelegation>>()
  const numbers = new Map<string, number>()
  const lastAt = new Map<string, number>()
  const ends = delegationEnds.filter(({ changedAt }) => changedAt < startAt)
  const endUpTo = (count: number) => {
    for (let end = ends[0]; end && end.after <= count; end = ends[0]) {
      for (const area of end.areas === 'all' ? [...byArea.keys()] : end.areas) byArea.delete(area)
      ends.shift()
    }
  }
  for (const [index, delegation] of delegations.entries()) {
    endUpTo(index)
    const { account, area = ALL, number, changedAt, anchoredAt, beforeElectorate } = delegation
    const expected = (numbers.get(account) ?? 0) + 1
    if (number !== expected) faults.add(`delegation ${number} of ${account} is on the topic in place of ${expected}`)
    numbers.set(account, number)
    if (changedAt > anchoredAt + CLOCKS_MS)
      faults.add(`${account} delegated at ${timeOf(changedAt)}, but that was on the topic before`)
    if (changedAt >= startAt) continue
    if (!beforeElectorate)
      faults.add(`${account} delegated before the start, but that came after the record of who could vote`)
    if ((lastAt.get(account) ?? 0) > changedAt)
      faults.add(`delegation ${number} of ${account} is older than the one before it`)
    lastAt.set(account, changedAt)
    const inArea = byArea.get(area) ?? new Map<string, AnchoredDelegation>()
    byArea.set(area, inArea.set(account, delegation))
  }
  endUpTo(delegations.length)
  return byArea
}

/** The delegate of each of these members. */
export const delegatesOf = (inForce: readonly AnchoredDelegation[]): Map<string, string> =>
  new Map(inForce.flatMap(({ account, delegate }) => (delegate === null ? [] : [[account, delegate]])))

/**
 * Counts the delegations that are proved by signatures, with keys that the members still had when the delegations
 * reached the ledger. Only the service vouches for the others.
 */
export async function countSigned(
  delegations: readonly AnchoredDelegation[],
  { chain, daoId, topicId }: { chain: string; daoId: string; topicId: string },
  { mirror, faults, notes }: Pick<FindingLists, 'faults' | 'notes'> & { mirror: Pick<RecountMirror, 'keyAt'> },
): Promise<number> {
  const isSigned = async (delegation: AnchoredDelegation) => {
    const { account, area, delegate, number, changedAt, anchoredAt, proof } = delegation
    if (!proof) return false
    const { keyAt } = proof
    const signed = { chain, daoId, topicId, account, area, delegate, number }
    const standingBy = (text: string) =>
      standingOf(mirror, { account, text: utf8(text), proof, at: changedAt, anchoredAt })
    const present = await standingBy(delegationText(signed))
    // Earlier versions had no areas, and did not state the topic in the signed text.
    const isEarlier = present === 'invalid' && area === undefined
    const standing = isEarlier ? await standingBy(earlierDelegationText(signed)) : present
    if (standing === 'signed') return true
    if (standing === 'invalid') {
      faults.add(`the signatures of delegation ${number} of ${account} do not satisfy its key at ${keyAt}`)
      return false
    }
    notes.add(
      `delegation ${number} of ${account} is signed by its key at ${keyAt}, which was replaced before the delegation reached the topic: it rests on the service's word`,
    )
    return false
  }
  const signed = await mapInBatches(delegations, isSigned, 32)
  return signed.filter(Boolean).length
}

const timeOf = (ms: number): string => new Date(ms).toISOString()
