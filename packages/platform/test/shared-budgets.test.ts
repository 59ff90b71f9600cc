import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { heldAtOnce, refusal } from '../src/index.ts'

const HOUR = 3_600_000

/** A budget in memory: what each holder has taken, falling as time passes. */
function simulated(perHour: number, share: { sure: number; percent: number }) {
  const taken = new Map<string, number>()
  const sum = () => [...taken.values()].reduce((all, one) => all + one, 0)
  return {
    sum,
    ask: (id: string, amount: number) =>
      refusal({ perHour }, { sum: sum(), own: taken.get(id) ?? 0 }, { amount, holder: share }),
    take(id: string, amount: number): boolean {
      if (this.ask(id, amount)) return false
      taken.set(id, (taken.get(id) ?? 0) + amount)
      return true
    },
    pass(ms: number) {
      for (const [id, amount] of taken) taken.set(id, amount * 0.5 ** (ms / HOUR))
    },
  }
}

/**
 * What the services have by default, in messages: validators, decisions of anyone, new DAOs (of eleven messages each).
 */
const DEFAULTS = [
  { perHour: 420, sure: 1.5, percent: 20, amount: 1 },
  { perHour: 300, sure: 1.5, percent: 20, amount: 1 },
  { perHour: 5_000, sure: 17, percent: 10, amount: 11 },
]

/**
 * The default budgets and the records that are paid from them: validators, decisions of anyone, decisions that name
 * their payer, new DAOs.
 */
const RECORDS = [
  { perHour: 420, percent: 20, sizes: [1, 2, 3, 4, 5], sureOf: (size: number) => size * 1.5 },
  { perHour: 300, percent: 20, sizes: [1, 2, 3, 4, 5], sureOf: (size: number) => size * 1.5 },
  { perHour: 180, percent: 20, sizes: [1, 2, 3, 4, 5], sureOf: (size: number) => size * 1.5 },
  { perHour: 5_000, percent: 10, sizes: [1, 3, 11, 17], sureOf: () => 17 },
]

/**
 * Wallets that ask all day, each as soon as it may be given something, and from then on when each of them has taken
 * something, every half hour a newcomer who tries until it is let in. Answers how many seconds each newcomer waited,
 * and what it was told at first.
 */
function newcomersIn(of: {
  perHour: number
  percent: number
  sureOf(size: number): number
  wallets: number
  theirs: number[]
  size: number
  tryEvery: number
}) {
  const { perHour, percent, sureOf, wallets, theirs, size, tryEvery } = of
  const STEP_S = 10
  const fall = 0.5 ** (STEP_S / 3600)
  /** What each wallet has taken, by the size that it asks for. */
  const groups = theirs.map((amount, index) => ({
    amount,
    taken: Array.from({ length: wallets }, (_, wallet) => wallet)
      .filter((wallet) => wallet % theirs.length === index)
      .map(() => 0),
  }))
  let sum = 0
  let since: number | undefined
  let told: number | undefined
  const waits: number[] = []
  const retryAfter: { said: number; was: number }[] = []
  for (let now = 0; now < 86_400; now += STEP_S) {
    for (const { amount, taken } of groups)
      for (;;) {
        // Where the one that took least is refused, so are the others.
        const own = Math.min(...taken)
        if (refusal({ perHour }, { sum, own }, { amount, holder: { sure: sureOf(amount), percent } })) break
        taken[taken.indexOf(own)] = own + amount
        sum += amount
      }
    if (now % 1800 === 0 && groups.every(({ taken }) => Math.min(...taken) > 0)) since ??= now
    if (since !== undefined && (now - since) % tryEvery === 0) {
      const holder = { sure: sureOf(size), percent }
      const refused = refusal({ perHour }, { sum, own: 0 }, { amount: size, holder })
      if (refused) told ??= Math.ceil(refused.waitMs / 1000)
      else {
        sum += size
        waits.push(now - since)
        if (told !== undefined) retryAfter.push({ said: told, was: now - since })
        since = told = undefined
      }
    }
    for (const group of groups) group.taken = group.taken.map((own) => own * fall)
    sum *= fall
  }
  return { waits, retryAfter }
}

describe('A budget that users share', () => {
  test('has something for a newcomer within a minute, however eagerly a hundred fresh wallets take all they may', () => {
    for (const { perHour, amount, ...share } of DEFAULTS) {
      const budget = simulated(perHour, share)
      for (let minute = 0; minute < 120; minute++) {
        for (let wallet = 0; wallet < 100; wallet++) while (budget.take(`mallory ${wallet}`, amount)) {}
        for (let wallet = 0; wallet < 100; wallet++) while (budget.take(`mallory ${wallet}`, 1)) {}
        const refused = budget.ask('newcomer', amount)
        assert.ok((refused?.waitMs ?? 0) <= 60_000, `minute ${minute} of ${perHour} an hour: ${refused?.waitMs} ms`)
        budget.pass(60_000)
      }
    }
  })

  test('lets a newcomer in within minutes, whatever size its record has, while many wallets take all they may for a day', () => {
    for (const { perHour, sizes, sureOf, percent } of RECORDS)
      for (const wallets of [30, 150])
        for (const [index, size] of sizes.entries()) {
          const theirs = [sizes, [sizes.at(-1) ?? 1], [sizes[0] ?? 1]][(index + (wallets > 30 ? 1 : 0)) % 3] ?? sizes
          const tryEvery = [10, 30, 60][index % 3] ?? 10
          const { waits, retryAfter } = newcomersIn({ perHour, percent, sureOf, wallets, theirs, size, tryEvery })
          const at = `${wallets} wallets that take ${theirs}, a record of ${size}, ${perHour} an hour`
          assert.ok(waits.length >= 10, at)
          assert.ok(Math.max(...waits) <= 300, `${at}: ${Math.max(...waits)} seconds`)
          assert.ok(
            retryAfter.every(({ said, was }) => was <= said + tryEvery),
            `${at}: ${JSON.stringify(retryAfter)}`,
          )
        }
  })

  test('never gives more than itself within 60 minutes', () => {
    const share = fc.record({
      sure: fc.double({ min: 0, max: 50, noNaN: true }),
      percent: fc.integer({ min: 1, max: 100 }),
    })
    const steps = fc.array(
      fc.record({ wallet: fc.nat(5), amount: fc.integer({ min: 1, max: 100 }), ms: fc.nat(HOUR / 4) }),
      { maxLength: 100 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), share, steps, (perHour, share, steps) => {
        const budget = simulated(perHour, share)
        const given: { at: number; amount: number }[] = []
        let now = 0
        for (const { wallet, amount, ms } of steps) {
          now += ms
          budget.pass(ms)
          if (budget.take(`${wallet}`, amount)) given.push({ at: now, amount })
          const lately = given.filter(({ at }) => at > now - HOUR).reduce((all, one) => all + one.amount, 0)
          assert.ok(lately <= perHour)
        }
      }),
    )
  })

  test('says when what it refuses will be possible, if nobody else takes anything', () => {
    const count = fc.double({ min: 0, max: 1_000, noNaN: true })
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 500 }), fc.boolean(), (own, others, amount, alone) => {
        const perHour = 1_000
        const holder = alone ? undefined : { sure: 17, percent: 10 }
        const refused = refusal({ perHour }, { sum: own + others, own }, { amount, holder })
        if (!refused || refused.waitMs === Infinity) return
        const fall = 0.5 ** (refused.waitMs / HOUR)
        const counts = { sum: (own + others) * fall, own: own * fall }
        assert.equal(refusal({ perHour }, counts, { amount, holder }), undefined)
        const early = 0.5 ** ((refused.waitMs * 0.99) / HOUR)
        const before = { sum: (own + others) * early, own: own * early }
        if (refused.waitMs > 1_000) assert.ok(refusal({ perHour }, before, { amount, holder }), 'not before')
      }),
    )
    const never = refusal({ perHour: 100 }, { sum: 0, own: 0 }, { amount: heldAtOnce(100) + 1 })
    assert.deepEqual(never, { of: 'all', waitMs: Infinity })
  })
})
