/**
 * Five nodes in separate processes, three of which must sign. One loses its disk, and gets its share back although it
 * and its helpers are killed on the way.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SharedKeyOut } from '../src/answers/shared-key.ts'
import { type NodeProcesses, openNodeProcesses } from './node-processes.ts'

const [A, B, C, D, E] = ['0.0.1022', '0.0.1012', '0.0.1023', '0.0.1024', '0.0.1025'] as const
const IDS = [A, B, C, D, E]
/** Longer than a phase, in milliseconds. */
const PHASE_MS = 310_000

describe('The repair of a share, in processes of their own', { timeout: 1_200_000 }, () => {
  let nodes: NodeProcesses
  let made: SharedKeyOut

  before(async () => {
    nodes = await openNodeProcesses(IDS, 3)
    await nodes.startAll()
    for (const id of IDS) await nodes.until(id, ({ isTopicRead }) => isTopicRead)
    await begin(A, 'generate')
    for (const id of IDS) await nodes.until(id, ({ hasShare }) => hasShare)
    made = await nodes.told(A)
  })
  after(() => nodes?.[Symbol.asyncDispose]())

  async function begin(by: string, kind: string): Promise<void> {
    const { status, body } = await nodes.call(by, '', { kind })
    assert.equal(status, 202, JSON.stringify(body))
  }
  /** The id of the last ceremony that has ended. */
  let ended: string | undefined
  const isOver =
    (phase: string) =>
    ({ ceremony }: SharedKeyOut): boolean =>
      ceremony?.kind === 'repair' && ceremony.phase === phase && ceremony.dkgId !== ended
  async function untilOver(phase: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) await nodes.until(id, isOver(phase))
    ended = (await nodes.told(ids[0] ?? '')).ceremony?.dkgId
  }
  /** The node loses its disk. One other is down, so that the remaining three have to help. */
  async function lose(lost: string, without: string): Promise<void> {
    await nodes.lose(lost)
    await nodes.start(lost)
    await nodes.until(lost, ({ isTopicRead, dkgId }) => isTopicRead && dkgId !== null)
    assert.equal((await nodes.told(lost)).hasShare, false)
    await nodes.kill(without)
  }
  /** All have the shares of the first key, and the repaired one signs with just two others. */
  async function assertRepaired(repaired: string, signing: readonly string[], what: string): Promise<void> {
    for (const id of IDS) {
      const { dkgId, epoch, publicKey, hasShare, ceremony } = await nodes.told(id)
      assert.deepEqual([dkgId, epoch, publicKey, hasShare], [made.dkgId, 1, made.publicKey, true], `${what} ${id}`)
      assert.deepEqual(ceremony?.out, [], `${what} ${id}`)
    }
    const others = IDS.filter((id) => id !== repaired && !signing.includes(id))
    for (const id of others) await nodes.kill(id)
    const { status, body } = await nodes.call(repaired, '/verify')
    assert.deepEqual([status, body.publicKey, body.cheaters], [200, made.publicKey, []], `${what} ${body.message}`)
    await nodes.startAll(others)
  }

  const phases = ['commit', 'deal', 'judge', 'give', 'check', 'confirm']
  for (const [index, phase] of phases.entries()) {
    const [repaired = '', without = '', helper = ''] = index % 2 === 0 ? [E, D, A] : [B, C, D]
    test(`ends although a helper and the repaired member are killed in the phase ${phase}`, async () => {
      await lose(repaired, without)
      const killed = [helper, repaired].map(async (id) => {
        await nodes.reached(id, phase)
        await nodes.kill(id)
      })
      // The repaired member may be killed before it answers.
      await begin(repaired, 'repair').catch(({ message }) => assert.equal(message, 'fetch failed'))
      await Promise.all(killed)
      await nodes.startAll([helper, repaired, without])
      await untilOver('done', IDS)
      await assertRepaired(repaired, IDS.filter((id) => id !== repaired).slice(0, 2), phase)
    })
  }

  test('fails if a helper is gone for good, and is done by others at the next attempt', async () => {
    await lose(C, D)
    // This node says that it can help, but does not learn that it should.
    nodes.mirror(A).isDown = true
    await begin(C, 'repair')
    await nodes.until(C, ({ ceremony }) => ceremony?.phase === 'commit' && ceremony.missing.join() === A)
    await nodes.kill(A)
    nodes.mirror(A).isDown = false
    await nodes.start(D)
    await nodes.until(D, ({ isTopicRead }) => isTopicRead)
    await nodes.advance(PHASE_MS)
    await untilOver('failed', [B, C, D, E])
    for (const id of [B, D, E]) assert.equal((await nodes.told(id)).hasShare, true)
    await begin(C, 'repair')
    await untilOver('done', [B, C, D, E])
    await nodes.start(A)
    await nodes.until(A, ({ ceremony }) => ceremony?.dkgId === ended)
    await assertRepaired(C, [D, E], 'second attempt')
  })
})
