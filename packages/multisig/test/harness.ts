/** A whole service for tests: embedded ledger, database, jobs, HTTP and sockets, on a clock that the test moves. */
import { PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import { type TestLedgerOptions, testLedger } from '@quorate/ledger/testing'
import {
  type Clock,
  createCache,
  createEvents,
  createRealtime,
  readSettings,
  silentLogger,
  systemClock,
} from '@quorate/platform'
import {
  type Answer,
  startTestService,
  type TestDatabase,
  testClock,
  testDatabase,
  testTokens,
} from '@quorate/platform/testing'
import { type HeardEvents, multisig, namespaces, readSchedulePayers, settings as shape } from '../src/index.ts'

export type { Answer }

/** A person with an account, its key and a session. */
export interface Person {
  id: string
  key: PrivateKey
  token: string
}

/** A person's signature over bytes given as base64, as 0x hex. */
export const signed = (person: Pick<Person, 'key'>, bodyBytes: string): string =>
  `0x${Buffer.from(person.key.sign(Buffer.from(bodyBytes, 'base64'))).toString('hex')}`

export type Harness = Awaited<ReturnType<typeof openHarness>>

export interface HarnessOptions {
  env?: Record<string, string>
  /** The folder that stores the ledger; in memory if absent. */
  ledgerDir?: string
  /** A second chain, with the same ledger. */
  otherChain?: string
  /** The database; a new one if absent. */
  server?: TestDatabase
  /** Writes to accounts. */
  messenger?: Parameters<typeof multisig>[0]['messenger']
  /** Makes this another process of the same platform, which shares its database, ledger, clock and tokens. */
  peerOf?: {
    server: TestDatabase
    clock: ReturnType<typeof testClock>
    network: Awaited<ReturnType<typeof testLedger>>
    tokens: Awaited<ReturnType<typeof testTokens>>
  }
}

/** On a clock that the test moves. */
export const openHarness = (options: HarnessOptions = {}) => {
  const clock = options.peerOf?.clock ?? testClock()
  return openOn(clock, { clock }, options)
}

/** On the system's clock, with the ledger in a separate thread, as the platform runs it. For measurements. */
export const openRealHarness = (options: HarnessOptions = {}) => openOn(systemClock, {}, options)

async function openOn<C extends Clock>(
  clock: C,
  ledgerClock: Pick<TestLedgerOptions, 'clock'>,
  { env = {}, ledgerDir, otherChain, server: given, messenger, peerOf }: HarnessOptions,
) {
  const events = await createEvents<HeardEvents>({ logger: silentLogger })
  const settings = readSettings(shape, { env: { HTTP_PORT: '0', WS_PORT: '0', ...env }, service: 'multisig' })
  const network =
    peerOf?.network ??
    (await testLedger({ ...ledgerClock, ...(ledgerDir === undefined ? {} : { dataDir: ledgerDir }) }))
  const { ledger, treasury, onLedger } = network
  const server = given ?? (peerOf ? await peerOf.server.another() : await testDatabase())
  const tokens = peerOf?.tokens ?? (await testTokens(clock))
  const service = await startTestService({
    ...{ name: 'multisig', server, clock, tokens: tokens.verifier },
    settings: { RATE_LIMIT_WALLET: 0 },
    jobSettings: { attempts: settings.QUEUE_ATTEMPTS, backoffDelayMs: settings.QUEUE_BACKOFF_DELAY },
    add: async ({ http, jobs, logger }) =>
      multisig({
        http,
        server,
        jobs,
        ledgers: new Map(
          [network.chain, ...(otherChain ? [otherChain] : [])].map((chain) => [
            chain,
            chain === network.chain ? ledger : { ...ledger, chain },
          ]),
        ),
        openRealtime: (on, findRevoked) =>
          createRealtime({
            findRevoked,
            tokens: tokens.verifier,
            namespaces: namespaces(settings),
            settings: { host: '127.0.0.1', port: 0, cors: [] },
            clock,
            logger,
            on,
          }),
        settings,
        payers: readSchedulePayers([network.chain], env, settings),
        cache: await createCache({ clock, logger }),
        events,
        messenger,
        clock,
      }),
  })
  const { call, sockets, url, jobs, realtime } = service

  /** A new person, with 100 hbars and a session. */
  async function person(key = PrivateKey.generateED25519()): Promise<Person> {
    const id = await network.account(key.publicKey)
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

  /** Sends a request and expects it to succeed. */
  async function ask(operation: string, by: Person, body: unknown): Promise<Answer['body']> {
    const answer = await post(`/multisig/wallet/${operation}/request`, by, body)
    if (answer.status !== 200) throw new Error(`${operation}/request answered ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  const execute = (operation: string, by: Person, { jobId, bytes }: Answer['body']): Promise<Answer> =>
    post(`/multisig/wallet/${operation}/execute`, by, { jobId, bytes })

  /** Creates a wallet with these owners and 50 hbars. */
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

  /** The pages of a list, from the first to the last, which has no Link. */
  async function pages(path: string, by: Person): Promise<Answer['body'][]> {
    const { body, headers } = await call('GET', path, by)
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    return [body, ...(next ? await pages(next, by) : [])]
  }

  /** A person's connected socket, which records its events. */
  async function socket(by: Person, namespace = 'multisig') {
    const opened = await sockets.open(namespace, by)
    return {
      ...opened,
      subscribe: (walletId: unknown) => opened.connection.emitWithAck('subscribe_wallet', { walletId }),
      unsubscribe: (walletId: unknown) => opened.connection.emitWithAck('unsubscribe_wallet', { walletId }),
    }
  }

  return {
    clock,
    network,
    get net() {
      return network.net
    },
    stopLedger: network.stop,
    restartLedger: network.restart,
    ledger,
    server,
    jobs,
    events,
    realtime,
    tokens,
    treasury,
    url,
    call,
    post,
    get: (path: string, by?: Person) => call('GET', path, by),
    pages,
    person,
    people: (count: number) => Promise.all(Array.from({ length: count }, () => person())),
    onLedger,
    ask,
    sign,
    execute,
    wallet,
    fund,
    socket,
    /** Ends this process, and leaves the database and the ledger to its peers. */
    stop: () => service.stop(),
    async close() {
      await service.stop()
      await server.close()
      if (!peerOf) await network.close()
    },
  }
}
