import { type SettingsOf, setting } from '@quorate/platform'
import { Type } from 'typebox'

/** Settings for the limits of a healthy process. */
export const settings = {
  HEALTH_DISK_FREE_MB: setting(
    'Space that must be free on the drive of DATA_DIR, in MB.',
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 512 }),
  ),
  HEALTH_MEMORY_MB: setting(
    'Memory that the process may use, in MB; 0 means unlimited.',
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 }),
  ),
  HEALTH_TIMEOUT: setting(
    'How long one check may take, in milliseconds.',
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      default: 2000,
      title: 'milliseconds',
    }),
  ),
  HEALTH_SERVICES: setting(
    'Services in other processes that must be up, too, as name=http://host:port.',
    Type.Array(
      Type.String({
        pattern: '^[a-z][a-z0-9_-]*=https?://[^\\s]+$',
        title: 'name=http://host:port',
        examples: ['mirror=http://127.0.0.1:5551'],
      }),
      {
        default: [],
      },
    ),
  ),
}
export type Settings = SettingsOf<typeof settings>
