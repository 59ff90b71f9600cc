import { TOTAL_SUPPLY } from '../../genesis.ts'
import { timestampText } from '../../time.ts'
import { select } from './page.ts'
import type { MirrorRoute } from './route.ts'

/** Accounts of the network itself, whose hbar is not in circulation. */
const UNRELEASED = '(num = 2 OR num = 42 OR num BETWEEN 44 AND 71 OR num BETWEEN 73 AND 87 OR num BETWEEN 99 AND 100)'

/** GET /network/supply */
export const networkSupply: MirrorRoute = {
  path: '/network/supply',
  parameters: ['timestamp'],
  answer(_request, context) {
    const sql = `SELECT coalesce(sum(balance), 0) AS balance FROM account WHERE ${UNRELEASED}`
    const unreleased = (select(context, sql)[0]?.balance as bigint | undefined) ?? 0n
    return {
      released_supply: String(TOTAL_SUPPLY - unreleased),
      timestamp: timestampText(context.clock.last),
      total_supply: String(TOTAL_SUPPLY),
    }
  },
}
