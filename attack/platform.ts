/** Starts a new platform in a separate process, and has helpers for attacks on it. */

import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  AccountCreateTransaction,
  AccountId,
  Client,
  Hbar,
  PrivateKey,
  Timestamp,
  Transaction,
  TransactionId,
} from '@hiero-ledger/sdk'
import { developmentAccounts } from '@quorate/localnet'
import { type Answer, caller, testDataDirectory } from '@quorate/platform/testing'
import {
  type Account,
  freePorts,
  login,
  owners,
  type Person,
  type PlatformProcess,
  passTime,
  startProcess,
} from '@quorate/quorate/testing'
import { createWatch, type Watch } from './watch.ts'

export type { Answer } from '@quorate/platform/testing'
export type { Person } from '@quorate/quorate/testing'

/** The names of everything that listens on a port. */
export type Entrance =
  | 'node'
  | 'governance'
  | 'multisig'
  | 'multisigSockets'
  | 'governanceSockets'
  | 'ledger'
  | 'mirrorGrpc'
  | 'mirror'
  | 'mirrorJava'
  | 'rpc'

const PORTS: Record<Entrance, string> = {
  node: 'NODE_HTTP_PORT',
  governance: 'GOVERNANCE_HTTP_PORT',
  multisig: 'MULTISIG_HTTP_PORT',
  multisigSockets: 'MULTISIG_WS_PORT',
  governanceSockets: 'GOVERNANCE_WS_PORT',
  ledger: 'LOCALNET_GRPC_PORT',
  mirrorGrpc: 'LOCALNET_MIRROR_GRPC_PORT',
  mirror: 'LOCALNET_REST_PORT',
  mirrorJava: 'LOCALNET_REST_JAVA_PORT',
  rpc: 'LOCALNET_RPC_PORT',
}

export interface AttackedPlatform {
  process: PlatformProcess
  env: Record<string, string>
  /** `http://127.0.0.1:<port>` of each entrance. */
  url: Record<Entrance, string>
  /** A request to a service as `fetch` makes it, with the token of `by`. */
  call(entrance: Entrance, method: string, path: string, by?: { token: string }, body?: unknown): Promise<Answer>
  /** The first Ed25519 development accounts, logged in; each holds half a million hbar. */
  people(count: number): Promise<Person[]>
  /** The account that pays for the node, logged in. */
  operator(): Promise<Person>
  /** A client of the embedded ledger. The treasury pays for its transactions. Close it after use. */
  treasury(): Client
  /** A new account with a new key and this balance, not logged in. */
  newAccount(hbar?: number): Promise<Account>
  login(account: Account): Promise<Person>
  /** Moves the platform's clock. Clients of the SDK do not follow: give their transactions an id of `transactionId`. */
  passTime(ms: number): Promise<void>
  /** A transaction id that is valid from now on, by the platform's clock. */
  transactionId(payer: string): TransactionId
  /** Signs the bytes that the node prepared, and submits them by the node. */
  submitSigned(prepared: Answer, ...signers: Person[]): Promise<Answer>
  /** Measures the stalls of the event loops and the memory inside the process. */
  watch: Watch
  close(): Promise<void>
}

/** A transaction is valid a little earlier, as clocks differ. */
const CLOCKS_MS = 2_000

const watcher = fileURLToPath(new URL('./watcher.ts', import.meta.url))

/**
 * Starts all services with the embedded ledger on free ports and an empty `DATA_DIR`. Rate limits are off unless
 * `settings` (environment variables) say otherwise.
 */
export async function startPlatform(settings: Record<string, string> = {}): Promise<AttackedPlatform> {
  const dataDir = await testDataDirectory()
  const watchDirectory = await mkdtemp(join(tmpdir(), 'quorate-watch-'))
  const socket = join(watchDirectory, 'watch.sock')
  const env = {
    ...(await freePorts()),
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--expose-gc --import=${watcher}`,
    WATCH_SOCKET: socket,
    ...settings,
  }
  const removeFolders = () =>
    Promise.all([dataDir, watchDirectory].map((folder) => rm(folder, { recursive: true, force: true })))
  const process = await startProcess(env).catch(async (error) => {
    await removeFolders()
    throw error
  })
  const url = Object.fromEntries(
    Object.entries(PORTS).map(([entrance, name]) => [
      entrance,
      `http://127.0.0.1:${(env as Record<string, string>)[name]}`,
    ]),
  ) as Record<Entrance, string>
  const call: AttackedPlatform['call'] = (entrance, method, path, by, body) =>
    caller(url[entrance])(method, path, by, body)
  const treasury = developmentAccounts()[0]
  if (!treasury) throw new Error('the embedded ledger has no treasury')
  const clientOfTreasury = () => {
    const client = Client.forNetwork({ [process.at.ledger]: '0.0.3' })
    return client.setOperator(treasury.id, PrivateKey.fromStringDer(treasury.privateKey))
  }
  let aheadMs = 0
  return {
    process,
    async passTime(ms) {
      await passTime(process, ms)
      aheadMs += ms
    },
    transactionId(payer) {
      const start = Timestamp.fromDate(new Date(Date.now() + aheadMs - CLOCKS_MS))
      // Two transactions of one millisecond have different ids.
      return TransactionId.withValidStart(AccountId.fromString(payer), start.plusNanos(randomInt(1_000_000)))
    },
    env,
    url,
    call,
    people: (count) => owners(process.at, count),
    operator: () => login(process.at, { id: treasury.id, key: PrivateKey.fromStringDer(treasury.privateKey) }),
    treasury: clientOfTreasury,
    async newAccount(hbar = 1_000) {
      const client = clientOfTreasury()
      try {
        const key = PrivateKey.generateED25519()
        const creation = new AccountCreateTransaction()
          .setKeyWithoutAlias(key.publicKey)
          .setInitialBalance(new Hbar(hbar))
        const { accountId } = await (await creation.execute(client)).getReceipt(client)
        return { id: `${accountId}`, key }
      } finally {
        client.close()
      }
    },
    login: (account) => login(process.at, account),
    async submitSigned({ status, body }, ...signers) {
      const [first] = signers
      if (status !== 200 || !first) throw new Error(`nothing to sign: ${status} ${JSON.stringify(body)}`)
      let transaction = Transaction.fromBytes(Buffer.from(body.bytes, 'base64'))
      for (const { key } of signers) transaction = await transaction.sign(key)
      const bytes = Buffer.from(transaction.toBytes()).toString('base64')
      return call('node', 'POST', '/transactions/submit', first, { bytes })
    },
    watch: createWatch(socket),
    async close() {
      await process.kill()
      await removeFolders()
    },
  }
}
