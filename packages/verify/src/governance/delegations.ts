/**
 * Delegation: a member names another member as its delegate. If the member does not vote, its weight is added to the
 * delegate's vote. If the delegate does not vote either, the weight goes to the delegate's own delegate, and so on, for
 * up to {@link limits.maxDelegationDepth} steps. The delegations at the proposal's start count. A delegation is for one
 * area of the DAO, or for all areas in which the member has no separate delegate.
 *
 * A member's delegations are numbered from 1. The number is in the signed text, so that nobody can send an earlier one
 * again.
 */

import { inDomain } from '../keys/signing-domains.ts'
import { limits } from '../limits.ts'
import { canonicalJson } from '../records/canonical-json.ts'
import type { WeighedBallot } from './counting/ballots.ts'

/** A delegation as its member signs it, in canonical JSON (RFC 8785) after the line of its signing domain. */
export interface SignedDelegation {
  chain: string
  daoId: string
  /** The DAO's topic. Without it, a service could show another topic's delegations, and get a wrong number signed. */
  topicId: string
  account: string
  /** The area of the delegation; absent if it is for all areas without a separate delegate. */
  area?: string | undefined
  /** null to end the delegation. */
  delegate: string | null
  /** 1 for the account's first delegation, then one more each time. */
  number: number
}

/** The text that a member signs to name its delegate, or to end its delegation. */
export function delegationText(signed: SignedDelegation): string {
  const { chain, daoId, topicId, account, area, delegate, number } = signed
  return textOf({ chain, daoId, topicId, account, area, delegate, number })
}

/** The text that earlier versions signed, without a topic or an area. */
export const earlierDelegationText = ({ chain, daoId, account, delegate, number }: SignedDelegation): string =>
  textOf({ chain, daoId, account, delegate, number })

function textOf(signed: object): string {
  const what = canonicalJson(signed)
  return new TextDecoder().decode(inDomain('delegation', what))
}

/**
 * Each member's delegate for a proposal: the one for its area, or else the one for all.
 *
 * @param narrower delegates for the proposal's area; empty if it has none
 */
export const delegatesFor = (
  general: ReadonlyMap<string, string>,
  narrower: ReadonlyMap<string, string>,
): Map<string, string> => new Map([...general, ...narrower])

/**
 * Returns the voter whose vote an account's weight follows; undefined if there is none within the permitted steps.
 *
 * @param delegates each member's delegate at the start, without accounts that were not members
 */
function votesFor(
  account: string,
  delegates: ReadonlyMap<string, string>,
  hasVoted: (account: string) => boolean,
): string | undefined {
  let next = delegates.get(account)
  for (let steps = 1; next !== undefined && steps <= limits.maxDelegationDepth.value; steps++) {
    if (hasVoted(next)) return next
    next = delegates.get(next)
  }
  return undefined
}

/** A member whose weight follows another member's vote. */
export interface Delegated {
  account: string
  voter: string
}

/** The members who have not voted, but whose delegates have. */
export function delegatedVotes(
  delegates: ReadonlyMap<string, string>,
  hasVoted: (account: string) => boolean,
): Delegated[] {
  return [...delegates.keys()].flatMap((account) => {
    const voter = hasVoted(account) ? undefined : votesFor(account, delegates, hasVoted)
    return voter === undefined ? [] : [{ account, voter }]
  })
}

/** The ballots that delegated weights add: each is a copy of the delegate's ballot, with the member's weight. */
export const delegatedBallots = (
  delegated: readonly Delegated[],
  ballotBy: (voter: string) => WeighedBallot['ballot'] | undefined,
  weightOf: (account: string) => bigint,
): WeighedBallot[] =>
  delegated.flatMap(({ account, voter }) => {
    const ballot = ballotBy(voter)
    return ballot ? { ballot, weight: weightOf(account) } : []
  })
