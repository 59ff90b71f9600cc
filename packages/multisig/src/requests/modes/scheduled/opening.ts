import type { FinalOutcome, Ledger } from '@quorate/ledger'
import { type Change, type Clock, type Database, unavailable } from '@quorate/platform'
import type { Announcements } from '../../../events/announcements.ts'
import type { Request } from '../../../model/request.ts'
import { noteWaiting } from '../../../store/inbox.ts'
import { findRequest, lockWallet } from '../../../store/requests.ts'
import { openSchedule, scheduledUpdateOf } from '../../../store/schedules.ts'
import type { Tables } from '../../../store/tables.ts'
import { walletChanging } from '../../checks/owner-changes.ts'
import type { Notices } from '../../lifecycle/notices/notices.ts'
import { type Outcomes, whyClosed } from '../../lifecycle/outcomes.ts'
import type { RequestEvents } from '../../request-events.ts'
import { differenceOf } from './difference.ts'

/**
 * Opens a scheduled request once its schedule is created: owners can then sign. Nobody signs before the mirror shows
 * that the schedule is the requested one.
 */
export function createOpening(deps: {
  database: Database<Tables>
  clock: Clock
  announcements: Announcements
  notices: Notices
  outcomes: Outcomes
  events: RequestEvents
}) {
  const { outcomes } = deps
  return {
    /** @throws 503 `OUTCOME_UNKNOWN` while the mirror does not show the schedule */
    async open(ledger: Ledger, request: Request, outcome: FinalOutcome, isOurs: boolean): Promise<Request> {
      const { scheduleId } = outcome.receipt
      const shown = scheduleId === undefined ? null : await ledger.mirror.schedule(scheduleId)
      const difference = shown ? differenceOf(shown, request) : undefined
      if (difference !== undefined && !isOurs) return outcomes.superseded(request, outcome, difference)
      if (scheduleId === undefined || !shown || difference !== undefined)
        throw unavailable(
          'OUTCOME_UNKNOWN',
          `The mirror of ${ledger.chain} does not show yet which schedule ${request.transactionId} created`,
        )
      return (await deps.database.change((trx) => storeOpen(deps, trx, request, scheduleId))) ?? request
    },
  }
}

async function storeOpen(
  { clock, announcements, notices, outcomes, events }: Parameters<typeof createOpening>[0],
  trx: Change<Tables>,
  request: Request,
  scheduleId: string,
): Promise<Request | undefined> {
  // The lock prevents a change of owners between reading them and storing that the request waits for them.
  if (request.wallet) await lockWallet(trx, request.chain, request.wallet)
  const isNew = await openSchedule(trx, request.jobId, scheduleId, new Date(clock.now()))
  const open = await findRequest(trx, request.jobId)
  if (!isNew || !open) return open
  const why = whyClosed(open) ?? (await whyNotAlone(trx, open))
  if (why) await outcomes.close(trx, open, why)
  await events.emit('kept', trx, open)
  if (open.state !== 'pending') return open
  if (why) return { ...open, state: 'error', code: why.code, message: why.message }
  await noteWaiting(trx, [open])
  await notices.tell(trx, open, 'signature_wanted')
  trx.onCommit(() => announcements.transactionPending(open))
  return open
}

/**
 * Why an owner change in a new schedule must not be signed: the ledger already keeps another one. Several may have been
 * requested before the first was created.
 */
async function whyNotAlone(
  trx: Change<Tables>,
  { operation, chain, wallet, jobId }: Request,
): Promise<{ code: string; message: string } | undefined> {
  if (operation !== 'update' || !wallet) return undefined
  const other = await scheduledUpdateOf(trx, { chain, wallet, except: jobId })
  return other === undefined ? undefined : walletChanging(wallet, other)
}
