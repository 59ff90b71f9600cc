/**
 * Watches the network: probes the other members, keeps their standing, and reports whether the live ones reach the
 * threshold.
 */
import { randomBytes } from 'node:crypto'
import type { Operator } from '@quorate/ledger'
import { type Clock, type Events, type Logger, plainJson } from '@quorate/platform'
import { Compile } from 'typebox/compile'
import { Heartbeat, isGenuine, signHeartbeat } from './heartbeats.ts'
import type { Member, ReadMembers } from './members.ts'
import { afterProbe, agreementOf, type Standing, unknown } from './standing.ts'

export interface Threshold {
  live: number
  threshold: number
  members: number
  /** ISO 8601 */
  timestamp: string
}

/**
 * Emitted after every round, not only when the threshold is crossed. Events are not stored, so a late listener learns
 * the state from the next one.
 */
export interface NodeEvents {
  'smart_node.monitors.network_threshold_online': Threshold
  'smart_node.monitors.network_threshold_offline': Threshold
}

export interface MonitorOptions {
  operator: Operator
  /** The list may contain the node itself. */
  members: ReadMembers
  /** Milliseconds between probes. */
  intervalMs: number
  /** How many members must be live, including this node; a majority if absent. */
  threshold?: number | undefined
  events: Pick<Events<NodeEvents>, 'emit'>
  clock: Clock
  logger: Pick<Logger, 'warn'>
}

export type Monitor = ReturnType<typeof createMonitor>

const answerShape = Compile(Heartbeat)
/** The most bytes of an answer: larger than a heartbeat that lists a thousand members. */
const MAX_BYTES = 262_144

export function createMonitor(options: MonitorOptions) {
  const { operator, members, intervalMs, events, clock, logger } = options
  const self = operator.accountId
  /** Undefined until the list has been read for the first time. */
  let known: readonly Member[] | undefined
  const standings = new Map<string, Standing>()
  let online: boolean | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const others = (): readonly Member[] => known?.filter(({ walletId }) => walletId !== self) ?? []
  const size = (): number => others().length + 1
  const threshold = (): number => options.threshold ?? Math.floor(size() / 2) + 1
  const standing = (id: string): Standing => standings.get(id) ?? unknown
  const sees = (): Record<string, boolean> => ({
    [self]: true,
    ...Object.fromEntries(others().map(({ walletId }) => [walletId, standing(walletId).live])),
  })
  const live = (): number => 1 + others().filter(({ walletId }) => standing(walletId).live).length
  const isLive = (): boolean => known !== undefined && live() >= threshold()
  const heartbeat = (to: string, nonce: string): Heartbeat =>
    signHeartbeat(
      { from: self, to, nonce, timestamp: new Date(clock.now()).toISOString(), sees: sees() },
      operator.sign,
    )

  /**
   * How far (0 to 1) a member's view of the live members agrees with this node's; undefined without a genuine answer.
   */
  async function probe({ walletId, url, key }: Member): Promise<number | undefined> {
    const nonce = randomBytes(16).toString('hex')
    try {
      const asked = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(heartbeat(walletId, nonce)),
        signal: AbortSignal.timeout(Math.max(intervalMs, 1_000)),
      }
      const answer = await plainJson(new URL(`${url.replace(/\/$/, '')}/smart-node/heartbeat`), asked, MAX_BYTES)
      if (!answerShape.Check(answer)) return undefined
      const isTheirs = answer.from === walletId && answer.to === self && answer.nonce === nonce
      if (!isTheirs || !isGenuine(answer, key, clock.now())) return undefined
      return agreementOf(sees(), answer.sees, [self, walletId])
    } catch {
      return undefined
    }
  }

  async function look(): Promise<void> {
    try {
      known = await members()
    } catch (error) {
      logger.warn({ err: error }, 'the list of the members cannot be read now: going on with the last one')
      return
    }
    const ids = new Set(known.map(({ walletId }) => walletId))
    for (const id of standings.keys()) if (!ids.has(id)) standings.delete(id)
  }

  function tell(): void {
    if (known === undefined) return
    online = isLive()
    events.emit(`smart_node.monitors.network_threshold_${online ? 'online' : 'offline'}`, {
      live: live(),
      threshold: threshold(),
      members: size(),
      timestamp: new Date(clock.now()).toISOString(),
    })
  }

  async function round(): Promise<void> {
    await look()
    const found = await Promise.all(others().map(async (member) => [member.walletId, await probe(member)] as const))
    for (const [id, agreement] of found) {
      const before = standing(id)
      const after = afterProbe(before, agreement, clock.now())
      standings.set(id, after)
      if (before.live && !after.live) logger.warn({ node: id }, `the node ${id} does not answer any more`)
    }
    tell()
  }

  const next = (): void => {
    if (!stopped) timer = setTimeout(() => void round().finally(next), intervalMs).unref()
  }

  return {
    /** Probes now and then at every interval. */
    async start(): Promise<void> {
      await round()
      next()
    },
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
    standing,
    /** The node's own entry in the list; undefined if the list does not name the node. */
    own: (): Member | undefined => known?.find(({ walletId }) => walletId === self),
    others,
    isOnline: (): boolean => online ?? isLive(),
    summary: () => ({ live: live(), members: size() }),
    /** The answer to a heartbeat; undefined unless it is a genuine one from another member to this node. */
    answer(asked: Heartbeat): Heartbeat | undefined {
      const member = others().find(({ walletId }) => walletId === asked.from)
      if (!member || asked.to !== self || !isGenuine(asked, member.key, clock.now())) return undefined
      return heartbeat(asked.from, asked.nonce)
    },
  }
}
