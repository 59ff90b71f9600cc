/** Checks that the accounts that could vote are the members at the start, according to the changes on the topic. */
import { CLOCKS_MS } from '../../governance/records/times.ts'
import type { Findings } from '../findings.ts'
import type { Anchored, AnchoredChange } from '../topic.ts'

/** How many members the DAO's owner added and removed around the vote. */
export interface MembershipChanges {
  /**
   * Members that joined or left before the start, but whose change reached the ledger after the proposal or less than a
   * minute before it. The minute allows for different clocks.
   */
  joinedBefore: number
  leftBefore: number
  /** Members that left between the start and the decision. They may still vote. */
  leftSince: number
}

/** Returns null if an earlier version founded the DAO: its topic does not show who joined and left. */
export function checkMembership(
  members: ReadonlySet<string>,
  { dao, proposal, electorate, changes, proposedAt, changesBefore }: Anchored,
  faults: Findings,
): MembershipChanges | null {
  if (!dao?.membersAnchored || !proposal) return null
  checkCreator(proposal.creatorAddress, dao.ownerAddress, changes.slice(0, changesBefore), faults)
  checkDates(changes, faults)
  if (!electorate) return null
  const startAt = Date.parse(proposal.startTime)
  const before = changes.filter(({ changedAt }) => changedAt < startAt)
  const expected = new Set(Date.parse(dao.createdAt) < startAt ? [dao.ownerAddress] : [])
  for (const change of before) apply(change, expected, faults)
  for (const { account, change, beforeElectorate } of before)
    if (!beforeElectorate)
      faults.add(`${account} was ${change} before the start, but that came after the record of who could vote`)
  for (const account of members)
    if (!expected.has(account))
      faults.add(`${account} could vote, but was not a member at the start according to the topic`)
  for (const account of expected)
    if (!members.has(account)) faults.add(`${account} was a member at the start by the topic, but could not vote`)
  // The service could backdate changes; only the ledger knows when they were written.
  const isRecent = ({ anchoredAt }: AnchoredChange) => anchoredAt >= proposedAt - CLOCKS_MS
  const countOf = (list: AnchoredChange[], wanted: AnchoredChange['change']) =>
    list.filter(({ change }) => change === wanted).length
  const recent = before.filter(isRecent)
  return {
    joinedBefore: countOf(recent, 'added'),
    leftBefore: countOf(recent, 'removed'),
    leftSince: countOf(changes, 'removed') - countOf(before, 'removed'),
  }
}

/** Checks that the proposal's creator was a member. Changes are on the topic before the proposals that follow them. */
function checkCreator(creator: string, owner: string, changes: AnchoredChange[], faults: Findings): void {
  const last = changes.findLast(({ account }) => account === creator)
  if (creator !== owner && last?.change !== 'added')
    faults.add(`${creator}, the creator of the proposal, was not a member according to the topic`)
}

/**
 * Checks all changes, not only those before the start. A change that was dated after the start, though made before it,
 * would also affect who could vote.
 */
function checkDates(changes: readonly AnchoredChange[], faults: Findings): void {
  for (const { account, change, changedAt, anchoredAt } of changes)
    if (changedAt > anchoredAt + CLOCKS_MS)
      faults.add(`${account} was ${change} at ${new Date(changedAt).toISOString()}, but that was on the topic before`)
}

function apply({ account, change }: AnchoredChange, members: Set<string>, faults: Findings): void {
  if (members.has(account) === (change === 'added'))
    faults.add(`${account} was ${change}, but ${change === 'added' ? 'was already a member' : 'was not a member'}`)
  if (change === 'added') members.add(account)
  else members.delete(account)
}
