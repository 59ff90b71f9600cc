import http from 'node:http'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ApiError,
  badRequest,
  createSharedReads,
  notFound,
  PieceCount,
  ReceivedBytes,
  unavailable,
} from '@quorate/platform'
import { isNotFound, type MirrorGet, parseDecimal, parseExact } from '@quorate/verify/recount'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** A JSON object from the mirror. Integers beyond 2^53 are decimal strings. */
export type MirrorJson = Record<string, unknown>

export interface MirrorHttpOptions {
  /** The mirror's URL, with or without `/api/v1` at its end. */
  url: string
  /** The time limit for all attempts of one read together, in milliseconds. Default: 10,000. */
  timeoutMs?: number
}

/**
 * GETs of a mirror's REST API, with kept-alive connections and retries. Concurrent readers of a path share a read.
 * Nobody joins a read that is already under way.
 */
export interface MirrorHttp extends MirrorGet {
  /** See `Mirror.get`. */
  ask(path: string): Promise<MirrorJson>
  close(): void
}

const FIRST_PAUSE_MS = 100
const MAX_BYTES = 16_777_216
/**
 * The largest page of a list, in bytes. Parsing blocks the process, for about 30 ms per MiB of long numbers. A larger
 * page is requested again with fewer items.
 */
const MAX_PAGE_BYTES = 1_048_576
/** If a page is too large, the next request asks for an eighth of its items. */
const SMALLER_PAGE_FACTOR = 8
/**
 * The number of simultaneous reads of the same path. With two, one that hangs does not delay the others. Further
 * readers wait, and share the next read.
 */
const READS_AT_ONCE = 2

/** The mirror's URL without trailing slashes and `/api/v1`, since paths begin with that. */
function baseOf(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  const trimmed = url.slice(0, end)
  return trimmed.endsWith('/api/v1') ? trimmed.slice(0, -'/api/v1'.length) : trimmed
}

export function createMirrorHttp({ url, timeoutMs = 10_000 }: MirrorHttpOptions): MirrorHttp {
  const base = baseOf(url)
  const { Agent, get: request } = base.startsWith('https:') ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' })

  /**
   * True after all attempts of a read have failed and no other read was answered meanwhile. Until one is answered,
   * reads are tried only once, so that clients learn of an outage immediately. A single failing path does not affect
   * other reads.
   */
  let failing = false
  let answeredAt = Number.NEGATIVE_INFINITY

  async function answerTo(path: string, parse: (text: string) => unknown): Promise<Answer> {
    const began = performance.now()
    const deadline = began + timeoutMs
    const wanted = limitIn(path)
    let limit = wanted
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const url = base + withLimit(path, limit)
      const answer = understood(
        await once(request, agent, url, deadline, limit > 0 ? MAX_PAGE_BYTES : MAX_BYTES),
        parse,
      )
      if (!('problem' in answer)) {
        failing = false
        answeredAt = performance.now()
        if (limit !== wanted) wantAgain(answer.value, wanted)
        return answer
      }
      if (answer.isTooLong && limit > 1) {
        limit = Math.max(1, Math.floor(limit / SMALLER_PAGE_FACTOR))
        continue
      }
      const isLast = performance.now() + pauseMs >= deadline
      if (answer.passing && isLast && answeredAt < began) failing = true
      if (!answer.passing || isLast || failing) throw down(base, withLimit(path, limit), answer.problem)
      await delay(pauseMs)
    }
  }

  const read = createSharedReads(async (path): Promise<{ value: unknown } | null> => {
    const { status, value } = await answerTo(path, parseExact)
    if (status === 200) return { value }
    if (isNotFound(path, status, value)) return null
    throw down(base, path, `status ${status}`)
  }, READS_AT_ONCE)
  const asked = createSharedReads(async (path): Promise<MirrorJson> => {
    const { status, value } = await answerTo(path, parseDecimal)
    if (status === 404)
      throw notFound(
        'NOT_FOUND',
        `The mirror has nothing at ${shortOf(path)}: check the id, or try again in a moment if it is new`,
      )
    if (status === 400) throw badRequest('INVALID_PARAMETER', refusalIn(value))
    if (typeof value === 'object' && value !== null) return value as MirrorJson
    throw down(base, path, 'an answer that is not a JSON object')
  }, READS_AT_ONCE)

  return {
    async get(path, schema) {
      if (path === null) return null
      const found = await read(path)
      if (found === null) return null
      if (checkOf(schema).Check(found.value)) return found.value as never
      throw down(base, path, 'an answer that the Mirror Node API does not describe')
    },
    ask: (path) => asked(`/api/v1${path}`),
    close: () => agent.destroy(),
  }
}

const LIMIT = /(?<=[?&]limit=)\d{1,9}(?=&|$)/

/** The `limit` in a path; 0 if it has none. */
const limitIn = (path: string): number => Number(LIMIT.exec(path)?.[0] ?? 0)

const withLimit = (path: string, limit: number): string => path.replace(LIMIT, String(limit))

/** Restores the original limit in the next link of a page that was requested with a smaller one. */
function wantAgain(page: unknown, wanted: number): void {
  const { links } = (page ?? {}) as { links?: { next?: unknown } | null }
  if (typeof links?.next === 'string') links.next = withLimit(links.next, wanted)
}

const shortOf = (path: string): string => path.slice('/api/v1'.length).split('?', 1)[0] ?? path

function refusalIn(value: unknown): string {
  const { _status: status } = (value ?? {}) as { _status?: { messages?: { message?: string; detail?: string }[] } }
  const { message, detail } = status?.messages?.[0] ?? {}
  return `the mirror says: ${[message, detail].filter(Boolean).join(', ') || 'invalid parameters'}`
}

/** Shows clients only the mirror's host: providers put API keys into the rest of its URL. */
const down = (base: string, path: string, problem: string): ApiError =>
  unavailable('MIRROR_UNAVAILABLE', `The mirror at ${new URL(base).host} returned ${problem} to GET ${path}`)

const checks = new WeakMap<TSchema, ReturnType<typeof Compile>>()
function checkOf(schema: TSchema): ReturnType<typeof Compile> {
  const known = checks.get(schema) ?? Compile(schema)
  checks.set(schema, known)
  return known
}

interface Answer {
  status: 200 | 400 | 404
  /** Undefined if an error's body is not JSON. */
  value: unknown
}
interface Failed {
  problem: string
  /** Whether another attempt may succeed. */
  passing: boolean
  isTooLong?: true
}

function understood(answer: Whole | Failed, parse: (text: string) => unknown): Answer | Failed {
  if ('problem' in answer) return answer
  const { status, text } = answer
  if (status === 429 || status >= 500) return { problem: `status ${status}`, passing: true }
  if (status !== 200 && status !== 400 && status !== 404) return { problem: `status ${status}`, passing: false }
  try {
    return { status, value: parse(text) }
  } catch {
    return status === 200 ? { problem: 'an answer that is not JSON', passing: true } : { status, value: undefined }
  }
}

interface Whole {
  status: number
  text: string
}

/** Makes one attempt. It is aborted when the body exceeds `maxBytes` or comes in too many pieces. */
function once(
  request: typeof http.get,
  agent: http.Agent,
  url: string,
  deadline: number,
  maxBytes: number,
): Promise<Whole | Failed> {
  return new Promise((resolve) => {
    const failed = (problem: string) => resolve({ problem, passing: true })
    const sent = request(url, { agent, headers: { accept: 'application/json' } }, (response) => {
      const { statusCode: status = 0 } = response
      const received = new ReceivedBytes()
      const count = new PieceCount()
      const giveUp = (failed: Failed): void => {
        resolve(failed)
        response.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        received.add(chunk)
        if (!count.add(chunk.length))
          giveUp({ problem: `${count.bytes} bytes in ${count.pieces} pieces`, passing: false })
        else if (count.bytes > maxBytes)
          giveUp({ problem: `more than ${maxBytes} bytes`, passing: false, isTooLong: true })
      })
      response.on('error', (error) => failed(error.message))
      response.on('end', () => resolve({ status, text: received.takeText() }))
    })
    const timer = setTimeout(
      () => sent.destroy(new Error('no answer in time')),
      Math.max(1, deadline - performance.now()),
    )
    sent.on('error', (error) => failed(error.message || 'a broken connection'))
    sent.on('close', () => {
      clearTimeout(timer)
      // After status 101 (RFC 9110 §15.2.2), Node emits neither a response nor an error.
      failed('a broken connection')
    })
  })
}
