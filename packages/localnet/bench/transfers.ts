import { fork } from 'node:child_process'
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, credentials } from '@grpc/grpc-js'
import { proto } from '@hiero-ledger/proto'
import { developmentAccounts } from '../src/genesis.ts'
import { accountId } from '../src/ids.ts'
import { toLong } from '../src/int64.ts'
import { NODE_ACCOUNT_ID } from '../src/nodes.ts'
import { toTimestamp } from '../src/time.ts'

/** Durable signed transfers per second, 64 in flight, beside the machine's native Ed25519 verifications per second. */
const COUNT = Number(process.argv[2] ?? 20_000)
const IN_FLIGHT = 64

/** Processor time of the server so far, in microseconds. */
function serverCpu(): Promise<number> {
  child.send('cpu')
  return new Promise((resolve) => {
    child.once('message', (message) => {
      const { cpu } = message as { cpu: NodeJS.CpuUsage }
      resolve(cpu.user + cpu.system)
    })
  })
}

function nativeVerifications(key: KeyObject): number {
  const message = Buffer.alloc(150, 1)
  const signature = sign(null, message, key)
  const publicKey = createPublicKey(key)
  const until = performance.now() + 1000
  let count = 0
  while (performance.now() < until) for (let i = 0; i < 100; i++, count++) verify(null, message, publicKey, signature)
  return count
}

function signedTransfer(payer: number, key: KeyObject, publicKey: Buffer, nanos: bigint): Buffer {
  const amounts = [
    { accountID: accountId(payer), amount: toLong(-1n) },
    { accountID: accountId(payer === 1031 ? 1022 : payer + 1), amount: toLong(1n) },
  ]
  const bodyBytes = proto.TransactionBody.encode({
    transactionID: { accountID: accountId(payer), transactionValidStart: toTimestamp(nanos) },
    nodeAccountID: NODE_ACCOUNT_ID,
    transactionFee: toLong(100_000_000n),
    transactionValidDuration: { seconds: toLong(120n) },
    cryptoTransfer: { transfers: { accountAmounts: amounts } },
  }).finish()
  const sigPair = [{ pubKeyPrefix: publicKey, ed25519: sign(null, bodyBytes, key) }]
  const signedTransactionBytes = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair } }).finish()
  return Buffer.from(proto.Transaction.encode({ signedTransactionBytes }).finish())
}

const keys = developmentAccounts()
  .filter(({ keyType, id }) => keyType === 'ed25519' && id !== '0.0.2')
  .map(({ id, privateKey }) => {
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'hex'), format: 'der', type: 'pkcs8' })
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
    return { num: Number(id.slice(4)), key, publicKey }
  })

/** A ledger with history, or a new one. */
const given = process.argv[3]
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'localnet-bench-'))
const child = fork(new URL('./serve.ts', import.meta.url), [dataDir], {
  execArgv: process.env.SERVE_ARGS?.split(' ') ?? [],
})
const { grpc } = await new Promise<{ grpc: string }>((resolve) =>
  child.once('message', (message) => resolve(message as { grpc: string })),
)
const [first] = keys
if (!first) throw new Error('There are no Ed25519 development accounts')
const native = nativeVerifications(first.key)
const client = new Client(grpc, credentials.createInsecure())
const asItIs = (bytes: Buffer): Buffer => bytes

function submit(bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest('/proto.CryptoService/cryptoTransfer', asItIs, asItIs, bytes, (error, response) => {
      if (error || !response) reject(error ?? new Error('No answer'))
      else resolve(proto.TransactionResponse.decode(response).nodeTransactionPrecheckCode)
    })
  })
}

async function run(count: number): Promise<{ rate: number; cpu: number }> {
  const start = BigInt(Date.now() - 1000) * 1_000_000n
  const transactions: Buffer[] = []
  for (let i = 0; i < count; i++) {
    const { num, key, publicKey } = keys[i % keys.length] ?? first
    transactions.push(signedTransfer(num, key, publicKey, start + BigInt(i)))
  }
  let next = 0
  const cpu = await serverCpu()
  const began = performance.now()
  const worker = async () => {
    for (let bytes = transactions[next++]; bytes; bytes = transactions[next++]) {
      const code = await submit(bytes)
      if (code !== 0) throw new Error(`Precheck answered ${proto.ResponseCodeEnum[code]}`)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  const rate = (count / (performance.now() - began)) * 1000
  return { rate, cpu: ((await serverCpu()) - cpu) / count }
}

await run(5000)
const { rate, cpu } = await run(COUNT)
process.stdout.write(
  `native verifications/s ${native}, durable transfers/s ${rate.toFixed(0)}, ratio ${(rate / native).toFixed(3)}, ` +
    `server processor time per transfer ${cpu.toFixed(0)} us\n`,
)
client.close()
child.disconnect()
if (!given) rmSync(dataDir, { recursive: true, force: true })
