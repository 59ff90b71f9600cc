/** Stopping: what was opened last is closed first, each once, and a step that fails or hangs does not keep the rest open. */
import type { Logger } from './logger.ts'

export interface Lifecycle {
  /** Registers how to close something that has just been opened. */
  onStop(name: string, stop: () => unknown): void
  /** Closes everything in turn; asked again, waits for the same. Resolves to whether all of it closed in order. */
  stop(): Promise<boolean>
  /** Stops at SIGINT and SIGTERM, then exits: 0 if all closed in order, else 1. A second signal exits at once. */
  stopOnSignals(exit?: (code: number) => void): void
}

const PATIENCE_MS = 30_000

export function createLifecycle({
  logger,
  patienceMs = PATIENCE_MS,
}: {
  logger: Logger
  patienceMs?: number
}): Lifecycle {
  const steps: { name: string; stop: () => unknown }[] = []
  let stopping: Promise<boolean> | undefined

  async function stopAll(): Promise<boolean> {
    let clean = true
    for (let step = steps.pop(); step; step = steps.pop()) {
      const { name, stop } = step
      const failure = await within(patienceMs, stop)
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
      const onSignal = (signal: NodeJS.Signals): void => {
        if (stopping) {
          exit(1)
          return
        }
        logger.info(`${signal}: finishing what was accepted; once more stops at once`)
        void stop().then((clean) => exit(clean ? 0 : 1))
      }
      process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
    },
  }
}

/** What went wrong with `step`; undefined if it finished in time. */
async function within(ms: number, step: () => unknown): Promise<unknown> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It takes longer than ${ms / 1000} seconds`)), ms)
  try {
    await Promise.race([Promise.resolve().then(step), late.promise])
    return undefined
  } catch (error) {
    return error ?? new Error('It failed without saying why')
  } finally {
    clearTimeout(timer)
  }
}
