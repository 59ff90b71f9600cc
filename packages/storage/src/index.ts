/**
 * Content storage: a module that a service mounts. README.md lists the folders.
 *
 * A block is bytes that are named by their hash. Blocks that link to others make a file or a directory (UnixFS). A node
 * stores blocks and has peers; gateways are asked as well, and their answers are verified. A pin is an owner's claim
 * that content is kept.
 */
import { join } from 'node:path'
import {
  type Clock,
  createEvents,
  type DatabaseServer,
  type Events,
  type Http,
  type Jobs,
  type Logger,
  lockDataDirectory,
} from '@quorate/platform'
import { type AssertRoom, createDrive, type Drive } from './blocks/drive.ts'
import { createUnpinnedBlocks, type UnpinnedBlocks } from './blocks/unpinned.ts'
import { listen } from './events/event-handlers.ts'
import type { StorageEvents } from './events.ts'
import { createDownloads } from './http/downloads.ts'
import type { ContentNode } from './nodes/node.ts'
import { type AddFile, createAddFile } from './pins/add-file.ts'
import { type Collection, createCollection } from './pins/gc.ts'
import { createPinCount } from './pins/pin-count.ts'
import { createPins } from './pins/pins.ts'
import { createQuotas } from './pins/quota.ts'
import { createQuotaReservations } from './pins/quota-reservations.ts'
import { createCopies } from './replicas/copies.ts'
import { createMembers } from './replicas/members.ts'
import { assertReplicable, createReplicas } from './replicas/replicas.ts'
import { contentRoutes } from './routes/content.ts'
import { metadataRoutes } from './routes/metadata.ts'
import { pinRoutes } from './routes/pins.ts'
import { uploadRoutes } from './routes/upload.ts'
import { usageRoutes } from './routes/usage.ts'
import type { Service } from './service.ts'
import type { Settings } from './settings.ts'
import { createBlocks } from './sources/blocks.ts'
import { createGateway } from './sources/gateways.ts'
import { openTables, type PinOwner } from './store/store.ts'

export type { StorageEvents } from './events.ts'
export { type ContentPath, cidText, parseCid, parseContentPath } from './identifier/identifier.ts'
export { limits } from './limits.ts'
export type { AddFile, StoredFile } from './pins/add-file.ts'
export { type Settings, settings } from './settings.ts'
export type { PinOwner } from './store/store.ts'
export { schema } from './store/store.ts'

export interface StorageDeps {
  http: Http
  server: DatabaseServer
  /** The jobs, not started yet. */
  jobs: Jobs
  settings: Settings
  /** The chain of owners in events that name none. */
  chain: string
  /** Accounts of services, whose pins are not limited. Those of STORAGE_SERVICE_ACCOUNTS are added. */
  serviceAccounts?: readonly PinOwner[]
  redisUrl?: string | undefined
  clock: Clock
  logger: Logger
}

export interface StorageStatus {
  connected: boolean
  peers: number
  storage: { pinned: number; available: string }
}

export interface Storage {
  /** Stores a file and pins it for `owner`, as an upload does. */
  addFile: AddFile
  events: Events<StorageEvents>
  /** The state of content storage that the node reports. */
  status(): Promise<StorageStatus>
  /** For a health check: throws when the node does not answer. */
  check(): Promise<{ kind: ContentNode['kind']; peers: number }>
  /** How many pinned contents have too few replicas, as this node last saw. */
  lackingReplicas(): number
  /** Removes the blocks that nobody pins, now. */
  collect(): Promise<void>
  /** The multiaddrs at which other nodes reach this one. */
  addresses(): Promise<string[]>
  /**
   * Call it once the jobs are started. It plans a collection of what a dead process left behind, and tells other nodes
   * about this one.
   */
  start(): Promise<void>
  close(): Promise<void>
}

/** Adds the routes to `http` and the jobs to `jobs`. @throws ConfigError */
export async function storage(deps: StorageDeps): Promise<Storage> {
  const { http, server, jobs, settings, clock, logger, redisUrl, serviceAccounts = [] } = deps
  assertReplicable(settings)
  const database = await openTables(server)
  const events = await createEvents<StorageEvents>({ server, redisUrl, channel: 'storage', logger })
  const folder = join(settings.DATA_DIR, 'ipfs')
  const lock = lockDataDirectory(folder)
  const knownPeers = new Set(settings.IPFS_PEERS)
  const drive = createDrive(folder, settings.STORAGE_RESERVE_BYTES, clock)
  const { assertRoom, onFull } = drive
  const unpinned = createUnpinnedBlocks(settings.MAX_FILE_SIZE)
  const node = await openNode(settings, { folder, knownPeers, assertRoom, unpinned, logger }).catch((error) => {
    lock.release()
    throw error
  })
  const { IPFS_TIMEOUT: timeoutMs, MAX_FILE_SIZE: maxFileSize } = settings
  const gateways = settings.IPFS_GATEWAY_URLS.map((url) => createGateway({ url, node, maxFileSize }))
  const blocks = createBlocks({ node, gateways, timeoutMs, hedgeMs: HEDGE_MS })
  const service: Service = {
    ...{ database, node, blocks, events, settings, clock, logger },
    quotaOf: createQuotas(settings, serviceAccounts),
  }
  const members = await createMembers(service, folder, knownPeers)
  const replicas = createReplicas(service, members, server.kind === 'postgres')
  const collection = createCollection(service, jobs, members.id)
  // What was only read makes room for wallets. A Kubo node stores what is pinned on a drive of its own.
  const shared = { ...drive, free: async () => (await drive.free()) + unpinned.bytes }
  const own = node.kind === 'helia' ? shared : undefined
  const reservations = createQuotaReservations(service, collection.collectFor, own)
  const pins = createPins(service, jobs, collection, reservations, replicas)
  const countPins = createPinCount(database, clock)
  const addFile = createAddFile(service, pins, reservations, collection)
  collectWhatIsFetched(service, onFull, collection)
  const stopListening = listen(service, pins, addFile, deps.chain)
  const collectLater = laterOf(collection, logger)
  const copies = createCopies(service, members, replicas, collectLater)
  collection.onMissing(copies.fill)
  const downloads = createDownloads(settings)
  contentRoutes(http, service, downloads)
  metadataRoutes(http, service, downloads)
  pinRoutes(http, service, pins)
  usageRoutes(http, service)
  await uploadRoutes(http, service, addFile)
  return {
    addFile,
    events,
    collect: collection.collect,
    lackingReplicas: copies.lacking,
    addresses: node.addresses,
    async start() {
      await collection.soon()
      await members.start()
    },
    async status() {
      const { connected, peers } = await node.status().catch(() => ({ connected: false, peers: 0 }))
      return {
        connected,
        peers,
        storage: { pinned: await countPins(), available: await availableIn(settings.DATA_DIR) },
      }
    },
    async check() {
      const { connected, peers } = await node.status()
      if (!connected) throw new Error('the content node is not connected')
      return { kind: node.kind, peers }
    },
    async close() {
      stopListening()
      await copies.close()
      await members.close()
      await node.close()
      await events.close()
      lock.release()
    },
  }
}

/** Milliseconds that one source has to answer before the next one is asked as well. */
const HEDGE_MS = 300

async function openNode(
  settings: Settings,
  use: { folder: string; knownPeers: Set<string>; assertRoom: AssertRoom; unpinned: UnpinnedBlocks; logger: Logger },
): Promise<ContentNode> {
  const { IPFS_NODE_URL: url, IPFS_TIMEOUT: timeoutMs, IPFS_LISTEN: address, IPFS_BOOTSTRAP: bootstrap } = settings
  // Only the node that is used is loaded: each has many dependencies that the other does not need.
  if (url) return (await import('./nodes/kubo.ts')).openKubo({ url, timeoutMs, ...use })
  return (await import('./nodes/embedded.ts')).openEmbedded({ listen: address, bootstrap, ...use })
}

/**
 * A Kubo node is told to collect once so many bytes were read from elsewhere. The embedded node has a share for these.
 */
const FETCHED_BYTES = 1024 ** 3

function collectWhatIsFetched(
  { node, blocks, logger }: Service,
  onFull: Drive['onFull'],
  collection: Collection,
): void {
  const soon = laterOf(collection, logger)
  onFull(soon)
  if (node.kind !== 'kubo') return
  let fetched = 0
  blocks.onFetched((bytes) => {
    fetched += bytes
    if (fetched < FETCHED_BYTES) return
    fetched = 0
    soon()
  })
}

const laterOf = (collection: Collection, logger: Logger) => (): void =>
  void collection.soon().catch((error) => logger.error({ err: error }, 'a collection could not be planned'))

async function availableIn(folder: string): Promise<string> {
  const { statfs } = await import('node:fs/promises')
  const { bavail, bsize } = await statfs(folder)
  return `${((bavail * bsize) / 1024 ** 3).toFixed(2)} GB`
}
