import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Ballot,
  ballotFault,
  decide,
  instantRunoff,
  integerRoot,
  isExactly,
  optionDecimals,
  parseFraction,
  percentBeside,
  percentOfRatio,
  type Ranking,
  type Rule,
  ratioOfPercent,
  reaches,
  resultFigures,
  tallyOf,
  type VotingMethod,
  type WeighedBallot,
} from '@quorate/verify/recount'
import fc from 'fast-check'

const OPTIONS = ['Oak', 'Elm', 'Ash', 'Fir']
const rule = (votingMethod: VotingMethod, threshold = 50): Rule => ({ votingMethod, threshold, quorum: null })

/** Options in the proposal's order, at least one. */
const some = fc.subarray(OPTIONS, { minLength: 1 })
/** Options in any order, at least one. */
const ranked = fc.shuffledSubarray(OPTIONS, { minLength: 1 })
const shared = some.chain((choices) =>
  fc
    .array(fc.integer({ min: 1, max: 100 }), { minLength: choices.length, maxLength: choices.length })
    .map((parts) => ({ choices, shares: percentagesOf(parts) })),
)
/** Whole percentages in about these proportions, together 100. */
function percentagesOf(parts: number[]): number[] {
  const sum = parts.reduce((all, part) => all + part, 0)
  const rest = 100 - parts.length
  const shares = parts.map((part) => 1 + Math.floor((part * rest) / sum))
  shares[0] = (shares[0] ?? 0) + 100 - shares.reduce((all, share) => all + share, 0)
  return shares
}
const weight = fc.oneof(fc.bigInt(1n, 5n), fc.bigInt(1n, 2n ** 63n - 1n))
const votes = (ballot: fc.Arbitrary<Ballot>) => fc.array(fc.record({ ballot, weight }), { maxLength: 12 })
const tally = (votingMethod: VotingMethod, ballots: readonly WeighedBallot[], decimals = 0) =>
  tallyOf({ votingOptions: OPTIONS, votingMethod, decimals }, ballots)
const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n)

describe('A tally', () => {
  test('by approval adds the whole weight of a vote to each option that it names', () => {
    const choices = some.map((list) => ({ choices: list }))
    fc.assert(
      fc.property(votes(choices), (ballots) => {
        const { counts, totalWeight, totalVotes } = tally('approval', ballots)
        for (const { option, votes: named, weight: approved } of counts) {
          const by = ballots.filter(({ ballot }) => ballot.choices?.includes(option))
          assert.deepEqual([named, approved], [by.length, sum(by.map((one) => one.weight))])
        }
        assert.deepEqual([totalVotes, totalWeight], [ballots.length, sum(ballots.map((one) => one.weight))])
      }),
    )
  })

  test('by weighted votes splits each weight exactly: the parts add up to a hundred times the weight cast', () => {
    fc.assert(
      fc.property(votes(shared), (ballots) => {
        const { counts, totalWeight } = tally('weighted', ballots)
        assert.equal(sum(counts.map((one) => one.weight)), totalWeight * 100n)
        for (const { option, weight: part } of counts) {
          const parts = ballots.map(({ ballot: { choices = [], shares = [] }, weight: whole }) => {
            const at = choices.indexOf(option)
            return at < 0 ? 0n : whole * BigInt(shares[at] ?? 0)
          })
          assert.equal(part, sum(parts))
        }
      }),
    )
  })

  test('by quadratic votes adds square roots, as floating-point numbers have them to their precision', () => {
    const small = fc.array(fc.record({ ballot: shared, weight: fc.bigInt(1n, 1_000_000_000n) }), { maxLength: 12 })
    fc.assert(
      fc.property(small, fc.integer({ min: 0, max: 8 }), (ballots, decimals) => {
        const units = 10 ** optionDecimals('quadratic', decimals)
        for (const { option, weight: counted } of tally('quadratic', ballots, decimals).counts) {
          const expected = ballots.reduce((all, { ballot: { choices = [], shares = [] }, weight: whole }) => {
            const share = shares[choices.indexOf(option)] ?? 0
            return all + Math.sqrt((Number(whole) * share) / 100 / 10 ** decimals)
          }, 0)
          const difference = Math.abs(Number(counted) / units - expected)
          assert.ok(difference <= (ballots.length + 1) * 1e-6, `${counted} and ${expected}`)
        }
      }),
    )
  })

  test('has integer square roots that are exact', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 160n), (value) => {
        const root = integerRoot(value)
        assert.ok(root * root <= value && (root + 1n) * (root + 1n) > value)
      }),
    )
  })

  test('by ranked votes counts first preferences, and keeps every ranking with its weight', () => {
    const choices = ranked.map((list) => ({ choices: list }))
    fc.assert(
      fc.property(votes(choices), (ballots) => {
        const { counts, rankings = [] } = tally('ranked', ballots)
        for (const { option, weight: first } of counts)
          assert.equal(first, sum(ballots.map((one) => (one.ballot.choices?.[0] === option ? one.weight : 0n))))
        assert.equal(sum(rankings.map((one) => one.weight)), sum(ballots.map((one) => one.weight)))
        assert.equal(new Set(rankings.map((one) => one.choices.join())).size, rankings.length)
      }),
    )
  })
})

/** An instant runoff written apart from the one that is tested: it removes options from the ballots themselves. */
function runoffByRemoval(ballots: { choices: string[]; weight: bigint }[], threshold: number) {
  let left = [...OPTIONS]
  const history: Map<string, bigint>[] = []
  for (;;) {
    const firsts = new Map(left.map((option) => [option, 0n]))
    for (const { choices, weight: of } of ballots) {
      const [first] = choices
      if (first !== undefined) firsts.set(first, (firsts.get(first) ?? 0n) + of)
    }
    history.push(firsts)
    const total = sum([...firsts.values()])
    const most = [...firsts].find(([, of]) => 2n * of > total && of * 100n >= BigInt(threshold) * total)
    if (most || left.length === 2) return { firsts, rounds: history.length }
    // The list is sorted by the present round, then by earlier ones, then by the place in the proposal, last first.
    const [out] = left.toSorted((a, b) => {
      for (const round of history.toReversed()) {
        const [one, other] = [round.get(a) ?? 0n, round.get(b) ?? 0n]
        if (one !== other) return one < other ? -1 : 1
      }
      return OPTIONS.indexOf(b) - OPTIONS.indexOf(a)
    })
    left = left.filter((option) => option !== out)
    for (const ballot of ballots) ballot.choices = ballot.choices.filter((option) => option !== out)
  }
}

describe('An instant runoff', () => {
  const ranking = (text: string, of: bigint): WeighedBallot => ({ ballot: { choices: text.split(' > ') }, weight: of })
  const roundsOf = (ballots: WeighedBallot[], threshold = 50) =>
    decide(tally('ranked', ballots), rule('ranked', threshold), null)

  test('gives the same rounds and the same winner as one that removes options from the ballots', () => {
    const few = fc.array(fc.record({ choices: ranked, weight: fc.bigInt(1n, 4n) }), { maxLength: 14 })
    fc.assert(
      fc.property(few, fc.constantFrom(1, 50, 60, 100), (ballots, threshold) => {
        const decided = roundsOf(
          ballots.map(({ choices, weight: of }) => ({ ballot: { choices }, weight: of })),
          threshold,
        )
        const { firsts, rounds } = runoffByRemoval(
          ballots.map((one) => ({ ...one })),
          threshold,
        )
        const final = decided.rounds?.at(-1)
        assert.equal(decided.rounds?.length, rounds)
        for (const [index, option] of OPTIONS.entries())
          assert.equal(final?.weights[index] ?? null, firsts.get(option) ?? null, option)
        const total = sum([...firsts.values()])
        const best = [...firsts].toSorted(([, a], [, b]) => (a < b ? 1 : -1))
        const isAlone = best[0]?.[1] !== best[1]?.[1]
        const passes = isAlone && (best[0]?.[1] ?? 0n) * 100n >= BigInt(threshold) * total && total > 0n
        assert.equal(decided.winner, passes ? best[0]?.[0] : null)
      }),
    )
  })

  test('loses no weight: what still counts and what is exhausted add up to all in every round', () => {
    const positions = ranked.map((list) => list.map((option) => OPTIONS.indexOf(option)))
    fc.assert(
      fc.property(fc.array(fc.record({ choices: positions, weight }), { maxLength: 12 }), (rankings: Ranking[]) => {
        for (const { weights, exhausted } of instantRunoff(4, rankings, ratioOfPercent(50)))
          assert.equal(sum(weights.map((one) => one ?? 0n)) + exhausted, sum(rankings.map((one) => one.weight)))
      }),
    )
  })

  test('by hand: the second preferences of the last option decide', () => {
    // Oak 4, Elm 3, Ash 2. Ash is eliminated, and its votes go to Elm: 5 of 9.
    const decided = roundsOf([ranking('Oak', 4n), ranking('Elm > Ash', 3n), ranking('Ash > Elm', 2n)])
    assert.deepEqual(
      decided.rounds?.map(({ weights, exhausted, eliminated }) => [weights.join(), exhausted, eliminated]),
      [
        ['4,3,2,0', 0n, 3],
        ['4,3,2,', 0n, 2],
        ['4,5,,', 0n, null],
      ],
    )
    assert.equal(decided.winner, 'Elm')
  })

  test('by hand: exhausted votes leave the base, and a tie in the last round adopts nothing', () => {
    // Fir 1 names nobody else, so the last round is Oak 2, Elm 2 of 4.
    const tie = roundsOf([ranking('Oak', 2n), ranking('Elm', 2n), ranking('Fir', 1n)])
    assert.deepEqual([tie.rounds?.at(-1)?.exhausted, tie.leading, tie.winner], [1n, null, null])
    // With Oak 3 it has 3 of 5 that still count: 60 %, though 3 of 6 that were cast.
    const decided = roundsOf([ranking('Oak', 3n), ranking('Elm', 2n), ranking('Fir', 1n)], 60)
    assert.deepEqual([decided.winner, decided.support?.base], ['Oak', 5n])
  })

  test('by hand: of several with the least, the one that had less before is eliminated, then the one listed last', () => {
    // Round 1: Oak 3, Elm 2, Ash 2, Fir 1. Fir > Ash makes Ash 3. Then Elm is the last one.
    const first = roundsOf([ranking('Oak', 3n), ranking('Elm > Oak', 2n), ranking('Ash', 2n), ranking('Fir > Ash', 1n)])
    assert.deepEqual(
      first.rounds?.map(({ eliminated }) => eliminated),
      [3, 1, null],
    )
    // Round 1: Oak 4, Elm 2, Ash 3, Fir 1. Round 2: Oak 4, Elm 3, Ash 3: Elm had less in round 1.
    const second = roundsOf([ranking('Oak', 4n), ranking('Elm', 2n), ranking('Ash', 3n), ranking('Fir > Elm', 1n)])
    assert.equal(second.rounds?.[1]?.eliminated, 1)
    // All are equal from the beginning: the last of the list goes.
    const third = roundsOf([ranking('Oak', 1n), ranking('Elm', 1n), ranking('Ash', 1n), ranking('Fir', 1n)])
    assert.deepEqual(
      third.rounds?.map(({ eliminated }) => eliminated),
      [3, 2, null],
    )
  })

  test('without votes adopts nothing', () => {
    const decided = roundsOf([])
    assert.deepEqual([decided.winner, decided.leading, decided.passed], [null, null, false])
  })
})

describe('A decision by another voting method', () => {
  test('by approval adopts the leading option if the threshold of those who voted approve of it', () => {
    const ballots = [['Oak', 'Elm'], ['Elm'], ['Ash']].map((choices) => ({ ballot: { choices }, weight: 1n }))
    assert.equal(decide(tally('approval', ballots), rule('approval', 60), null).winner, 'Elm')
    assert.equal(decide(tally('approval', ballots), rule('approval', 67), null).winner, null)
  })

  test('by weighted votes compares the leading part with all that was cast', () => {
    const ballots = [
      { ballot: { choices: ['Oak', 'Elm'], shares: [70, 30] }, weight: 1n },
      { ballot: { choices: ['Elm'], shares: [100] }, weight: 1n },
    ]
    const decided = decide(tally('weighted', ballots), rule('weighted', 65), null)
    assert.deepEqual(decided.support, { option: 'Elm', weight: 130n, base: 200n, missing: 0n })
    assert.equal(decided.winner, 'Elm')
    assert.equal(decide(tally('weighted', ballots), rule('weighted', 65.01), null).winner, null)
  })

  test('by quadratic votes lets many small holders outvote a large one', () => {
    const one = (option: string, of: bigint) => ({ ballot: { choices: [option], shares: [100] }, weight: of })
    const ballots = [one('Oak', 100n), ...Array.from({ length: 12 }, () => one('Elm', 1n))]
    const decided = decide(tally('quadratic', ballots), rule('quadratic'), null)
    assert.deepEqual([decided.winner, decided.support?.weight], ['Elm', 12_000_000n])
  })
})

describe('A vote', () => {
  const faultOf = (votingMethod: VotingMethod, ballot: Ballot) =>
    ballotFault({ votingOptions: OPTIONS, votingMethod }, ballot)

  test('of each method is accepted in its own form, and in no other', () => {
    const forms = {
      single: fc.constantFrom(...OPTIONS).map((choice) => ({ choice })),
      approval: some.map((choices) => ({ choices })),
      ranked: ranked.map((choices) => ({ choices })),
      weighted: shared,
      quadratic: shared,
    }
    for (const [method, form] of Object.entries(forms) as [VotingMethod, fc.Arbitrary<Ballot>][])
      fc.assert(
        fc.property(form, (ballot) => {
          assert.equal(faultOf(method, ballot), undefined)
          const isOther = method === 'single' ? 'ranked' : 'single'
          assert.notEqual(faultOf(isOther, ballot), undefined)
        }),
      )
  })

  test('names each option once, in the order of the proposal unless it ranks them, with percentages that make 100', () => {
    const wrong: [VotingMethod, Ballot, RegExp][] = [
      ['single', {}, /has no `choice`/],
      ['single', { choice: 'Yew' }, /choice is "Yew": expected Oak, Elm, Ash, Fir/],
      ['approval', { choices: [] }, /choices is empty/],
      ['approval', { choices: ['Elm', 'Oak'] }, /in the proposal's order/],
      ['ranked', { choices: ['Oak', 'Oak'] }, /an option twice/],
      ['ranked', { choices: ['Oak', 'Yew'] }, /choices has "Yew"/],
      ['ranked', { choices: ['Oak'], shares: [100] }, /shares does not belong/],
      ['weighted', { choices: ['Oak', 'Elm'], shares: [50] }, /a percentage for each/],
      ['weighted', { choices: ['Oak', 'Elm'], shares: [50, 49] }, /add up to 99: expected 100/],
      ['weighted', { choices: ['Oak', 'Elm'], shares: [100, 0] }, /whole percentages from 1 to 100/],
      ['quadratic', { choices: ['Oak', 'Elm'], shares: [99.5, 0.5] }, /whole percentages/],
      ['quadratic', { choices: ['Oak'] }, /a percentage for each/],
    ]
    for (const [method, ballot, message] of wrong) assert.match(faultOf(method, ballot) ?? '', message)
  })
})

describe('Thresholds and quorums as fractions', () => {
  const two = (yes: bigint, no: bigint) =>
    tallyOf({ votingOptions: ['YES', 'NO'], decimals: 0 }, [
      { ballot: { choice: 'YES' }, weight: yes },
      { ballot: { choice: 'NO' }, weight: no },
    ])

  test('decide exactly, where the percentage beside them would not', () => {
    const exact = { threshold: 66.666667, thresholdFraction: '2/3', quorum: null }
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 64n), (unit) => {
        assert.equal(decide(two(2n * unit, unit), exact, null).passed, true)
        assert.equal(decide(two(2n * unit - 1n, unit), exact, null).passed, false)
      }),
    )
    assert.equal(decide(two(2n, 1n), { threshold: 66.666667, quorum: null }, null).passed, false)
  })

  test('count for the quorum, too, and say how much is missing', () => {
    const third = { threshold: 50, quorum: 33.333333, quorumFraction: '1/3' }
    const decided = decide(two(1n, 0n), third, 9n)
    assert.deepEqual([decided.quorumReached, decided.quorumMissing], [false, 2n])
    assert.equal(decide(two(3n, 0n), third, 9n).quorumReached, true)
  })

  test('say how much weight for the option alone would adopt it', () => {
    const units = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 10n ** 12n))
    fc.assert(
      fc.property(units, units, fc.constantFrom('1/100', '1/2', '2/3'), (yes, no, thresholdFraction) => {
        const ratio = parseFraction(thresholdFraction)
        assert.ok(ratio)
        const law = { threshold: percentOfRatio(ratio), thresholdFraction, quorum: null }
        const missing = decide(two(yes, no), law, null).support?.missing ?? 0n
        assert.equal(decide(two(yes + missing, no), law, null).passed, true)
        if (missing > 0n) assert.equal(decide(two(yes + missing - 1n, no), law, null).passed, false)
      }),
    )
    assert.equal(decide(two(1n, 1n), { threshold: 100, quorum: null }, null).support?.missing, null)
  })

  test('are texts of two numbers without a leading zero, and at most 1', () => {
    for (const text of ['2/3', '1/1', '999999/999999']) assert.notEqual(parseFraction(text), undefined)
    for (const text of ['3/2', '0/3', '1/0', '02/3', '2/3 ', '2', '2/3/4', '1000000/1000001', '-1/2', '1e1/20'])
      assert.equal(parseFraction(text), undefined, text)
    assert.equal(percentOfRatio({ part: 2n, whole: 3n }), 66.666667)
  })

  test('are shown beside with the digits that tell on which side a share is, and no misleading ones', () => {
    const third = { part: 1n, whole: 3n }
    const shown = (part: bigint, whole: bigint, line = third) => percentBeside(line, part, whole)
    assert.deepEqual([shown(1n, 3n), shown(2n, 3n, { part: 2n, whole: 3n })], [33.333333, 66.67])
    assert.deepEqual([shown(33_334n, 100_000n), shown(33_333n, 100_000n)], [33.334, 33.33])
    assert.deepEqual([shown(49_999n, 100_000n, ratioOfPercent(50)), shown(1n, 2n, ratioOfPercent(50))], [49.999, 50])
    const close = 10n ** 12n
    assert.equal(shown(close + 1n, 3n * close), 33.333334)
    assert.equal(shown(2n * close - 1n, 3n * close, { part: 2n, whole: 3n }), 66.666666)
    assert.equal(shown(close - 1n, close, ratioOfPercent(100)), 99.999999)
  })

  test('are never crossed by what is shown', () => {
    const ratio = fc.oneof(
      fc.tuple(fc.bigInt(1n, 50n), fc.bigInt(0n, 50n)).map(([part, more]) => ({ part, whole: part + more })),
      fc.integer({ min: 1, max: 1_000_000 }).map((n) => ratioOfPercent(n / 10_000)),
    )
    fc.assert(
      fc.property(ratio, fc.bigInt(0n, 2n ** 64n), fc.bigInt(1n, 2n ** 64n), (line, part, rest) => {
        const whole = part + rest
        const shown = percentBeside(line, part, whole)
        const millionths = BigInt(Math.round(shown * 1_000_000))
        if (isExactly(line, part, whole)) assert.equal(shown, percentBeside(line, line.part, line.whole))
        else assert.equal(reaches(line, millionths, 100_000_000n), reaches(line, part, whole), `${shown}`)
        assert.ok(Math.abs(shown - Number((part * 1_000_000n) / whole) / 10_000) <= 0.0051)
      }),
    )
    const results = resultFigures(two(66_666n, 33_334n), { threshold: 66.67, quorum: null, decimals: 0 }, null)
    assert.deepEqual([results.support?.percent, results.passing], [66.666, false])
  })
})
