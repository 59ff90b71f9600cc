/**
 * Limits how many records that start ceremonies count. Each start costs every member at least one record, and blocks
 * other ceremonies while it runs. All nodes read the starts in the same order, so all ignore the same ones.
 */
import { decodeRecord } from '@quorate/frost'
import { nanos } from '@quorate/verify'
import type { TopicMessage } from '@quorate/verify/recount'
import { limits } from '../limits.ts'

const DAY_NS = 86_400_000_000_000n

export type Starts = ReturnType<typeof createStarts>

export function createStarts({ chain, topic }: { chain: string; topic: string }) {
  let counted: { by: string; at: bigint }[] = []
  const refusalAt = (by: string, at: bigint): string | undefined => {
    const within = counted.filter((one) => at - one.at < DAY_NS)
    const own = within.filter((one) => one.by === by)
    if (within.length >= limits.ceremoniesPerDay.value)
      return `${limits.ceremoniesPerDay.value} ceremonies were started within 24 hours, which is the maximum: try again later`
    if (own.length >= limits.ceremoniesOfMember.value)
      return `${by} has started ${limits.ceremoniesOfMember.value} ceremonies within 24 hours, which is the maximum: try again later`
    return undefined
  }
  return {
    /** Whether a message counts. It does not if it starts one ceremony too many. @param message by a member */
    counts({ bytes, payer, completedAt }: TopicMessage): boolean {
      const record = decodeRecord(bytes)
      if (record?.type !== 'start' || record.chain !== chain || record.topic !== topic) return true
      const at = nanos(completedAt)
      if (refusalAt(payer, at) !== undefined) return false
      counted = [...counted.filter((one) => at - one.at < DAY_NS), { by: payer, at }]
      return true
    },
    /** Why a member cannot start a ceremony at `now` (milliseconds since 1970); undefined if it can. */
    refusal: (by: string, now: number): string | undefined => refusalAt(by, BigInt(now) * 1_000_000n),
  }
}
