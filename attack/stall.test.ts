import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { type Description, type Input, inputsFor, seeded } from './corpus.ts'
import { type AttackedPlatform, type Entrance, type Person, startPlatform } from './platform.ts'
import { scenarios } from './scenarios.ts'
import { send } from './send.ts'
import { LIMIT_MS, leastTurn, longestTurn } from './watch.ts'

const BUDGET_MS = 1000 * Number(process.env.STALL_SECONDS ?? 60)
// The same requests each time, so that a commit fails for what it changed; SEED=random looks further.
const seed = process.env.SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.SEED ?? 1)
const MOST_FAULTS = 40

describe('The event loops of the platform', () => {
  let platform: AttackedPlatform
  let ada: Person
  before(async () => {
    platform = await startPlatform()
    ada = (await platform.people(1))[0] as Person
  })
  after(() => platform.close())

  const statuses = new Map<number, number>()

  /** What one input did that it should not. */
  async function faultOf(input: Input): Promise<string | undefined> {
    const status = await send(platform, input, ada)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // Some of the requests end the session that they are sent with.
    if (status === 401 && input.hasSession && !input.headers.authorization) ada = await platform.login(ada)
    if (status === 500) return `${input.name} is answered with 500`
    const least = await leastTurn(platform.watch, () => send(platform, input, ada), [await longestTurn(platform.watch)])
    return least > LIMIT_MS ? `${input.name} holds an event loop for ${Math.round(least)} ms` : undefined
  }

  test(`are held by no known attack for more than ${LIMIT_MS} ms`, async () => {
    const faults: string[] = []
    for (const { name, prepare } of scenarios) {
      const attack = await prepare(platform, ada)
      await longestTurn(platform.watch)
      const least = await leastTurn(platform.watch, attack)
      if (least > LIMIT_MS) faults.push(`${name} holds an event loop for ${Math.round(least)} ms`)
    }
    assert.deepEqual(faults, [])
    assert.equal((await platform.call('node', 'GET', '/health')).status, 200)
  })

  test(`are held by no hostile request for more than ${LIMIT_MS} ms (SEED=${seed})`, async (t) => {
    const random = seeded(seed)
    const entrances: Entrance[] = ['node', 'governance', 'multisig']
    const described = await Promise.all(
      entrances.map(async (entrance) => {
        const { body } = await platform.call(entrance, 'GET', '/api/docs-json')
        return [entrance, body as Description] as const
      }),
    )
    await longestTurn(platform.watch)
    const faults: string[] = []
    const end = performance.now() + BUDGET_MS
    let sent = 0
    while (performance.now() < end && faults.length < MOST_FAULTS) {
      const inputs = described.flatMap(([entrance, one]) => inputsFor(entrance, one, random, 2))
      for (const input of inputs) {
        if (performance.now() > end || faults.length >= MOST_FAULTS) break
        const fault = await faultOf(input)
        if (fault) faults.push(fault)
        sent++
      }
    }
    const answers = [...statuses].sort().map(([status, count]) => `${count} x ${status}`)
    t.diagnostic(`${sent} hostile requests, SEED=${seed}, answered ${answers.join(', ')}`)
    assert.ok(sent > BUDGET_MS / 200, `only ${sent} requests were sent in time`)
    assert.deepEqual(faults, [], `SEED=${seed}`)
  })
})
