/**
 * Measures the embedded ledger in a separate process, compared with signature verifications and bare routes of this
 * machine.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { testDataDirectory } from '@quorate/platform/testing'
import { writeAccounts, writeHistory } from '../packages/localnet/bench/fill.ts'
import { type KINDS, load, prepare, TOPIC } from '../packages/localnet/bench/load.ts'
import { type BenchNode, startNode } from '../packages/localnet/bench/node.ts'
import { call } from './client.ts'
import { perSecond } from './measure.ts'

const HISTORY = Number(process.env.BENCH_LEDGER_HISTORY ?? 100_000)
const ACCOUNTS = Number(process.env.BENCH_LEDGER_ACCOUNTS ?? 100_000)
const WARM_UP = 12_000
const MEASURED = 20_000

/** Operations per second, unless the name says otherwise. */
export interface LedgerRates {
  readonly writes: Readonly<Record<keyof typeof KINDS, number>>
  readonly reads: Readonly<Record<'account' | 'accountAndTransactions' | 'transaction' | 'topicPage', number>>
  readonly history: { readonly count: number; readonly transfer: number; readonly readySeconds: number }
  /** Memory for each 100,000 accounts, in MB. */
  readonly accountsMb: number
}

export async function ledgerRates(): Promise<LedgerRates> {
  const dataDir = await testDataDirectory()
  try {
    const fresh = await startNode(join(dataDir, 'fresh'))
    await prepare(fresh)
    const transfer = await durable(fresh, 'transfer')
    const tokenTransfer = await durable(fresh, 'tokenTransfer')
    const topicMessage = await durable(fresh, 'topicMessage')
    const reads = await mirrorReads(fresh, topicMessage.lastId)
    await fresh.stop()
    return {
      writes: { transfer: transfer.rate, topicMessage: topicMessage.rate, tokenTransfer: tokenTransfer.rate },
      reads,
      history: await withHistory(join(dataDir, 'history')),
      accountsMb: await memoryOfAccounts(dataDir),
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function durable(node: BenchNode, kind: keyof typeof KINDS) {
  await load(node, kind, WARM_UP)
  return load(node, kind, MEASURED)
}

async function mirrorReads({ mirrorRest }: BenchNode, id: string): Promise<LedgerRates['reads']> {
  const read = (path: string) => perSecond(() => call(`${mirrorRest}/api/v1${path}`, 'GET'), 32, 3)
  return {
    account: await read('/accounts/0.0.1022?transactions=false'),
    accountAndTransactions: await read('/accounts/0.0.1022'),
    transaction: await read(`/transactions/${id}`),
    topicPage: await read(`/topics/0.0.${TOPIC}/messages`),
  }
}

async function withHistory(dataDir: string): Promise<LedgerRates['history']> {
  writeHistory(dataDir, HISTORY)
  const node = await startNode(dataDir)
  const { rate } = await durable(node, 'transfer')
  await node.stop()
  return { count: HISTORY, transfer: rate, readySeconds: node.readySeconds }
}

async function memoryOfAccounts(dataDir: string): Promise<number> {
  writeAccounts(join(dataDir, 'accounts'), ACCOUNTS)
  const [without, withThem] = [await residentMb(join(dataDir, 'none')), await residentMb(join(dataDir, 'accounts'))]
  return ((withThem - without) / ACCOUNTS) * 100_000
}

async function residentMb(dataDir: string): Promise<number> {
  const node = await startNode(dataDir, ['--expose-gc'])
  const { rss } = await node.usage()
  await node.stop()
  return rss / 2 ** 20
}
