import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Connections } from '../database/connection.ts'
import { type JobKey, removeJobs } from './table.ts'

const GATHER_MS = 50
const TRY_AGAIN_MS = 500
const MAX_REMEMBERED_JOBS = 10_000

/** Removes jobs that are done from the queue, in batches and in the background, so that no response waits for it. */
export class FinishedJobs {
  readonly #connections: Connections
  readonly #logger: Logger
  readonly #waiting = new Map<string, JobKey>()
  readonly #removed = new LRUCache<string, true>({ max: MAX_REMEMBERED_JOBS })
  #removing: Promise<void> | undefined

  constructor(connections: Connections, logger: Logger) {
    this.#connections = connections
    this.#logger = logger
  }

  add(key: JobKey): void {
    this.#waiting.set(key.id, key)
    this.#removing ??= this.#remove()
  }

  has(id: string): boolean {
    return this.#waiting.has(id) || this.#removed.has(id)
  }

  /** Pending while jobs that are done are still in the queue. */
  get removing(): Promise<void> | undefined {
    return this.#removing
  }

  async #remove(): Promise<void> {
    while (this.#waiting.size > 0) {
      await delay(GATHER_MS)
      const keys = [...this.#waiting.values()]
      try {
        await removeJobs(this.#connections, keys)
      } catch (error) {
        this.#logger.error({ err: error, jobs: keys.length }, 'finished jobs could not be marked so: trying again')
        await delay(TRY_AGAIN_MS)
        continue
      }
      for (const { id } of keys) {
        this.#waiting.delete(id)
        this.#removed.set(id, true)
      }
    }
    this.#removing = undefined
  }
}
