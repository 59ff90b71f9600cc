import { AccountId, platformSettings, type SettingsOf, serviceSettings } from '@quorate/platform'
import { Type } from 'typebox'
import { networkSettings } from './network/settings.ts'

const { HTTP_PORT } = serviceSettings({ httpPort: 3000 })

/** What the environment may say to this service. */
export const settings = {
  HTTP_PORT,
  HOST: platformSettings.HOST,
  DATA_DIR: platformSettings.DATA_DIR,
  ADMIN_WALLETS: platformSettings.ADMIN_WALLETS,
  SMART_APP: platformSettings.SMART_APP,
  WEBHOOK_HOSTS: platformSettings.WEBHOOK_HOSTS,
  UTILITY_TOKENS: platformSettings.UTILITY_TOKENS,
  ...networkSettings,
  TRANSACTION_TIMEOUT: platformSettings.TRANSACTION_TIMEOUT,
  /** The address that wallets are shown when they sign a login; what the request came to, if not set. */
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s]+$', description: 'a URL that starts with http:// or https://' }),
  ),
  /** The key that signs tokens; made at first start and kept in DATA_DIR, if not set. Processes that share a database share it. */
  AUTH_TOKEN_KEY: Type.Optional(
    Type.String({ description: 'an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64', secret: true }),
  ),
  /** The key that stands beside an owner's in entities under a validator; made at first start and kept in DATA_DIR, if not set. */
  NETWORK_KEY: Type.Optional(
    Type.String({ description: 'an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64', secret: true }),
  ),
  /** The key under which the secrets of second factors are kept; made at first start and kept in DATA_DIR, if not set. */
  TWO_FACTOR_KEY: Type.Optional(Type.String({ description: '32 bytes in hex or base64', secret: true })),
  /** Whose records count (validators, bindings, decisions of DAOs); the operator's always do. */
  TRUSTED_PUBLISHERS: Type.Array(AccountId, { default: [] }),
  /** What the node may pay itself on each chain, for its topic and its queries, in tinybars an hour. */
  SPENDING_PER_HOUR: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 1_000_000_000 }),
}
export type Settings = SettingsOf<typeof settings>
