/** The settings that every service knows, and those that each service has of its own. */
import { Type } from 'typebox'
import { AccountId } from './ids.ts'

const port = (standard: number) => Type.Integer({ minimum: 0, maximum: 65535, default: standard })
const count = (minimum: number, maximum: number, standard: number) =>
  Type.Integer({ minimum, maximum, default: standard })
const milliseconds = (minimum: number, maximum: number, standard: number) =>
  Type.Integer({
    minimum,
    maximum,
    default: standard,
    description: `milliseconds, an integer from ${minimum} to ${maximum}`,
  })
const httpUrl = Type.String({
  pattern: '^https?://[^\\s]+$',
  description: 'a URL that starts with http:// or https://',
})
const list = <T extends Type.TSchema>(item: T) => Type.Array(item, { default: [] })

const Chain = Type.String({
  pattern: '^hedera:(devnet|testnet|mainnet|previewnet)$',
  description: 'hedera:devnet, hedera:testnet, hedera:mainnet or hedera:previewnet',
})

/** Shared by all services of a process; each is also found under a service's prefix. */
export const platformSettings = {
  /** The address that servers listen on. */
  HOST: Type.String({ default: '127.0.0.1' }),
  /** The folder of everything embedded. */
  DATA_DIR: Type.String({ default: './data' }),
  /** A PostgreSQL server; the embedded one without it. */
  DATABASE_URL: Type.Optional(
    Type.String({ pattern: '^postgres(ql)?://', description: 'a URL that starts with postgres://', secret: true }),
  ),
  /** Redis or Valkey, for what several processes share in passing. */
  REDIS_URL: Type.Optional(
    Type.String({ pattern: '^rediss?://', description: 'a URL that starts with redis:// or rediss://', secret: true }),
  ),
  /** The chains that are served (CAIP-2 with HIP-30's names); the first is the default. */
  CHAINS: Type.Array(Chain, { minItems: 1, uniqueItems: true, default: ['hedera:devnet'] }),
  /** The key set of the node that issues tokens, where services run apart. */
  AUTH_JWKS_URL: Type.Optional(httpUrl),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { default: 'info' }),
  /** Requests a minute; 0 is off. */
  RATE_LIMIT_WALLET: count(0, 1_000_000_000, 600),
  RATE_LIMIT_ADDRESS: count(0, 1_000_000_000, 3000),
  /** Attempts in all, the first included. */
  QUEUE_ATTEMPTS: count(1, 100, 3),
  QUEUE_BACKOFF_DELAY: milliseconds(0, 3_600_000, 2000),
  /** The window of a request; the ledger's transaction lives 30 s longer, and 180 s at most. */
  TRANSACTION_TIMEOUT: milliseconds(1000, 150_000, 120_000),
  /** Of a wallet. */
  MAX_OWNERS: count(1, 100, 20),
  /** Browser origins that may call us; `*` is any, without cookies. */
  CORS_ORIGINS: list(
    Type.String({ pattern: '^(\\*|https?://[^\\s/]+)$', description: 'origins such as https://app.example, or *' }),
  ),
  /** Addresses or networks (CIDR) of proxies whose `X-Forwarded-For` is believed. */
  TRUST_PROXY: list(
    Type.String({ pattern: '^[0-9a-fA-F.:]+(/[0-9]{1,3})?$', description: 'addresses or networks such as 10.0.0.0/8' }),
  ),
  /** Accounts with the role `operator`, beside the node's own. */
  ADMIN_WALLETS: list(AccountId),
  /** The application of wallets whose login names none. */
  SMART_APP: Type.Optional(Type.String({ minLength: 1 })),
  /** Tokens that the node lists as its own. */
  UTILITY_TOKENS: list(AccountId),
  /** Hosts that webhooks may be sent to. */
  WEBHOOK_HOSTS: list(Type.String()),
  /** Of an upload, in bytes. */
  MAX_FILE_SIZE: count(1, Number.MAX_SAFE_INTEGER, 104_857_600),
  IPFS_TIMEOUT: milliseconds(1, 3_600_000, 30_000),
  /** Whether pins are told to the network. */
  IPFS_PIN_BROADCAST: Type.Boolean({ default: true }),
  /** A Kubo node's RPC; the embedded one without it. */
  IPFS_NODE_URL: Type.Optional(httpUrl),
  /** Peers that the embedded content node dials; none without it. */
  IPFS_BOOTSTRAP: list(Type.String()),
  /** The content storage of governance's audit leaves. */
  STORAGE_URL: Type.Optional(httpUrl),
}

/** What a service listens on. `WS_PORT` and `WS_NAMESPACE` are read only by services that have sockets. */
export const serviceSettings = (standard: { httpPort: number; wsPort?: number; wsNamespace?: string }) => ({
  HTTP_PORT: port(standard.httpPort),
  WS_PORT: port(standard.wsPort ?? 0),
  WS_NAMESPACE: Type.String({
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'letters, digits, _ and -',
    default: standard.wsNamespace ?? 'events',
  }),
})
