import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { mock, test } from 'node:test'
import { createReadTurns } from '../src/http/read-turns.ts'

test('While connections wait, those of the address of which least was read are read first, in every turn', (t) => {
  mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] })
  t.after(() => mock.timers.reset())
  let now = 0
  const turns = createReadTurns(() => now)
  const begun: string[] = []
  const stopped: string[] = []
  const close = new Map<string, () => void>()
  const open = (remoteAddress: string, name: string) => {
    const handle = { reading: true, readStart: () => begun.push(name), readStop: () => stopped.push(name) }
    const once = (_: 'close', listener: () => void) => void close.set(name, listener)
    return turns.add({ remoteAddress, _handle: handle, once } as unknown as Socket)
  }
  const greedy = Array.from({ length: 200 }, (_, index) => open('10.0.0.1', `greedy ${index}`))
  const modest = open('10.0.0.2', 'modest')
  const useUp = () => {
    for (const wasRead of greedy.slice(0, 2)) {
      wasRead(65_536)
      now += 30
    }
    greedy[2]?.(65_536)
  }
  const turn = () => {
    begun.length = 0
    // The rest after the turn begins with the first, and ends with the second.
    for (let ticks = 0; ticks < 2; ticks++) mock.timers.tick(60)
    return begun[0]
  }
  useUp()
  for (let times = 0; times < 5; times++) {
    assert.equal(turn(), 'modest', `turn ${times}`)
    modest(500)
    useUp()
  }
  // Whoever closes its connections and comes back is known all the same.
  for (const listener of close.values()) listener()
  stopped.length = 0
  open('10.0.0.3', 'new')
  open('10.0.0.1', 'greedy again')
  assert.deepEqual(stopped, ['greedy again'])
})
