/** For the tests of services: an embedded ledger, a client of it like a service's, and people with accounts. */
import { AccountCreateTransaction, Hbar, type Key, PrivateKey, type Transaction } from '@hiero-ledger/sdk'
import { localnet } from '@quorate/localnet'
import type { Clock } from '@quorate/platform'
import { keyFromText } from '../src/keys/key-encodings.ts'
import { signerFromText } from '../src/keys/signer.ts'
import { openLedger } from '../src/ledger.ts'
import { type FinalOutcome, withSignatures } from '../src/transactions/freeze.ts'

export * from './told-topics.ts'

export interface TestLedgerOptions {
  /**
   * A clock that the test moves. If absent, the ledger runs on the system's clock in a separate thread, as on the
   * platform.
   */
  clock?: Clock
  /** In memory if absent. */
  dataDir?: string
  mirrorTimeoutMs?: number
}

export type TestLedger = Awaited<ReturnType<typeof testLedger>>

/** Its operator is the first development account, the treasury. */
export async function testLedger({ clock, dataDir, mirrorTimeoutMs = 3000 }: TestLedgerOptions) {
  const chain = 'hedera:devnet'
  const start = (ports: { grpc: number; mirrorRest: number }) =>
    localnet({
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(clock ? { clock: { now: () => BigInt(clock.now()) * 1_000_000n } } : { thread: true }),
      ports: { ...ports, mirrorGrpc: 0 },
    })
  let net = await start({ grpc: 0, mirrorRest: 0 })
  const portOf = (address: string) => Number(address.split(':').at(-1))
  const ports = { grpc: portOf(net.grpc), mirrorRest: portOf(net.mirrorRest) }
  const [first] = net.accounts
  if (!first) throw new Error('the embedded ledger has no accounts')
  const operator = { accountId: first.id, ...signerFromText(first.privateKey) }
  const ledger = openLedger({
    chain,
    nodes: [{ nodeId: '0.0.3', address: net.grpc }],
    mirrorUrl: net.mirrorRest,
    operator,
    ...(clock ? { clock } : {}),
    mirrorTimeoutMs,
  })

  /**
   * Executes a transaction. The operator pays and signs, and so do the given signers. @throws Error unless it succeeds
   */
  async function onLedger(transaction: Transaction, ...signers: PrivateKey[]): Promise<FinalOutcome> {
    const frozen = ledger.freeze(transaction, {
      payer: operator.accountId,
      validStart: ledger.validStart(),
      validDurationSeconds: 120,
    })
    const signatures = [
      { publicKey: operator.publicKey, signature: operator.sign(frozen.bodyBytes) },
      ...signers.map((key) => ({
        publicKey: keyFromText(key.publicKey.toStringRaw()),
        signature: key.sign(frozen.bodyBytes),
      })),
    ]
    const outcome = await ledger.submit(withSignatures(frozen.bodyBytes, signatures))
    if (outcome.state !== 'final' || !outcome.success) throw new Error(`the ledger says ${JSON.stringify(outcome)}`)
    return outcome
  }

  return {
    chain,
    get net() {
      return net
    },
    ledger,
    treasury: { id: first.id, key: PrivateKey.fromStringDer(first.privateKey) },
    onLedger,
    /** Creates an account under `key` with ten automatic token associations; returns its id. */
    async account(key: Key, hbars = 100): Promise<string> {
      const create = new AccountCreateTransaction()
        .setKeyWithoutAlias(key)
        .setInitialBalance(new Hbar(hbars))
        .setMaxAutomaticTokenAssociations(10)
      return (await onLedger(create)).receipt.accountId ?? ''
    },
    /** Stops the whole network; `restart` brings it back with its state, at the same addresses. */
    stop: () => net.close(),
    async restart() {
      net = await start(ports)
    },
    async close() {
      ledger.close()
      await net.close()
    },
  }
}
