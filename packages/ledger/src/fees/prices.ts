import type { Clock } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Ledger } from '../ledger.ts'

/** Reserves a quarter more, since the exchange rate may rise before it is read again. */
const SAFETY = 1.25
const RATE_MS = 3_600_000
/** Tinybars for a cent if the mirror has no plausible rate. No rate of recent years needed that many. */
const WITHOUT_RATE = 62_500_000
/** Plausible rates, in tinybars for a cent: 10 dollars to a tenth of a cent for one HBAR. */
const LEAST_RATE = 100_000
const GREATEST_RATE = 1_000_000_000

const Rate = Type.Object({
  current_rate: Type.Object({
    cent_equivalent: Type.Number({ exclusiveMinimum: 0 }),
    hbar_equivalent: Type.Number({ exclusiveMinimum: 0 }),
  }),
})

/**
 * Returns how many tinybars to reserve for a transaction with a price in US cents: the price at the mirror's exchange
 * rate, times `safety` (default: a quarter more).
 */
export function createPrices(clock: Clock): (ledger: Ledger, cents: number, safety?: number) => Promise<number> {
  /** Tinybars for a cent, by chain. */
  const rates = new Map<string, { at: number; rate: number }>()

  async function rateOf({ chain, mirror }: Ledger): Promise<number> {
    const known = rates.get(chain)
    if (known && clock.now() < known.at + RATE_MS) return known.rate
    const answer = await mirror.get('/network/exchangerate').catch(() => undefined)
    if (!Check(Rate, answer)) return known?.rate ?? WITHOUT_RATE
    const { cent_equivalent: cents, hbar_equivalent: hbars } = answer.current_rate
    const rate = (hbars * 1e8) / cents
    if (rate < LEAST_RATE || rate > GREATEST_RATE) return known?.rate ?? WITHOUT_RATE
    rates.set(chain, { at: clock.now(), rate })
    return rate
  }

  return async (ledger, cents, safety = SAFETY) => Math.ceil(cents * (await rateOf(ledger)) * safety)
}
