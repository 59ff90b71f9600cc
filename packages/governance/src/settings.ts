import { platformSettings, type SettingsOf, serviceSettings } from '@quorate/platform'
import { Type } from 'typebox'

/** What the environment may say to this service. */
export const settings = {
  ...serviceSettings({ httpPort: 3001, wsPort: 3002, wsNamespace: 'dao_events' }),
  HOST: platformSettings.HOST,
  STORAGE_URL: platformSettings.STORAGE_URL,
  /** How long votes wait for others before they are written on the topic together, in milliseconds. */
  ANCHOR_INTERVAL: Type.Integer({
    minimum: 0,
    maximum: 3_600_000,
    default: 5000,
    description: 'milliseconds, an integer from 0 to 3600000',
  }),
  /** A session that may upload to STORAGE_URL; without it the service logs in there with its own account on the ledger. */
  STORAGE_TOKEN: Type.Optional(Type.String({ minLength: 1, secret: true })),
}
export type Settings = SettingsOf<typeof settings>
