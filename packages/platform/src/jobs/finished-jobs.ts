import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Connections } from '../database/connection.ts'
import { type HeldJob, removeJobs } from './table.ts'

const GATHER_MS = 50
const TRY_AGAIN_MS = 500
const MAX_REMEMBERED_JOBS = 10_000

/**
 * Removes finished jobs from the queue, in batches and in the background, so that no response waits for it. A job that
 * another process has taken over meanwhile is left to that process.
 */
export class FinishedJobs {
  readonly #connections: Connections
  readonly #logger: Logger
  readonly #waiting = new Map<string, HeldJob>()
  readonly #removed = new LRUCache<string, true>({ max: MAX_REMEMBERED_JOBS })
  #removing: Promise<void> | undefined

  constructor(connections: Connections, logger: Logger) {
    this.#connections = connections
    this.#logger = logger
  }

  add(job: HeldJob): void {
    this.#waiting.set(job.id, job)
    this.#removing ??= this.#remove()
  }

  has(id: string): boolean {
    return this.#waiting.has(id) || this.#removed.has(id)
  }

  /** Pending while finished jobs are still in the queue. */
  get removing(): Promise<void> | undefined {
    return this.#removing
  }

  async #remove(): Promise<void> {
    while (this.#waiting.size > 0) {
      await delay(GATHER_MS)
      const jobs = [...this.#waiting.values()]
      try {
        await removeJobs(this.#connections, jobs)
      } catch (error) {
        this.#logger.error({ err: error, jobs: jobs.length }, 'finished jobs could not be marked so: trying again')
        await delay(TRY_AGAIN_MS)
        continue
      }
      for (const job of jobs) {
        // The queue may have handed it to this process meanwhile.
        if (this.#waiting.get(job.id) === job) this.#waiting.delete(job.id)
        this.#removed.set(job.id, true)
      }
    }
    this.#removing = undefined
  }
}
