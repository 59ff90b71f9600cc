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
