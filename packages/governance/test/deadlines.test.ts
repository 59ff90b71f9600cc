import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedLate, LATE_MS } from '@quorate/verify/recount'
import fc from 'fast-check'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const textOf = (ms: number) => new Date(ms).toISOString()

test('Only records within ten minutes of the start, or of the end for votes, are in time; all others are named', () => {
  const around = fc.oneof(
    fc.integer({ min: -2 * LATE_MS, max: 5 * LATE_MS }),
    fc.constantFrom(-1, 0, 1, LATE_MS, LATE_MS + 1),
  )
  const times = fc.record({
    proposed: around,
    elected: around,
    changed: around,
    anchored: around,
    voted: around,
    cancelled: around,
    length: fc.integer({ min: 1, max: 3 * LATE_MS }),
    isCancelled: fc.boolean(),
    isBefore: fc.boolean(),
  })
  fc.assert(
    fc.property(times, ({ proposed, elected, changed, anchored, voted, cancelled, length, isCancelled, isBefore }) => {
      const [startTime, endTime] = [textOf(START), textOf(START + length)]
      const vote = { type: 'votes', batch: 1, first: 1, last: 9, anchoredAt: START + length + voted }
      const found = fixedLate({
        proposal: { startTime, endTime },
        proposedAt: START + proposed,
        electedAt: START + elected,
        decidedAt: START + anchored,
        changes: [{ account: '0.0.5', change: 'added', changedAt: START + changed, anchoredAt: START + anchored }],
        changesBefore: isBefore ? 1 : 0,
        delegations: [{ account: '0.0.6', changedAt: START + changed, anchoredAt: START + anchored }],
        batches: new Map([[1, vote]]),
        decision: { cancelled: isCancelled, decidedAt: textOf(START + cancelled) },
      } as never)
      const isLate = (at: number) => at > LATE_MS || at >= length
      const expected = {
        'the proposal': isLate(proposed),
        'the last change of members before the start': changed < 0 && isLate(anchored),
        'the record that 0.0.5 was added': changed < 0 && anchored > changed + LATE_MS && !isBefore,
        'the last delegation before the start': changed < 0 && isLate(anchored),
        'the delegation of 0.0.6': changed < 0 && anchored > changed + LATE_MS && anchored > proposed,
        'the electorate': isLate(elected),
        'the record of votes 1 to 9': voted > LATE_MS,
        'the cancellation': isCancelled && (anchored >= length || anchored > cancelled + LATE_MS),
        'the cancelled proposal': isCancelled && proposed > cancelled + 60_000,
      }
      const names = Object.entries(expected).flatMap(([name, isIt]) => (isIt ? [name] : []))
      assert.deepEqual(
        found.map((sentence) => sentence.slice(0, sentence.indexOf(' reached the topic at '))),
        names,
      )
    }),
  )
})
