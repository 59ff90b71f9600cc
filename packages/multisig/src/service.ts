import { type Ledger, ledgersByChain, type Operator } from '@quorate/ledger'
import type { Cache, Clock, Database, Jobs, Messenger, Realtime, Webhooks } from '@quorate/platform'
import { createAnnouncements } from './events/announcements.ts'
import { createVisibleRequests } from './requests/checks/visible-requests.ts'
import { createDecidedRequests } from './requests/decided/decided-requests.ts'
import { createTellAdded } from './requests/lifecycle/added-signatures.ts'
import { createConfirmations } from './requests/lifecycle/confirmations.ts'
import { createExecutions } from './requests/lifecycle/executions.ts'
import { createExpiry } from './requests/lifecycle/expiry.ts'
import { createNotices } from './requests/lifecycle/notices/notices.ts'
import { createReminders } from './requests/lifecycle/notices/reminders.ts'
import { createOutcomes } from './requests/lifecycle/outcomes.ts'
import { createRejections } from './requests/lifecycle/rejections.ts'
import { createReplacedKeys } from './requests/lifecycle/replaced-keys.ts'
import { createReplacements } from './requests/lifecycle/replacements.ts'
import { createRetention } from './requests/lifecycle/retention.ts'
import { createSettlement } from './requests/lifecycle/settlement.ts'
import { createSignatures } from './requests/lifecycle/signatures.ts'
import { createNewRequests } from './requests/making/new-requests.ts'
import { createModes } from './requests/modes/modes.ts'
import { createOpening } from './requests/modes/scheduled/opening.ts'
import { createSchedulePayer } from './requests/modes/scheduled/payer.ts'
import { createScheduleWatch } from './requests/modes/scheduled/watch.ts'
import { createRequestEvents } from './requests/request-events.ts'
import { createAccess } from './roles/access.ts'
import type { Settings } from './settings.ts'
import { createPlans } from './spending/plans.ts'
import type { Tables } from './store/tables.ts'

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  ledgers: ReadonlyMap<string, Ledger>
  realtime: Realtime
  settings: Settings
  payers: ReadonlyMap<string, Operator>
  cache: Cache
  messenger: Messenger | undefined
  webhooks: Webhooks
  clock: Clock
}

/** The parts that the routes use. */
export type Service = ReturnType<typeof createService>

export function createService(deps: Deps) {
  const ledgerOf = ledgersByChain(deps.ledgers)
  const announcements = createAnnouncements(deps.realtime)
  const events = createRequestEvents()
  const common = { ...deps, ledgerOf, announcements, events, notices: createNotices(deps) }
  const reminders = createReminders(common)
  const retention = createRetention(common)
  const outcomes = createOutcomes(common)
  const watch = createScheduleWatch({ ...common, outcomes })
  const settlement = createSettlement({ outcomes, opening: createOpening({ ...common, outcomes }) })
  const expiry = createExpiry({ ...common, outcomes, settlement, watch })
  for (const { schedule } of [retention, expiry, reminders, { schedule: watch.begin }]) events.on('kept', schedule)
  const payment = createSchedulePayer(deps)
  const following = { ...common, replacements: createReplacements({ ...common, outcomes }) }
  const tellAdded = createTellAdded(following)
  const confirmations = createConfirmations({ ...common, tellAdded })
  const signatures = createSignatures({ ...common, tellAdded, confirmations })
  const replacedKeys = createReplacedKeys(common)
  const executions = createExecutions({ ...following, settlement, payment, signatures, confirmations, replacedKeys })
  const shared = { ...common, signatures, executions, replacedKeys }
  const modes = createModes({ ...shared, reminders, watch, schedulePayer: payment })
  const newRequests = createNewRequests({ ...common, expiry, retention, modes })
  return {
    ...common,
    newRequests,
    plans: createPlans({ ...common, newRequests }),
    decided: createDecidedRequests({ ...common, newRequests }),
    modes,
    rejections: createRejections({ ...common, outcomes }),
    ...createAccess({ ...common, outcomes }),
    ...createVisibleRequests(deps.database),
  }
}
