import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { localnet } from '../src/index.ts'
import { systemClock } from '../src/ledger/clock.ts'
import { Ledger } from '../src/ledger/ledger.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { INITIAL_RUNNING_HASH, runningHash } from '../src/services/topic/running-hash.ts'
import { checkConservation } from './support/conservation.ts'
import { ART, COIN, OPERATIONS, PAYER, PREPARED, signers, TOPIC } from './support/mixed-load.ts'
import type { MirrorJson } from './support/network.ts'
import { body, RawClient, signed } from './support/raw.ts'

const ROUNDS = 20
const IN_FLIGHT = 24

/** The node's answer: the status of a receipt, or undefined if only the precheck let the transaction in. */
interface Answered {
  readonly fields: proto.ITransactionBody
  readonly status: string | undefined
}

async function prepare(raw: RawClient): Promise<void> {
  for (const prepared of PREPARED) {
    const fields = body({ ...prepared, transactionFee: toLong(10_000_000_000n) })
    assert.equal(await raw.run(fields, signers), 'SUCCESS')
  }
}

/** Sends transactions of all kinds until the node is gone; requests every second one's receipt. */
async function load(grpc: string, round: number, kill: (answered: number) => void): Promise<Answered[]> {
  const raw = new RawClient(grpc)
  if (round === 0) await prepare(raw)
  const answered: Answered[] = []
  const work = async (worker: number) => {
    for (let i = worker; ; i++) {
      const operation = OPERATIONS[i % OPERATIONS.length]
      const fields = body(operation?.(`${round}/${worker}/${i}`, i) ?? {})
      try {
        if ((await raw.submit(signed(fields, signers))) !== 'OK') continue
        answered.push({ fields, status: undefined })
        if (i % 2 === 0) answered.push({ fields, status: await raw.status(fields) })
      } catch {
        return
      }
      kill(answered.length)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, worker) => work(worker)))
  raw.close()
  return answered
}

test(`After ${ROUNDS} kill -9 under mixed load nothing that was answered is missing, and every supply is exact`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-crash-'))
  const answered: Answered[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const child = fork(new URL('./support/serve.ts', import.meta.url), [dataDir])
      const [{ grpc }] = (await once(child, 'message')) as [{ grpc: string }]
      const exited = once(child, 'exit')
      const until = 60 + Math.floor(Math.random() * 200)
      answered.push(...(await load(grpc, round, (count) => count >= until && child.kill('SIGKILL'))))
      await exited
      checkState(dataDir)
    }
    await checkAnswers(dataDir, answered)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

function checkState(dataDir: string): void {
  const ledger = new Ledger(dataDir, systemClock)
  checkConservation(ledger.state)
  ledger.close()
}

async function checkAnswers(dataDir: string, answered: readonly Answered[]): Promise<void> {
  const network = await localnet({ ports: {}, dataDir })
  const get = async (path: string): Promise<MirrorJson> => {
    const response = await fetch(network.mirrorRest + path)
    assert.equal(response.status, 200, path)
    return response.json()
  }
  assert.ok(answered.length >= 60 * ROUNDS)
  await checkAgain(network.grpc, answered)
  const messages = await checkTopic(get)
  for (const { fields, status } of answered) {
    const row = (await get(`/api/v1/transactions/${idOf(fields)}`)).transactions[0]
    if (status !== undefined) assert.equal(row.result, status)
    const message = fields.consensusSubmitMessage?.message
    if (message && row.result === 'SUCCESS') assert.ok(messages.has(Buffer.from(message).toString()))
  }
  for (const num of [COIN, ART]) await checkSupply(get, num)
  await network.close()
}

/** The node still has the receipts of the last round, and refuses its transactions as duplicates. */
async function checkAgain(grpc: string, answered: readonly Answered[]): Promise<void> {
  const raw = new RawClient(grpc)
  for (const { fields, status } of answered.slice(-60)) {
    if (status !== undefined) assert.equal(await raw.status(fields), status)
    assert.equal(await raw.submit(signed(fields, signers)), 'DUPLICATE_TRANSACTION')
  }
  raw.close()
}

type Get = (path: string) => Promise<MirrorJson>

/** The mirror agrees with the state about a token. */
async function checkSupply(get: Get, num: number): Promise<void> {
  const { total_supply } = await get(`/api/v1/tokens/0.0.${num}`)
  const { balances } = await get(`/api/v1/tokens/0.0.${num}/balances?limit=100`)
  const held = balances.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0)
  assert.equal(String(held), total_supply)
}

/** Returns the messages of the topic. Their running hashes must follow from each to the next. */
async function checkTopic(get: Get): Promise<Set<string>> {
  const found = new Set<string>()
  let hash: Buffer = INITIAL_RUNNING_HASH
  let sequence = 0n
  for (let next: string | null = `/api/v1/topics/0.0.${TOPIC}/messages?limit=100`; next; ) {
    const page: MirrorJson = await get(next)
    for (const row of page.messages) {
      const message = Buffer.from(row.message, 'base64')
      const consensusTimestamp = BigInt(row.consensus_timestamp.replace('.', ''))
      sequence++
      hash = runningHash(hash, { payer: PAYER, topic: TOPIC, consensusTimestamp, sequence, message })
      assert.equal(row.sequence_number, Number(sequence))
      assert.equal(row.running_hash, hash.toString('base64'))
      found.add(message.toString())
    }
    next = page.links.next
  }
  return found
}

function idOf({ transactionID }: proto.ITransactionBody): string {
  const { seconds, nanos } = transactionID?.transactionValidStart ?? {}
  return `0.0.${PAYER}-${seconds?.low}-${String(nanos).padStart(9, '0')}`
}
