/** Reads the measurements of the watcher in the attacked process. */
import { request } from 'node:http'
import type { Observation } from './watcher.ts'

export type { Observation, Stall } from './watcher.ts'

export interface Watch {
  /** Returns the stalls since the last call. Resolves once the event loop of the services is free. */
  observe(): Promise<Observation>
  /** The same after a garbage collection, to measure the memory of an idle process. */
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
