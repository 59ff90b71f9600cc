/** Whose job of a kind begins next, so that an owner with many, or with slow ones, keeps nobody else waiting. */
import { limits } from '../base/platform-limits.ts'

/** With more owners than this a round begins anew: else ever new ones would come before those who come again. */
const OWNERS_PER_ROUND = 200

export class OwnerTurns {
  readonly #served = new Set<string>()

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

  /** Who may begin no further job now: half of the places are only for owners with few. `running` names the owner of each job that runs. */
  withoutTurn(running: readonly string[]): string[] {
    if (running.length < limits.runningJobs.value / 2) return []
    const counts = new Map<string, number>()
    for (const owner of running) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    return [...counts].flatMap(([owner, count]) => (count < limits.runningJobsPerOwner.value ? [] : [owner]))
  }
}
