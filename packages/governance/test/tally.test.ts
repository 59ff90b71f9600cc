import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Count,
  checkOptions,
  decide as decideTally,
  isStandard,
  percentOf,
  type Rule,
  singleTally,
} from '@quorate/verify/recount'
import fc from 'fast-check'

const weight = fc.oneof(fc.bigInt(0n, 10n), fc.bigInt(0n, 2n ** 63n - 1n), fc.bigInt(0n, 2n ** 80n))
const threshold = fc.oneof(
  fc.integer({ min: 1, max: 100 }),
  fc.integer({ min: 100, max: 10_000 }).map((n) => n / 100),
)
const standard = fc
  .tuple(weight, weight, weight)
  .map(([yes, no, abstain]) => counts({ YES: yes, NO: no, ABSTAIN: abstain }))
const custom = fc
  .array(weight, { minLength: 2, maxLength: 5 })
  .map((weights) => counts(Object.fromEntries(weights.map((value, index) => [`option ${index}`, value]))))

const counts = (weights: Record<string, bigint>): Count[] =>
  Object.entries(weights).map(([option, value]) => ({ option, votes: 1, weight: value }))
const totalWeight = (all: readonly Count[]) => singleTally(all).totalWeight
const decide = (all: readonly Count[], rule: Rule, eligible: bigint | null) =>
  decideTally(singleTally(all), rule, eligible)
const of = (all: readonly Count[], option: string) => all.find((one) => one.option === option)?.weight ?? 0n

describe('A decision', () => {
  test('A decision with YES and NO passes exactly if YES > 0, YES ≠ NO and 100·YES ≥ threshold·(YES + NO)', () => {
    fc.assert(
      fc.property(standard, fc.integer({ min: 1, max: 100 }), (all, percent) => {
        const [yes, no] = [of(all, 'YES'), of(all, 'NO')]
        const passes = yes > 0n && yes !== no && 100n * yes >= BigInt(percent) * (yes + no)
        const decision = decide(all, { threshold: percent, quorum: null }, null)
        assert.equal(decision.passed, passes)
        assert.equal(decision.winner, passes ? 'YES' : null)
      }),
    )
  })

  test('A decision with custom options adopts the single leading one that reaches the threshold of all weight cast', () => {
    fc.assert(
      fc.property(custom, fc.integer({ min: 1, max: 100 }), (all, percent) => {
        const { winner } = decide(all, { threshold: percent, quorum: null }, null)
        const highest = all.reduce((max, one) => (one.weight > max ? one.weight : max), 0n)
        const leaders = all.filter((one) => one.weight === highest)
        const reached = highest * 100n >= BigInt(percent) * totalWeight(all)
        assert.equal(winner, highest > 0n && leaders.length === 1 && reached ? leaders[0]?.option : null)
      }),
    )
  })

  test('on an optimistic proposal passes exactly if NO is less than its share of a known eligible weight', () => {
    const share = fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }))
      .filter(([a, b]) => a <= b)
    fc.assert(
      fc.property(standard, weight, share, fc.boolean(), (all, absent, [part, whole], isKnown) => {
        const eligible = totalWeight(all) + absent
        const optimistic = { objections: 1, objectionsFraction: `${part}/${whole}` }
        const decision = decide(all, { threshold: 100, quorum: null, optimistic }, isKnown ? eligible : null)
        const passes = isKnown && of(all, 'NO') * BigInt(whole) < BigInt(part) * eligible
        assert.deepEqual([decision.passed, decision.winner], [passes, passes ? 'YES' : null])
        const needed = decision.objections?.needed ?? null
        if (!isKnown) assert.equal(needed, null)
        else {
          // The least weight that stops it, and one unit less does not.
          const stopping = (no: bigint) => no * BigInt(whole) >= BigInt(part) * eligible
          assert.ok(needed !== null && stopping(needed) && (needed === 0n || !stopping(needed - 1n)))
        }
      }),
    )
  })

  test('needs the threshold, exact to the last unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 80n), threshold, (no, percent) => {
        // The least YES with YES / (YES + NO) >= percent / 100, for NO so large that it is not the only rule.
        const parts = BigInt(Math.round(percent * 1e6))
        const rest = 100_000_000n - parts
        fc.pre(rest > 0n)
        const least = (parts * no + rest - 1n) / rest
        const rule = { threshold: percent, quorum: null }
        const passes = (yes: bigint) => decide(counts({ YES: yes, NO: no, ABSTAIN: no * 7n }), rule, null).passed
        assert.equal(passes(least === no ? least + 1n : least), true)
        assert.equal(passes(least - 1n), false)
        const two = (a: bigint) => decide(counts({ a, b: no }), rule, null).winner
        if (least > no) assert.deepEqual([two(least), two(least - 1n)], ['a', null])
      }),
    )
    const rule = { threshold: 100, quorum: null }
    assert.equal(decide(counts({ YES: 2n ** 64n, NO: 0n, ABSTAIN: 5n }), rule, null).passed, true)
    assert.equal(decide(counts({ YES: 2n ** 64n, NO: 1n }), rule, null).passed, false)
    assert.equal(decide(counts({ a: 2n ** 64n, b: 0n }), rule, null).winner, 'a')
  })

  test('does not depend on the order of the options or of the votes', () => {
    fc.assert(
      fc.property(fc.oneof(standard, custom), threshold, fc.nat(), (all, percent, turn) => {
        const turned = [...all.slice(turn % all.length), ...all.slice(0, turn % all.length)]
        const rule = { threshold: percent, quorum: null }
        assert.deepEqual(decide(turned, rule, null), decide(all, rule, null))
      }),
    )
  })

  test('never results from a tie or from no votes', () => {
    fc.assert(
      fc.property(weight, threshold, (value, percent) => {
        const rule = { threshold: percent, quorum: null }
        assert.equal(decide(counts({ YES: value, NO: value, ABSTAIN: 1n }), rule, null).passed, false)
        assert.equal(decide(counts({ a: value, b: value }), rule, null).passed, false)
      }),
    )
  })

  test('needs the quorum, exact to the last unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 70n), fc.integer({ min: 1, max: 100 }), (eligible, percent) => {
        const least = (eligible * BigInt(percent) + 99n) / 100n
        const rule = { threshold: 1, quorum: percent }
        assert.equal(decide(counts({ YES: least, NO: 0n }), rule, eligible).passed, true)
        assert.equal(decide(counts({ YES: least - 1n, NO: 0n }), rule, eligible).passed, false)
        assert.equal(decide(counts({ YES: least, NO: 0n }), rule, null).passed, false, 'not known is not reached')
      }),
    )
  })

  test('accepts only YES, NO and ABSTAIN for the standard options', () => {
    for (const [options, expected] of [
      [['YES', 'NO', 'ABSTAIN'], true],
      [['NO', 'YES'], true],
      [['YES', 'ABSTAIN'], false],
      [['YES', 'NO', 'MAYBE'], false],
      [['yes', 'no'], false],
    ] as const)
      assert.equal(isStandard(options), expected, options.join())
  })
})

describe('A percentage', () => {
  test('is rounded half up to two digits and never leaves 0 to 100', () => {
    assert.equal(percentOf(1n, 3n), 33.33)
    assert.equal(percentOf(2n, 3n), 66.67)
    assert.equal(percentOf(1n, 8n), 12.5)
    assert.equal(percentOf(0n, 0n), 0)
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 80n), fc.bigInt(0n, 2n ** 80n), (part, rest) => {
        const percent = percentOf(part, part + rest)
        assert.ok(percent >= 0 && percent <= 100)
      }),
    )
  })
})

describe('Options', () => {
  /** Characters that show nothing, or only combine with others. */
  const BLANKS = [
    ...[0x00a0, 0x00ad, 0x034f, 0x0301, 0x115f, 0x1160, 0x180e, 0x2003, 0x200b, 0x2060, 0x2800, 0x3000, 0x3164, 0xfe0f],
    ...[0xffa0, 0xfffc, 0x0378, 0xe000, 0xfdd0, 0x13441, 0x13442, 0x16fe4, 0x1d159, 0x1d173, 0xe0041, 0xf0000],
  ].map((point) => String.fromCodePoint(point))
  const blank = fc.array(fc.constantFrom(...BLANKS, ' '), { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
  const isAccepted = (...options: string[]): boolean => {
    try {
      checkOptions(options)
      return true
    } catch {
      return false
    }
  }

  test('are never blank', () => {
    fc.assert(fc.property(blank, (text) => assert.equal(isAccepted(text, 'NO'), false, JSON.stringify(text))))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5 }), (text) => {
        const drawn = [...text].filter((one) => !BLANKS.includes(one) && /[^\s\p{C}\p{DI}\p{M}]/u.test(one))
        if (isAccepted(text, 'NO')) assert.notDeepEqual(drawn, [], JSON.stringify(text))
      }),
    )
  })

  test('do not differ only in invisible characters', () => {
    const unmarked = blank.filter((text) => !text.includes('\u0301'))
    const word = fc.constantFrom('Accept', '树', 'Да', '1')
    fc.assert(
      fc.property(word, unmarked, unmarked, (text, before, after) => {
        const other = `${before}${text}${after}`
        assert.equal(isAccepted(text, other), false, JSON.stringify(other))
      }),
    )
    assert.ok(isAccepted('Accept', 'Refuse', 'é', 'e', '👍🏽'))
  })
})
