import { setTimeout } from 'node:timers/promises'
import { note } from '../terminal/output.ts'

/** 15 seconds: the mirror shows a new entity within a few seconds. */
const MOST_LOOKS = 15
const LOOK_INTERVAL_MS = 1_000

/** Polls until there is something, for at most 15 seconds. @returns the last answer */
export async function untilThere<T>(
  look: () => Promise<T>,
  { isThere, waiting }: { isThere(found: T): boolean; waiting: string },
): Promise<T> {
  for (let left = MOST_LOOKS; ; left--) {
    const found = await look()
    if (left === 0 || isThere(found)) return found
    if (left === MOST_LOOKS) note(waiting)
    await setTimeout(LOOK_INTERVAL_MS)
  }
}
