import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { boundedText } from '../async/bounded-text.ts'
import { delay } from '../async/delay.ts'
import { unavailable, type VerifyError } from '../error.ts'
import { parseExact } from './exact-json.ts'
import { type HistoryReads, historyReads } from './history.ts'
import type { MirrorGet } from './mirror-get.ts'
import { isNothingThere } from './nothing-there.ts'
import { type TopicReads, topicReads } from './topics.ts'

export interface MirrorOptions {
  /** Milliseconds for all attempts of one read together. Default 10,000. */
  timeoutMs?: number | undefined
  /** Ends all reads, which then throw its reason. */
  signal?: AbortSignal | undefined
}

const FIRST_PAUSE_MS = 200
/** The largest answer that is read. */
const MAX_BYTES = 16_777_216
/** The largest error that is read. */
const MAX_ERROR_BYTES = 16_384

/**
 * A mirror node, read with `fetch`: in pages and programs alike. An answer is at most 16 MiB, and checked before
 * anything is taken from it; 429 and 5xx are tried again for as long as `timeoutMs`.
 *
 * @param url such as `https://mainnet.mirrornode.hedera.com`, with or without `/api/v1`
 * @throws each read throws VerifyError 503 `MIRROR_UNAVAILABLE` where the mirror does not answer, or something else
 *     than the Mirror Node API describes
 */
export function openMirror(url: string, options: MirrorOptions = {}): TopicReads & HistoryReads {
  const mirror = mirrorGet(url, options)
  return { ...topicReads(mirror), ...historyReads(mirror) }
}

function mirrorGet(url: string, { timeoutMs = 10_000, signal }: MirrorOptions): MirrorGet {
  const { origin, host, pathname } = new URL(url)
  const base = origin + pathname.replace(/\/?(?:api\/v1\/?)?$/, '')
  const down = (path: string, problem: string): VerifyError =>
    // Providers put API keys into the rest of the address.
    unavailable('MIRROR_UNAVAILABLE', `The mirror at ${host} gave ${problem} to GET ${path}`)

  /** The answer; undefined where the mirror has nothing there. */
  async function answerTo(path: string): Promise<unknown> {
    const deadline = performance.now() + timeoutMs
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const { value, problem } = await once(base + path, Math.max(1, deadline - performance.now()), signal)
      if (problem === undefined) return value
      signal?.throwIfAborted()
      if (!problem.isPassing || performance.now() + pauseMs >= deadline) throw down(path, problem.what)
      await delay(pauseMs, signal)
    }
  }

  return {
    async get(path, schema) {
      const found = path === null ? undefined : await answerTo(path)
      if (found === undefined || path === null) return null
      if (fits(schema, found)) return found
      throw down(path, 'an answer of another shape than the Mirror Node API describes')
    },
  }
}

interface Attempt {
  /** Undefined where the mirror has nothing there. */
  value?: unknown
  problem?: { what: string; isPassing: boolean }
}

async function once(url: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<Attempt> {
  const ending = AbortSignal.any([AbortSignal.timeout(Math.ceil(timeoutMs)), ...(signal ? [signal] : [])])
  try {
    const answer = await fetch(url, { signal: ending, redirect: 'error', credentials: 'omit' })
    const { status } = answer
    const text = await boundedText(answer, status === 200 ? MAX_BYTES : MAX_ERROR_BYTES)
    if ((status === 404 || status === 400) && isNothingThere(url, status, jsonIn(text))) return {}
    if (status !== 200) return { problem: { what: `status ${status}`, isPassing: status === 429 || status >= 500 } }
    if (text === undefined)
      return { problem: { what: `no text, or more than ${MAX_BYTES} bytes of it`, isPassing: false } }
    return { value: parseExact(text) }
  } catch (error) {
    const what = error instanceof SyntaxError ? 'something that is not JSON' : 'no answer'
    return { problem: { what, isPassing: true } }
  }
}

/** Undefined for what is no JSON. */
function jsonIn(text: string | undefined): unknown {
  try {
    return parseExact(text ?? '')
  } catch {
    return undefined
  }
}

const checks = new WeakMap<TSchema, ReturnType<typeof Compile>>()

function fits<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  const check = checks.get(schema) ?? Compile(schema)
  checks.set(schema, check)
  return check.Check(value)
}
