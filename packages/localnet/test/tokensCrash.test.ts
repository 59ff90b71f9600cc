import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { accountId, tokenId } from '../src/ids.ts'
import { localnet } from '../src/index.ts'
import { toLong } from '../src/int64.ts'
import type { MirrorJson } from './support/network.ts'
import { body, RawClient, signed, signerFor } from './support/raw.ts'

const ROUNDS = 3
const IN_FLIGHT = 12
const [TREASURY, HOLDER, COLLECTOR] = [1022, 1023, 1024]
const signers = [TREASURY, HOLDER, COLLECTOR].map(signerFor)
const key = { ed25519: signerFor(TREASURY).publicKey }
/** The numbers that the first entities of a new ledger get. */
const [COIN, ART] = [tokenId(1032), tokenId(1033)]

const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const keys = { adminKey: key, supplyKey: key, wipeKey: key }
const common = { name: 't', symbol: 't', treasury: accountId(TREASURY), autoRenewPeriod, ...keys }
const share = { fractionalAmount: { numerator: toLong(1n), denominator: toLong(10n) } }
const customFees = [{ feeCollectorAccountId: accountId(COLLECTOR), fractionalFee: share }]

async function prepare(raw: RawClient): Promise<void> {
  const fee = { transactionFee: toLong(10_000_000_000n) }
  const coin = { ...common, initialSupply: toLong(1_000_000n), customFees }
  const associate = { account: accountId(HOLDER), tokens: [COIN, ART] }
  for (const fields of [
    { tokenCreation: coin },
    { tokenCreation: { ...common, tokenType: 1 } },
    { tokenAssociate: associate },
  ])
    assert.equal(await raw.run(body({ ...fields, ...fee }), signers), 'SUCCESS')
}

const moved = (from: number, to: number, amount: bigint) => [
  { accountID: accountId(from), amount: toLong(-amount) },
  { accountID: accountId(to), amount: toLong(amount) },
]

/** One after the other, each changes holdings or the supply in another way. */
const OPERATIONS: readonly ((serial: bigint) => proto.ITransactionBody)[] = [
  () => ({ tokenMint: { token: COIN, amount: toLong(7n) } }),
  () => ({ cryptoTransfer: { tokenTransfers: [{ token: COIN, transfers: moved(TREASURY, HOLDER, 50n) }] } }),
  () => ({ cryptoTransfer: { tokenTransfers: [{ token: COIN, transfers: moved(HOLDER, TREASURY, 20n) }] } }),
  () => ({ tokenBurn: { token: COIN, amount: toLong(3n) } }),
  () => ({ tokenWipe: { token: COIN, account: accountId(HOLDER), amount: toLong(2n) } }),
  () => ({ tokenMint: { token: ART, metadata: [Buffer.from('a'), Buffer.from('b')] } }),
  (serial) => ({
    cryptoTransfer: {
      tokenTransfers: [
        {
          token: ART,
          nftTransfers: [
            {
              senderAccountID: accountId(TREASURY),
              receiverAccountID: accountId(HOLDER),
              serialNumber: toLong(serial),
            },
          ],
        },
      ],
    },
  }),
  (serial) => ({ tokenBurn: { token: ART, serialNumbers: [toLong(serial + 1n)] } }),
]

/** Works with tokens until the node is gone; answers the ids of what it had confirmed. */
async function load(grpc: string, round: number, kill: (confirmed: number) => void): Promise<string[]> {
  const raw = new RawClient(grpc)
  if (round === 0) await prepare(raw)
  const confirmed: string[] = []
  const work = async (worker: number) => {
    for (let i = worker; ; i++) {
      const fields = body(OPERATIONS[i % OPERATIONS.length]?.(BigInt(1 + 2 * (i % 40))) ?? {})
      try {
        if ((await raw.submit(signed(fields, signers))) === 'OK') confirmed.push(idOf(fields))
      } catch {
        return
      }
      kill(confirmed.length)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, worker) => work(worker)))
  raw.close()
  return confirmed
}

function idOf({ transactionID }: proto.ITransactionBody): string {
  const { seconds, nanos } = transactionID?.transactionValidStart ?? {}
  return `0.0.${TREASURY}-${seconds?.low}-${String(nanos).padStart(9, '0')}`
}

test('After kill -9 under load the holders of each token have its supply, and nothing that was confirmed is missing', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-tokens-'))
  const confirmed: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const child = fork(new URL('./support/serve.ts', import.meta.url), [dataDir])
      const [{ grpc }] = (await once(child, 'message')) as [{ grpc: string }]
      const exited = once(child, 'exit')
      const until = 80 + Math.floor(Math.random() * 200)
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
  const get = async (path: string): Promise<MirrorJson> => {
    const response = await fetch(`${network.mirrorRest}/api/v1${path}`)
    assert.equal(response.status, 200, path)
    return response.json()
  }
  for (const num of [1032, 1033]) {
    const { total_supply } = await get(`/tokens/0.0.${num}`)
    const { balances } = await get(`/tokens/0.0.${num}/balances?limit=100`)
    assert.equal(
      String(balances.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0)),
      total_supply,
    )
  }
  for (const id of confirmed) await get(`/transactions/${id}`)
  assert.ok(confirmed.length >= 80 * ROUNDS)
  await network.close()
}
