/** A whole service for tests: embedded ledger, database, jobs, HTTP and sockets, on a clock that the test moves. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { AccountCreateTransaction, Hbar, PrivateKey, type Transaction, TransferTransaction } from '@hiero-ledger/sdk'
import { type FinalOutcome, keyFromText, openLedger, signerFromText, withSignatures } from '@quorate/ledger'
import { localnet } from '@quorate/localnet'
import {
  type Clock,
  createCache,
  createHttp,
  createLogger,
  createRealtime,
  type Http,
  openJobs,
  readSettings,
  systemClock,
} from '@quorate/platform'
import { testClock, testDatabase, testTokens } from '@quorate/platform/testing'
import { io, type Socket } from 'socket.io-client'
import { multisig, namespaces, settings as shape } from '../src/index.ts'

const chain = 'hedera:devnet'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what was answered, whatever it is.
  body: any
  headers: Headers
}

/** Somebody with an account, its key and a session. */
export interface Person {
  id: string
  key: PrivateKey
  token: string
}

/** The signature of a person over bytes given as base64, as 0x hex. */
export const signed = (person: Pick<Person, 'key'>, bodyBytes: string): string =>
  `0x${Buffer.from(person.key.sign(Buffer.from(bodyBytes, 'base64'))).toString('hex')}`

/** Serialization silently drops what a schema lacks, so every answer is compared with what the route returned. */
function checkAnswers(http: Http): void {
  const returned = new WeakMap<object, unknown>()
  http.addHook('preSerialization', async (request, _reply, payload) => {
    returned.set(request, payload)
    return payload
  })
  http.addHook('onSend', async (request, reply, payload) => {
    const before = returned.get(request)
    if (before === undefined || typeof payload !== 'string' || reply.statusCode >= 400) return payload
    assert.deepEqual(
      JSON.parse(payload),
      JSON.parse(JSON.stringify(before)),
      `${request.url} lost fields on its way out`,
    )
    return payload
  })
}

export type House = Awaited<ReturnType<typeof openHouse>>

export interface HouseOptions {
  env?: Record<string, string>
  /** Where the ledger is kept; in memory if absent. */
  ledgerDir?: string
}

/** On a clock that the test moves. */
export const openHouse = (options: HouseOptions = {}) => {
  const clock = testClock()
  return furnish(clock, { now: () => BigInt(clock.now()) * 1_000_000n }, options)
}

/** On the system's clock, with the ledger in a thread of its own, as the platform runs: for measuring. */
export const openRealHouse = (options: HouseOptions = {}) => furnish(systemClock, undefined, options)

async function furnish<C extends Clock>(
  clock: C,
  ledgerClock: { now(): bigint } | undefined,
  { env = {}, ledgerDir }: HouseOptions,
) {
  const logger = createLogger({ level: process.env.TEST_LOG ?? 'silent' })
  const settings = readSettings(shape, { env: { HTTP_PORT: '0', WS_PORT: '0', ...env }, service: 'multisig' })
  const startLedger = (ports: { grpc: number; mirrorRest: number }) =>
    localnet({
      dataDir: ledgerDir,
      clock: ledgerClock,
      thread: ledgerClock === undefined,
      ports: { ...ports, mirrorGrpc: 0 },
    })
  let net = await startLedger({ grpc: 0, mirrorRest: 0 })
  const portOf = (address: string) => Number(address.split(':').at(-1))
  const ports = { grpc: portOf(net.grpc), mirrorRest: portOf(net.mirrorRest) }
  const [treasury] = net.accounts
  if (!treasury) throw new Error('the embedded ledger has no accounts')
  const ledger = openLedger({
    chain,
    nodes: [{ nodeId: '0.0.3', address: net.grpc }],
    mirrorUrl: net.mirrorRest,
    operator: { accountId: treasury.id, ...signerFromText(treasury.privateKey) },
    clock,
    mirrorTimeoutMs: 1000,
  })
  const server = await testDatabase()
  const tokens = await testTokens(clock)
  const jobs = openJobs({
    server,
    settings: { attempts: settings.QUEUE_ATTEMPTS, backoffDelayMs: settings.QUEUE_BACKOFF_DELAY },
    clock,
    logger,
  })
  const http = await createHttp({
    name: 'multisig',
    title: 'Multi-signature wallets',
    description: 'under test',
    version: '0.1.0',
    settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
    logger,
    clock,
    tokens: tokens.verifier,
  })
  checkAnswers(http)
  const realtime = await multisig({
    http,
    server,
    jobs,
    ledgers: new Map([[chain, ledger]]),
    openRealtime: (on) =>
      createRealtime({
        tokens: tokens.verifier,
        namespaces: namespaces(settings),
        settings: { host: '127.0.0.1', port: 0, cors: [] },
        clock,
        logger,
        on,
      }),
    settings,
    cache: await createCache({ clock, logger }),
    clock,
  })
  await jobs.start()
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const sockets: Socket[] = []

  /** The operator pays and signs; whoever else must sign does so too. */
  async function onLedger(transaction: Transaction, ...signers: PrivateKey[]): Promise<FinalOutcome> {
    if (!ledger.operator) throw new Error('no operator')
    const frozen = ledger.freeze(transaction, {
      payer: ledger.operator.accountId,
      validStart: ledger.validStart(),
      validDurationSeconds: 120,
    })
    const signatures = [
      { publicKey: ledger.operator.publicKey, signature: ledger.operator.sign(frozen.bodyBytes) },
      ...signers.map((key) => ({
        publicKey: keyFromText(key.publicKey.toStringRaw()),
        signature: key.sign(frozen.bodyBytes),
      })),
    ]
    const outcome = await ledger.submit(withSignatures(frozen.bodyBytes, signatures))
    if (outcome.state !== 'final' || !outcome.success) throw new Error(`the ledger says ${JSON.stringify(outcome)}`)
    return outcome
  }

  async function call(method: string, path: string, person?: Person, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(person ? { authorization: `Bearer ${person.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: response.headers }
  }

  /** Somebody new, with 100 hbars and a session. */
  async function person(key = PrivateKey.generateED25519()): Promise<Person> {
    const create = new AccountCreateTransaction()
      .setKeyWithoutAlias(key.publicKey)
      .setInitialBalance(new Hbar(100))
      .setMaxAutomaticTokenAssociations(10)
    const { receipt } = await onLedger(create)
    const id = receipt.accountId ?? ''
    return { id, key, token: await tokens.issue({ walletId: id, publicKey: key.publicKey.toStringRaw() }) }
  }

  async function post(path: string, by: Person, body: unknown): Promise<Answer> {
    return call('POST', path, by, body)
  }

  const sign = (request: Answer['body'], by: Person, walletId?: string, relayedBy = by): Promise<Answer> =>
    post(`/multisig/transaction/sign/${request.jobId}`, relayedBy, {
      ...(walletId ? { walletId } : {}),
      senderId: by.id,
      historyId: request.historyId,
      signature: signed(by, request.bodyBytes),
    })

  /** Asks and expects it to be possible. */
  async function ask(operation: string, by: Person, body: unknown): Promise<Answer['body']> {
    const answer = await post(`/multisig/wallet/${operation}/request`, by, body)
    if (answer.status !== 200) throw new Error(`${operation}/request answered ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const execute = (operation: string, by: Person, { jobId, bytes }: Answer['body']): Promise<Answer> =>
    post(`/multisig/wallet/${operation}/execute`, by, { jobId, bytes })

  /** A wallet of these owners, with 50 hbars. */
  async function wallet(owners: Person[], threshold: number, more: object = {}): Promise<string> {
    const [creator] = owners
    if (!creator) throw new Error('a wallet needs owners')
    const request = await ask('create', creator, {
      name: 'Treasury',
      description: '',
      balance: 0,
      settings: { owners: owners.map(({ id }, index) => ({ wallet: id, name: `owner ${index + 1}` })), threshold },
      maxAutomaticTokenAssociations: 10,
      ...more,
    })
    const counted = await sign(request, creator)
    if (counted.status !== 200) throw new Error(`sign answered ${JSON.stringify(counted.body)}`)
    const answer = await execute('create', creator, request)
    if (answer.status !== 200) throw new Error(`create/execute answered ${JSON.stringify(answer.body)}`)
    await fund(answer.body.walletId, 50)
    return answer.body.walletId
  }

  const fund = (id: string, hbars: number) =>
    onLedger(new TransferTransaction().addHbarTransfer(treasury.id, -hbars).addHbarTransfer(id, hbars))

  /** A connected socket of a person's, which remembers what it hears. */
  async function socket(by: Person, namespace = 'multisig') {
    const connection = io(`${realtime.address}/${namespace}`, {
      auth: { token: by.token },
      transports: ['websocket'],
      reconnection: false,
    })
    sockets.push(connection)
    const heard: { event: string; data: Answer['body'] }[] = []
    const waiting = new EventEmitter()
    connection.onAny((event, { data }) => {
      heard.push({ event, data })
      waiting.emit('heard')
    })
    await Promise.race([
      once(connection as never, 'connect'),
      once(connection as never, 'connect_error').then(([error]) => Promise.reject(error)),
    ])
    return {
      connection,
      heard,
      subscribe: (walletId: unknown) => connection.emitWithAck('subscribe_wallet', { walletId }),
      unsubscribe: (walletId: unknown) => connection.emitWithAck('unsubscribe_wallet', { walletId }),
      /** The first event of this name, heard before or to come. */
      async next(event: string): Promise<Answer['body']> {
        for (;;) {
          const found = heard.find((one) => one.event === event)
          if (found) return found.data
          await once(waiting, 'heard')
        }
      },
    }
  }

  return {
    clock,
    get net() {
      return net
    },
    /** The whole network goes down, and comes back with what it had where it was. */
    stopLedger: () => net.close(),
    async restartLedger() {
      net = await startLedger(ports)
    },
    ledger,
    server,
    jobs,
    tokens,
    treasury: { id: treasury.id, key: PrivateKey.fromStringDer(treasury.privateKey) },
    url,
    call,
    post,
    get: (path: string, by?: Person) => call('GET', path, by),
    person,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => person())),
    onLedger,
    ask,
    sign,
    execute,
    wallet,
    fund,
    socket,
    async close() {
      for (const connection of sockets) connection.disconnect()
      await http.close()
      await realtime.close()
      await jobs.stop()
      await server.close()
      ledger.close()
      await net.close()
    },
  }
}
