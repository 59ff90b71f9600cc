import { holdingsOf } from '#mirror/rest/holdings.ts'
import { int64Json } from '#mirror/rest/json.ts'
import { select } from '#mirror/rest/page.ts'
import { type Comparison, type Condition, compare } from '#mirror/rest/parameters.ts'
import type { MirrorContext } from '#mirror/rest/route.ts'
import { idText } from '#protocol/ids.ts'
import { timestampText } from '#protocol/time.ts'
import type { BalanceJson } from './account-json.ts'

/** The maximum number of tokens that are listed with an account's balance. */
const MAX_TOKENS = 50

/** An account's balance and tokens, now or as they were right after `moment` (nanoseconds). */
export function balanceOf(
  num: number,
  current: bigint,
  moment: bigint | undefined,
  context: MirrorContext,
): BalanceJson {
  const timestamp = timestampText(moment ?? context.clock.last)
  if (moment === undefined) return { balance: int64Json(current), timestamp, tokens: tokensNow(num, context) }
  return { balance: int64Json(balanceAt(num, moment, context)), timestamp, tokens: tokensAt(num, moment, context) }
}

/**
 * Tinybars right after `moment` (nanoseconds). Genesis balances are not in the history: a balance before the first
 * change is computed from that change.
 */
export function balanceAt(num: number, moment: bigint, context: MirrorContext): bigint {
  const before = `SELECT balance FROM account_transaction WHERE account = ? AND consensus_timestamp <= ? ORDER BY consensus_timestamp DESC LIMIT 1`
  const known = select(context, before, num, moment)[0]
  if (known) return known.balance as bigint
  const after = `SELECT balance - amount AS balance FROM account_transaction WHERE account = ? AND consensus_timestamp > ? ORDER BY consensus_timestamp LIMIT 1`
  const next =
    select(context, after, num, moment)[0] ?? select(context, 'SELECT balance FROM account WHERE num = ?', num)[0]
  return (next?.balance as bigint | undefined) ?? 0n
}

const OWN = 'FROM account_transaction t WHERE t.account = account.num AND t.consensus_timestamp'
/** The balance of a row of `account` right after a moment, computed as in {@link balanceAt}. */
const PAST_BALANCE = `coalesce((SELECT t.balance ${OWN} <= ? ORDER BY t.consensus_timestamp DESC LIMIT 1),
  (SELECT t.balance - t.amount ${OWN} > ? ORDER BY t.consensus_timestamp LIMIT 1), balance)`

/** The condition that a balance, now or right after `moment` (nanoseconds), meets the comparison. */
export function compareBalance(comparison: Comparison<bigint>, moment: bigint | undefined): Condition {
  if (moment === undefined) return compare('balance', comparison)
  const { sql, values } = compare(PAST_BALANCE, comparison)
  return { sql, values: [moment, moment, ...values] }
}

function tokensNow(num: number, context: MirrorContext): BalanceJson['tokens'] {
  const rows = select(
    context,
    'SELECT token, balance FROM token_relation WHERE account = ? ORDER BY token LIMIT ?',
    num,
    MAX_TOKENS,
  )
  return rows.map((row) => ({ token_id: idText(Number(row.token)), balance: int64Json(row.balance as bigint) }))
}

function tokensAt(num: number, moment: bigint, context: MirrorContext): BalanceJson['tokens'] {
  const { sql, values } = holdingsOf(num, moment, MAX_TOKENS)
  const rows = select(context, sql, ...values)
  return rows.map((row) => ({ token_id: idText(Number(row.token)), balance: int64Json(row.balance as bigint) }))
}
