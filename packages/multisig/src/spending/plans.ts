/**
 * Plans open the payments of a template as timed requests, some days before they are due. Owners review and sign each
 * of them like any other: a plan signs and pays nothing.
 */
import {
  ApiError,
  type Change,
  type Clock,
  conflict,
  type Database,
  encodeAmount,
  type JobKind,
  type Jobs,
} from '@quorate/platform'
import { opensAt, type PaymentPeriod } from '@quorate/verify'
import type { Announcements } from '../events/announcements.ts'
import { may } from '../model/roles.ts'
import { operations } from '../operations/index.ts'
import type { NewRequests } from '../requests/making/new-requests.ts'
import { mutedBy } from '../store/acquaintances.ts'
import { changePlan, findPlan, nextDue, type Plan } from '../store/plans.ts'
import { countedRoles, memberOf } from '../store/roles.ts'
import type { Tables } from '../store/tables.ts'
import { type Template, templateWith } from '../store/templates.ts'
import { findWallet } from '../store/wallets.ts'

/** How long a plan waits before it tries again to open a request, in milliseconds. */
const AGAIN_MS = 3_600_000

interface OpenJob {
  planId: string
  /** In milliseconds since 1970. */
  due: number
}

export type Plans = ReturnType<typeof createPlans>

export function createPlans(deps: {
  database: Database<Tables>
  jobs: Jobs
  clock: Clock
  newRequests: NewRequests
  announcements: Announcements
}) {
  const { database, jobs, clock, newRequests, announcements } = deps

  const open: JobKind<OpenJob> = jobs.define<OpenJob>('plan.open', async ({ planId, due }) => {
    const plan = await findPlan(database.read, planId)
    if (!plan || plan.paused || nextDue(plan) !== due) return
    const template = await templateWith(database.read, plan.template)
    if (!template) return
    if (due <= clock.now())
      return fail(plan, template, { code: 'PLAN_MISSED', message: 'The payment was due before it could be asked for' })
    try {
      await openRequest(plan, template, due)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Another process has opened it, or an owner has changed the plan.
      if (error.code === 'PLAN_CHANGED') return
      await fail(plan, template, { code: error.code, message: error.message })
    }
  })
  jobs.whenSetAside(open, async ({ planId }, message) => {
    const plan = await findPlan(database.read, planId)
    const template = plan && (await templateWith(database.read, plan.template))
    if (plan && template) await fail(plan, template, { code: 'PLAN_INTERRUPTED', message })
  })

  async function openRequest(plan: Plan, template: Template, due: number): Promise<void> {
    const { chain, wallet, payments, memo } = template
    const account = plan.asked_by
    if (!may(await memberOf(database.read, chain, wallet, account), 'manage'))
      throw conflict('NOT_AN_OWNER', `${account}, who asked for the plan, does not own ${wallet} any more`)
    const body = {
      walletId: wallet,
      payments: payments.map(({ amount, ...to }) => ({ ...to, amount: encodeAmount(BigInt(amount)) })),
      executeAt: new Date(due).toISOString(),
      ...(memo === null ? {} : { memo }),
    }
    await newRequests.make(operations.pay, body, { chain, walletId: account, app: '' }, async (trx, { jobId }) => {
      // The request is stored only together with the step, so that no payment is opened twice.
      const next = { step: plan.step + 1, last_job: jobId, problem: null }
      if (!(await changePlan(trx, plan, next))) throw conflict('PLAN_CHANGED', 'The plan has changed meanwhile')
      await begin(trx, { ...plan, ...next })
      await tell(trx, template)
    })
  }

  /** Notes the problem, and tries again in an hour. A payment that is already due is left out. */
  const fail = (plan: Plan, template: Template, problem: { code: string; message: string }): Promise<void> =>
    database.change(async (trx) => {
      const due = nextDue(plan)
      if (due === undefined) return
      const isOver = due <= clock.now()
      const isEnded = problem.code === 'NOT_AN_OWNER'
      const next = { problem, step: plan.step + (isOver ? 1 : 0), paused: plan.paused || isEnded }
      if (!(await changePlan(trx, plan, next))) return
      if (!next.paused) await begin(trx, { ...plan, ...next }, isOver ? 0 : AGAIN_MS)
      await tell(trx, template)
    })

  /** Creates the job that opens the plan's next request, if there is one. */
  async function begin(trx: Change<Tables>, plan: Plan, afterMs = 0): Promise<void> {
    const due = nextDue(plan)
    if (due === undefined || plan.paused) return
    const at = Math.max(opensAt(due, plan.every as PaymentPeriod), clock.now() + afterMs)
    // The last attempt at the time of the payment notes that it was missed.
    const startAfter = new Date(Math.min(at, Math.max(due, clock.now())))
    await jobs.create(trx, open, { planId: plan.id, due }, { startAfter })
  }

  /** Tells those who may read templates that they, or their plans, have changed. */
  async function tell(trx: Change<Tables>, { chain, wallet: id }: Pick<Template, 'chain' | 'wallet'>): Promise<void> {
    const wallet = await findWallet(trx, chain, id)
    if (!wallet) return
    const roles = Object.entries(await countedRoles(trx, chain, id))
    const readers = [
      ...wallet.owners.map(({ wallet: owner }) => owner),
      ...roles.flatMap(([account, role]) => (may(role, 'ask') ? [account] : [])),
    ]
    const muted = await mutedBy(trx, chain, id)
    const hearing = readers.filter((account) => !muted.includes(account))
    trx.onCommit(() => announcements.templatesChanged(wallet, { hearing }))
  }

  return { begin, tell }
}
