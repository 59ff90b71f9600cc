import type { Schedule } from './entities.ts'

const NEVER = 2n ** 63n

const isPending = ({ waitForExpiry, executedAt, deletedAt }: Schedule): boolean =>
  waitForExpiry && executedAt === null && deletedAt === null

/** Finds identical schedules, and those whose expiry has come. */
export class ScheduleIndex {
  readonly #byIdentity = new Map<string, number>()
  /** Pending schedules by the second of their expiry. */
  readonly #pending = new Map<bigint, Set<number>>()
  #next = NEVER

  /** The earliest second at which a schedule is due, or an earlier one; undefined if none waits. */
  get nextExpiry(): bigint | undefined {
    return this.#next === NEVER ? undefined : this.#next
  }

  /** The newest schedule with that identity. */
  identical(identity: Buffer): number | undefined {
    return this.#byIdentity.get(identity.toString('latin1'))
  }

  /** Takes the schedules that are due up to `second` out of the index, the earliest first. */
  takeDue(second: bigint): number[] {
    if (this.#next > second) return []
    const due = [...this.#pending.keys()].filter((expiry) => expiry <= second).sort((a, b) => Number(a - b))
    const taken = due.flatMap((expiry) => [...(this.#pending.get(expiry) ?? [])])
    for (const expiry of due) this.#pending.delete(expiry)
    this.#next = [...this.#pending.keys()].reduce((least, expiry) => (expiry < least ? expiry : least), NEVER)
    return taken
  }

  follow(before: Schedule | undefined, after: Schedule | undefined): void {
    if (before && isPending(before)) this.#pending.get(before.expiry)?.delete(before.num)
    if (before && !after && this.identical(before.identity) === before.num)
      this.#byIdentity.delete(before.identity.toString('latin1'))
    if (!after) return
    this.#byIdentity.set(after.identity.toString('latin1'), after.num)
    if (isPending(after)) this.#wait(after)
  }

  #wait({ expiry, num }: Schedule): void {
    const waiting = this.#pending.get(expiry)
    if (waiting) waiting.add(num)
    else this.#pending.set(expiry, new Set([num]))
    if (expiry < this.#next) this.#next = expiry
  }
}
