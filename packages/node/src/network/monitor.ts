/**
 * Watches the network: probes the other members, tracks their standing, and reports whether enough of them are live.
 */
import { randomBytes } from 'node:crypto'
import type { Operator } from '@quorate/ledger'
import { type Clock, type Events, type Logger, plainJson } from '@quorate/platform'
import { Compile } from 'typebox/compile'
import { agreementOf } from '../model/standing.ts'
import { Heartbeat, isGenuine, signHeartbeat } from './heartbeats.ts'
import { createLiveMembers, type LiveMembers } from './live-members.ts'
import type { Member, ReadMembers } from './members.ts'

export interface Threshold {
  live: number
  threshold: number
  members: number
  /** ISO 8601 */
  timestamp: string
}

/**
 * Emitted after every round, not only when the state changes. Events are not stored, so a listener that connects late
 * learns the state from the next event.
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
/** The largest answer, in bytes. A heartbeat that lists a thousand members is smaller. */
const MAX_BYTES = 262_144

interface State {
  live: LiveMembers
  /** The state that was last reported; undefined before the first report. */
  online: boolean | undefined
}

export function createMonitor(options: MonitorOptions) {
  const { operator, intervalMs, clock } = options
  const self = operator.accountId
  const live = createLiveMembers(self, options.threshold)
  const state: State = { live, online: undefined }
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const next = (): void => {
    if (!stopped) timer = setTimeout(() => void round(options, state).finally(next), intervalMs).unref()
  }
  return {
    /** Probes now and then at every interval. */
    async start(): Promise<void> {
      await round(options, state)
      next()
    },
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
    standing: live.standing,
    own: live.own,
    others: live.others,
    isOnline: (): boolean => state.online ?? live.isLive(),
    summary: () => {
      const { live: count, members } = live.counts()
      return { live: count, members }
    },
    /**
     * The answer to a heartbeat; undefined unless the heartbeat is genuine and was sent by another member to this node.
     */
    answer(asked: Heartbeat): Heartbeat | undefined {
      const member = live.others().find(({ walletId }) => walletId === asked.from)
      if (!member || asked.to !== self || !isGenuine(asked, member.key, clock.now())) return undefined
      return heartbeat(options, live, { to: asked.from, nonce: asked.nonce })
    },
  }
}

async function round(options: MonitorOptions, state: State): Promise<void> {
  const { members, clock, logger } = options
  const { live } = state
  try {
    live.replace(await members())
  } catch (error) {
    logger.warn({ err: error }, 'the list of members cannot be read now: using the last one')
  }
  const found = await Promise.all(
    live.others().map(async (member) => [member.walletId, await probe(options, live, member)] as const),
  )
  for (const [id, agreement] of found)
    if (live.probed(id, agreement, clock.now())) logger.warn({ node: id }, `the node ${id} no longer answers`)
  tell(options, state)
}

function tell({ events, clock }: MonitorOptions, state: State): void {
  const { live } = state
  if (!live.isKnown()) return
  state.online = live.isLive()
  events.emit(`smart_node.monitors.network_threshold_${state.online ? 'online' : 'offline'}`, {
    ...live.counts(),
    timestamp: new Date(clock.now()).toISOString(),
  })
}

/** How far (0 to 1) a member's view of who is live agrees with this node's; undefined without a genuine answer. */
async function probe(
  options: MonitorOptions,
  live: LiveMembers,
  { walletId, url, key }: Member,
): Promise<number | undefined> {
  const self = options.operator.accountId
  const nonce = randomBytes(16).toString('hex')
  try {
    const asked = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(heartbeat(options, live, { to: walletId, nonce })),
      signal: AbortSignal.timeout(Math.max(options.intervalMs, 1_000)),
    }
    const answer = await plainJson(new URL(`${url.replace(/\/$/, '')}/smart-node/heartbeat`), asked, MAX_BYTES)
    if (!answerShape.Check(answer)) return undefined
    const isTheirs = answer.from === walletId && answer.to === self && answer.nonce === nonce
    if (!isTheirs || !isGenuine(answer, key, options.clock.now())) return undefined
    return agreementOf(live.sees(), answer.sees, [self, walletId])
  } catch {
    return undefined
  }
}

const heartbeat = (
  { operator, clock }: MonitorOptions,
  live: LiveMembers,
  { to, nonce }: { to: string; nonce: string },
): Heartbeat =>
  signHeartbeat(
    { from: operator.accountId, to, nonce, timestamp: new Date(clock.now()).toISOString(), sees: live.sees() },
    operator.sign,
  )
