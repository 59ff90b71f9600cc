import { platformSettings, type SettingsOf, serviceSettings, setting } from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from './limits.ts'

/** The environment variables of this service. */
export const settings = {
  ...serviceSettings({ httpPort: 3003, wsPort: 3004, wsNamespace: 'multisig_events' }),
  HOST: platformSettings.HOST,
  TRANSACTION_TIMEOUT: platformSettings.TRANSACTION_TIMEOUT,
  QUEUE_ATTEMPTS: platformSettings.QUEUE_ATTEMPTS,
  QUEUE_BACKOFF_DELAY: platformSettings.QUEUE_BACKOFF_DELAY,
  TRUSTED_PUBLISHERS: platformSettings.TRUSTED_PUBLISHERS,
  MAX_OWNERS: platformSettings.MAX_OWNERS,
  WEBHOOK_HOSTS: platformSettings.WEBHOOK_HOSTS,
  REQUEST_RETENTION: setting(
    'How long requests that were not executed (expired, rejected, failed) are kept, in days. Executed ones are kept for ever.',
    Type.Integer({ minimum: 1, maximum: 3650, default: limits.requestRetention.value, title: 'days' }),
  ),
  SCHEDULE_PAYER: setting(
    "The payer of the owners' transactions for scheduled requests: each owner, or an account of the service (HEDERA_TESTNET_SCHEDULE_PAYER_ID), for owners without hbars.",
    Type.Enum(['owner', 'service'], { default: 'owner' }),
  ),
  SCHEDULE_SPENDING_PER_HOUR: setting(
    'The most that the service pays for schedules per hour on each chain with SCHEDULE_PAYER=service, in tinybars.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: limits.schedulePaymentsPerHour.value }),
  ),
}
export type Settings = SettingsOf<typeof settings>
