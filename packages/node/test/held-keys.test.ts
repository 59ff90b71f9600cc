import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeldKey } from '../src/model/shared-key/held-key.ts'
import { createHeldKeys } from '../src/shared-key/held-keys.ts'
import type { Shares } from '../src/shared-key/shares.ts'

test('The keys of a node are those of its last change, although an earlier read of them is slow', async () => {
  const before = [{ share: undefined }] as HeldKey[]
  const restored = [{ share: new Uint8Array(32) }] as HeldKey[]
  const reads: PromiseWithResolvers<HeldKey[]>[] = []
  const living = (): Promise<HeldKey[]> => {
    const read = Promise.withResolvers<HeldKey[]>()
    reads.push(read)
    return read.promise
  }
  const keys = createHeldKeys({ living } as Shares)
  const slow = keys.read()
  const afterChange = [keys.read(), keys.read()]
  assert.equal(reads.length, 1)
  reads[0]?.resolve(before)
  await slow
  assert.equal(keys.held(), before[0])
  assert.equal(reads.length, 2)
  reads[1]?.resolve(restored)
  await Promise.all(afterChange)
  assert.equal(keys.held(), restored[0])
  assert.equal(reads.length, 2)
  const failed = keys.read()
  reads[2]?.reject(new Error('the database is away'))
  await assert.rejects(failed, /is away/)
  const again = keys.read()
  reads[3]?.resolve(before)
  await again
  assert.deepEqual([keys.held(), keys.former()], [before[0], []])
})
