/** Asks the watcher inside an attacked process what it saw. */
import { request } from 'node:http'
import type { Observation } from './watcher.ts'

export type { Observation, Stall } from './watcher.ts'

export interface Watch {
  /** Stalls since the last question. Answered when the services' event loop is free again. */
  observe(): Promise<Observation>
  /** The same after a garbage collection, for memory at rest. */
  collectGarbage(): Promise<Observation>
}

export function createWatch(socketPath: string): Watch {
  const ask = (path: string): Promise<Observation> =>
    new Promise((resolve, reject) => {
      request({ socketPath, path, agent: false }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve(JSON.parse(text)))
        response.on('error', reject)
      })
        .on('error', reject)
        .end()
    })
  return { observe: () => ask('/'), collectGarbage: () => ask('/gc') }
}

/** What one input may take of an event loop in one turn, in ms of processor time. */
export const LIMIT_MS = 100

const ATTEMPTS = 6

/** The longest turn of any event loop since the last time that one asked, in ms of its own work. */
export const longestTurn = async (watch: Watch): Promise<number> =>
  Math.max(0, ...(await watch.observe()).stalls.map(({ ownMs }) => ownMs))

/**
 * The least of the longest turns of up to six attempts: the first use of code takes longer, and so does a garbage
 * collection, or a machine that others use.
 */
export async function leastTurn(watch: Watch, attempt: () => Promise<unknown>, turns: number[] = []): Promise<number> {
  while (turns.every((ms) => ms > LIMIT_MS) && turns.length < ATTEMPTS) {
    await attempt()
    turns.push(await longestTurn(watch))
  }
  return Math.min(...turns)
}
