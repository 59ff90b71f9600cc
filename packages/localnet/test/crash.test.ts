import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { localnet } from '../src/index.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const signer = signerFor(1022)
const ROUNDS = 5
const IN_FLIGHT = 32

async function serve(dataDir: string): Promise<{ child: ChildProcess; grpc: string }> {
  const child = fork(new URL('./support/serve.ts', import.meta.url), [dataDir])
  const [{ grpc }] = (await once(child, 'message')) as [{ grpc: string }]
  return { child, grpc }
}

/** Sends transfers until the node is gone; answers those that it had confirmed. */
async function load(grpc: string, kill: (confirmed: number) => void): Promise<proto.ITransactionBody[]> {
  const raw = new RawClient(grpc)
  const confirmed: proto.ITransactionBody[] = []
  const send = async () => {
    for (;;) {
      const fields = body(
        transferOf([
          [1022, -1n],
          [1023, 1n],
        ]),
      )
      try {
        if ((await raw.submit(signed(fields, [signer]))) === 'OK') confirmed.push(fields)
      } catch {
        return
      }
      kill(confirmed.length)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, send))
  raw.close()
  return confirmed
}

test('After kill -9 under load every answered transaction is there, and nothing else happened', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-crash-'))
  const confirmed: proto.ITransactionBody[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const { child, grpc } = await serve(dataDir)
      const until = 50 + Math.floor(Math.random() * 400)
      const exited = once(child, 'exit')
      confirmed.push(...(await load(grpc, (count) => count >= until && child.kill('SIGKILL'))))
      await exited
    }
    await check(dataDir, confirmed)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function check(dataDir: string, confirmed: readonly proto.ITransactionBody[]): Promise<void> {
  const network = await localnet({ ports: {}, dataDir })
  const raw = new RawClient(network.grpc)
  assert.ok(confirmed.length >= ROUNDS * 50)
  for (const fields of confirmed) assert.equal(await raw.status(fields), 'SUCCESS')
  const again = confirmed.at(-1)
  assert.ok(again)
  assert.equal(await raw.submit(signed(again, [signer])), 'DUPLICATE_TRANSACTION')
  const response = await fetch(`${network.mirrorRest}/api/v1/accounts/0.0.1023?transactions=false`)
  const { balance } = (await response.json()) as { balance: { balance: number } }
  assert.ok(balance.balance - 1_000_000_000_000 >= confirmed.length, 'each confirmed transfer arrived')
  const received = balance.balance - 1_000_000_000_000
  const unconfirmed = received - confirmed.length
  assert.ok(unconfirmed <= ROUNDS * IN_FLIGHT, `at most what was in flight may have happened besides: ${unconfirmed}`)
  raw.close()
  await network.close()
}
