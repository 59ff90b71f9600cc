import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { createMemberBoxes, openMemberBox } from '@quorate/frost'
import { dealt } from './dealing.ts'

const random = (bytes: number) => Uint8Array.from(randomBytes(bytes))

describe('a secret for all members of a key', () => {
  const { key, shares } = dealt(2, 4)
  const opened = (boxes: Uint8Array, number: number, share = shares.get(number) ?? assert.fail(), of = key) =>
    openMemberBox(of, { number, share }, boxes)

  test('is opened by each of them', () => {
    const { secret, boxes } = createMemberBoxes(key, random)
    assert.equal(secret.length, 32)
    for (const number of shares.keys()) assert.deepEqual(opened(boxes, number), secret)
  })

  test('is the same for all who can open it', () => {
    const { secret, boxes } = createMemberBoxes(key, random)
    // The last bit of the second member's box.
    const at = 32 * 3 - 1
    const altered = boxes.map((byte, index) => (index === at ? byte ^ 1 : byte))
    assert.deepEqual([opened(altered, 1), opened(altered, 2)], [secret, undefined])
  })

  test('is opened by nobody with another share, number or key, or from altered bytes', () => {
    const { secret, boxes } = createMemberBoxes(key, random)
    assert.notDeepEqual(opened(boxes, 1, shares.get(2)), secret)
    assert.notDeepEqual(opened(boxes, 1, undefined, { ...key, epoch: 2 }), secret)
    assert.equal(opened(boxes, 5, shares.get(1)), undefined)
    assert.equal(opened(boxes.subarray(32), 1), undefined)
    assert.notDeepEqual(opened(createMemberBoxes(key, random).boxes, 1), secret)
    // A point of small order would show the share modulo that order.
    const small = Buffer.concat([Buffer.from('01'.padEnd(64, '0'), 'hex'), boxes.subarray(32)])
    assert.equal(opened(small, 1), undefined)
  })
})
