import { afterProbe, type Standing, unknown } from '../model/standing.ts'
import type { Member } from './members.ts'

export type LiveMembers = ReturnType<typeof createLiveMembers>

/**
 * The members of the network as the node `self` sees them, and whether enough of them are live. `least` is how many
 * must be live, including this node; the majority if undefined.
 */
export function createLiveMembers(self: string, least: number | undefined) {
  /** Undefined until the list has been read. */
  let known: readonly Member[] | undefined
  const standings = new Map<string, Standing>()

  const others = (): readonly Member[] => known?.filter(({ walletId }) => walletId !== self) ?? []
  const size = (): number => others().length + 1
  const standing = (id: string): Standing => standings.get(id) ?? unknown
  const live = (): number => 1 + others().filter(({ walletId }) => standing(walletId).live).length
  const threshold = (): number => least ?? Math.floor(size() / 2) + 1
  return {
    /** Whether the list has been read. */
    isKnown: (): boolean => known !== undefined,
    /** The node's own entry in the list; undefined if the list does not name the node. */
    own: (): Member | undefined => known?.find(({ walletId }) => walletId === self),
    others,
    standing,
    counts: () => ({ live: live(), threshold: threshold(), members: size() }),
    isLive: (): boolean => known !== undefined && live() >= threshold(),
    /** Which members this node sees as live. */
    sees: (): Record<string, boolean> => ({
      [self]: true,
      ...Object.fromEntries(others().map(({ walletId }) => [walletId, standing(walletId).live])),
    }),
    /** Replaces the list. Forgets the standing of members that the list no longer contains. */
    replace(members: readonly Member[]): void {
      known = members
      const ids = new Set(known.map(({ walletId }) => walletId))
      for (const id of standings.keys()) if (!ids.has(id)) standings.delete(id)
    },
    /** Stores the result of a probe. Returns true if the member has just stopped being live. */
    probed(id: string, agreement: number | undefined, at: number): boolean {
      const before = standing(id)
      const after = afterProbe(before, agreement, at)
      standings.set(id, after)
      return before.live && !after.live
    },
  }
}
