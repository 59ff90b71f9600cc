/**
 * Measures the key that nodes share: writes that a threshold of nodes sign, compared with the key of a single node, and
 * how long ceremonies take. The nodes run in separate processes of this machine, and reach each other over HTTP.
 */
import assert from 'node:assert/strict'
import { rangeTo, run, startOf } from '../packages/frost/test/network.ts'
import { guardedOn } from '../packages/node/test/guarded.ts'
import { openNodeProcesses } from '../packages/node/test/node-processes.ts'
import { perSecond } from './measure.ts'

/** Accounts of the embedded ledger that are the operators of the nodes. */
const OPERATORS = [1022, 1023, 1024, 1025, 1027, 1028, 1029, 1030, 1031, 1012].map((number) => `0.0.${number}`)
const CLIENTS = 8
const SECONDS = 5
/** How often the nodes read the topic, in milliseconds. */
export const HEARTBEAT_MS = 500
const PATH = '/accounts/transfer/hbar'

export interface SignedWrites {
  /** With eight requests at a time. */
  readonly perSecond: number
  /** Milliseconds for a write, one after the other. */
  readonly oneMs: number
  /** Milliseconds of processor time of all nodes for a write. It varies less on a busy machine. */
  readonly processorMs: number
  /** Seconds for the ceremonies that the nodes have held. Empty for a single node with a plain key. */
  readonly ceremonies: Readonly<Partial<Ceremonies>>
}

/** Co-signed writes of `count` nodes, `threshold` of which sign. One node signs with its plain key. */
export async function signedWrites(threshold: number, count: number): Promise<SignedWrites> {
  const ids = OPERATORS.slice(0, count)
  const [first = ''] = ids
  const env = { NETWORK_HEARTBEAT: String(HEARTBEAT_MS) }
  await using nodes = await openNodeProcesses(ids, threshold, { isMeasured: true, env })
  for (const id of ids) await nodes.start(id)
  const ceremonies: Partial<Record<keyof Ceremonies, number>> = {}
  if (count > 1) {
    for (const id of ids) await nodes.until(id, ({ isTopicRead }) => isTopicRead)
    for (const [index, kind] of (['generate', 'refresh', 'reshare'] as const).entries()) {
      const began = performance.now()
      const { status, body } = await nodes.call(first, '', { kind })
      assert.equal(status, 202, JSON.stringify(body))
      for (const id of ids) await nodes.until(id, ({ epoch, hasShare }) => epoch === index + 1 && hasShare)
      ceremonies[kind] = (performance.now() - began) / 1000
    }
  }
  const g = await guardedOn(nodes.harness(first))
  const actionsConditions = { values: ['transfer/hbar'], controller: 'anyone' }
  const from = await g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions })
  let written = 0
  const write = async (): Promise<void> => {
    const { status, body } = await g.ask(g.ben, PATH, { amount: 10, from, to: g.ben.id })
    assert.deepEqual([status, body.status], [200, 'SIGNATURE_REQUIRED'], JSON.stringify(body))
    written++
  }
  const one = await perSecond(write, 1, SECONDS)
  const [before, countBefore] = [nodes.processorMs(), written]
  const all = await perSecond(write, CLIENTS, SECONDS)
  const processorMs = (nodes.processorMs() - before) / (written - countBefore)
  g.wallets.client.close()
  return { perSecond: all, oneMs: 1000 / one, processorMs, ceremonies }
}

export type Ceremonies = Readonly<Record<'generate' | 'refresh' | 'reshare', number>>

/**
 * Seconds of processor time that the members of ceremonies need, all of them one after the other. Divided by the number
 * of members, it is what each node needs.
 */
export async function ceremonySeconds(count: number): Promise<Ceremonies> {
  const threshold = Math.floor(count / 2) + 1
  const members = rangeTo(count)
  const timed = async (work: () => ReturnType<typeof run>) => {
    const began = process.cpuUsage()
    const { key, shares } = await work()
    const { user, system } = process.cpuUsage(began)
    return { key: key ?? assert.fail(), shares, seconds: (user + system) / 1_000_000 }
  }
  const { key, shares, seconds: generate } = await timed(() => run(startOf(members, { threshold })))
  const change = async (kind: 'refresh' | 'reshare') =>
    (await timed(() => run(startOf(members, { kind, threshold }, key), { previous: key, shares }))).seconds
  return { generate, refresh: await change('refresh'), reshare: await change('reshare') }
}
