/** Points from outside are checked, and those that were found good are kept by their text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BASE, readPoint } from '../src/group/group.ts'
import { MAX_KNOWN_POINTS } from '../src/limits.ts'

test('a point outside the subgroup of prime order is refused each time', () => {
  const small = `ec${'ff'.repeat(30)}7f`
  for (const _ of [1, 2]) assert.throws(() => readPoint(small), { code: 'POINT_INVALID' })
})

test('of the points that were checked, those used last are kept', () => {
  let point = BASE
  const next = (): string => {
    point = point.add(BASE)
    return point.toHex()
  }
  const [often, seldom] = [next(), next()]
  const [first, second] = [readPoint(often), readPoint(seldom)]
  for (let read = 0; read < MAX_KNOWN_POINTS; read++) {
    readPoint(next())
    readPoint(often)
  }
  assert.equal(readPoint(often), first)
  assert.notEqual(readPoint(seldom), second)
  assert.ok(readPoint(seldom).equals(second))
})
