/** Whose job of a kind begins next, so that an owner with many, or with slow ones, keeps nobody else waiting. */
import { limits } from '../base/platform-limits.ts'
import type { JobPlaces } from './jobs.ts'

/** With more owners than this a round begins anew: else ever new ones would come before those who come again. */
const OWNERS_PER_ROUND = 200

export class OwnerTurns {
  readonly #places
  readonly #served = new Set<string>()

  constructor(places?: JobPlaces) {
    this.#places = places
  }

  /** Those from the queue who had their turn in this round. */
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

  /** Who may begin no further job now. Where a kind says nothing else, half of the places are only for owners with few. `running` names the owner of each job that runs. */
  withoutTurn(running: readonly string[]): string[] {
    if (!this.#places && running.length < limits.runningJobs.value / 2) return []
    const each = this.#places?.each ?? limits.runningJobsPerOwner.value
    const counts = new Map<string, number>()
    for (const owner of running) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    return [...counts].flatMap(([owner, count]) => (count < each ? [] : [owner]))
  }
}
