/**
 * Budgets that a service spends for its users, counted in the database. Counts fall with time: each halves every hour.
 * So nobody can take the budget of a whole hour at its start, and the holder that took least goes first.
 */
import { sql } from 'kysely'
import { limits } from '../base/platform-limits.ts'
import type { Change } from './database.ts'

/** The columns of a table of counts, with the primary key (budget, holder). An empty `holder` is the sum of all. */
export interface BudgetCounts {
  budget: string
  holder: string
  amount: number
  at: Date
}

export interface SharedBudget {
  /** No two budgets in a table have the same name. */
  name: string
  /** What all holders together may take within any 60 minutes. */
  perHour: number
}

export interface Taking {
  amount: number
  /** The holder that takes it; absent where only the sum is limited. */
  holder?: Share | undefined
}

export interface Share {
  id: string
  /**
   * What a holder may have taken whatever others took, unless the budget is used up, or keeps the rest for holders that
   * took less.
   */
  sure: number
  /**
   * Beyond `sure`, a holder may have taken this percentage of what others left of the half that is open to everybody.
   */
  percent: number
}

/** Why something cannot be taken now. */
export interface Refusal {
  /** Whether all holders together took too much, or this one. */
  of: 'all' | 'holder'
  /**
   * Milliseconds until it can be taken if nobody else takes anything meanwhile; Infinity for more than the budget ever
   * holds.
   */
  waitMs: number
}

const HOUR_MS = 3_600_000
/** A count that was not changed for this time is next to nothing, and is deleted. */
const FORGOTTEN_MS = 48 * HOUR_MS
/** After this time each count is next to nothing, however large it was. */
const LONGEST_WAIT_MS = 100 * HOUR_MS

/** What the counts of all holders together may reach. */
export const heldAtOnce = (perHour: number): number => (perHour * limits.budgetAtOnce.value) / 100

/**
 * Why a holder that has taken `own`, while all together have taken `sum`, may not take `amount`; undefined if it may.
 */
export function refusal(
  { perHour }: Pick<SharedBudget, 'perHour'>,
  { sum, own }: { sum: number; own: number },
  { amount, holder }: { amount: number; holder?: Omit<Share, 'id'> | undefined },
): Refusal | undefined {
  const most = heldAtOnce(perHour)
  // Time makes all counts fall by the same factor.
  const waitForAll = waitUntil((fall) => sum * fall + amount <= most)
  const waitForHolder = holder ? waitUntil((fall) => isOpenTo(holder, most, sum * fall, own * fall, amount)) : 0
  if (waitForAll === 0 && waitForHolder === 0) return undefined
  return { of: waitForAll >= waitForHolder ? 'all' : 'holder', waitMs: Math.max(waitForAll, waitForHolder) }
}

function isOpenTo(
  { sure, percent }: Omit<Share, 'id'>,
  most: number,
  sum: number,
  own: number,
  amount: number,
): boolean {
  if (sum + amount > most - keptFromHolder(most, sure, own)) return false
  const open = (most * limits.budgetOpenHalf.value) / 100
  const others = Math.max(0, sum - own)
  return own + amount <= Math.max(sure, (percent / 100) * (open - others))
}

/**
 * How much is kept from a holder, for others that took less: the whole kept part if it has taken its sure part, a 24th
 * less for each halving of its count, and nothing if it has taken nothing. A holder's count halves each hour, so that
 * this ends a day after it took.
 */
function keptFromHolder(most: number, sure: number, own: number): number {
  const halvings = own > 0 ? Math.max(0, Math.log2(sure / own)) : Infinity
  return ((most * limits.budgetForLeast.value) / 100) * Math.max(0, 1 - halvings / 24)
}

/**
 * Finds by bisection after how many milliseconds `isAllowed` becomes true; `fall` is the factor that the counts are
 * multiplied by until then.
 */
function waitUntil(isAllowed: (fall: number) => boolean): number {
  if (isAllowed(1)) return 0
  if (!isAllowed(0)) return Infinity
  let refused = 0
  let allowed = LONGEST_WAIT_MS
  while (allowed - refused > 1) {
    const middle = Math.floor((refused + allowed) / 2)
    if (isAllowed(0.5 ** (middle / HOUR_MS))) allowed = middle
    else refused = middle
  }
  return allowed
}

/**
 * A count that was changed so much later than now is from before the clock was set back. Clocks of processes differ by
 * less.
 */
const SET_BACK = sql`interval '1 hour'`
const isSetBack = (at: Date) => sql`c.at > ${at}::timestamptz + ${SET_BACK}`

/**
 * Hours since the count `c` was last changed, at most 100: by then it is next to nothing. One from before the clock was
 * set back would not fall until the clock is there again.
 */
const hoursSince = (at: Date) =>
  sql`(case when ${isSetBack(at)} then 100
    else least(100, greatest(0, extract(epoch from (${at}::timestamptz - c.at)) / 3600)) end)::float8`

/** When the count `c` is changed, where it is changed now. */
const changedAt = (at: Date) =>
  sql`case when ${isSetBack(at)} then ${at}::timestamptz else greatest(c.at, ${at}::timestamptz) end`

/**
 * Takes from a budget as part of a change; answers why if that is refused. Changes that take from one budget wait for
 * each other to end.
 */
export async function takeFrom<Tables>(
  trx: Change<Tables>,
  table: string,
  budget: SharedBudget,
  { amount, holder }: Taking,
  now: number,
): Promise<Refusal | undefined> {
  const at = new Date(now)
  const counts = sql.table(table)
  /** Locks a count, and answers what it has fallen to. */
  const current = async (id: string): Promise<number> => {
    const { rows } = await sql<{ amount: number }>`
      insert into ${counts} as c (budget, holder, amount, at) values (${budget.name}, ${id}, 0, ${at})
      on conflict (budget, holder) do update
      set amount = c.amount * power(0.5::float8, ${hoursSince(at)}), at = ${changedAt(at)}
      returning amount`.execute(trx)
    return rows[0]?.amount ?? 0
  }
  const sum = await current('')
  const own = holder ? await current(holder.id) : 0
  const refused = refusal(budget, { sum, own }, { amount, holder })
  if (refused) return refused
  await sql`
    update ${counts} set amount = amount + ${amount}
    where budget = ${budget.name} and holder in ('', ${holder?.id ?? ''})`.execute(trx)
  await sql`
    delete from ${counts} where (budget, holder) in (
      select budget, holder from ${counts} where at < ${new Date(now - FORGOTTEN_MS)} limit 100 for update skip locked
    )`.execute(trx)
  return undefined
}

/** Gives back what was taken at `takenAt` (milliseconds) and not used after all, as far as it still counts. */
export async function giveBack<Tables>(
  trx: Change<Tables>,
  table: string,
  budget: Pick<SharedBudget, 'name'>,
  { amount, holder, takenAt }: { amount: number; holder: string; takenAt: number },
  now: number,
): Promise<void> {
  const at = new Date(now)
  const left = amount * 0.5 ** (Math.max(0, now - takenAt) / HOUR_MS)
  // The rows are locked in the same order as when they were taken: another order could deadlock two changes.
  for (const whose of ['', holder])
    await sql`
      update ${sql.table(table)} as c
      set amount = greatest(0, c.amount * power(0.5::float8, ${hoursSince(at)}) - ${left}::float8), at = ${changedAt(at)}
      where budget = ${budget.name} and holder = ${whose}`.execute(trx)
}

/** Makes a table of {@link BudgetCounts}. */
export const budgetTable = (table: string) => [
  sql`
    create table ${sql.table(table)} (
      budget text not null,
      holder text not null,
      amount double precision not null,
      at timestamptz not null,
      primary key (budget, holder)
    )`,
  sql`create index on ${sql.table(table)} (at)`,
]
