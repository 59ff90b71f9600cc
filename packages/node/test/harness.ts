/** A node for tests, with an embedded ledger, database, jobs and HTTP, on a clock that the test controls. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AccountCreateTransaction,
  AccountDeleteTransaction,
  AccountUpdateTransaction,
  Hbar,
  type Transaction,
} from '@hiero-ledger/sdk'
import { keyToSdk, openLedger, readNetwork, type Signer, signerFromText, withSignatures } from '@quorate/ledger'
import { type Localnet, localnet } from '@quorate/localnet'
import {
  createEvents,
  type DatabaseServer,
  type Messenger,
  readSettings,
  silentLogger,
  systemClock,
} from '@quorate/platform'
import { startTestService, type TestClock, testClock, testDatabase } from '@quorate/platform/testing'
import { type Key, walletMessage } from '@quorate/verify'
import {
  type NodeEvents,
  node,
  openTokens,
  readNetworkKeys,
  type SessionEvents,
  type SharedKeyEvents,
  settings as shape,
} from '../src/index.ts'

export const CHAIN = 'hedera:devnet'
export const OTHER_CHAIN = 'hedera:testnet'
/** The node's own account. */
export const OPERATOR = '0.0.1022'
export const ADMIN = '0.0.1023'

/** The time of the machine, for measurements. It cannot be advanced. */
export const machineClock = (): TestClock => systemClock as TestClock

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered, whatever it is.
  body: any
  headers: Headers
  /** The cookies that the answer sets, by name. */
  cookies: Map<string, string>
}

export interface Ask {
  method?: string
  body?: unknown
  token?: string
  cookie?: string
}

export type Harness = Awaited<ReturnType<typeof openHarness>>

/**
 * If a test passes in `network`, `dataDir` or `server`, they outlive the harness: for a restart, or for a second
 * process.
 */
export async function openHarness(
  env: Record<string, string> = {},
  kept: Partial<Kept> = {},
  {
    mirrorTimeoutMs = 3000,
    mirrorUrl,
    settings: limited = {},
    secureCookies = false,
    operatorId = OPERATOR,
  }: {
    mirrorTimeoutMs?: number
    mirrorUrl?: string
    settings?: object
    secureCookies?: boolean
    operatorId?: string
  } = {},
) {
  // If the start is refused, closes everything that was opened; otherwise the test process would not end.
  await using starting = new AsyncDisposableStack()
  const clock = kept.clock ?? testClock()
  const dataDir = kept.dataDir ?? (await mkdtemp(join(tmpdir(), 'quorate-node-')))
  // In tests, one wallet makes the node pay for more than the default budget allows.
  const defaults = { DATA_DIR: dataDir, ADMIN_WALLETS: ADMIN, SPENDING_PER_HOUR: '100000000000' }
  const settings = readSettings(shape, { env: { ...defaults, ...env }, service: 'node' })
  const network =
    kept.network ??
    (await localnet({
      clock: { now: () => BigInt(clock.now()) * 1_000_000n },
      ports: { grpc: 0, mirrorGrpc: 0, mirrorRest: 0 },
    }))
  if (!kept.network) starting.defer(() => network.close())
  const operator = network.accounts.find(({ id }) => id === operatorId)
  if (!operator) throw new Error(`the embedded ledger has no account ${operatorId}`)
  const embedded = {
    grpc: network.grpc,
    mirrorUrl: mirrorUrl ?? network.mirrorRest,
    operator: { id: operatorId, key: operator.privateKey },
  }
  const networks = [CHAIN, OTHER_CHAIN].map((chain) => readNetwork(chain, {}, embedded))
  const ledgers = new Map(networks.map((one) => [one.chain, openLedger({ ...one, clock, mirrorTimeoutMs })] as const))
  for (const one of ledgers.values()) starting.defer(() => one.close())
  const server = kept.server ?? (await testDatabase())
  const events = await createEvents<NodeEvents & SessionEvents & SharedKeyEvents>({ logger: silentLogger })
  const tokens = await openTokens({ server, settings, clock, logger: silentLogger })
  starting.defer(() => tokens.close())
  const networkKeys = readNetworkKeys([CHAIN, OTHER_CHAIN], env)
  let messenger: Messenger | undefined
  const { url, jobs, stop } = await startTestService({
    ...{ name: 'node', server, clock, tokens: tokens.verifier },
    settings: limited,
    options: { secureCookies },
    async add({ http, jobs }) {
      const consoleUrl = () => 'https://console.example/'
      ;({ messenger } = await node({
        ...{ http, tokens, jobs, ledgers, networks, networkKeys, consoleUrl, settings, clock, events },
      }))
      return undefined
    },
  })
  starting.defer(stop)

  const ledger = ledgers.get(CHAIN)
  if (!ledger) throw new Error('no ledger')
  const opened = starting.move()
  const signers = new Map(network.accounts.map(({ id, privateKey }) => [id, signerFromText(privateKey)]))

  /** Submits a transaction that `payer` pays for and `others` sign, too. */
  const submit = async (transaction: Transaction, payer: string, ...others: Signer[]) => {
    const own = signers.get(payer)
    const validStart = ledger.validStart()
    const { bodyBytes } = ledger.freeze(transaction, { payer, validStart, validDurationSeconds: 120 })
    const all = own ? [own, ...others] : others
    const signatures = all.map(({ publicKey, sign }) => ({ publicKey, signature: sign(bodyBytes) }))
    const outcome = await ledger.submit(withSignatures(bodyBytes, signatures))
    if (outcome.state === 'final' && outcome.success) return outcome.receipt
    throw new Error(`the ledger refused: ${JSON.stringify(outcome)}`)
  }

  return {
    url,
    clock,
    network,
    tokens,
    events,
    jobs,
    messenger,
    server,
    ledger,
    signers,
    dataDir,
    async ask(path: string, { method, body, token, cookie }: Ask = {}): Promise<Answer> {
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
      }
      const answer = await fetch(url + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const cookies = new Map(
        answer.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line] as const),
      )
      return { status: answer.status, body: await answer.json(), headers: answer.headers, cookies }
    },
    submit,
    /** Creates an account with `key`. Returns its id. */
    async account(key: Key): Promise<string> {
      const create = new AccountCreateTransaction().setKeyWithoutAlias(keyToSdk(key)).setInitialBalance(new Hbar(1))
      return (await submit(create, OPERATOR)).accountId ?? ''
    },
    async rotate(id: string, old: Signer, fresh: Signer): Promise<void> {
      const update = new AccountUpdateTransaction().setAccountId(id).setKey(keyToSdk(fresh.publicKey))
      await submit(update, OPERATOR, old, fresh)
    },
    async remove(id: string, signer: Signer): Promise<void> {
      await submit(new AccountDeleteTransaction().setAccountId(id).setTransferAccountId(OPERATOR), OPERATOR, signer)
    },
    /** Stops the node as if its process had ended. Returns what a test may open again. */
    async stop(): Promise<Kept> {
      await opened.disposeAsync()
      return { clock, dataDir, server }
    },
    async [Symbol.asyncDispose]() {
      await this.stop()
      await server.close()
      if (!kept.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface Kept {
  network?: Localnet
  clock: TestClock
  dataDir: string
  server: DatabaseServer
}

export const ed25519Signer = (): Signer =>
  signerFromText(generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('hex'))
export const secp256k1Signer = (): Signer =>
  signerFromText(
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('hex'),
  )

export const indexKeyed = (bytes: Uint8Array): Record<string, number> => Object.fromEntries(bytes.entries())
export const bytesIn = (value: Record<string, number>): Uint8Array => Uint8Array.from(Object.values(value))

export interface Challenge {
  payload: { url: string; node: string; data: { token: string }; chain: string; scope?: string }
  signedData: { signature: Record<string, number>; serverSigningAccount: string }
  /** The cookie to send back, as a browser would. */
  cookie: string
}

export async function challenge(harness: Harness, query = ''): Promise<Challenge> {
  const { status, body, cookies } = await harness.ask(`/auth/web3/request${query}`)
  if (status !== 200) throw new Error(`no challenge: ${JSON.stringify(body)}`)
  return {
    ...body,
    cookie: (cookies.get('quorate_challenge') ?? cookies.get('__Host-quorate_challenge') ?? '').split(';', 1)[0] ?? '',
  }
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/**
 * Signs a login like a wallet. For the node's own account it uses the HIP-820 prefix, since the signature would not
 * count otherwise.
 */
export const signedLogin = (accountId: string, { sign }: Signer, text: string): Uint8Array =>
  sign(accountId === OPERATOR ? walletMessage(utf8(text)) : utf8(text))

/** A login in form (b), which contains the payload. */
export const loginBody = (accountId: string, signer: Signer, { payload, signedData }: Challenge, operator = {}) => ({
  operator: { accountId, ...operator },
  signedData: {
    signature: indexKeyed(signedLogin(accountId, signer, JSON.stringify(payload))),
    serverSigningAccount: signedData.serverSigningAccount,
  },
  payload,
})

/** Logs in and returns the token. */
export async function loggedIn(harness: Harness, accountId: string, signer?: Signer, chain = CHAIN): Promise<string> {
  const own = signer ?? harness.signers.get(accountId)
  if (!own) throw new Error(`nobody signs for ${accountId}`)
  const { status, body } = await harness.ask('/auth/web3/login', {
    body: loginBody(accountId, own, await challenge(harness, `?chain=${chain}`)),
  })
  if (status !== 200) throw new Error(`no login: ${JSON.stringify(body)}`)
  return body.accessToken
}
