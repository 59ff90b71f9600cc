import { type Ledger, ledgersByChain, type Operator } from '@quorate/ledger'
import {
  type Cache,
  type Clock,
  createWebhooks,
  type Database,
  type Jobs,
  type Realtime,
  type Session,
  type Webhooks,
} from '@quorate/platform'
import { type Announcements, createAnnouncements } from './events/announcements.ts'
import { mayOnlyWithdraw, signersOf } from './model/request.ts'
import { createConfirmations } from './requests/confirm.ts'
import { createDecidedRequests, type DecidedRequests } from './requests/decided.ts'
import { createExecution, type Execution } from './requests/execute.ts'
import { createExpiry } from './requests/expire.ts'
import { createRequests, type Requests } from './requests/make.ts'
import { createOneAtATime, type Turns } from './requests/one-at-a-time.ts'
import { createRejections, type Rejections } from './requests/reject.ts'
import { createReminders } from './requests/reminders.ts'
import { createReplacedKeys } from './requests/replaced-keys.ts'
import { createSchedulePayer } from './requests/schedule-payer.ts'
import { createScheduleSignatures, type ScheduleSignatures } from './requests/schedule-signatures.ts'
import { createScheduleWatch } from './requests/schedule-watch.ts'
import { createSettlement } from './requests/settle.ts'
import { createSignatures, type Signatures } from './requests/sign.ts'
import { createTellAdded } from './requests/signature-added.ts'
import { createStorage, type Storage } from './requests/storage-budget.ts'
import { createTimedRequests } from './requests/timed.ts'
import { createFindVisible, type FindVisible } from './requests/visible-request.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'

/** What the routes work with. */
export interface Service {
  database: Database<Tables>
  /** By chain; the first is the default. */
  ledgers: ReadonlyMap<string, Ledger>
  clock: Clock
  cache: Cache
  announcements: Announcements
  requests: Requests
  decided: DecidedRequests
  signatures: Signatures
  execution: Execution
  schedules: ScheduleSignatures
  rejections: Rejections
  webhooks: Webhooks
  storage: Storage
  turns: Turns
  ledgerOf(session: Pick<Session, 'chain'>): Ledger
  findVisible: FindVisible
  /** Also what the session's account may withdraw although it is no owner any more. */
  findWithdrawable: FindVisible
}

export function createService(deps: {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  payers: ReadonlyMap<string, Operator>
  cache: Cache
  clock: Clock
}): Service {
  const { database, jobs, ledgers, realtime, settings, payers, cache, clock } = deps
  const ledgerOf = ledgersByChain(ledgers)
  const announcements = createAnnouncements(realtime)
  const storage = createStorage({ database, jobs, settings, clock, announcements })
  const webhooks = createWebhooks(settings.WEBHOOK_HOSTS, clock)
  const reminders = createReminders({ database, jobs, clock, webhooks, announcements })
  const settlement = createSettlement({
    ...{ database, clock, announcements, storage, reminders },
    async watch(trx, request) {
      await watch.begin(trx, request.jobId)
      await expiry.schedule(trx, request)
    },
  })
  const watch = createScheduleWatch({ database, jobs, clock, ledgerOf, settlement, announcements })
  const expiry = createExpiry({ database, jobs, ledgers, clock, settlement, watch })

  const turns = createOneAtATime()
  const common = { database, jobs, clock, ledgerOf, announcements }
  const tellAdded = createTellAdded(common)
  const confirmations = createConfirmations({ ...common, tellAdded, goOn: (request) => schedules.create(request) })
  const signatures = createSignatures({ ...common, tellAdded, confirmations })
  const replacedKeys = createReplacedKeys(common)
  const schedulePayer = createSchedulePayer({ payers, settings, clock })
  const execution = createExecution({ ...common, settlement, signatures, confirmations, replacedKeys, schedulePayer })
  const timed = createTimedRequests({ ...common, execution, replacedKeys, reminders })
  const schedules = createScheduleSignatures({ ...common, settings, signatures, execution, watch, schedulePayer })
  const requests = createRequests({ ...common, settings, expiry, timed, storage, turns, schedulePayer })

  return {
    database,
    ledgers,
    clock,
    cache,
    announcements,
    ledgerOf,
    storage,
    webhooks,
    turns,
    requests,
    decided: createDecidedRequests({ ...common, settings, ledgers, requests }),
    signatures,
    execution,
    schedules,
    rejections: createRejections({ database, clock, settlement, storage, announcements }),
    findVisible: createFindVisible(database),
    findWithdrawable: createFindVisible(
      database,
      (request, account) => signersOf(request).includes(account) || mayOnlyWithdraw(request, account),
    ),
  }
}
