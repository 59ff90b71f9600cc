import type { Clock } from '@quorate/platform'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { OperatedLedger } from '../operated-ledger.ts'

/**
 * What the network asks for, in cents: https://docs.hedera.com/hedera/networks/mainnet/fees (HIP-1261). A message whose signed transaction has at most
 * 1,024 bytes; a topic with two keys.
 */
const CENTS = { message: 0.08, topic: 3 }

/** The rate may rise by a quarter before it is asked for again. */
const SAFETY = 1.25
const RATE_MS = 3_600_000
/** Tinybars for a cent, where the mirror tells no plausible rate: more than at any rate of the last years. */
const WITHOUT_RATE = 62_500_000
/** Plausible are hbars from a tenth of a cent to 10 dollars. */
const LEAST_RATE = 100_000
const GREATEST_RATE = 1_000_000_000

const Rate = Type.Object({
  current_rate: Type.Object({
    cent_equivalent: Type.Number({ exclusiveMinimum: 0 }),
    hbar_equivalent: Type.Number({ exclusiveMinimum: 0 }),
  }),
})

/** Answers what the node sets aside for a transaction of its own, in tinybars: the network's price at the mirror's exchange rate, and a quarter more. */
export function createPrices(clock: Clock): (ledger: OperatedLedger, of: keyof typeof CENTS) => Promise<number> {
  /** Tinybars for a cent, by chain. */
  const rates = new Map<string, { at: number; rate: number }>()

  async function rateOf({ chain, mirror }: OperatedLedger): Promise<number> {
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

  return async (ledger, of) => Math.ceil(CENTS[of] * (await rateOf(ledger)) * SAFETY)
}
