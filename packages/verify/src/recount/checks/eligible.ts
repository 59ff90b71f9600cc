/** Counts the weight of all eligible voters, for a quorum, and compares it with the published weight. */
import { mapInBatches } from '../../async/map-in-batches.ts'
import { needsAllWeights } from '../../governance/counting/tally.ts'
import type { DecisionRecord, ProposalRecord } from '../../governance/records/records.ts'
import { weighedBetween } from '../../governance/records/times.ts'
import { type HoldingQuestion, SNAPSHOT_AGE_MS } from '../../mirror/statement/history.ts'
import { isEntityId } from '../../values/ids/entity-ids.ts'
import type { Findings } from '../findings.ts'
import type { RecountMirror } from '../mirror.ts'
import { heldAt, pagesFor } from '../weights.ts'

export interface Voting {
  proposal: ProposalRecord
  members: ReadonlySet<string>
  /** Members that are not accounts on the ledger. */
  absent: ReadonlySet<string>
  /** The weight of each vote, by voter. */
  cast: ReadonlyMap<string, bigint>
  mirror: Pick<RecountMirror, 'holdingAt'>
  /** Called with the number of members weighed so far; may throw. */
  onBatch?: (done: number) => void
}

export interface Eligible {
  weight: bigint
  /** The weight that each member adds; empty if all votes weigh the same. */
  parts: Part[]
}

interface Part {
  account: string
  weight: bigint
  /** Whether its history is too long to follow. Then it adds its balance in the mirror's earlier snapshot. */
  isTooLong: boolean
}

/** The mirror question for a member's weight. */
export function questionOf({ votingRules, startTime }: ProposalRecord, account: string): HoldingQuestion {
  const { tokenId, votingDelay } = votingRules
  return { account, tokenId, ...weighedBetween(Date.parse(startTime), votingDelay) }
}

/** Returns null if no rule needs it. */
export async function countEligible({
  proposal,
  members,
  absent,
  cast,
  mirror,
  onBatch,
}: Voting): Promise<Eligible | null> {
  if (!proposal.votingRules.tokenWeighted) return { weight: BigInt(members.size), parts: [] }
  if (!needsAllWeights(proposal)) return null
  const accounts = [...members].filter((account) => isEntityId(account) && !absent.has(account))
  const maxPages = pagesFor(members.size)
  const parts = await mapInBatches(
    accounts,
    async (account): Promise<Part> => {
      const { held, isTooLong } = await heldAt(mirror, { ...questionOf(proposal, account), maxPages })
      const voted = cast.get(account) ?? 0n
      return { account, weight: voted > held ? voted : held, isTooLong }
    },
    32,
    onBatch,
  )
  return { weight: sumOf(parts), parts }
}

/** The maximum number of accounts that a doubt names whose balances cannot be followed. */
const NAMED = 3

/**
 * Compares the published eligible weight with the counted one. If they differ, the service's mirror may have had other
 * snapshots. If a member's history could be too long from an older snapshot, nobody knows which weight the member
 * added. Returns the weight that decides the result.
 */
export async function checkEligible(
  { cancelled, result }: DecisionRecord,
  counted: Eligible | null,
  voting: Voting,
  { faults, doubts }: { faults: Findings; doubts: Findings },
): Promise<bigint | null> {
  const own = counted?.weight ?? null
  const { eligibleWeight: published } = result
  if (published === (own?.toString() ?? null) || (cancelled && published === null)) return own
  const differ = `the published eligible weight is ${published}: counted ${own}`
  const unknown = published === null ? new Set<string>() : await unfollowed(counted?.parts ?? [], voting)
  if (published === null || unknown.size === 0) {
    faults.add(differ)
    return own
  }
  const least = sumOf(
    (counted?.parts ?? []).map(({ account, weight }) => ({
      weight: unknown.has(account) ? (voting.cast.get(account) ?? 0n) : weight,
    })),
  )
  if (BigInt(published) < least) {
    faults.add(`${differ}, and at least ${least} without the accounts whose holdings cannot be followed on this mirror`)
    return own
  }
  const [named, more] = [[...unknown].slice(0, NAMED), unknown.size - NAMED]
  doubts.add(
    `${differ}; on this mirror the holdings of ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} cannot be followed, as there were too many transactions`,
  )
  return BigInt(published)
}

/**
 * Members whose history is too long to follow from the counted snapshot, or from an older one. Another mirror may have
 * had only the older one.
 */
async function unfollowed(parts: readonly Part[], { proposal, members, mirror }: Voting): Promise<Set<string>> {
  const older = { snapshotAgeMs: 2 * SNAPSHOT_AGE_MS, maxPages: pagesFor(members.size) }
  const isUnknown = async ({ account, isTooLong }: Part): Promise<boolean> =>
    isTooLong || (await heldAt(mirror, { ...questionOf(proposal, account), ...older })).isTooLong
  const found = await mapInBatches(parts, isUnknown, 32)
  return new Set(parts.filter((_, index) => found[index]).map(({ account }) => account))
}

const sumOf = (parts: readonly { weight: bigint }[]): bigint => parts.reduce((sum, { weight }) => sum + weight, 0n)
