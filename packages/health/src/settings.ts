import type { SettingsOf } from '@quorate/platform'
import { Type } from 'typebox'

/** What the environment may say of when a process is unwell. */
export const settings = {
  /** What must be free on the drive of DATA_DIR, in MB. */
  HEALTH_DISK_FREE_MB: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 512 }),
  /** What the process may hold, in MB; 0 is no limit. */
  HEALTH_MEMORY_MB: Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  /** How long one check may take. */
  HEALTH_TIMEOUT: Type.Integer({
    minimum: 1,
    maximum: 60_000,
    default: 2000,
    description: 'milliseconds, an integer from 1 to 60000',
  }),
  /** Services in other processes that are to be up, too. */
  HEALTH_SERVICES: Type.Array(
    Type.String({ pattern: '^[a-z][a-z0-9_-]*=https?://[^\\s]+$', description: 'name=http://host:port' }),
    { default: [], description: 'a list of name=http://host:port' },
  ),
}
export type Settings = SettingsOf<typeof settings>
