import { createImmediateMode } from './immediate.ts'
import type { RequestModes } from './request-mode.ts'
import { createDrafts } from './scheduled/drafts.ts'
import { createScheduledMode } from './scheduled/scheduled.ts'
import { createScheduleSignatures } from './scheduled/signatures.ts'
import { createTimedMode } from './timed.ts'

/** The modes of requests, by name. */
export function createModes(
  deps: Parameters<typeof createImmediateMode>[0] &
    Omit<Parameters<typeof createTimedMode>[0], 'immediate'> &
    Parameters<typeof createDrafts>[0] &
    Omit<Parameters<typeof createScheduleSignatures>[0], 'drafts'> &
    Omit<Parameters<typeof createScheduledMode>[0], 'immediate' | 'drafts' | 'scheduleSignatures'>,
): RequestModes {
  const immediate = createImmediateMode(deps)
  const drafts = createDrafts(deps)
  const scheduleSignatures = createScheduleSignatures({ ...deps, drafts })
  return {
    immediate,
    timed: createTimedMode({ ...deps, immediate }),
    scheduled: createScheduledMode({ ...deps, immediate, drafts, scheduleSignatures }),
  }
}
