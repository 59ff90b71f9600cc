import { AccountId, platformSettings, type SettingsOf, serviceSettings, setting } from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from './limits.ts'

/** The environment variables of this service. */
export const settings = {
  ...serviceSettings({ httpPort: 3001, wsPort: 3002, wsNamespace: 'dao_events' }),
  HOST: platformSettings.HOST,
  STORAGE_URL: platformSettings.STORAGE_URL,
  MULTISIG_URL: platformSettings.MULTISIG_URL,
  NODE_URL: platformSettings.NODE_URL,
  ANCHOR_INTERVAL: setting(
    'How long votes wait for others before they are written on the topic together, in milliseconds.',
    Type.Integer({
      minimum: 0,
      maximum: 3_600_000,
      default: 5000,
      title: 'milliseconds',
    }),
  ),
  MESSAGES_PER_HOUR: setting(
    'Messages of the ledger that the service pays in an hour on each chain.',
    Type.Integer({ minimum: 1000, maximum: 100_000_000, default: limits.messagesPerHour.value }),
  ),
  WALLET_MESSAGES_PER_HOUR: setting(
    "Messages that the service pays in an hour for one wallet's DAOs, members and proposals.",
    Type.Integer({
      minimum: 1,
      maximum: 100_000_000,
      default: limits.walletMessagesPerHour.value,
    }),
  ),
  VOTING_DELAY: setting(
    'Hours from a proposal to its voting in token-weighted DAOs whose rules name no votingDelay.',
    Type.Number({ minimum: 0, maximum: 8760, default: 0, title: 'hours' }),
  ),
  STORAGE_ACCOUNT_ID: setting(
    "The account of the default chain that logs in at STORAGE_URL. Without it, the operator's does.",
    Type.Optional(AccountId),
  ),
  STORAGE_ACCOUNT_KEY: setting(
    'The private key of STORAGE_ACCOUNT_ID. Both are set, or none.',
    Type.Optional(
      Type.String({
        minLength: 1,
        title: "that account's private key in hex, DER or 32 raw bytes",
        secret: true,
      }),
    ),
  ),
  STORAGE_TOKEN: setting(
    'A session that may upload to STORAGE_URL, instead of a login there.',
    Type.Optional(Type.String({ minLength: 1, secret: true })),
  ),
}
export type Settings = SettingsOf<typeof settings>
