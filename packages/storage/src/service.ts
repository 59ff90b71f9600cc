/** Puts the parts of content storage together. */
import { join } from 'node:path'
import { type Clock, createEvents, type DatabaseServer, type Http, type Jobs, type Logger } from '@quorate/platform'
import { createDrive } from './blocks/drive.ts'
import { createUnpinnedBlocks } from './blocks/unpinned.ts'
import { listen } from './events/event-handlers.ts'
import { createFolders } from './folders/folders.ts'
import { createDownloads } from './http/downloads.ts'
import { createUploadPlaces } from './http/form-body.ts'
import type { StorageEvents } from './model/events.ts'
import type { PinOwner } from './model/owner.ts'
import { createQuotas } from './model/quota.ts'
import { createNaming } from './names/naming.ts'
import { openNode } from './nodes/open-node.ts'
import { createAddArchive } from './pins/add-archive.ts'
import { createAddFile } from './pins/add-file.ts'
import { createCollection } from './pins/collection.ts'
import { createPinChanges } from './pins/pin-changes.ts'
import { createPinFetches } from './pins/pin-fetches.ts'
import { createPins } from './pins/pins.ts'
import { createQuotaCheck } from './pins/quota-check.ts'
import { createCopies } from './replicas/copies.ts'
import { createMembers } from './replicas/members.ts'
import { createReplicas } from './replicas/replicas.ts'
import type { Settings } from './settings.ts'
import { createBlocks } from './sources/blocks.ts'
import { createGateway } from './sources/gateways.ts'
import { openTables } from './store/open-tables.ts'

export interface StorageDeps {
  http: Http
  server: DatabaseServer
  /** The jobs, not started yet. */
  jobs: Jobs
  settings: Settings
  /** The chain of owners in events that name none. */
  chain: string
  /** Service accounts in addition to STORAGE_SERVICE_ACCOUNTS. Their pins are not limited. */
  serviceAccounts?: readonly PinOwner[]
  redisUrl?: string | undefined
  clock: Clock
  logger: Logger
}

/** Milliseconds that one source has to answer before the next one is tried as well. */
const HEDGE_MS = 300

export type Service = Awaited<ReturnType<typeof createService>>

export async function createService(deps: StorageDeps) {
  const { server, settings, clock, logger, redisUrl, serviceAccounts = [] } = deps
  const { IPFS_TIMEOUT: timeoutMs, MAX_FILE_SIZE: maxFileSize, IPFS_GATEWAY_URLS, IPFS_PEERS } = settings
  const folder = join(settings.DATA_DIR, 'ipfs')
  const knownPeers = new Set(IPFS_PEERS)
  const database = await openTables(server)
  const events = await createEvents<StorageEvents>({ server, redisUrl, channel: 'storage', logger })
  const drive = createDrive(folder, settings.STORAGE_RESERVE_BYTES, clock)
  const unpinned = createUnpinnedBlocks(maxFileSize)
  const node = await openNode({ ...deps, folder, knownPeers, assertRoom: drive.assertRoom, unpinned })
  const gateways = IPFS_GATEWAY_URLS.map((url) => createGateway({ url, node, maxFileSize }))
  const blocks = createBlocks({ node, gateways, timeoutMs, hedgeMs: HEDGE_MS })
  const base = { ...deps, database, events, node, blocks, quotaOf: createQuotas(settings, serviceAccounts) }
  const members = await createMembers({ ...base, folder, knownPeers })
  const replicas = createReplicas({ ...base, members, isShared: server.kind === 'postgres' })
  const collection = createCollection({ ...base, nodeId: members.id })
  const checkQuota = createQuotaCheck({ ...base, collection })
  const changes = createPinChanges({ ...base, collection })
  const fetches = createPinFetches({ ...base, changes, checkQuota, replicas, collection })
  const pins = createPins({ ...base, collection, changes, fetches, replicas })
  const pinning = { ...base, ...createNaming(base), members, collection, checkQuota, changes, pins }
  const [addFile, addArchive, folders] = [createAddFile(pinning), createAddArchive(pinning), createFolders(pinning)]
  const copies = createCopies({ ...pinning, replicas, onLeft: collection.later })
  const stopListening = listen({ ...pinning, addFile })
  drive.onFull(collection.later)
  collection.onMissing(copies.fill)
  const stores = { addFile, addArchive, folders, copies, uploadPlaces: createUploadPlaces() }
  return { ...pinning, ...stores, stopListening, downloads: createDownloads(settings) }
}
