/** Opens everything that a start needs, in order; a stop closes it in reverse order. */

import { existsSync } from 'node:fs'
import type { Server as HttpServer } from 'node:http'
import { join } from 'node:path'
import { type LocalEntrances, openConsole, pageFolder } from '@quorate/console'
import { governance, namespaces as governanceNamespaces } from '@quorate/governance'
import { type Network, openLedger, readNetwork } from '@quorate/ledger'
import { type Localnet, localnet } from '@quorate/localnet'
import { multisig, namespaces, readSchedulePayers } from '@quorate/multisig'
import {
  type Emails,
  followSharedRevocations,
  type NodeEvents,
  node,
  openTokens,
  readNetworkKeys,
  type SessionEvents,
} from '@quorate/node'
import {
  type ClientEvents,
  type Clock,
  ConfigError,
  createCache,
  createEvents,
  createHttp,
  createLifecycle,
  createLogger,
  createRealtime,
  createTokenVerifier,
  type DatabaseServer,
  followRevocations,
  type Http,
  keepPrivate,
  type Lifecycle,
  type Logger,
  lockDataDirectory,
  openDatabase,
  openFirstAnswers,
  openJobs,
  openPrivateEntrance,
  type RealtimeOptions,
  remoteKeySet,
  systemClock,
  type TokenVerifier,
  unavailable,
} from '@quorate/platform'
import { cidText, type PinOwner, type Storage, storage } from '@quorate/storage'
import { apiTags } from './api-tags.ts'
import { openControl } from './backup/control.ts'
import { copyStores } from './backup/copies.ts'
import { COPIES, RESTORING } from './backup/folder.ts'
import { keepPaired } from './backup/pairing.ts'
import { developmentLedger, openDevelopmentClock } from './development-ledger.ts'
import { errorExamples } from './error-examples.ts'
import { fieldDescriptions } from './field-descriptions.ts'
import { openHealth, replicasCheck } from './health.ts'
import operationExamples from './operation-examples.json' with { type: 'json' }
import { type ServiceName, settingsFor } from './settings.ts'

/** Runs a step of the start and shows it to the user. */
export type Step = <T>(what: string, work: () => Promise<T>) => Promise<T>

export interface Running {
  /** The addresses on which services and sockets listen, by name. */
  addresses: Partial<Record<ServiceName | 'sockets' | 'governanceSockets', string>>
  localnet?: Localnet
  database: DatabaseServer['kind']
  lifecycle: Lifecycle
}

const version = '0.1.0'
const devnet = 'hedera:devnet'

export async function startPlatform(
  services: readonly ServiceName[],
  { env, step, pairAnew = false }: { env: NodeJS.ProcessEnv; step: Step; pairAnew?: boolean },
): Promise<Running> {
  const settings = settingsFor(services, env)
  const logger = createLogger({ level: settings.shared.LOG_LEVEL })
  refuseUnfinishedRestore(settings.shared.DATA_DIR)
  keepPrivate(settings.shared.DATA_DIR, logger)
  const lifecycle = createLifecycle({ logger })
  try {
    return await open(services, { settings, env, step, pairAnew, logger, lifecycle })
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

interface Opening {
  settings: ReturnType<typeof settingsFor>
  env: NodeJS.ProcessEnv
  step: Step
  pairAnew: boolean
  logger: Logger
  lifecycle: Lifecycle
}

async function open(services: readonly ServiceName[], opening: Opening): Promise<Running> {
  const { settings, step, logger, lifecycle } = opening
  const { shared } = settings
  const payers = services.includes('multisig')
    ? readSchedulePayers(shared.CHAINS, opening.env, settings.multisig)
    : new Map<string, never>()
  // A page that is not built yet takes as long as everything else.
  const page = services.includes('console') ? step('console: page', pageFolder) : undefined
  page?.catch(() => {})
  const [server, net] = await openStores(services, opening)
  if (net) {
    const unpair = await keepPaired({ server, net, anew: opening.pairAnew, logger })
    lifecycle.onStop('pairing of database and ledger', unpair)
  }
  if (server.copyTo) {
    const copies = join(shared.DATA_DIR, COPIES, 'files')
    const control = await openControl(shared.DATA_DIR, () => copyStores(server, net, copies))
    lifecycle.onStop('entrance for backups', () => control.close())
  }
  const moved = net && (await openDevelopmentClock(shared.DATA_DIR, net))
  const clock = moved ?? systemClock
  const networks = networksOf(opening, net)
  const ledgers = openLedgers(opening, networks, clock)

  const jobs = openJobs({
    server,
    settings: { attempts: shared.QUEUE_ATTEMPTS, backoffDelayMs: shared.QUEUE_BACKOFF_DELAY },
    clock,
    logger,
  })
  const idempotencyStore = await openFirstAnswers(server, clock)
  const cache = await createCache({ redisUrl: shared.REDIS_URL, clock, logger })
  lifecycle.onStop('cache', () => cache.close())
  const tokens = await openVerifier(services, { server, clock }, opening)
  const addresses: Running['addresses'] = {}
  const listening: (() => Promise<void>)[] = []

  const http = async (name: ServiceName, title: string, description: string) => {
    const made = await createHttp({
      name,
      title,
      description,
      version,
      tags: apiTags,
      errorExamples,
      examples: operationExamples,
      fieldDescriptions,
      settings: shared,
      logger: logger.child({ service: name }),
      clock,
      tokens: tokens.verifier,
      idempotencyStore,
      secureCookies: settings.node.PUBLIC_URL?.startsWith('https://') ?? false,
    })
    listening.push(async () => {
      addresses[name] = await made.listen({ host: shared.HOST, port: settings[name].HTTP_PORT })
    })
    return made
  }
  const sockets =
    (channel: ServiceName, names: readonly string[], port: number) =>
    async (on: ClientEvents, rooms: Pick<RealtimeOptions, 'findRevoked' | 'roomsOf'>) => {
      const realtime = await createRealtime({
        tokens: tokens.verifier,
        namespaces: names,
        settings: { host: shared.HOST, port, cors: shared.CORS_ORIGINS, http: shared },
        clock,
        logger,
        redisUrl: shared.REDIS_URL,
        server,
        channel,
        on,
        ...rooms,
      })
      lifecycle.onStop(`sockets of ${channel}`, () => realtime.close())
      return realtime
    }
  const servers: Http[] = []
  /** The entrances through which this process's console reaches its services. */
  const entrances: LocalEntrances = {}
  const openEntrance = async (name: keyof LocalEntrances, server: HttpServer) => {
    if (!services.includes('console')) return
    const entrance = await openPrivateEntrance(server)
    entrances[name] = entrance
    lifecycle.onStop(`entrance of ${name}`, () => entrance.close())
  }
  /** The parts of the start that need running jobs. */
  const begin: (() => Promise<void>)[] = []
  // One instance for the whole process: without a carrier, two instances would not receive each other's events.
  const events = await createEvents<NodeEvents & SessionEvents>({ redisUrl: shared.REDIS_URL, server, logger })
  lifecycle.onStop('events', () => events.close())
  const health = await openHealth({
    ...{ settings: shared, server, networks, addresses, services, events, clock, logger, lifecycle },
    missing: tokens.missing,
  })

  /** The node of this process writes to accounts for its services. */
  let emails: Emails | undefined
  if (tokens.issued) {
    const made = await http('node', 'Quorate node', 'Sessions by wallet login, ledger writes and reads, content.')
    let content: Storage | undefined
    ;({ emails } = await node({
      ...{ http: made, tokens: tokens.issued, jobs, ledgers, networks, events, clock },
      settings: settings.node,
      networkKeys: readNetworkKeys(shared.CHAINS, opening.env),
      content: {
        store: async (owner, bytes, filename) => cidText((await opened(content).addFile(owner, bytes, filename)).cid),
        status: () => opened(content).status(),
      },
    }))
    const kept = await step('content storage', () =>
      storage({
        ...{ http: made, server, jobs, clock, logger, redisUrl: shared.REDIS_URL },
        settings: settings.storage,
        chain: shared.CHAINS[0] ?? devnet,
        serviceAccounts: accountsThatStore(ledgers, settings.governance),
      }),
    )
    content = kept
    lifecycle.onStop('content storage', () => kept.close())
    begin.push(kept.start)
    health.mount(made, 'node', { ipfs: { check: kept.check }, replicas: replicasCheck(kept) })
    servers.push(made)
    await openEntrance('node', made.server)
    if (services.includes('console'))
      made.get('/', { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) =>
        reply.redirect(settings.console.CONSOLE_URL ?? addresses.console ?? '/api/docs'),
      )
  }
  if (services.includes('multisig')) {
    const made = await http('multisig', 'Quorate multi-signature wallets', 'M-of-N wallets: request, sign, execute.')
    health.mount(made, 'multisig')
    servers.push(made)
    await openEntrance('multisig', made.server)
    const open = sockets('multisig', namespaces(settings.multisig), settings.multisig.WS_PORT)
    const realtime = await multisig({
      http: made,
      server,
      jobs,
      ledgers,
      openRealtime: (on, findRevoked) => open(on, { findRevoked }),
      settings: settings.multisig,
      events,
      emails,
      payers,
      cache,
      clock,
    })
    addresses.sockets = realtime.address
    await openEntrance('multisigSockets', realtime.server)
  }
  if (services.includes('governance')) {
    const made = await http('governance', 'Quorate governance', 'DAOs, proposals and votes that anyone can recount.')
    health.mount(made, 'governance')
    servers.push(made)
    await openEntrance('governance', made.server)
    const names = governanceNamespaces(settings.governance)
    const open = sockets('governance', names, settings.governance.WS_PORT)
    const realtime = await governance({
      ...{ http: made, server, jobs, ledgers, clock },
      openRealtime: (on, roomsOf) => open(on, { roomsOf }),
      settings: settings.governance,
      multisig: services.includes('multisig') ? { url: () => addresses.multisig } : undefined,
    })
    addresses.governanceSockets = realtime.address
    await openEntrance('governanceSockets', realtime.server)
  }
  if (page) {
    const folder = await page
    const made = await http('console', 'Quorate console', 'The page that people use, and the APIs under its origin.')
    await openConsole({
      ...{ http: made, settings: settings.console, trustProxy: shared.TRUST_PROXY, entrances, folder },
      config: {
        version,
        chains: [...shared.CHAINS],
        nodeUrl: settings.node.PUBLIC_URL ?? null,
        mirrors: Object.fromEntries(networks.map(({ chain, mirrorUrl }) => [chain, mirrorUrl])),
        development:
          net && moved
            ? {
                accounts: net.accounts.map(({ id, privateKey, keyType }) => ({ id, privateKey, keyType })),
                ledger: developmentLedger({ net, clock: moved, jobs, dataDir: shared.DATA_DIR }),
              }
            : null,
      },
    })
    health.mount(made, 'console')
    servers.push(made)
  }
  await step('jobs', () => jobs.start())
  lifecycle.onStop('jobs', () => jobs.stop())
  for (const start of begin) await start()
  for (const made of servers) lifecycle.onStop('http', () => made.close())
  await step(`services: ${services.join(', ')}`, async () => {
    for (const listen of listening) await listen()
  })
  return { addresses, ...(net ? { localnet: net } : {}), database: server.kind, lifecycle }
}

function refuseUnfinishedRestore(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING)))
    throw new ConfigError(`A restore into ${dataDir} was not finished: run quorate restore --replace once more`)
}

/** The node's routes are added before its content storage is open. HTTP listens only once both are there. */
function opened(content: Storage | undefined): Storage {
  if (content) return content
  throw new Error('content storage is not open yet')
}

/** Opens the database and, with the node, the embedded ledger. Both start at once, since neither needs the other. */
async function openStores(
  services: readonly ServiceName[],
  opening: Opening,
): Promise<[DatabaseServer, Localnet | undefined]> {
  const { settings, env, step, logger, lifecycle } = opening
  const { DATA_DIR: dataDir, DATABASE_URL: url, CHAINS, HOST: host } = settings.shared
  const embedded = CHAINS.includes(devnet) && !env.HEDERA_DEVNET_NODES && services.includes('node')
  if (url && embedded) {
    const lock = lockDataDirectory(dataDir)
    lifecycle.onStop('data directory', () => lock.release())
  }
  const openServer = async () => {
    const server = await openDatabase({ url, dataDir, settings: settings.shared, logger })
    lifecycle.onStop('database', () => server.close())
    return server
  }
  const openNet = async () => {
    const { shared } = settings
    const net = await localnet({
      dataDir: join(dataDir, 'ledger'),
      host,
      thread: true,
      // The services keep data about accounts that a restored snapshot removes.
      givesIdsOnce: true,
      hasDevelopmentMethods: false,
      ports: {
        grpc: shared.LOCALNET_GRPC_PORT,
        mirrorGrpc: shared.LOCALNET_MIRROR_GRPC_PORT,
        mirrorRest: shared.LOCALNET_REST_PORT,
        mirrorRestJava: shared.LOCALNET_REST_JAVA_PORT,
        rpc: shared.LOCALNET_RPC_PORT,
      },
    })
    lifecycle.onStop('embedded ledger', () => net.close())
    return net
  }
  const label = url ? 'database: PostgreSQL' : 'database: embedded PostgreSQL'
  const both = await Promise.allSettled([
    step(label, openServer),
    embedded ? step('ledger: embedded Hedera network', openNet) : undefined,
  ])
  const [server, net] = both
  if (server.status === 'rejected') throw server.reason
  if (net.status === 'rejected') throw net.reason
  return [server.value, net.value]
}

function networksOf({ settings, env }: Opening, net: Localnet | undefined): Network[] {
  const operator = net?.accounts[0]
  const embedded = net && {
    grpc: net.grpc,
    mirrorUrl: net.mirrorRest,
    ...(operator ? { operator: { id: operator.id, key: operator.privateKey } } : {}),
  }
  return settings.shared.CHAINS.map((chain) => readNetwork(chain, env, chain === devnet ? embedded : undefined))
}

function openLedgers({ lifecycle }: Opening, networks: Network[], clock: Clock) {
  return new Map(
    networks.map((network) => {
      const ledger = openLedger({ ...network, clock })
      lifecycle.onStop(`ledger ${network.chain}`, () => ledger.close())
      return [network.chain, ledger] as const
    }),
  )
}

/**
 * The owners of the files that governance stores: the operators, and the account from the settings on the default
 * chain.
 */
function accountsThatStore(
  ledgers: ReturnType<typeof openLedgers>,
  { STORAGE_ACCOUNT_ID: named }: ReturnType<typeof settingsFor>['governance'],
): PinOwner[] {
  const operators = [...ledgers.values()].flatMap(({ chain, operator }) =>
    operator ? { chain, owner: operator.accountId } : [],
  )
  const [chain] = ledgers.keys()
  return named === undefined || chain === undefined ? operators : [...operators, { chain, owner: named }]
}

/** The node issues and checks tokens. A process without the node checks them with the node's public key set. */
async function openVerifier(
  services: readonly ServiceName[],
  { server, clock }: { server: DatabaseServer; clock: Clock },
  { settings, logger, lifecycle }: Opening,
) {
  if (services.includes('node')) {
    const issued = await openTokens({ server, settings: settings.node, clock, logger })
    lifecycle.onStop('tokens', () => issued.close())
    return { verifier: issued.verifier, issued, missing: () => [] }
  }
  const urls = settings.shared.AUTH_JWKS_URL
  if (urls.length === 0)
    throw new ConfigError(
      "AUTH_JWKS_URL is not set: a service that runs without the node checks tokens with the node's key set",
    )
  let isCurrent = false
  const verifier: TokenVerifier = createTokenVerifier({
    keys: remoteKeySet(urls),
    clock,
    // Refuses all tokens until the node has sent all revocations: one may have been revoked while this process was
    // down.
    isRevoked: () => {
      if (isCurrent) return false
      throw unavailable('REVOCATIONS_UNAVAILABLE', 'The node has not yet reported which sessions have ended: try again')
    },
  })
  const nodes = urls.map((url) => url.replace(/\/\.well-known\/jwks\.json$/, '').replace(/\/$/, ''))
  const following = followRevocations(verifier, { urls: nodes, logger })
  void following.ready.then(() => {
    isCurrent = true
  })
  // In addition to the nodes' own answers, so that logouts arrive while no node can be reached.
  const stopFollowing =
    server.kind === 'postgres' ? followSharedRevocations({ server, verifier, since: new Date(0), logger }) : () => {}
  lifecycle.onStop('tokens', async () => {
    stopFollowing()
    await following.close()
    await verifier.close()
  })
  return { verifier, issued: undefined, missing: () => (isCurrent ? [] : ['revocations']) }
}
