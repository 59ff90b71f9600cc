import { platformSettings, type SettingsOf, serviceSettings } from '@quorate/platform'
import { Type } from 'typebox'

const { HTTP_PORT } = serviceSettings({ httpPort: 3000 })

/** What the environment may say to this service. */
export const settings = {
  HTTP_PORT,
  HOST: platformSettings.HOST,
  DATA_DIR: platformSettings.DATA_DIR,
  ADMIN_WALLETS: platformSettings.ADMIN_WALLETS,
  SMART_APP: platformSettings.SMART_APP,
  WEBHOOK_HOSTS: platformSettings.WEBHOOK_HOSTS,
  TRANSACTION_TIMEOUT: platformSettings.TRANSACTION_TIMEOUT,
  /** The address that wallets are shown when they sign a login; what the request came to, if not set. */
  PUBLIC_URL: Type.Optional(
    Type.String({ pattern: '^https?://[^\\s]+$', description: 'a URL that starts with http:// or https://' }),
  ),
  /** The key that signs tokens; made at first start and kept in DATA_DIR, if not set. Processes that share a database share it. */
  AUTH_TOKEN_KEY: Type.Optional(
    Type.String({ description: 'an Ed25519 private key as PEM, or as PKCS #8 DER in hex or base64', secret: true }),
  ),
}
export type Settings = SettingsOf<typeof settings>
