/** The settings that all services share, and those that each service has separately. */
import { Type } from 'typebox'
import { limits } from '../bounds/platform-limits.ts'
import { AccountId } from '../values/ids.ts'
import { type SettingsOf, setting } from './config.ts'

const port = (standard: number) => Type.Integer({ minimum: 0, maximum: 65535, default: standard })
const count = (minimum: number, maximum: number, standard: number) =>
  Type.Integer({ minimum, maximum, default: standard })
const milliseconds = (minimum: number, maximum: number, standard: number) =>
  Type.Integer({
    minimum,
    maximum,
    default: standard,
    title: 'milliseconds',
  })
const httpUrl = Type.String({
  pattern: '^https?://[^\\s]+$',
  title: 'a URL that starts with http:// or https://',
  examples: ['https://node.example'],
})
const list = <T extends Type.TSchema>(item: T) => Type.Array(item, { default: [] })

const Chain = Type.String({
  pattern: '^hedera:(devnet|testnet|mainnet|previewnet)$',
  title: 'hedera:devnet, hedera:testnet, hedera:mainnet or hedera:previewnet',
  examples: ['hedera:testnet'],
})

const databaseUrl = Type.Optional(
  Type.String({
    pattern: '^postgres(ql)?://',
    title: 'a URL that starts with postgres://',
    examples: ['postgres://user@host/database'],
    secret: true,
  }),
)

/**
 * How long to wait for a PostgreSQL server, and how many connections to open. They don't apply to the embedded
 * database.
 */
export const databaseSettings = {
  DATABASE_DIRECT_URL: setting(
    'The server itself, if DATABASE_URL is a pooler in transaction mode (PgBouncer). Notifications and schema changes use it.',
    databaseUrl,
  ),
  DATABASE_POOL_SIZE: setting(
    'Size of the connection pool to DATABASE_URL. Writes use at most three quarters of it, so that reads find a connection.',
    count(2, 1000, 12),
  ),
  DATABASE_CONNECT_TIMEOUT: setting(
    'Maximum wait for a free connection to DATABASE_URL, in milliseconds.',
    milliseconds(1, 60_000, 3000),
  ),
  DATABASE_STATEMENT_TIMEOUT: setting(
    'Maximum time of a statement on the server of DATABASE_URL, in milliseconds. A second later it counts as hung, and its connection is closed.',
    milliseconds(1, 600_000, 5000),
  ),
  DATABASE_IDLE_TIMEOUT: setting(
    'Time after which an unused connection to DATABASE_URL is closed, in milliseconds.',
    milliseconds(1, 86_400_000, 30_000),
  ),
  DATABASE_TRANSACTION_IDLE_TIMEOUT: setting(
    'Time after which the server of DATABASE_URL ends a transaction that is idle between two statements, in milliseconds.',
    milliseconds(1, 3_600_000, 30_000),
  ),
  DATABASE_KEEPALIVE: setting(
    'Time without traffic after which TCP keepalive probes the server of DATABASE_URL, in milliseconds.',
    milliseconds(1, 7_200_000, 10_000),
  ),
}

export type DatabaseSettings = SettingsOf<typeof databaseSettings>

/** Shared by all services of a process. Each may also be set with a service's prefix. */
export const platformSettings = {
  HOST: setting('The address that servers listen on.', Type.String({ default: '127.0.0.1' })),
  DATA_DIR: setting(
    'The folder of everything embedded: database, ledger, content, keys.',
    Type.String({ default: './data' }),
  ),
  DATABASE_URL: setting(
    'A PostgreSQL server, or several with commas between their hosts; the writable one is used. Without it, an embedded PostgreSQL in DATA_DIR is used.',
    databaseUrl,
  ),
  ...databaseSettings,
  REDIS_URL: setting(
    'A Redis or Valkey server that shares rate limits and socket events between processes.',
    Type.Optional(
      Type.String({
        pattern: '^rediss?://',
        title: 'a URL that starts with redis:// or rediss://',
        examples: ['redis://host:6379'],
        secret: true,
      }),
    ),
  ),
  CHAINS: setting(
    'The chains that are served (CAIP-2 with the names of HIP-30). The first is the default.',
    Type.Array(Chain, { minItems: 1, uniqueItems: true, default: ['hedera:devnet'] }),
  ),
  AUTH_JWKS_URL: setting(
    'The key sets of the nodes that issue tokens and share a database: each can stand in for the others. Services that run apart from the node need at least one.',
    Type.Array(httpUrl, { maxItems: 16, default: [] }),
  ),
  LOG_LEVEL: setting(
    'The lowest level that is logged. Logs are JSON lines on standard output.',
    Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], { default: 'info' }),
  ),
  RATE_LIMIT_WALLET: setting(
    'Requests per minute from one wallet; 0 means unlimited.',
    count(0, 1_000_000_000, limits.requestsPerWallet.value),
  ),
  RATE_LIMIT_ADDRESS: setting(
    'Requests per minute from one address; 0 means unlimited.',
    count(0, 1_000_000_000, limits.requestsPerAddress.value),
  ),
  MAX_CONNECTIONS: setting('Maximum open connections to each port.', count(1, 1_000_000, limits.connections.value)),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    'Maximum open connections from one address to each port.',
    count(1, 1_000_000, limits.connectionsPerAddress.value),
  ),
  METRICS_TOKEN: setting(
    'The Bearer token that /metrics requires. Without it, /metrics answers only programs on the same machine.',
    Type.Optional(Type.String({ minLength: 16, secret: true })),
  ),
  QUEUE_ATTEMPTS: setting('Attempts of a job, including the first.', count(1, 100, 3)),
  QUEUE_BACKOFF_DELAY: setting(
    'The delay before the second attempt of a job, in milliseconds. It doubles for each further one.',
    milliseconds(0, 3_600_000, 2000),
  ),
  TRANSACTION_TIMEOUT: setting(
    'How long a request accepts signatures, in milliseconds. The ledger can execute its transaction for 30 s longer, and for 180 s at most.',
    milliseconds(1000, 150_000, 120_000),
  ),
  MAX_OWNERS: setting('Maximum number of owners of a wallet.', count(1, 100, 20)),
  CORS_ORIGINS: setting(
    'Browser origins that may call the APIs; * is any, without cookies.',
    list(
      Type.String({
        pattern: '^(\\*|https?://[^\\s/]+)$',
        title: 'origins such as https://app.example, or *',
        examples: ['https://app.example'],
      }),
    ),
  ),
  TRUST_PROXY: setting(
    'Addresses or networks (CIDR) of proxies whose X-Forwarded-For is trusted.',
    list(
      Type.String({
        pattern: '^[0-9a-fA-F.:]+(/[0-9]{1,3})?$',
        title: 'addresses or networks such as 10.0.0.0/8',
        examples: ['10.0.0.0/8'],
      }),
    ),
  ),
  ADMIN_WALLETS: setting(
    "Accounts with the role operator on the default chain, in addition to the node's own.",
    list(AccountId),
  ),
  SMART_APP: setting('The application name for logins that give none.', Type.Optional(Type.String({ minLength: 1 }))),
  UTILITY_TOKENS: setting('Tokens that the node lists as its own.', list(AccountId)),
  WEBHOOK_HOSTS: setting('Hosts that webhooks may be sent to.', list(Type.String())),
  MAX_FILE_SIZE: setting('Maximum size of an upload, in bytes.', count(1, Number.MAX_SAFE_INTEGER, 104_857_600)),
  IPFS_TIMEOUT: setting('Maximum wait for content, in milliseconds.', milliseconds(1, 3_600_000, 30_000)),
  IPFS_PIN_BROADCAST: setting(
    'Whether content nodes on one database announce themselves and their pins, and copy content from each other.',
    Type.Boolean({ default: true }),
  ),
  IPFS_NODE_URL: setting('The RPC of a Kubo node. Without it, the embedded node is used.', Type.Optional(httpUrl)),
  IPFS_BOOTSTRAP: setting('Peers that the embedded content node connects to.', list(Type.String())),
  NODE_URL: setting(
    'The address of the node API that makes the keys for secret votes. Without it, the node in the same process is used.',
    Type.Optional(httpUrl),
  ),
  MULTISIG_URL: setting(
    'The address of the multi-signature service, for governance (which sends it the requests of passed proposals) and for the console. Without it, the service in the same process is used.',
    Type.Optional(httpUrl),
  ),
  TRUSTED_PUBLISHERS: setting(
    "Accounts whose records count on the default chain (validators, bindings, decisions of DAOs). The records of each chain's operator always count.",
    list(AccountId),
  ),
  STORAGE_URL: setting(
    "The base URL of the content storage for the leaves of votes, such as the node's address.",
    Type.Optional(httpUrl),
  ),
}

/** The address that a service listens on. Only services with sockets read `WS_PORT` and `WS_NAMESPACE`. */
export const serviceSettings = (standard: { httpPort: number; wsPort?: number; wsNamespace?: string }) => ({
  HTTP_PORT: setting('The port of the HTTP API.', port(standard.httpPort)),
  WS_PORT: setting('The port of the sockets.', port(standard.wsPort ?? 0)),
  WS_NAMESPACE: setting(
    "Another name for the sockets' namespace. The default name always works.",
    Type.String({
      pattern: '^[A-Za-z0-9_-]+$',
      title: 'letters, digits, _ and -',
      examples: ['events'],
      default: standard.wsNamespace ?? 'events',
    }),
  ),
})
