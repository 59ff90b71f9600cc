/** Repeats what may be repeated, when the service says that it may be. */
import { QuorateError } from './errors.ts'

export interface RetryOptions {
  /** How often one call is sent, at most. */
  attempts: number
  /** How long one call waits between its attempts, altogether, in milliseconds. */
  maxWaitMs: number
  /** Waits; rejects with the signal's reason once that is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** A window of the services' rate limits lasts a minute. */
export const defaultRetry: RetryOptions = { attempts: 5, maxWaitMs: 60_000, wait }

/** 409 with this code: the first request with the key is still being done. */
const IN_USE = 'IDEMPOTENCY_KEY_IN_USE'

/** The answer of the first attempt that is not refused with 429 or 503 and a Retry-After, within the bounds. */
export async function repeated<T>(
  { attempts, maxWaitMs, wait }: RetryOptions,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  let waitedMs = 0
  for (let sent = 1; ; sent++)
    try {
      return await attempt()
    } catch (error) {
      const waitMs = waitOf(error)
      if (waitMs === undefined || sent >= attempts || waitedMs + waitMs > maxWaitMs) throw error
      waitedMs += waitMs
      await wait(waitMs, signal)
    }
}

function waitOf(error: unknown): number | undefined {
  if (!(error instanceof QuorateError)) return undefined
  const { status, code, retryAfterMs } = error
  return status === 429 || status === 503 || code === IN_USE ? retryAfterMs : undefined
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
