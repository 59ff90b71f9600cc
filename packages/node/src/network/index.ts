/** The network of nodes (`GET /smart-node/network`). */
import type { Mirror, Operator } from '@quorate/ledger'
import { type Clock, type Events, forbidden, type Http } from '@quorate/platform'
import { Type } from 'typebox'
import { orNull } from '../answers/mirror.ts'
import type { HeldKey } from '../model/shared-key/held-key.ts'
import { Heartbeat } from './heartbeats.ts'
import { type Member, membersFrom } from './members.ts'
import { createMonitor, type Monitor, type NodeEvents } from './monitor.ts'

const Text = Type.String()
const MemberOut = Type.Object({
  membership: Type.Object({
    walletId: Text,
    operator: Type.Object({ id: Text, name: Text }),
    status: Type.Enum(['ACTIVE', 'INACTIVE'], { description: 'INACTIVE: it does not answer heartbeats' }),
    details: Type.Object({ metadata: Type.Object({ name: Text, description: Text }) }),
  }),
  trustScore: Type.Object({
    score: Type.Number({ minimum: 0, maximum: 100 }),
    timestamp: orNull(
      Type.String({ description: 'ISO 8601, of the last heartbeat that was answered; null before the first' }),
    ),
  }),
  type: Text,
  clusters: Type.Array(Type.Object({ id: Text, name: Text, nodes: Type.Array(Text) })),
  dkgId: orNull(Text),
})

export interface NetworkSettings {
  NETWORK_MEMBERS?: string | undefined
  NETWORK_TOPIC?: string | undefined
  NETWORK_PUBLISHER?: string | undefined
  NETWORK_HEARTBEAT: number
  NETWORK_THRESHOLD?: number | undefined
  NODE_NAME: string
  NODE_DESCRIPTION: string
}

export interface NetworkOptions {
  http: Http
  operator: Operator
  /** The chain of NETWORK_TOPIC. */
  chain: string
  mirror: Mirror
  settings: NetworkSettings
  events: Pick<Events<NodeEvents>, 'emit'>
  clock: Clock
  /** The shared key of the network, if this node knows one. */
  keyHeld?: () => HeldKey | undefined
}

/**
 * Watches the other members from the moment that `http` listens until it closes.
 * @throws ConfigError for an unusable list
 */
export function networkOfNodes(options: NetworkOptions): Monitor {
  const { http, operator, chain, mirror, settings, events, clock, keyHeld = () => undefined } = options
  const monitor = createMonitor({
    operator,
    members: membersFrom(settings, { chain, mirror }),
    intervalMs: settings.NETWORK_HEARTBEAT,
    threshold: settings.NETWORK_THRESHOLD,
    events,
    clock,
    logger: http.log as never,
  })
  http.addHook('onListen', async () => void monitor.start())
  http.addHook('onClose', async () => monitor.stop())

  const ownView = () => {
    const named = { walletId: operator.accountId, name: settings.NODE_NAME, description: settings.NODE_DESCRIPTION }
    return view(withDkg({ ...named, ...monitor.own() }), 'ACTIVE', 100, clock.now())
  }
  /**
   * A member that has a share of the key known to this node is shown with that key's dkgId, even if the list says
   * otherwise.
   */
  const withDkg = (member: Shown): Shown => {
    const key = keyHeld()?.key
    return key?.members.some(({ id }) => id === member.walletId) ? { ...member, dkgId: key.dkgId } : member
  }
  http.get(
    '/smart-node/network',
    {
      config: { access: 'public' },
      schema: {
        tags: ['node'],
        summary: 'List the nodes of the network',
        description: 'This node first, each with a trust score.',
        response: { 200: Type.Array(MemberOut) },
      },
    },
    async () => [
      ownView(),
      ...monitor.others().map((member) => {
        const { live, score, answeredAt } = monitor.standing(member.walletId)
        return view(withDkg(member), live ? 'ACTIVE' : 'INACTIVE', score ?? 0, answeredAt)
      }),
    ],
  )
  http.post(
    '/smart-node/heartbeat',
    {
      config: { access: 'public' },
      schema: {
        tags: ['node'],
        summary: 'Exchange heartbeats with another node',
        description: 'For nodes of the network: the heartbeat must be signed by a member.',
        body: Heartbeat,
        errors: { 403: ['NOT_A_MEMBER'] },
        response: { 200: Heartbeat },
      },
    },
    async ({ body }) => {
      const answer = monitor.answer(body)
      if (answer) return answer
      throw forbidden(
        'NOT_A_MEMBER',
        `${body.from} did not sign this heartbeat for this node in the last minute, or is not a member`,
      )
    },
  )
  return monitor
}

type Shown = Partial<Omit<Member, 'key'>> & { walletId: string }

const view = (member: Shown, status: 'ACTIVE' | 'INACTIVE', score: number, answeredAt: number | undefined) => ({
  membership: {
    walletId: member.walletId,
    operator: member.operator ?? { id: member.walletId, name: member.name ?? member.walletId },
    status,
    details: { metadata: { name: member.name ?? member.walletId, description: member.description ?? '' } },
  },
  trustScore: {
    score: Math.round(score * 10) / 10,
    timestamp: answeredAt === undefined ? null : new Date(answeredAt).toISOString(),
  },
  type: member.type ?? 'node',
  clusters: member.clusters ?? [],
  dkgId: member.dkgId ?? null,
})
