import { platformSettings, type SettingsOf, setting } from '@quorate/platform'
import { Type } from 'typebox'
import { limits } from './limits.ts'

const httpUrl = Type.String({
  pattern: '^https?://[^\\s]+$',
  title: 'a URL that starts with http:// or https://',
  examples: ['https://node.example'],
})

/**
 * A gateway's address without a password. Public error messages name the gateway, and `fetch` refuses passwords in
 * addresses.
 */
const gatewayUrl = Type.String({
  pattern: '^https?://[^\\s/\\\\@?#]+([/?#][^\\s]*)?$',
  title: 'URLs that start with http:// or https://, without user and password',
  examples: ['https://trustless-gateway.link'],
})

/** The environment variables of content storage. */
export const settings = {
  DATA_DIR: platformSettings.DATA_DIR,
  MAX_FILE_SIZE: platformSettings.MAX_FILE_SIZE,
  IPFS_TIMEOUT: platformSettings.IPFS_TIMEOUT,
  IPFS_PIN_BROADCAST: platformSettings.IPFS_PIN_BROADCAST,
  CONTENT_REPLICAS: setting(
    'How many nodes must have content before it counts as pinned. Without it, 2 if two nodes or more share a database, else 1. Needs IPFS_PIN_BROADCAST, and the embedded nodes.',
    Type.Optional(Type.Integer({ minimum: 1, maximum: 16, title: 'a number of nodes' })),
  ),
  IPFS_NODE_URL: platformSettings.IPFS_NODE_URL,
  IPFS_BOOTSTRAP: platformSettings.IPFS_BOOTSTRAP,
  IPFS_LISTEN: setting(
    'Addresses where the embedded content node accepts connections. Without it, a free port on loopback.',
    Type.Array(
      Type.String({
        pattern: '^/',
        title: 'addresses such as /ip4/127.0.0.1/tcp/4001',
        examples: ['/ip4/127.0.0.1/tcp/4001'],
      }),
      {
        default: ['/ip4/127.0.0.1/tcp/0'],
      },
    ),
  ),
  IPFS_PEERS: setting(
    "Ids of peers that may connect to the embedded content node, in addition to those of IPFS_BOOTSTRAP and of the platform's other processes.",
    Type.Array(
      Type.String({
        pattern: '^(12D3KooW[1-9A-HJ-NP-Za-km-z]{44}|16Uiu2HA[1-9A-HJ-NP-Za-km-z]{45,46}|Qm[1-9A-HJ-NP-Za-km-z]{44})$',
        title: 'ids of peers such as 12D3KooWBdmLJjhpgJ9KZgLM3f894ff9xyBfPvPjFNn7MKJpyrC2',
        examples: ['12D3KooWBdmLJjhpgJ9KZgLM3f894ff9xyBfPvPjFNn7MKJpyrC2'],
      }),
      { default: [] },
    ),
  ),
  IPFS_GATEWAY_URLS: setting(
    'Gateways that content is read from. Their answers are verified.',
    Type.Array(gatewayUrl, { default: [] }),
  ),
  IPNS_ROUTING_URLS: setting(
    'Routers (Delegated Routing HTTP API) that IPNS records are read from and published to. Without them, records are read from the gateways.',
    Type.Array(gatewayUrl, { default: [] }),
  ),
  DNSLINK_RESOLVERS: setting(
    'DNS servers to look up which content a domain names (DNSLink): addresses such as 192.0.2.53 or [2001:db8::53]:5353, or `system` for those of this machine. Without it, domains are not looked up.',
    Type.Array(
      Type.String({
        pattern: '^(system|[0-9.]{7,15}(:[0-9]{1,5})?|[0-9a-fA-F:.]{2,45}|\\[[0-9a-fA-F:.]{2,45}\\](:[0-9]{1,5})?)$',
        title: 'addresses of DNS servers such as 192.0.2.53, or system',
        examples: ['192.0.2.53'],
      }),
      { default: [] },
    ),
  ),
  STORAGE_QUOTA_BYTES: setting(
    'Bytes that one wallet may pin; 0 means unlimited.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: limits.quota.value }),
  ),
  STORAGE_RESERVE_BYTES: setting(
    'Bytes that stay free on the drive of DATA_DIR, and one file (inode) per 16 KiB. Below that, uploads and content from elsewhere are refused; 0 reserves nothing.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: limits.reserve.value }),
  ),
  STORAGE_SERVICE_ACCOUNTS: setting(
    "Accounts of services that store content for others; their pins are unlimited. The operators' accounts and this platform's STORAGE_ACCOUNT_ID need not be listed.",
    Type.Array(
      Type.String({
        pattern: '^[a-z0-9-]{1,40}:[a-z0-9-]{1,40}:(0|[1-9][0-9]{0,18})\\.(0|[1-9][0-9]{0,18})\\.(0|[1-9][0-9]{0,18})$',
        title: 'accounts with their chains, such as hedera:mainnet:0.0.1234',
        examples: ['hedera:mainnet:0.0.1234'],
      }),
      { default: [] },
    ),
  ),
  IPFS_GC_DELAY: setting(
    'Time from the end of a pin to the removal of its blocks, in milliseconds.',
    Type.Integer({
      minimum: 0,
      maximum: 86_400_000,
      default: 60_000,
      title: 'milliseconds',
    }),
  ),
  IPFS_MAX_DOWNLOADS: setting(
    'Concurrent answers with content. One address may use a quarter of them.',
    Type.Integer({ minimum: 1, maximum: 100_000, default: limits.maxDownloads.value }),
  ),
  PUBLIC_URL: setting(
    'The address of this service in the links of metadata. Without it, the address that a request was sent to.',
    Type.Optional(httpUrl),
  ),
}
export type Settings = SettingsOf<typeof settings>
