import type { Lifecycle, Logger } from '@quorate/platform'
import type { ServiceName, settingsFor } from '../settings.ts'

/** The chain of the embedded ledger. */
export const devnet = 'hedera:devnet'

/** Runs a step of the start and shows it to the user. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>

/** The services to start, with their settings. */
export interface Opening {
  services: readonly ServiceName[]
  settings: ReturnType<typeof settingsFor>
  env: NodeJS.ProcessEnv
  step: Step
  pairAnew: boolean
  logger: Logger
  lifecycle: Lifecycle
}
