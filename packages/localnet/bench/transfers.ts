import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from './load.ts'
import { startNode } from './node.ts'

/**
 * Durable signed transfers per second, 64 in flight, compared with the machine's native Ed25519 verifications per
 * second.
 */
const [count = '20000', given] = process.argv.slice(2)

function nativeVerifications(): number {
  const key = generateKeyPairSync('ed25519').privateKey
  const message = Buffer.alloc(150, 1)
  const signature = sign(null, message, key)
  const publicKey = createPublicKey(key)
  const until = performance.now() + 1000
  let done = 0
  while (performance.now() < until) for (let i = 0; i < 100; i++, done++) verify(null, message, publicKey, signature)
  return done
}

/** A ledger with history, or a new one. */
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'localnet-bench-'))
const node = await startNode(dataDir, process.env.SERVE_ARGS?.split(' '))
const native = nativeVerifications()
await load(node, 'transfer', 5000)
const { rate, cpu } = await load(node, 'transfer', Number(count))
process.stdout.write(
  `native verifications/s ${native}, durable transfers/s ${rate.toFixed(0)}, ratio ${(rate / native).toFixed(3)}, ` +
    `server processor time per transfer ${cpu.toFixed(0)} us\n`,
)
await node.stop()
if (!given) rmSync(dataDir, { recursive: true, force: true })
