import { type Ledger, ledgersByChain, type Operator } from '@quorate/ledger'
import { type Cache, type Clock, createWebhooks, type Database, type Jobs, type Realtime } from '@quorate/platform'
import { createAnnouncements } from './events/announcements.ts'
import { createVisibleRequests } from './requests/checks/visible-requests.ts'
import { createDecidedRequests } from './requests/decided/decided-requests.ts'
import { createTellAdded } from './requests/lifecycle/added-signatures.ts'
import { createConfirmations } from './requests/lifecycle/confirmations.ts'
import { createExecutions } from './requests/lifecycle/executions.ts'
import { createExpiry } from './requests/lifecycle/expiry.ts'
import { createOutcomes } from './requests/lifecycle/outcomes.ts'
import { createRejections } from './requests/lifecycle/rejections.ts'
import { createReminders, type Emails } from './requests/lifecycle/reminders.ts'
import { createReplacedKeys } from './requests/lifecycle/replaced-keys.ts'
import { createRetention } from './requests/lifecycle/retention.ts'
import { createSettlement } from './requests/lifecycle/settlement.ts'
import { createSignatures } from './requests/lifecycle/signatures.ts'
import { createNewRequests } from './requests/making/new-requests.ts'
import { createModes } from './requests/modes/modes.ts'
import { createOpening } from './requests/modes/scheduled/opening.ts'
import { createSchedulePayer } from './requests/modes/scheduled/payer.ts'
import { createScheduleWatch } from './requests/modes/scheduled/watch.ts'
import { createRequestEvents } from './requests/request-events.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'
import { createAdoption } from './wallets/adoption.ts'

interface Deps {
  database: Database<Tables>
  jobs: Jobs
  ledgers: ReadonlyMap<string, Ledger>
  realtime: Realtime
  settings: Settings
  payers: ReadonlyMap<string, Operator>
  cache: Cache
  emails: Emails | undefined
  clock: Clock
}

/** The parts that the routes use. */
export type Service = ReturnType<typeof createService>

export function createService(deps: Deps) {
  const { database, ledgers, clock, settings } = deps
  const ledgerOf = ledgersByChain(ledgers)
  const announcements = createAnnouncements(deps.realtime)
  const webhooks = createWebhooks(settings.WEBHOOK_HOSTS, clock)
  const events = createRequestEvents()
  const common = { ...deps, ledgerOf, announcements, webhooks, events }

  const reminders = createReminders(common)
  const retention = createRetention(common)
  const outcomes = createOutcomes(common)
  const watch = createScheduleWatch({ ...common, outcomes })
  const opening = createOpening({ ...common, outcomes })
  const settlement = createSettlement({ outcomes, opening })
  const expiry = createExpiry({ ...common, outcomes, settlement, watch })
  for (const { schedule } of [retention, expiry, reminders]) events.on('kept', schedule)
  events.on('kept', watch.begin)

  const schedulePayer = createSchedulePayer(deps)
  const tellAdded = createTellAdded(common)
  const confirmations = createConfirmations({ ...common, tellAdded })
  const signatures = createSignatures({ ...common, tellAdded, confirmations })
  const replacedKeys = createReplacedKeys(common)
  const payment = schedulePayer
  const executions = createExecutions({ ...common, settlement, payment, signatures, confirmations, replacedKeys })
  const modes = createModes({ ...common, signatures, executions, replacedKeys, reminders, watch, schedulePayer })
  const newRequests = createNewRequests({ ...common, expiry, retention, modes })
  return {
    ...common,
    newRequests,
    decided: createDecidedRequests({ ...common, newRequests }),
    modes,
    rejections: createRejections({ ...common, outcomes }),
    adoption: createAdoption({ ...common, outcomes }),
    ...createVisibleRequests(database),
  }
}
