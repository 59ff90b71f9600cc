import { Client } from '@hiero-ledger/sdk'
import { AccountId, ConfigError, readSettings, setting } from '@quorate/platform'
import { PUBLIC_MIRRORS } from '@quorate/verify'
import { Type } from 'typebox'
import type { NodeAddress } from './consensus/nodes.ts'
import { type Operator, signerFromText } from './keys/signer.ts'

/** A chain's addresses, and its operator. */
export interface Network {
  /** `hedera:devnet`, `hedera:testnet`, `hedera:previewnet` or `hedera:mainnet`. */
  chain: string
  nodes: NodeAddress[]
  mirrorUrl: string
  operator?: Operator
}

/** The addresses of a network that this process runs itself. */
export interface EmbeddedNetwork {
  /** `host:port` */
  grpc: string
  mirrorUrl: string
  operator?: { id: string; key: string }
}

/** The settings of one chain; `hedera:testnet` reads `HEDERA_TESTNET_...`. */
export const networkSettings = (chain: string) => ({
  [named(chain, 'OPERATOR_ID')]: setting(
    'The account that pays what the platform does on its own behalf.',
    Type.Optional(AccountId),
  ),
  [named(chain, 'OPERATOR_KEY')]: setting(
    'The private key of that account.',
    Type.Optional(Type.String({ title: "the operator's private key in hex, DER or 32 raw bytes", secret: true })),
  ),
  [named(chain, 'MIRROR_URL')]: setting(
    'The mirror node. Without it, the public one.',
    Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s]+$',
        title: 'a URL that starts with http:// or https://',
        examples: ['https://node.example'],
      }),
    ),
  ),
  [named(chain, 'NODES')]: setting(
    'The consensus nodes, as host:port=0.0.3. Without them, those of the address book in the SDK.',
    Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^[^\\s=]+:\\d+=0\\.0\\.\\d+$',
          title: 'consensus nodes as host:port=0.0.3',
          examples: ['35.237.200.180:50211=0.0.3'],
        }),
        { minItems: 1 },
      ),
    ),
  ),
})

const named = (chain: string, name: string): string => `${chain.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_${name}`

/**
 * A chain's network from the environment: `HEDERA_TESTNET_OPERATOR_ID` and `_OPERATOR_KEY` (optional; both or none),
 * `_MIRROR_URL` and `_NODES` (`host:port=0.0.3`, separated by commas). The defaults come from `embedded`, else from the
 * SDK's address book of a public network, else they are those of a Hiero local node (127.0.0.1:50211 and :5551).
 *
 * @throws ConfigError
 */
export function readNetwork(chain: string, env: NodeJS.ProcessEnv, embedded?: EmbeddedNetwork): Network {
  // Refuses other names first, since they could share a chain's settings: `hedera-testnet` would use the settings of
  // `hedera:testnet`.
  const mirror = defaultMirror(chain)
  const settings: Record<string, unknown> = readSettings(networkSettings(chain), { env })
  const setting = (name: string) => settings[named(chain, name)]
  const nodes = setting('NODES') as string[] | undefined
  const operator = operatorOf(chain, setting('OPERATOR_ID') as string, setting('OPERATOR_KEY') as string, embedded)
  return {
    chain,
    nodes: nodes?.map(nodeOf) ?? (embedded ? [{ nodeId: '0.0.3', address: embedded.grpc }] : publicNodes(chain)),
    mirrorUrl: (setting('MIRROR_URL') as string | undefined) ?? embedded?.mirrorUrl ?? mirror,
    ...(operator ? { operator } : {}),
  }
}

function nodeOf(text: string): NodeAddress {
  const [address = '', nodeId = ''] = text.split('=')
  return { address, nodeId }
}

function operatorOf(chain: string, id?: string, key?: string, embedded?: EmbeddedNetwork): Operator | undefined {
  if (!id !== !key) {
    throw new ConfigError(
      `${named(chain, id ? 'OPERATOR_KEY' : 'OPERATOR_ID')} is not set: the operator needs both its id and its key`,
    )
  }
  const [accountId, text] = id && key ? [id, key] : [embedded?.operator?.id, embedded?.operator?.key]
  if (!accountId || !text) return undefined
  try {
    return { accountId, ...signerFromText(text) }
  } catch {
    throw new ConfigError(
      `${named(chain, 'OPERATOR_KEY')} is not a usable key: set a private key in hex, DER or 32 raw bytes`,
    )
  }
}

/** The nodes in the SDK's built-in address books. Makes no network call. */
function publicNodes(chain: string): NodeAddress[] {
  const client = clientFor(chain)
  if (!client) return [{ nodeId: '0.0.3', address: '127.0.0.1:50211' }]
  const nodes = Object.entries(client.network).map(([address, id]) => ({ address, nodeId: id.toString() }))
  client.close()
  return nodes
}

function clientFor(chain: string): Client | undefined {
  const props = { scheduleNetworkUpdate: false }
  if (chain === 'hedera:mainnet') return Client.forMainnet(props)
  if (chain === 'hedera:testnet') return Client.forTestnet(props)
  return chain === 'hedera:previewnet' ? Client.forPreviewnet(props) : undefined
}

/** @throws ConfigError */
function defaultMirror(chain: string): string {
  const mirror = PUBLIC_MIRRORS.get(chain)
  if (mirror !== undefined) return mirror
  throw new ConfigError(
    `${JSON.stringify(chain)} is not a supported chain: expected ${[...PUBLIC_MIRRORS.keys()].join(', ')}`,
  )
}
