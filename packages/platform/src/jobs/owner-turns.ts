/** Decides whose job of a kind begins next, so that an owner with many or slow jobs keeps no other owner waiting. */
import { limits } from '../bounds/platform-limits.ts'
import type { Connections } from '../database/connection.ts'
import type { JobPlaces } from './jobs.ts'
import { type HandedOut, handOut, type RoundPosition, type Without } from './table.ts'

/**
 * Owners take turns in rounds. A round hands out one job of each owner that had one waiting when it began, in the order
 * of the owners' names. Owners that come later wait for the next round, so a round ends however many new ones there
 * are.
 */
export class OwnerTurns {
  readonly #name
  readonly #places
  #position: RoundPosition | undefined

  constructor(name: string, places?: JobPlaces) {
    this.#name = name
    this.#places = places
  }

  /**
   * Takes a job of the next owner in this round or, at its end, in a new one. Skips the owners in `without`. Undefined
   * if no job is left.
   */
  async next(connections: Connections, without: Without): Promise<HandedOut | undefined> {
    const inRound = this.#position && (await handOut(connections, this.#name, without, this.#position))
    const job = inRound ?? (await handOut(connections, this.#name, without))
    this.#position = job?.position
    return job
  }

  /**
   * The owners that may not begin another job now. If the kind does not set its places, half of the places are reserved
   * for owners with fewer than `runningJobsPerOwner` running jobs.
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
