import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localnet } from '../src/index.ts'

for (const thread of [false, true])
  test(`A network ${thread ? 'in a thread ' : ''}is closed at the end of its block`, async () => {
    let address = ''
    {
      await using network = await localnet({ ports: {}, thread })
      address = `${network.mirrorRest}/api/v1/blocks`
      assert.equal((await fetch(address)).status, 200)
    }
    await assert.rejects(fetch(address), TypeError)
  })
