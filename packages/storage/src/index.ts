/**
 * Content storage: a module that a service mounts. README.md lists the folders.
 *
 * A block is a sequence of bytes that is named by its hash. Blocks that link to others make a file or a directory
 * (UnixFS). A node stores blocks and has peers. Blocks also come from gateways, and their answers are verified. A pin
 * is an owner's claim that content is kept.
 */
import { statfs } from 'node:fs/promises'
import type { Events } from '@quorate/platform'
import type { StorageEvents } from './model/events.ts'
import type { ContentNode } from './nodes/node.ts'
import type { AddFile } from './pins/add-file.ts'
import { createPinCount } from './pins/pin-count.ts'
import { assertReplicable } from './replicas/replicas.ts'
import { contentRoutes } from './routes/content.ts'
import { folderRoutes } from './routes/folders.ts'
import { importRoutes } from './routes/import.ts'
import { ipnsRoutes } from './routes/ipns.ts'
import { metadataRoutes } from './routes/metadata.ts'
import { nameRoutes } from './routes/names.ts'
import { pinningServiceRoutes } from './routes/pinning-service.ts'
import { pinRoutes } from './routes/pins.ts'
import { uploadRoutes } from './routes/upload.ts'
import { usageRoutes } from './routes/usage.ts'
import { createService, type StorageDeps } from './service.ts'

export { type ContentPath, cidText, parseCid, parseContentPath } from './identifier/identifier.ts'
export { limits } from './limits.ts'
export type { StorageEvents } from './model/events.ts'
export type { PinOwner } from './model/owner.ts'
export type { AddFile, StoredFile } from './pins/add-file.ts'
export type { StorageDeps } from './service.ts'
export { type Settings, settings } from './settings.ts'
export { schema } from './store/open-tables.ts'

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
  /** For a health check: throws if the node does not answer. */
  check(): Promise<{ kind: ContentNode['kind']; peers: number }>
  /** How many pinned contents have too few replicas, as this node last saw. */
  lackingReplicas(): number
  /** Removes unpinned blocks, now. */
  collect(): Promise<void>
  /** The multiaddrs at which other nodes reach this one. */
  addresses(): Promise<string[]>
  /**
   * Call it once the jobs are started. It plans a collection of what a dead process left behind, and announces this
   * node to the others.
   */
  start(): Promise<void>
  close(): Promise<void>
}

/** Adds the routes to `http` and the jobs to `jobs`. @throws ConfigError */
export async function storage(deps: StorageDeps): Promise<Storage> {
  const { http, settings } = deps
  assertReplicable(settings)
  const service = await createService(deps)
  contentRoutes(http, service)
  metadataRoutes(http, service)
  pinRoutes(http, service)
  usageRoutes(http, service)
  nameRoutes(http, service)
  await ipnsRoutes(http, service)
  await uploadRoutes(http, service)
  await folderRoutes(http, service)
  await importRoutes(http, service)
  await pinningServiceRoutes(http, service)
  const { node, events, members, collection, copies } = service
  const countPins = createPinCount(service)
  return {
    addFile: service.addFile,
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
      const stored = { pinned: await countPins(), available: await availableIn(settings.DATA_DIR) }
      return { connected, peers, storage: stored }
    },
    async check() {
      const { connected, peers } = await node.status()
      if (!connected) throw new Error('the content node is not connected')
      return { kind: node.kind, peers }
    },
    async close() {
      service.stopListening()
      await copies.close()
      await members.close()
      await node.close()
      await events.close()
    },
  }
}

async function availableIn(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  return `${((bavail * bsize) / 1024 ** 3).toFixed(2)} GB`
}
