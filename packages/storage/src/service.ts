import type { Clock, Database, Events, Logger } from '@quorate/platform'
import type { Blocks } from './blocks.ts'
import type { StorageEvents } from './events.ts'
import type { ContentNode } from './node.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store.ts'

/** What the parts of content storage work with. */
export interface Service {
  database: Database<Tables>
  node: ContentNode
  blocks: Blocks
  events: Events<StorageEvents>
  settings: Settings
  clock: Clock
  logger: Logger
}
