import { boundedText } from '../../async/bounded-text.ts'
import { delay } from '../../async/delay.ts'
import { unavailable, type VerifyError } from '../../error.ts'
import { parseExact } from './exact-json.ts'
import { isNotFound } from './not-found.ts'

export interface MirrorOptions {
  /** Milliseconds for all attempts of one read together. Default: 10,000. */
  timeoutMs?: number | undefined
  /** The largest answer that is read, in bytes. Default: 16 MiB. */
  maxBytes?: number | undefined
  /** Aborts all reads, which then throw its reason. */
  signal?: AbortSignal | undefined
}

const FIRST_PAUSE_MS = 200
const MAX_BYTES = 16_777_216
/** The largest error that is read, in bytes. */
const MAX_ERROR_BYTES = 16_384

/**
 * Returns a function that reads a mirror's JSON with `fetch`, in pages and programs alike. An answer has at most
 * `maxBytes`, integers beyond 2^53 are BigInt, and 429 and 5xx are retried for `timeoutMs`. Undefined if the mirror has
 * nothing at the path. Callers must check the answer before they use it.
 *
 * @param url such as `https://mainnet.mirrornode.hedera.com`, with or without `/api/v1`
 * @throws each read throws VerifyError 503 `MIRROR_UNAVAILABLE` if the mirror does not answer
 */
export function mirrorReader(
  url: string,
  { timeoutMs = 10_000, maxBytes = MAX_BYTES, signal }: MirrorOptions = {},
): (path: string) => Promise<unknown> {
  const { origin, pathname } = new URL(url)
  const base = origin + pathname.replace(/\/?(?:api\/v1\/?)?$/, '')
  return async (path) => {
    const deadline = performance.now() + timeoutMs
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
      const { value, problem } = await once(base + path, {
        timeoutMs: Math.max(1, deadline - performance.now()),
        maxBytes,
        signal,
      })
      if (problem === undefined) return value
      signal?.throwIfAborted()
      if (!problem.isPassing || performance.now() + pauseMs >= deadline) throw down(url, path, problem.what)
      await delay(pauseMs, signal)
    }
  }
}

interface Attempt {
  /** Undefined if the mirror has nothing there. */
  value?: unknown
  problem?: { what: string; isPassing: boolean }
}

async function once(
  url: string,
  { timeoutMs, maxBytes, signal }: MirrorOptions & { timeoutMs: number; maxBytes: number },
): Promise<Attempt> {
  const ending = AbortSignal.any([AbortSignal.timeout(Math.ceil(timeoutMs)), ...(signal ? [signal] : [])])
  try {
    const answer = await fetch(url, { signal: ending, redirect: 'error', credentials: 'omit' })
    const { status } = answer
    const text = await boundedText(answer, status === 200 ? maxBytes : MAX_ERROR_BYTES)
    if ((status === 404 || status === 400) && isNotFound(url, status, jsonIn(text))) return {}
    if (status !== 200) return { problem: { what: `status ${status}`, isPassing: status === 429 || status >= 500 } }
    if (text === undefined)
      return { problem: { what: `no text, or more than ${maxBytes} bytes of it`, isPassing: false } }
    return { value: parseExact(text) }
  } catch (error) {
    const what = error instanceof SyntaxError ? 'something that is not JSON' : 'no answer'
    return { problem: { what, isPassing: true } }
  }
}

/** Returns undefined if the text is not JSON. */
function jsonIn(text: string | undefined): unknown {
  try {
    return parseExact(text ?? '')
  } catch {
    return undefined
  }
}

const down = (url: string, path: string, problem: string): VerifyError =>
  // Shows only the host: providers put API keys into the rest of the address.
  unavailable('MIRROR_UNAVAILABLE', `The mirror at ${new URL(url).host} gave ${problem} to GET ${path}`)

/** The error for an answer that does not have the expected shape. */
export const otherShape = (url: string, path: string): VerifyError =>
  down(url, path, 'an answer that does not have the shape in the Mirror Node API')
