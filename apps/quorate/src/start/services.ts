/** Opens each service on the shared resources. They are mounted in this order. */
import { openConsole } from '@quorate/console'
import { governance, namespaces as governanceNamespaces } from '@quorate/governance'
import { multisig, namespaces, type readSchedulePayers } from '@quorate/multisig'
import { node, readNetworkKeys } from '@quorate/node'
import type { Messenger } from '@quorate/platform'
import { cidText, type PinOwner, type Storage, storage } from '@quorate/storage'
import { developmentLedger } from '../development-ledger.ts'
import { type HealthOfProcess, replicasCheck } from '../health.ts'
import type { settingsFor } from '../settings.ts'
import { version } from '../version.ts'
import type { Host } from './host.ts'
import { devnet, type Opening } from './opening.ts'
import type { Shared } from './shared.ts'

export interface Parts {
  opening: Opening
  shared: Shared
  host: Host
  health: HealthOfProcess
}

/**
 * Opens the node and its content storage. Returns the function that sends messages to accounts, for the other services,
 * and the part of the start that needs running jobs.
 */
export async function openNode(
  { opening, shared, host, health }: Parts,
  issued: NonNullable<Shared['tokens']['issued']>,
): Promise<{ messenger: Messenger; begin: () => Promise<void> }> {
  const { services, settings, env, step, logger, lifecycle } = opening
  const { server, jobs, ledgers, networks, events, clock } = shared
  const { CHAINS, REDIS_URL: redisUrl } = settings.shared
  const http = await host.http({
    name: 'node',
    title: 'Quorate node',
    description: 'Sessions by wallet login, ledger writes and reads, content.',
  })
  let content: Storage | undefined
  const { messenger } = await node({
    http,
    tokens: issued,
    jobs,
    ledgers,
    networks,
    events,
    clock,
    settings: settings.node,
    networkKeys: readNetworkKeys(CHAINS, env),
    consoleUrl: () => settings.console.CONSOLE_URL ?? host.addresses.console,
    content: {
      store: async (owner, bytes, filename) => cidText((await opened(content).addFile(owner, bytes, filename)).cid),
      status: () => opened(content).status(),
    },
  })
  const kept = await step('content storage', () =>
    storage({
      http,
      server,
      jobs,
      clock,
      logger,
      redisUrl,
      settings: settings.storage,
      chain: CHAINS[0] ?? devnet,
      serviceAccounts: accountsThatStore(ledgers, settings.governance),
    }),
  )
  content = kept
  lifecycle.onStop('content storage', () => kept.close())
  health.mount(http, 'node', { ipfs: { check: kept.check }, replicas: replicasCheck(kept) })
  await host.openEntrance('node', http.server)
  if (services.includes('console'))
    http.get('/', { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) =>
      reply.redirect(settings.console.CONSOLE_URL ?? host.addresses.console ?? '/api/docs'),
    )
  return { messenger, begin: kept.start }
}

/** The node's routes are added before its content storage is open. HTTP listens only once both are ready. */
function opened(content: Storage | undefined): Storage {
  if (content) return content
  throw new Error('content storage is not open yet')
}

/**
 * The accounts with which governance stores files: the operators, and on the default chain `STORAGE_ACCOUNT_ID`.
 */
function accountsThatStore(
  ledgers: Shared['ledgers'],
  { STORAGE_ACCOUNT_ID: named }: ReturnType<typeof settingsFor>['governance'],
): PinOwner[] {
  const operators = [...ledgers.values()].flatMap(({ chain, operator }) =>
    operator ? { chain, owner: operator.accountId } : [],
  )
  const [chain] = ledgers.keys()
  return named === undefined || chain === undefined ? operators : [...operators, { chain, owner: named }]
}

export async function openMultisig(
  { opening, shared, host, health }: Parts,
  { messenger, payers }: { messenger: Messenger | undefined; payers: ReturnType<typeof readSchedulePayers> },
): Promise<void> {
  const { multisig: settings } = opening.settings
  const { server, jobs, ledgers, events, cache, clock } = shared
  const http = await host.http({
    name: 'multisig',
    title: 'Quorate multi-signature wallets',
    description: 'M-of-N wallets: request, sign, execute.',
  })
  health.mount(http, 'multisig')
  await host.openEntrance('multisig', http.server)
  const open = host.sockets('multisig', namespaces(settings), settings.WS_PORT)
  const realtime = await multisig({
    http,
    server,
    jobs,
    ledgers,
    openRealtime: (on, findRevoked) => open(on, { findRevoked }),
    settings,
    events,
    messenger,
    payers,
    cache,
    clock,
  })
  host.addresses.sockets = realtime.address
  await host.openEntrance('multisigSockets', realtime.server)
}

export async function openGovernance(
  { opening, shared, host, health }: Parts,
  messenger: Messenger | undefined,
): Promise<void> {
  const { governance: settings } = opening.settings
  const { server, jobs, ledgers, clock } = shared
  const http = await host.http({
    name: 'governance',
    title: 'Quorate governance',
    description: 'DAOs, proposals and votes that anyone can recount.',
  })
  health.mount(http, 'governance')
  await host.openEntrance('governance', http.server)
  const open = host.sockets('governance', governanceNamespaces(settings), settings.WS_PORT)
  const realtime = await governance({
    http,
    server,
    jobs,
    ledgers,
    clock,
    openRealtime: (on, roomsOf) => open(on, { roomsOf }),
    settings,
    messenger,
    node: opening.services.includes('node') ? { url: () => host.addresses.node } : undefined,
    multisig: opening.services.includes('multisig') ? { url: () => host.addresses.multisig } : undefined,
  })
  host.addresses.governanceSockets = realtime.address
  await host.openEntrance('governanceSockets', realtime.server)
}

/** @param folder The page's files. */
export async function openPage({ opening, shared, host, health }: Parts, folder: string): Promise<void> {
  const { settings } = opening
  const { CHAINS, DATA_DIR: dataDir, TRUST_PROXY: trustProxy } = settings.shared
  const { net, moved, networks, jobs } = shared
  const http = await host.http({
    name: 'console',
    title: 'Quorate console',
    description: 'The page that people use, and the APIs under its origin.',
  })
  await openConsole({
    http,
    settings: settings.console,
    trustProxy,
    entrances: host.entrances,
    folder,
    config: {
      version,
      chains: [...CHAINS],
      nodeUrl: settings.node.PUBLIC_URL ?? null,
      mirrors: Object.fromEntries(networks.map(({ chain, mirrorUrl }) => [chain, mirrorUrl])),
      development:
        net && moved
          ? {
              accounts: net.accounts.map(({ id, privateKey, keyType }) => ({ id, privateKey, keyType })),
              ledger: developmentLedger({ net, clock: moved, jobs, dataDir }),
            }
          : null,
    },
  })
  health.mount(http, 'console')
}
