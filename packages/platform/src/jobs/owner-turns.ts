/** Decides whose job of a kind begins next, so that an owner with many jobs, or with slow ones, keeps no other owner waiting. */
import { limits } from '../base/platform-limits.ts'
import type { JobPlaces } from './jobs.ts'

/** After this many owners the next round begins: otherwise new owners could always go before those that had a turn already. */
const OWNERS_PER_ROUND = 200

export class OwnerTurns {
  readonly #places
  readonly #served = new Set<string>()

  constructor(places?: JobPlaces) {
    this.#places = places
  }

  /** The owners that the queue has handed a job out for in this round. */
  get served(): ReadonlySet<string> {
    return this.#served
  }

  serve(owner: string): void {
    if (this.#served.size === OWNERS_PER_ROUND) this.beginRound()
    this.#served.add(owner)
  }

  beginRound(): void {
    this.#served.clear()
  }

  /**
   * The owners that may begin no further job now. If the kind has no places of its own, half of the places are kept for owners with fewer than
   * `runningJobsPerOwner` running jobs.
   *
   * @param running The owner of each running job.
   */
  withoutTurn(running: readonly string[]): string[] {
    if (!this.#places && running.length < limits.runningJobs.value / 2) return []
    const each = this.#places?.each ?? limits.runningJobsPerOwner.value
    const counts = new Map<string, number>()
    for (const owner of running) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    return [...counts].flatMap(([owner, count]) => (count < each ? [] : [owner]))
  }
}
