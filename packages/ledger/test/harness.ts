import { AccountCreateTransaction, Hbar, type Transaction, TransferTransaction } from '@hiero-ledger/sdk'
import {
  keyToSdk,
  type Ledger,
  type LedgerOptions,
  openLedger,
  readNetwork,
  type Signer,
  signerFromText,
  withSignatures,
} from '@quorate/ledger'
import { type Localnet, localnet } from '@quorate/localnet'
import type { Clock } from '@quorate/platform'
import type { Key } from '@quorate/verify'

/** A separate ledger in memory, with a client of it that acts as 0.0.1022, one of the development accounts. */
export interface Harness extends AsyncDisposable {
  network: Localnet
  ledger: Ledger
  clock: Clock
  /** Moves the network's clock and ours. */
  advance(ms: number): Promise<void>
  signers: Map<string, Signer>
}

export const OPERATOR = '0.0.1022'

export async function openHarness(options: Partial<LedgerOptions> = {}, dataDir?: string): Promise<Harness> {
  const network = await localnet({ dataDir, ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 } })
  let ahead = 0
  const clock = { now: () => Date.now() + ahead }
  const signers = new Map(network.accounts.map(({ id, privateKey }) => [id, signerFromText(privateKey)]))
  const operator = network.accounts.find(({ id }) => id === OPERATOR)
  const embedded = {
    grpc: network.grpc,
    mirrorUrl: network.mirrorRest,
    ...(operator ? { operator: { id: operator.id, key: operator.privateKey } } : {}),
  }
  const ledger = openLedger({ ...readNetwork('hedera:devnet', {}, embedded), clock, mirrorTimeoutMs: 3000, ...options })
  const harness: Harness = {
    network,
    ledger,
    clock,
    signers,
    async advance(ms) {
      ahead += ms
      await network.advance(ms)
    },
    async [Symbol.asyncDispose]() {
      ledger.close()
      await harness.network.close()
    },
  }
  return harness
}

export const transfer = (from: string, to: string, tinybars: number): TransferTransaction =>
  new TransferTransaction()
    .addHbarTransfer(from, Hbar.fromTinybars(-tinybars))
    .addHbarTransfer(to, Hbar.fromTinybars(tinybars))

/** Frozen, paid by `payer` and signed by the keys of `accounts`, ready to submit. */
export function signed({ ledger, signers }: Harness, transaction: Transaction, payer: string, accounts = [payer]) {
  const frozen = ledger.freeze(transaction, { payer, validStart: ledger.validStart(), validDurationSeconds: 120 })
  return {
    frozen,
    bytes: withSignatures(
      frozen.bodyBytes,
      signaturesBy(
        frozen.bodyBytes,
        accounts.flatMap((id) => signers.get(id) ?? []),
      ),
    ),
  }
}

export const signaturesBy = (bodyBytes: Uint8Array, signers: Signer[]) =>
  signers.map((signer) => ({ publicKey: signer.publicKey, signature: signer.sign(bodyBytes) }))

/** Creates an account under `key`, paid for by the operator; returns its id. */
export async function accountUnder({ ledger }: Harness, key: Key, tinybars = 1_000_000_000): Promise<string> {
  const create = new AccountCreateTransaction()
    .setKeyWithoutAlias(keyToSdk(key))
    .setInitialBalance(Hbar.fromTinybars(tinybars))
  const outcome = await ledger.execute(create)
  if (outcome.state === 'final' && outcome.receipt.accountId) return outcome.receipt.accountId
  throw new Error(`no account was created: ${JSON.stringify(outcome)}`)
}
