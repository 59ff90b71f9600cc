/** Counts serials of a non-fungible token by their moves. */
import { createSteps, type Steps } from '../async/steps.ts'

/** A serial's move to an account; `to` is null if it was burned or wiped. */
export interface Move {
  at: bigint
  serial: number
  to: string | null
}

/**
 * The number of serials that each account held right after `since`, or the least that it held after a later
 * transaction. Only accounts that lose a serial in a transaction can hold less after it.
 */
export async function leastHeld(histories: Move[][], since: bigint): Promise<Map<string, bigint>> {
  const steps = createSteps()
  const owners = new Map<number, string | null>()
  const held = new Map<string, bigint>()
  const add = (account: string, count: bigint) => held.set(account, (held.get(account) ?? 0n) + count)
  for (const [first] of histories)
    if (first && first.to !== null && first.at <= since) {
      owners.set(first.serial, first.to)
      add(first.to, 1n)
    }
  const least = new Map(held)
  const losers = new Set<string>()
  const moves = await merged(histories, steps)
  for (const [index, { at, serial, to }] of moves.entries()) {
    const pause = steps.done(1)
    if (pause) await pause
    if (at <= since) continue
    const from = owners.get(serial) ?? null
    owners.set(serial, to)
    if (from !== null) {
      add(from, -1n)
      losers.add(from)
    }
    if (to !== null) add(to, 1n)
    if (moves[index + 1]?.at === at) continue
    for (const account of losers) {
      const [count = 0n, lowest = 0n] = [held.get(account), least.get(account)]
      if (count < lowest) least.set(account, count)
    }
    losers.clear()
  }
  return least
}

/** Merges the moves of all histories in the order of time. Each history is already sorted. */
async function merged(histories: Move[][], steps: Steps): Promise<Move[]> {
  let runs = histories
  while (runs.length > 1) {
    const longer: Move[][] = []
    for (let index = 0; index < runs.length; index += 2)
      longer.push(await mergedPair(runs[index] ?? [], runs[index + 1] ?? [], steps))
    runs = longer
  }
  return runs[0] ?? []
}

async function mergedPair(left: Move[], right: Move[], steps: Steps): Promise<Move[]> {
  const moves: Move[] = []
  for (let [l, r] = [0, 0]; ; ) {
    const pause = steps.done(1)
    if (pause) await pause
    const [a, b] = [left[l], right[r]]
    const isLeft = a !== undefined && (b === undefined || a.at <= b.at)
    const earlier = isLeft ? a : b
    if (!earlier) return moves
    moves.push(earlier)
    if (isLeft) l++
    else r++
  }
}
