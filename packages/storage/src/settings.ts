import { platformSettings, type SettingsOf } from '@quorate/platform'
import { Type } from 'typebox'

const httpUrl = Type.String({
  pattern: '^https?://[^\\s]+$',
  description: 'a URL that starts with http:// or https://',
})

/** What the environment may say to content storage. */
export const settings = {
  DATA_DIR: platformSettings.DATA_DIR,
  MAX_FILE_SIZE: platformSettings.MAX_FILE_SIZE,
  IPFS_TIMEOUT: platformSettings.IPFS_TIMEOUT,
  IPFS_PIN_BROADCAST: platformSettings.IPFS_PIN_BROADCAST,
  IPFS_NODE_URL: platformSettings.IPFS_NODE_URL,
  IPFS_BOOTSTRAP: platformSettings.IPFS_BOOTSTRAP,
  /** Where the embedded node takes connections; any free port of this machine alone, if not set. */
  IPFS_LISTEN: Type.Array(Type.String({ pattern: '^/', description: 'addresses such as /ip4/127.0.0.1/tcp/4001' }), {
    default: ['/ip4/127.0.0.1/tcp/0'],
  }),
  /** Gateways, trustless ones or others; what they answer is checked against the identifier. */
  IPFS_GATEWAY_URLS: Type.Array(httpUrl, { default: [] }),
  /** What one wallet may pin, in bytes; 0 is no limit. */
  STORAGE_QUOTA_BYTES: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 10 * 1024 ** 3 }),
  /** How long after something was released its blocks are removed. */
  IPFS_GC_DELAY: Type.Integer({
    minimum: 0,
    maximum: 86_400_000,
    default: 60_000,
    description: 'milliseconds, an integer from 0 to 86400000',
  }),
  /** The address that content is linked with in metadata; what the request came to, if not set. */
  PUBLIC_URL: Type.Optional(httpUrl),
}
export type Settings = SettingsOf<typeof settings>
