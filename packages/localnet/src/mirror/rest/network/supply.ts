import { TOTAL_SUPPLY } from '#ledger/genesis.ts'
import { balanceAt } from '#mirror/rest/accounts/balance-json.ts'
import { checkRange } from '#mirror/rest/bounds.ts'
import { invalidParameter } from '#mirror/rest/errors.ts'
import { PlainText } from '#mirror/rest/json.ts'
import { select } from '#mirror/rest/page.ts'
import type { MirrorRoute } from '#mirror/rest/route.ts'
import { timestampText } from '#protocol/time.ts'

/** Accounts of the network itself. Their hbar is not in circulation. */
const UNRELEASED = '(num = 2 OR num = 42 OR num BETWEEN 44 AND 71 OR num BETWEEN 73 AND 87 OR num BETWEEN 99 AND 100)'

/**
 * Values of `q`. The answer is then only that number, in hbars, for sites that list coins
 * (`NetworkController.getSupply`).
 */
const NUMBERS = ['circulating', 'totalcoins']

/** GET /network/supply: the supply now or at a `timestamp`. */
export const networkSupply: MirrorRoute = {
  path: '/network/supply',
  parameters: ['q', 'timestamp'],
  answer(request, context) {
    checkRange({ parameter: 'timestamp', comparisons: request.query.timestamps() })
    const moment = request.query.moment()
    const number = request.query.text('q')?.toLowerCase()
    if (number !== undefined && !NUMBERS.includes(number)) throw invalidParameter('q')
    const rows = select(context, `SELECT num, balance FROM account WHERE ${UNRELEASED}`)
    const unreleased = rows
      .map(({ num, balance }) => (moment === undefined ? (balance as bigint) : balanceAt(Number(num), moment, context)))
      .reduce((sum, balance) => sum + balance, 0n)
    const released = TOTAL_SUPPLY - unreleased
    if (number !== undefined) return new PlainText(inHbars(number === 'totalcoins' ? TOTAL_SUPPLY : released))
    return {
      released_supply: String(released),
      timestamp: timestampText(moment ?? context.clock.last),
      total_supply: String(TOTAL_SUPPLY),
    }
  },
}

/** `12.00000034` of 1,200,000,034 tinybars. */
const inHbars = (tinybars: bigint): string =>
  String(tinybars)
    .padStart(9, '0')
    .replace(/(?=.{8}$)/, '.')
