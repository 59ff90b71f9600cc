/** The parts of the platform that governance uses. */
import type { Ledger } from '@quorate/ledger'
import type { Clock, Database, Jobs, Logger, Messenger, Realtime } from '@quorate/platform'
import type { ServiceAddress } from './anchoring/service-posts.ts'
import type { Settings } from './settings.ts'
import type { Tables } from './store/tables.ts'

export interface GovernanceDeps {
  database: Database<Tables>
  jobs: Jobs
  ledgers: Map<string, Ledger>
  realtime: Realtime
  settings: Settings
  multisig?: ServiceAddress | undefined
  messenger?: Messenger | undefined
  node?: ServiceAddress | undefined
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
}
