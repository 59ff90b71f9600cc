import type { Clock, Database, Events, Logger } from '@quorate/platform'
import type { StorageEvents } from './events.ts'
import type { ContentNode } from './nodes/node.ts'
import type { Settings } from './settings.ts'
import type { Blocks } from './sources/blocks.ts'
import type { PinOwner, Tables } from './store/store.ts'

/** What one owner may pin. */
export interface Quota {
  bytes: number
  pins: number
  /** Whether the owner shares the drive with others; accounts of services take what is free. */
  sharesDrive: boolean
}

/** What the parts of content storage share. */
export interface Service {
  database: Database<Tables>
  node: ContentNode
  blocks: Blocks
  events: Events<StorageEvents>
  settings: Settings
  quotaOf(owner: PinOwner): Quota
  clock: Clock
  logger: Logger
}
