import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { topicId } from '../src/ids.ts'
import { localnet } from '../src/index.ts'
import { toLong } from '../src/int64.ts'
import { INITIAL_RUNNING_HASH, runningHash } from '../src/services/topic/runningHash.ts'
import type { MirrorJson } from './support/network.ts'
import { body, RawClient, signed, signerFor } from './support/raw.ts'

const signer = signerFor(1022)
const ROUNDS = 3
const IN_FLIGHT = 16
/** The number that the first entity of a new ledger gets. */
const TOPIC = 1032

/** Submits messages until the node is gone; answers those that it had confirmed. */
async function load(grpc: string, round: number, kill: (confirmed: number) => void): Promise<string[]> {
  const raw = new RawClient(grpc)
  const create = { autoRenewPeriod: { seconds: toLong(7_776_000n) } }
  if (round === 0) assert.equal(await raw.run(body({ consensusCreateTopic: create }), [signer]), 'SUCCESS')
  const confirmed: string[] = []
  const send = async (worker: number) => {
    for (let i = 0; ; i++) {
      const text = `${round}/${worker}/${i}`
      const consensusSubmitMessage = { topicID: topicId(TOPIC), message: Buffer.from(text) }
      try {
        if ((await raw.submit(signed(body({ consensusSubmitMessage }), [signer]))) === 'OK') confirmed.push(text)
      } catch {
        return
      }
      kill(confirmed.length)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, worker) => send(worker)))
  raw.close()
  return confirmed
}

test('After kill -9 under load a topic has every confirmed message, and its running hash is unbroken', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-topics-'))
  const confirmed: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const child = fork(new URL('./support/serve.ts', import.meta.url), [dataDir])
      const [{ grpc }] = (await once(child, 'message')) as [{ grpc: string }]
      const exited = once(child, 'exit')
      const until = 50 + Math.floor(Math.random() * 200)
      confirmed.push(...(await load(grpc, round, (count) => count >= until && child.kill('SIGKILL'))))
      await exited
    }
    await check(dataDir, confirmed)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function check(dataDir: string, confirmed: readonly string[]): Promise<void> {
  const network = await localnet({ ports: {}, dataDir })
  const found = new Set<string>()
  let hash: Buffer = INITIAL_RUNNING_HASH
  let sequence = 0n
  let next: string | null = `/api/v1/topics/0.0.${TOPIC}/messages?limit=100`
  while (next) {
    const page: MirrorJson = await fetch(network.mirrorRest + next).then((response) => response.json())
    for (const row of page.messages) {
      const message = Buffer.from(row.message, 'base64')
      const consensusTimestamp = BigInt(row.consensus_timestamp.replace('.', ''))
      sequence++
      hash = runningHash(hash, { payer: 1022, topic: TOPIC, consensusTimestamp, sequence, message })
      assert.equal(row.sequence_number, Number(sequence))
      assert.equal(row.running_hash, hash.toString('base64'))
      found.add(message.toString())
    }
    next = page.links.next
  }
  for (const text of confirmed) assert.ok(found.has(text), text)
  assert.ok(found.size <= confirmed.length + ROUNDS * IN_FLIGHT)
  await network.close()
}
