/** Sends the inputs of a corpus, one at a time, and says what they did to the process. */
import { Agent, request } from 'node:http'
import type { Input } from './corpus.ts'
import type { AttackedPlatform, Person } from './platform.ts'

const TIMEOUT_MS = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** The status of the answer; 0 where the connection ended without one, or nothing came for ten seconds. */
export function send(platform: AttackedPlatform, input: Input, by: Person): Promise<number> {
  const { entrance, method, path, headers, hasSession } = input
  const body = input.body?.()
  return new Promise((resolve) => {
    const outgoing = request(platform.url[entrance] + path, {
      method,
      agent,
      headers: {
        ...(hasSession ? { authorization: `Bearer ${by.token}` } : {}),
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        ...headers,
      },
      timeout: TIMEOUT_MS,
    })
    outgoing.on('response', (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => resolve(0))
    outgoing.end(body)
  })
}
