/**
 * Budgets that a service spends for its users, counted in the database: an amount per clock hour for all holders
 * together, and a share of it for one holder.
 */
import { sql } from 'kysely'
import type { Change } from './database.ts'

/** The columns of a table of counts, with the primary key (budget, holder). An empty `holder` is the sum of all. */
export interface BudgetCounts {
  budget: string
  holder: string
  /** The amount taken during the hour that begins at `hour`. */
  amount: number
  hour: Date
}

export interface HourlyBudget {
  /** Unique among the budgets in a table. */
  name: string
  /** The limit for all holders together in an hour. */
  perHour: number
}

export interface Taking {
  amount: number
  /** The holder that takes it; absent if only the sum is limited. */
  holder?: Holder | undefined
}

export interface Holder {
  id: string
  /** The limit for one holder in an hour, in percent of the budget. */
  percent: number
  /** A holder may take this much even if it exceeds `percent`. Default: 0. */
  atLeast?: number
}

/** The reason why an amount cannot be taken now. */
export interface Refusal {
  /** Which limit is exceeded: the sum of all holders, or this holder's share. */
  of: 'all' | 'holder'
  /** Milliseconds until the next hour begins; Infinity if the amount exceeds an hour's budget. */
  waitMs: number
}

const HOUR_MS = 3_600_000
const FORGOTTEN_MS = 48 * HOUR_MS

const hourOf = (ms: number): Date => new Date(ms - (ms % HOUR_MS))

/**
 * Returns the reason why a holder may not take `amount`; undefined if it may. This hour, the holder has taken `own`,
 * and all holders together have taken `sum`.
 */
export function refusal(
  { perHour }: Pick<HourlyBudget, 'perHour'>,
  { sum, own }: { sum: number; own: number },
  { amount, holder }: Taking,
  now: number,
): Refusal | undefined {
  const most = holder ? Math.max((perHour * holder.percent) / 100, holder.atLeast ?? 0) : perHour
  const waitMs = amount > Math.min(most, perHour) ? Infinity : HOUR_MS - (now % HOUR_MS)
  if (holder && own + amount > most) return { of: 'holder', waitMs }
  if (sum + amount > perHour) return { of: 'all', waitMs }
  return undefined
}

/**
 * Takes from a budget within a database transaction; returns the reason if it is refused. Transactions that take from
 * the same budget wait for each other.
 */
export async function takeFrom<Tables>(
  trx: Change<Tables>,
  table: string,
  budget: HourlyBudget,
  taking: Taking,
  now: number,
): Promise<Refusal | undefined> {
  const counts = sql.table(table)
  /** Locks a count, and returns the amount taken this hour. */
  const current = async (id: string): Promise<number> => {
    const { rows } = await sql<{ amount: number }>`
      insert into ${counts} as c (budget, holder, amount, hour) values (${budget.name}, ${id}, 0, ${hourOf(now)})
      on conflict (budget, holder) do update
      set amount = case when c.hour = excluded.hour then c.amount else 0 end, hour = excluded.hour
      returning amount`.execute(trx)
    return rows[0]?.amount ?? 0
  }
  const { amount, holder } = taking
  const sum = await current('')
  const own = holder ? await current(holder.id) : 0
  const refused = refusal(budget, { sum, own }, taking, now)
  if (refused) return refused
  await sql`
    update ${counts} set amount = amount + ${amount}
    where budget = ${budget.name} and holder in ('', ${holder?.id ?? ''})`.execute(trx)
  await sql`
    delete from ${counts} where (budget, holder) in (
      select budget, holder from ${counts} where hour < ${new Date(now - FORGOTTEN_MS)} limit 100 for update skip locked
    )`.execute(trx)
  return undefined
}

/** Gives back an unused amount that was taken at `takenAt` (milliseconds), unless that hour is over. */
export async function giveBack<Tables>(
  trx: Change<Tables>,
  table: string,
  budget: Pick<HourlyBudget, 'name'>,
  { amount, holder, takenAt }: { amount: number; holder: string; takenAt: number },
): Promise<void> {
  // Locks the rows in the same order as `takeFrom`; another order could deadlock two changes.
  for (const whose of ['', holder])
    await sql`
      update ${sql.table(table)} set amount = greatest(0, amount - ${amount}::float8)
      where budget = ${budget.name} and holder = ${whose} and hour = ${hourOf(takenAt)}`.execute(trx)
}

/** Creates a table of {@link BudgetCounts}. */
export const budgetTable = (table: string) => [
  sql`
    create table ${sql.table(table)} (
      budget text not null,
      holder text not null,
      amount double precision not null,
      hour timestamptz not null,
      primary key (budget, holder)
    )`,
  sql`create index on ${sql.table(table)} (hour)`,
]
