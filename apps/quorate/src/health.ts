/** The health of the services in this process: checks of the dependencies that they share. */
import { randomUUID } from 'node:crypto'
import {
  type Check,
  type Checks,
  createSystem,
  Down,
  dagCheck,
  diskCheck,
  type HealthEvents,
  health,
  memoryCheck,
  pingCheck,
  reachCheck,
  type Settings,
  serviceCheck,
  urlCheck,
} from '@quorate/health'
import type { Network } from '@quorate/ledger'
import {
  type Cache,
  type Clock,
  createCache,
  type DatabaseServer,
  type Events,
  type Http,
  type Lifecycle,
  type Logger,
} from '@quorate/platform'
import type { Storage } from '@quorate/storage'

export interface HealthOfProcess {
  /** Adds the health endpoints to a service; `own` are checks of this service alone. */
  mount(http: Http, name: string, own?: Checks): void
}

export async function openHealth(deps: {
  settings: Settings & { DATA_DIR: string; REDIS_URL?: string | undefined }
  server: DatabaseServer
  networks: Network[]
  /** Addresses of the services of this process by name. Each is added when its service begins to listen. */
  addresses: Record<string, string | undefined>
  /** The services of this process that have a `/health`. */
  services: readonly string[]
  /** The names of what is still missing before any service of this process can be ready. */
  missing: () => string[]
  /** The process's events; its node reports the state of the network of nodes there. */
  events: Pick<Events<HealthEvents>, 'on'>
  clock: Clock
  logger: Logger
  lifecycle: Lifecycle
}): Promise<HealthOfProcess> {
  const { settings, server, networks, addresses, services, missing, events, clock, logger, lifecycle } = deps
  const redisUrl = settings.REDIS_URL
  const system = createSystem({ path: settings.DATA_DIR })
  const cache = await createCache({ redisUrl, prefix: 'health', max: 10, clock, logger })
  const dag = dagCheck(events)
  lifecycle.onStop('health', async () => {
    dag.close()
    system.close()
    await cache.close()
  })
  const ledgerOf = byChain('ledger', networks)
  const shared: Checks = {
    [server.kind]: pingCheck(() => server.ping()),
    [redisUrl ? 'redis' : 'lru']: pingCheck(() => roundTrip(cache)),
    disk: diskCheck({ path: settings.DATA_DIR, minFreeMb: () => settings.HEALTH_DISK_FREE_MB }),
    memory: memoryCheck({ maxRssMb: () => settings.HEALTH_MEMORY_MB }),
    dag,
    ...Object.fromEntries(
      networks.map((network) => [ledgerOf(network), reachCheck(network.nodes.map(({ address }) => address))]),
    ),
    ...mirrors(networks),
  }
  const remoteServices = settings.HEALTH_SERVICES.map((text) => {
    const equals = text.indexOf('=')
    return [text.slice(0, equals), serviceCheck(text.slice(equals + 1))] as const
  })
  return {
    mount(http, name, own = {}) {
      const localServices = services
        .filter((other) => other !== name)
        .map((other) => [other, serviceCheck(() => addresses[other] ?? '')] as const)
      const all: Checks = { ...shared, ...own, ...Object.fromEntries([...localServices, ...remoteServices]) }
      const checks = Object.fromEntries(
        Object.entries(all).map(([key, check]) => [key, { timeoutMs: settings.HEALTH_TIMEOUT, ...check }]),
      )
      health({ http, checks, required: [server.kind, ...networks.slice(0, 1).map(ledgerOf)], missing, system, clock })
    },
  }
}

async function roundTrip(cache: Cache): Promise<void> {
  const value = randomUUID()
  await cache.set(value, value, 1000)
  const found = await cache.get(value)
  await cache.delete(value)
  if (found !== value) throw new Error('the cache lost a value that was just put in it: is Redis at REDIS_URL up?')
}

/** Names the check of a chain's `part`. If there are several chains, the name includes the chain. */
const byChain =
  (part: string, networks: readonly Network[]) =>
  ({ chain }: Pick<Network, 'chain'>): string =>
    networks.length === 1 ? part : `${part} ${chain}`

function mirrors(networks: Network[]): Checks {
  const path = '/api/v1/network/nodes?limit=1'
  const mirrorOf = byChain('mirror', networks)
  return Object.fromEntries(
    networks.map(({ chain, mirrorUrl }) => [
      mirrorOf({ chain }),
      urlCheck(mirrorUrl.replace(/\/(api\/v1\/?)?$/, '') + path),
    ]),
  )
}

/** Down while pinned content has too few replicas and this node cannot fix that by itself. */
export const replicasCheck = ({ lackingReplicas }: Pick<Storage, 'lackingReplicas'>): Check => ({
  check() {
    const details = { lacking: lackingReplicas() }
    if (details.lacking === 0) return details
    throw new Down(`${details.lacking} pinned contents have fewer replicas than CONTENT_REPLICAS says`, details)
  },
})
