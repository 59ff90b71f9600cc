import { proto, Reader } from '@hiero-ledger/proto'
import type { BodyCase } from '#protocol/envelope.ts'
import type { Schedule } from './entities.ts'

const NEVER = 2n ** 63n
/** accounts.lastThrottleExempt */
const LAST_EXEMPT_PAYER = 100

/** Whether transactions that an account pays for count in the throttles. */
export const isThrottled = (payer: number): boolean => payer > LAST_EXEMPT_PAYER

const isPending = ({ waitForExpiry, executedAt, deletedAt }: Schedule): boolean =>
  waitForExpiry && executedAt === null && deletedAt === null

/** Finds identical schedules, schedules that are due, and how many schedules expire in a given second. */
export class ScheduleIndex {
  /** The numbers of identical schedules, in the order of their creation. */
  readonly #byIdentity = new Map<string, readonly number[]>()
  /** Pending schedules by the second of their expiry. */
  readonly #pending = new Map<bigint, Set<number>>()
  #next = NEVER
  /** The number of schedules for each second, by kind, including those executed or deleted since. */
  readonly #scheduled = new Map<bigint, Map<BodyCase, number>>()

  /** A lower bound of the second at which the next schedule is due; undefined if none waits. */
  get nextExpiry(): bigint | undefined {
    return this.#next === NEVER ? undefined : this.#next
  }

  /** The newest schedule with that identity. */
  identical(identity: Buffer): number | undefined {
    return this.#byIdentity.get(identity.toString('latin1'))?.at(-1)
  }

  /** How many transactions of each kind were scheduled to expire in a second. */
  scheduledAt(second: bigint): ReadonlyMap<BodyCase, number> {
    return this.#scheduled.get(second) ?? new Map()
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
    if (!before || !after) {
      this.#followIdentity(before, after)
      this.#count(before, after)
    }
    if (!after) return
    if (isPending(after)) this.#wait(after)
  }

  /** If a schedule is undone, the earlier identical ones remain: restoring the clock may make them current again. */
  #followIdentity(before: Schedule | undefined, after: Schedule | undefined): void {
    const { identity, num } = after ?? before ?? {}
    if (!identity || num === undefined) return
    const name = identity.toString('latin1')
    const others = (this.#byIdentity.get(name) ?? []).filter((one) => one !== num)
    const all = after ? [...others, num] : others
    if (all.length > 0) this.#byIdentity.set(name, all)
    else this.#byIdentity.delete(name)
  }

  #count(before: Schedule | undefined, after: Schedule | undefined): void {
    const schedule = after ?? before
    if (!schedule || !isThrottled(schedule.payer)) return
    const kind = proto.SchedulableTransactionBody.decode(Reader.create(schedule.body)).data
    if (!kind) return
    const counts = this.#scheduled.get(schedule.expiry) ?? new Map<BodyCase, number>()
    counts.set(kind, (counts.get(kind) ?? 0) + (after ? 1 : -1))
    this.#scheduled.set(schedule.expiry, counts)
  }

  #wait({ expiry, num }: Schedule): void {
    const waiting = this.#pending.get(expiry)
    if (waiting) waiting.add(num)
    else this.#pending.set(expiry, new Set([num]))
    if (expiry < this.#next) this.#next = expiry
  }
}
