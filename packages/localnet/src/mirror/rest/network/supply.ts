import { TOTAL_SUPPLY } from '#ledger/genesis.ts'
import { timestampText } from '#protocol/time.ts'
import { balanceAt } from '../accounts/balance-json.ts'
import { select } from '../page.ts'
import type { MirrorRoute } from '../route.ts'

/** Accounts of the network itself, whose hbar is not in circulation. */
const UNRELEASED = '(num = 2 OR num = 42 OR num BETWEEN 44 AND 71 OR num BETWEEN 73 AND 87 OR num BETWEEN 99 AND 100)'

/** GET /network/supply: the supply now or at a `timestamp`. */
export const networkSupply: MirrorRoute = {
  path: '/network/supply',
  parameters: ['timestamp'],
  answer(request, context) {
    const moment = request.query.moment()
    const rows = select(context, `SELECT num, balance FROM account WHERE ${UNRELEASED}`)
    const unreleased = rows
      .map(({ num, balance }) => (moment === undefined ? (balance as bigint) : balanceAt(Number(num), moment, context)))
      .reduce((sum, balance) => sum + balance, 0n)
    return {
      released_supply: String(TOTAL_SUPPLY - unreleased),
      timestamp: timestampText(moment ?? context.clock.last),
      total_supply: String(TOTAL_SUPPLY),
    }
  },
}
