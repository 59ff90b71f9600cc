/**
 * A whole node in a separate process, with the ledger and the clock of the process that started it. Prints its address,
 * and then the phases of ceremonies and the rounds of heartbeats, each as a line of JSON. A number on standard input
 * advances its clock by that many milliseconds.
 */
import { createInterface } from 'node:readline'
import type { Localnet } from '@quorate/localnet'
import { openDatabase, silentLogger } from '@quorate/platform'
import { testClock } from '@quorate/platform/testing'
import { machineClock, openHarness } from '../harness.ts'

interface Config {
  network: Pick<Localnet, 'grpc' | 'mirrorRest' | 'accounts'>
  operatorId: string
  mirrorUrl: string
  dataDir: string
  /** Where its clock stands still; absent if it has the time of the machine. */
  now?: number
  env: Record<string, string>
}

const { network, operatorId, mirrorUrl, dataDir, now, env } = JSON.parse(process.env.NODE_CONFIG ?? '{}') as Config
const clock = now === undefined ? machineClock() : testClock(new Date(now))
const server = await openDatabase({ dataDir, logger: silentLogger })
const kept = { network: network as Localnet, clock, dataDir, server }
const node = await openHarness(env, kept, { operatorId, mirrorUrl, mirrorTimeoutMs: 20_000 })
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
node.events.on('smart_node.dkg.progress', ({ phase }) => print({ phase }))
for (const state of ['online', 'offline'] as const)
  node.events.on(`smart_node.monitors.network_threshold_${state}`, () => print({ phase: 'round' }))
createInterface({ input: process.stdin }).on('line', (line) => void clock.advance(Number(line)))
print({ url: node.url })
