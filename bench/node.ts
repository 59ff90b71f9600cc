/**
 * Measures the node API: writes prepared, reads of the mirror, and what reads of a long topic cost. The node and its
 * ledger each run in a separate process.
 */
import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { developmentAccounts } from '@quorate/localnet'
import { freePorts, startProcess } from '../apps/quorate/test/process.ts'
import { writeTopics } from '../packages/localnet/bench/fill.ts'
import { startNode } from '../packages/localnet/bench/node.ts'
import { call, signers } from './client.ts'
import { type BareRoute, startBareRoute } from './limits.ts'
import { median, perSecond } from './measure.ts'

const SHORT = 1_000
const LONG = Number(process.env.BENCH_MESSAGES ?? 100_000)
const OPERATOR = '0.0.1022'
const CLIENTS = 32

/** The rate of one kind of request, compared with a bare route. */
export interface Measured {
  readonly perSecond: number
  /** The bare route's processor time for a request, divided by this one's. */
  readonly byCpu: number
}

export interface NodeRates {
  readonly write: Measured
  readonly account: Measured
  readonly message: Measured
  readonly page: Measured
  readonly messages: number
  /** The processor time of reads of the long topic, node and ledger together, divided by that of the short topic. */
  readonly longTopic: Readonly<Record<'newest' | 'middle' | 'one', number>>
}

export async function nodeRates(): Promise<NodeRates> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quorate-bench-node-'))
  const [short = 0, long = 0] = writeTopics(join(dataDir, 'ledger'), [SHORT, LONG])
  const ledger = await startNode(join(dataDir, 'ledger'))
  const operator = developmentAccounts().find(({ id }) => id === OPERATOR)
  const platform = await startProcess(
    {
      ...(await freePorts()),
      DATA_DIR: join(dataDir, 'node'),
      HEDERA_DEVNET_NODES: `${ledger.grpc}=0.0.3`,
      HEDERA_DEVNET_MIRROR_URL: ledger.mirrorRest,
      HEDERA_DEVNET_OPERATOR_ID: OPERATOR,
      HEDERA_DEVNET_OPERATOR_KEY: operator?.privateKey ?? '',
    },
    ['node'],
    [],
  )
  const bare = await startBareRoute()
  try {
    const { node } = platform.at
    const person = (await signers(platform.at, 2))[1]
    const bareCost = await cpuPerCall(bare.pid, () => call(bare.url, 'GET'))
    const measured = async (work: () => Promise<unknown>): Promise<Measured> => {
      const { rate, cpu } = await cpuPerCall(platform.child.pid, work)
      return { perSecond: rate, byCpu: bareCost.cpu / cpu }
    }
    const transfer = { amount: 1, from: person?.id, to: OPERATOR }
    const get = (path: string) => call(node + path, 'GET', person?.token)
    let number = 0
    const message = () => get(`/mirrors/hcs/topics/0.0.${short}/messages/${1 + (number++ % SHORT)}`)
    const page = (topic: number, query: string) => get(`/mirrors/hcs/topics/0.0.${topic}/messages?limit=25&${query}`)
    const cost = async (work: () => Promise<unknown>): Promise<number> => {
      const before = await ledger.usage()
      const { cpu, calls } = await cpuPerCall(platform.child.pid, work)
      return cpu + ((await ledger.usage()).cpu - before.cpu) / calls
    }
    const compared = async (work: (topic: number, count: number) => () => Promise<unknown>): Promise<number> => {
      const ratio = async () => (await cost(work(long, LONG))) / (await cost(work(short, SHORT)))
      return median(3, ratio)
    }
    return {
      write: await measured(() => call(`${node}/accounts/transfer/hbar`, 'POST', person?.token, transfer)),
      account: await measured(() => get(`/mirrors/accounts/${OPERATOR}?transactions=false`)),
      message: await measured(message),
      page: await measured(() => page(short, 'order=desc')),
      messages: LONG,
      longTopic: {
        newest: await compared((topic) => () => page(topic, 'order=desc')),
        middle: await compared((topic, count) => () => page(topic, `sequencenumber=gte:${count / 2}`)),
        // A different message each time, so that the node does not answer from its cache.
        one: await compared(
          (topic, count) => () =>
            get(`/mirrors/hcs/topics/0.0.${topic}/messages?limit=1&sequencenumber=${1 + (number++ % count)}`),
        ),
      },
    }
  } finally {
    bare.stop()
    await platform.stop()
    await ledger.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const SECONDS = 2

/**
 * Returns calls per second, and microseconds of main-thread processor time per call. The latter varies less on a busy
 * machine.
 */
async function cpuPerCall(pid: BareRoute['pid'], work: () => Promise<unknown>) {
  let calls = 0
  let [from, cpuFrom] = [0, 0]
  const counted = async () => {
    await work()
    calls++
  }
  await perSecond(counted, CLIENTS, 1)
  ;[from, cpuFrom] = [calls, mainThreadMicroseconds(pid)]
  const rate = await perSecond(counted, CLIENTS, SECONDS)
  return { rate, calls: calls - from, cpu: (mainThreadMicroseconds(pid) - cpuFrom) / (calls - from) }
}

/** The kernel counts in hundredths of a second (proc(5), /proc/[pid]/stat). */
function mainThreadMicroseconds(pid: BareRoute['pid']): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
