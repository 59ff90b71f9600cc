import type { Clock, Database, Events, Logger } from '@quorate/platform'
import type { StorageEvents } from './events/events.ts'
import type { ContentNode } from './nodes/node.ts'
import type { Quota } from './pins/quota.ts'
import type { Settings } from './settings.ts'
import type { Blocks } from './sources/blocks.ts'
import type { Owner, Tables } from './store/store.ts'

/** What the parts of content storage share. */
export interface Service {
  database: Database<Tables>
  node: ContentNode
  blocks: Blocks
  events: Events<StorageEvents>
  settings: Settings
  quotaOf(owner: Owner): Quota
  clock: Clock
  logger: Logger
}
