/** The endpoints at which the node describes itself. */
import { cpus, freemem, totalmem } from 'node:os'
import { keyToSdk, type Operator, type PublicMirror } from '@quorate/ledger'
import { ApiError, type Clock, type Http, ownUrl } from '@quorate/platform'
import { Type } from 'typebox'
import { shaped } from '../answers/fit-to-schema.ts'
import { orNull } from '../answers/mirror.ts'
import type { Monitor } from '../network/monitor.ts'
import type { Settings } from '../settings.ts'
import type { Content } from '../snapshots/snapshots.ts'

const Text = Type.String()

const IdentifierOut = Type.Object({
  accountId: Text,
  publicKey: Type.String({ description: 'DER in hex' }),
  url: Text,
  nft: Type.Object({
    id: orNull(Type.String({ description: 'null: the node is not configured with one' })),
    serialNumber: orNull(Type.Integer()),
    name: Text,
    description: Text,
    attributes: Type.Object({ tier: Text, region: Text, permissions: Type.Array(Text) }),
  }),
})

const StatusOut = Type.Object({
  node: Type.Object({
    status: Type.Enum(['online', 'offline'], { description: 'offline: too few members of the network are there' }),
    lastSeen: Type.String({ description: 'ISO 8601' }),
    metrics: Type.Object({
      cpu: Type.String({ description: 'percent in use' }),
      memory: Type.String({ description: 'percent in use' }),
      network: Type.String({ description: 'how many of the members are live' }),
    }),
  }),
  ipfs: Type.Object({
    connected: Type.Boolean(),
    peers: Type.Integer(),
    storage: Type.Object({ pinned: Type.Integer(), available: Text }),
  }),
})

const UtilityOut = Type.Object({ name: Text, id: Text, treasury: orNull(Text), decimals: Text })
const Token = Type.Object({
  name: Text,
  token_id: Text,
  treasury_account_id: orNull(Text),
  decimals: Type.Union([Text, Type.Integer()]),
})

export interface SmartNode {
  operator: Operator
  /** The mirror of the default chain. */
  mirror: PublicMirror | undefined
  monitor: Monitor
  content?: Content | undefined
  settings: Settings
  clock: Clock
}

export function smartNodeRoutes(http: Http, { operator, mirror, monitor, content, settings, clock }: SmartNode): void {
  const config = { access: 'public' } as const
  const tags = ['node']
  const cpu = cpuMeter()
  http.get(
    '/smart-node/identifier',
    {
      config,
      schema: {
        tags,
        summary: 'Get the identity of this node',
        errors: { 400: ['HOST_UNKNOWN'] },
        response: { 200: IdentifierOut },
      },
    },
    async (request) => ({
      accountId: operator.accountId,
      publicKey: keyToSdk(operator.publicKey).toString(),
      url: ownUrl(request, settings.PUBLIC_URL),
      nft: {
        id: settings.NODE_NFT ?? null,
        serialNumber: settings.NODE_NFT_SERIAL ?? null,
        name: settings.NODE_NAME,
        description: settings.NODE_DESCRIPTION,
        attributes: {
          tier: settings.NODE_TIER,
          region: settings.NODE_REGION,
          permissions: [...settings.NODE_PERMISSIONS],
        },
      },
    }),
  )
  http.get(
    '/smart-node/status',
    { config, schema: { tags, summary: 'Get the status of this node', response: { 200: StatusOut } } },
    async () => {
      const { live, members } = monitor.summary()
      return {
        node: {
          status: monitor.isOnline() ? ('online' as const) : ('offline' as const),
          lastSeen: new Date(clock.now()).toISOString(),
          metrics: {
            cpu: percent(cpu()),
            memory: percent(1 - freemem() / totalmem()),
            network: `${live}/${members}`,
          },
        },
        ipfs: (await content?.status()) ?? { connected: false, peers: 0, storage: { pinned: 0, available: '0' } },
      }
    },
  )
  http.get(
    '/smart-node/utilities',
    {
      config,
      schema: {
        tags,
        summary: "List the node's own tokens",
        description: 'Those of the setting UTILITY_TOKENS that the default chain has.',
        response: { 200: Type.Array(UtilityOut) },
      },
    },
    async () => {
      if (!mirror) return []
      const found = await Promise.all(settings.UTILITY_TOKENS.map((id) => utilityOf(mirror, id)))
      return found.filter((one) => one !== undefined)
    },
  )
}

/** Undefined if the default chain does not have the token. */
async function utilityOf(mirror: PublicMirror, id: string) {
  try {
    const token = shaped(Token, await mirror.get(`/tokens/${id}`), `/tokens/${id}`)
    const { name, token_id, treasury_account_id: treasury, decimals } = token
    return { name, id: token_id, treasury, decimals: String(decimals) }
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return undefined
    throw error
  }
}

const percent = (part: number): string => `${(100 * part).toFixed(1)}%`

/** Returns a meter. Each call returns the share (0 to 1) of all processors' time used since the call before. */
function cpuMeter(): () => number {
  const read = () => {
    const times = cpus().map((one) => one.times)
    const idle = times.reduce((sum, one) => sum + one.idle, 0)
    return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
  }
  let before = { idle: 0, all: 0 }
  return () => {
    const now = read()
    const all = now.all - before.all
    const used = all > 0 ? 1 - (now.idle - before.idle) / all : 0
    before = now
    return used
  }
}
