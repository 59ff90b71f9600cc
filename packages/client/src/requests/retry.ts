/** Retries requests that are safe to repeat, at the time that the service states. */
import { QuorateError } from './errors.ts'

export interface RetryOptions {
  /** The maximum number of attempts of one call. */
  attempts: number
  /** The maximum total wait between the attempts of one call, in milliseconds. */
  maxWaitMs: number
  /** Waits. Rejects with the signal's reason if the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

/** A rate limit window of the services lasts a minute. */
export const defaultRetry: RetryOptions = { attempts: 5, maxWaitMs: 60_000, wait }

/** The code of a 409: the first request with this key is still in progress. */
const IN_USE = 'IDEMPOTENCY_KEY_IN_USE'

/**
 * Calls `attempt` until it succeeds. Within the limits, retries refusals with 429, 503 or `IN_USE` and a Retry-After.
 * Throws any other error.
 */
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
