/**
 * Stops a process: closes everything once, in reverse order of opening. A step that fails or hangs does not keep the
 * others open.
 */
import type { Logger } from './logger.ts'

export interface Lifecycle {
  /** Registers the function that closes something just opened. */
  onStop(name: string, stop: () => unknown): void
  /** Closes everything in turn; a second call waits for the first. Resolves to whether every step succeeded in time. */
  stop(): Promise<boolean>
  /**
   * Stops at SIGINT and SIGTERM. Under npm, it also stops when npm ends. Then exits: with 0 if everything closed in
   * order, otherwise with 1. A second signal exits immediately.
   */
  stopOnSignals(exit?: (code: number) => void): void
}

const TIMEOUT_MS = 30_000
const PARENT_CHECK_MS = 250

export function createLifecycle({
  logger,
  timeoutMs = TIMEOUT_MS,
}: {
  logger: Pick<Logger, 'info' | 'error'>
  timeoutMs?: number
}): Lifecycle {
  const steps: { name: string; stop: () => unknown }[] = []
  let stopping: Promise<boolean> | undefined

  async function stopAll(): Promise<boolean> {
    let clean = true
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name, stop } = step
      const failure = await stopWithin(timeoutMs, stop)
      if (failure === undefined) continue
      clean = false
      logger.error({ err: failure }, `${name} did not close in order`)
    }
    return clean
  }
  const stop = (): Promise<boolean> => {
    stopping ??= stopAll()
    return stopping
  }
  return {
    stop,
    onStop: (name, close) => void steps.push({ name, stop: close }),
    stopOnSignals(exit = (code) => process.exit(code)) {
      const stopAndExit = (reason: string): void => {
        logger.info(`${reason}: finishing accepted requests; another signal stops immediately`)
        void stop().then((clean) => exit(clean ? 0 : 1))
      }
      const onSignal = (signal: NodeJS.Signals): void => (stopping ? exit(1) : stopAndExit(signal))
      process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
      whenParentEnds(() => {
        if (!stopping) stopAndExit('npm has ended')
      })
    },
  }
}

/**
 * Under npm, watches for the end of our parent process. npm sends SIGTERM only to its shell, which ends without passing
 * the signal on. Our process then has another parent.
 */
function whenParentEnds(then: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    then()
  }, PARENT_CHECK_MS)
  timer.unref()
}

/** Runs `step` and returns its error; undefined if it finished in time. */
async function stopWithin(ms: number, step: () => unknown): Promise<unknown> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It did not stop within ${ms / 1000} seconds`)), ms)
  try {
    await Promise.race([Promise.resolve().then(step), late.promise])
    return undefined
  } catch (error) {
    return error ?? new Error('It failed without saying why')
  } finally {
    clearTimeout(timer)
  }
}
