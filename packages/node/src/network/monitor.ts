/** Watches the network: probes the other members, keeps their standing, and says when enough are there or no longer. */
import { randomBytes } from 'node:crypto'
import type { Operator } from '@quorate/ledger'
import type { Clock, Events, Logger } from '@quorate/platform'
import { Compile } from 'typebox/compile'
import { Heartbeat, isGenuine, signHeartbeat } from './heartbeats.ts'
import type { Member } from './members.ts'
import { afterProbe, agreementOf, type Standing, unknown } from './standing.ts'

export interface Threshold {
  live: number
  threshold: number
  members: number
  /** ISO 8601 */
  timestamp: string
}

/** Emitted when the number of live members crosses the threshold, and once at the start. */
export interface NodeEvents {
  'smart_node.monitors.network_threshold_online': Threshold
  'smart_node.monitors.network_threshold_offline': Threshold
}

export interface MonitorOptions {
  operator: Operator
  /** The node itself may be one of them. */
  members: readonly Member[]
  /** Milliseconds between probes. */
  intervalMs: number
  /** Of live members, the node itself included; the majority if absent. */
  threshold?: number | undefined
  events: Pick<Events<NodeEvents>, 'emit'>
  clock: Clock
  logger: Pick<Logger, 'warn'>
}

export type Monitor = ReturnType<typeof createMonitor>

const answerShape = Compile(Heartbeat)

export function createMonitor(options: MonitorOptions) {
  const { operator, members, intervalMs, events, clock, logger } = options
  const self = operator.accountId
  const others = members.filter(({ walletId }) => walletId !== self)
  const size = others.length + 1
  const threshold = options.threshold ?? Math.floor(size / 2) + 1
  const standings = new Map<string, Standing>(others.map(({ walletId }) => [walletId, unknown]))
  let online: boolean | undefined
  let timer: NodeJS.Timeout | undefined

  const standing = (id: string): Standing => standings.get(id) ?? unknown
  const sees = (): Record<string, boolean> => ({
    [self]: true,
    ...Object.fromEntries(others.map(({ walletId }) => [walletId, standing(walletId).live])),
  })
  const live = (): number => 1 + others.filter(({ walletId }) => standing(walletId).live).length
  const heartbeat = (to: string, nonce: string): Heartbeat =>
    signHeartbeat(
      { from: self, to, nonce, timestamp: new Date(clock.now()).toISOString(), sees: sees() },
      operator.sign,
    )

  /** How far it agrees with us; undefined if it gave no genuine answer. */
  async function probe({ walletId, url, key }: Member): Promise<number | undefined> {
    const nonce = randomBytes(16).toString('hex')
    try {
      const response = await fetch(`${url.replace(/\/$/, '')}/smart-node/heartbeat`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(heartbeat(walletId, nonce)),
        signal: AbortSignal.timeout(Math.max(intervalMs, 1_000)),
      })
      const answer: unknown = await response.json()
      if (!answerShape.Check(answer)) return undefined
      const isTheirs = answer.from === walletId && answer.to === self && answer.nonce === nonce
      if (!isTheirs || !isGenuine(answer, key, clock.now())) return undefined
      return agreementOf(sees(), answer.sees, [self, walletId])
    } catch {
      return undefined
    }
  }

  function tell(): void {
    const isOnline = live() >= threshold
    if (isOnline === online) return
    online = isOnline
    events.emit(`smart_node.monitors.network_threshold_${isOnline ? 'online' : 'offline'}`, {
      live: live(),
      threshold,
      members: size,
      timestamp: new Date(clock.now()).toISOString(),
    })
  }

  async function round(): Promise<void> {
    const found = await Promise.all(others.map(async (member) => [member.walletId, await probe(member)] as const))
    for (const [id, agreement] of found) {
      const before = standing(id)
      const after = afterProbe(before, agreement, clock.now())
      standings.set(id, after)
      if (before.live && !after.live) logger.warn({ node: id }, `the node ${id} does not answer any more`)
    }
    tell()
  }

  const next = (): void => {
    timer = setTimeout(() => void round().finally(() => timer && next()), intervalMs).unref()
  }

  return {
    /** Probes now, and then at every interval. */
    async start(): Promise<void> {
      await round()
      if (others.length > 0) next()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
    standing,
    others,
    isOnline: (): boolean => online ?? live() >= threshold,
    summary: () => ({ live: live(), members: size }),
    /** The answer to a member's heartbeat; undefined if it is not one's. */
    answer(asked: Heartbeat): Heartbeat | undefined {
      const member = others.find(({ walletId }) => walletId === asked.from)
      if (!member || asked.to !== self || !isGenuine(asked, member.key, clock.now())) return undefined
      return heartbeat(asked.from, asked.nonce)
    },
  }
}
