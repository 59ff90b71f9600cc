/** A chain's Mirror Node, asked on behalf of others: what it refuses is refused, what it lacks is not there. */
import http from 'node:http'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiError, badRequest, notFound, unavailable } from '@quorate/platform'

export type Raw = Record<string, unknown>

export interface MirrorClient {
  /**
   * The JSON object at a path such as `/accounts/0.0.2`; int64 beyond 2^53 as decimal strings.
   *
   * @throws 404 NOT_FOUND and 400 INVALID_PARAMETER as the mirror says, 503 MIRROR_UNAVAILABLE
   */
  get(path: string): Promise<Raw>
  close(): void
}

const FIRST_PAUSE_MS = 100
const MAX_BYTES = 16_777_216

export function createMirrorClient({ url, timeoutMs = 10_000 }: { url: string; timeoutMs?: number }): MirrorClient {
  const base = `${url.replace(/\/+$/, '').replace(/\/api\/v1$/, '')}/api/v1`
  const { Agent, get: request } = base.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' })

  return {
    async get(path) {
      const deadline = performance.now() + timeoutMs
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
        const answer = await once(request, agent, base + path, deadline)
        if (answer.status === 200) return objectIn(answer.body, path)
        if (answer.status === 404) throw notFound('NOT_FOUND', `the mirror knows nothing of ${path.split('?', 1)[0]}`)
        if (answer.status === 400) throw badRequest('INVALID_PARAMETER', messageIn(answer.body))
        if (answer.status < 500 && answer.status !== 429) throw down(path, answer.body)
        if (performance.now() + pauseMs >= deadline) throw down(path, answer.body)
        await delay(pauseMs)
      }
    },
    close: () => agent.destroy(),
  }
}

const down = (path: string, problem: string): ApiError =>
  unavailable('MIRROR_UNAVAILABLE', `the mirror did not answer GET ${path}: ${problem.slice(0, 200)}`)

/** The answer, or 599 with the problem. */
function once(
  request: typeof http.get,
  agent: http.Agent,
  url: string,
  deadline: number,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const failed = ({ message }: Error) => resolve({ status: 599, body: message || 'the connection broke' })
    const sent = request(url, { agent, headers: { accept: 'application/json' } }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_BYTES) response.destroy(new Error(`more than ${MAX_BYTES} bytes`))
        else chunks.push(chunk)
      })
      response.on('error', failed)
      response.on('end', () => resolve({ status: response.statusCode ?? 599, body: Buffer.concat(chunks).toString() }))
    })
    const leftMs = Math.max(1, deadline - performance.now())
    const timer = setTimeout(() => sent.destroy(new Error('no answer in time')), leftMs)
    sent.on('error', failed)
    sent.on('close', () => clearTimeout(timer))
  })
}

function objectIn(text: string, path: string): Raw {
  try {
    const value: unknown = JSON.parse(text, ...exactly(text))
    if (typeof value === 'object' && value !== null) return value as Raw
  } catch {
    // Said below.
  }
  throw down(path, 'it answered something that is not a JSON object')
}

type Reviver = (key: string, value: unknown) => unknown

/** `source` is the number as written (JSON.parse source text access). */
const exact = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source) ? source : value

/** Most answers hold no number that long. */
const exactly = (text: string): [] | [Reviver] => (/\d{16}/.test(text) ? [exact as Reviver] : [])

function messageIn(text: string): string {
  try {
    const message = JSON.parse(text)?._status?.messages?.[0]
    return `the mirror says: ${[message?.message, message?.detail].filter(Boolean).join(', ')}`
  } catch {
    return 'the mirror refuses these parameters'
  }
}
