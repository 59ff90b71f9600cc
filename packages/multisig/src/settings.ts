import { platformSettings, type SettingsOf, serviceSettings } from '@quorate/platform'

/** What the environment may say to this service. */
export const settings = {
  ...serviceSettings({ httpPort: 3003, wsPort: 3004, wsNamespace: 'multisig_events' }),
  HOST: platformSettings.HOST,
  TRANSACTION_TIMEOUT: platformSettings.TRANSACTION_TIMEOUT,
  QUEUE_ATTEMPTS: platformSettings.QUEUE_ATTEMPTS,
  QUEUE_BACKOFF_DELAY: platformSettings.QUEUE_BACKOFF_DELAY,
  MAX_OWNERS: platformSettings.MAX_OWNERS,
}
export type Settings = SettingsOf<typeof settings>
