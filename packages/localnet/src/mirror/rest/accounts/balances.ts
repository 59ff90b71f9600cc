import { invalidParameter } from '#mirror/rest/errors.ts'
import { isBeforeGenesis } from '#mirror/rest/genesis.ts'
import { keyConditionsOf } from '#mirror/rest/key-condition.ts'
import { accountNumberOf } from '#mirror/rest/lookups/account-lookup.ts'
import { continuedBy, page } from '#mirror/rest/page.ts'
import { compareAll } from '#mirror/rest/parameters.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { timeOf } from '#mirror/rest/rows-time.ts'
import { idText, NOWHERE, parseId } from '#protocol/ids.ts'
import { balanceOf, compareBalance } from './balance-json.ts'

/** An account number such as `0.0.5` or `5`, with or without an operator: neither an EVM address nor an alias. */
const NUMBERED = /^(?:[a-z]{2,3}:)?[\d.]{1,30}$/i

/** Only one account may be named by EVM address or alias, and only by equality (`parseAccountIdQueryParam`). */
function refuseAddressRanges(texts: readonly string[]): void {
  const named = texts.filter((text) => !NUMBERED.test(text))
  if (named.length > 1 || named.some((text) => text.includes(':') && !/^eq:/i.test(text)))
    throw invalidParameter('account.id')
}

/**
 * GET /balances: the balances of all accounts, now or at a `timestamp`. The answer's time comes from its rows. Without
 * rows it is null, as in formatBalancesResult of hiero-mirror-node's rest/balances.js.
 */
export const balances: MirrorRoute = {
  path: '/balances',
  parameters: ['account.id', 'account.balance', 'account.publickey', 'limit', 'order', 'timestamp'],
  async answer(request, context) {
    const { query } = request
    const moment = query.moment()
    if (isBeforeGenesis(moment, context)) return { timestamp: null, balances: [], links: { next: null } }
    const order = query.order('desc')
    const amounts = query.integers('account.balance').map((comparison) => compareBalance(comparison, moment))
    const keys = keyConditionsOf(query)
    refuseAddressRanges(query.all('account.id'))
    const numberOf = (text: string) => parseId(text) ?? accountNumberOf(text, context) ?? NOWHERE
    const born = moment === undefined ? [] : [{ sql: 'created_at <= ?', values: [moment] }]
    const { rows, links } = await page(request, context, {
      columns: 'num, balance',
      from: 'account',
      along: [...compareAll('num', query.ids('account.id', numberOf)), ...keys.along],
      filters: [...amounts, ...keys.filters, ...born],
      keys: ['num'],
      order,
      after: continuedBy(request, 'account.id', order, (row) => idText(Number(row.num))),
    })
    const found = rows.map((row) => {
      const { balance, tokens } = balanceOf(Number(row.num), row.balance as bigint, moment, context)
      return { account: idText(Number(row.num)), balance, tokens }
    })
    return { timestamp: timeOf(found, moment ?? context.clock.last), balances: found, links }
  },
}
