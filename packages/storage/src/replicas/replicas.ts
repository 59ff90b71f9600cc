/**
 * Content counts as pinned only when `CONTENT_REPLICAS` nodes have it. The node that stores it asks others to copy it,
 * and waits until enough of them have recorded in the database that they have it.
 */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, ConfigError, type Database, type Events, type Logger } from '@quorate/platform'
import type { CID } from 'multiformats/cid'
import { tooFewReplicas } from '../errors.ts'
import { cidText } from '../identifier/identifier.ts'
import type { StorageEvents } from '../model/events.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Settings } from '../settings.ts'
import { addReplica, countReplicas, holdersOf, type KnownNode, knownNodes } from '../store/replicas.ts'
import type { Tables, Trx } from '../store/tables.ts'
import type { Members } from './members.ts'

export interface Replicas {
  /**
   * Resolves when enough nodes have the content. All of it must be stored here before.
   * @throws 503 `TOO_FEW_REPLICAS` immediately if too few nodes are available, or if too few have it after
   * `IPFS_TIMEOUT`
   */
  ensure(cid: CID): Promise<void>
  /**
   * Call this first in the database transaction that sets a pin to `pinned`. If content needs more than one replica, it
   * takes the lock that unpinning takes, so the content's last pin cannot be removed until the transaction ends.
   * @throws 503 `TOO_FEW_REPLICAS`
   */
  assertEnough(trx: Trx, cid: string): Promise<void>
  /** How many nodes must have content, and the nodes to choose from. */
  wanted(): Promise<{ count: number; nodes: KnownNode[] }>
}

/**
 * The next node is requested to copy after this many milliseconds, or after a quarter of `IPFS_TIMEOUT` if that is
 * less.
 */
const ASK_AGAIN_MS = 3000

/** @throws ConfigError if other settings leave no nodes that could copy from each other */
export function assertReplicable({ CONTENT_REPLICAS: count = 1, IPFS_PIN_BROADCAST, IPFS_NODE_URL }: Settings): void {
  if (count === 1) return
  if (!IPFS_PIN_BROADCAST)
    throw new ConfigError(`CONTENT_REPLICAS is ${count} and IPFS_PIN_BROADCAST false: nodes would not know each other`)
  if (IPFS_NODE_URL)
    throw new ConfigError(
      `CONTENT_REPLICAS is ${count} and IPFS_NODE_URL is set: a Kubo node's own cluster decides how many copies it keeps`,
    )
}

export function createReplicas(deps: {
  database: Database<Tables>
  events: Events<StorageEvents>
  node: ContentNode
  settings: Settings
  clock: Clock
  logger: Logger
  members: Members
  /** Whether other processes may use the database, too. */
  isShared: boolean
}): Replicas {
  const { database, events, node, settings, clock, logger, members, isShared } = deps
  const fixed = settings.CONTENT_REPLICAS
  // An embedded database may name a node that it was copied from, for example when a backup is tried. By default
  // nothing waits for that node.
  const isAlone =
    node.kind !== 'helia' || !settings.IPFS_PIN_BROADCAST || fixed === 1 || (fixed === undefined && !isShared)
  const countFor = (nodes: KnownNode[]): number => fixed ?? (nodes.length > 1 ? 2 : 1)

  async function wanted(read = members.read) {
    if (isAlone) return { count: 1, nodes: [] }
    const nodes = (await read()).filter((one) => one.is_embedded)
    return { count: countFor(nodes), nodes }
  }

  const askAgainMs = Math.min(ASK_AGAIN_MS, settings.IPFS_TIMEOUT / 4)

  return {
    wanted: () => wanted(),
    async ensure(cid) {
      const text = cidText(cid)
      const until = performance.now() + settings.IPFS_TIMEOUT
      for (let more = 0; ; more++) {
        const { count, nodes } = await wanted()
        const own = members.id()
        if (count === 1 || own === undefined) return
        const come = new AbortController()
        const stop = events.on('ipfs:replicated', (event) => void (event.cid === text && come.abort()))
        try {
          await database.change((trx) => addReplica(trx, text, own, new Date(clock.now())))
          const holders = (await holdersOf(database.read, [text])).get(text) ?? []
          const missing = count - holders.length
          if (missing <= 0) return
          const able = ranked(text, nodes).filter((one) => one.isSeen && !holders.includes(one.id))
          const left = until - performance.now()
          if (able.length < missing || left <= 0) {
            const silent = nodes.filter((one) => !holders.includes(one.id)).map(({ id, host }) => `${id} on ${host}`)
            logger.warn(
              { cid: text, holders, silent },
              `Too few nodes have ${text}: ${silent.join(', ') || 'no other'}`,
            )
            throw tooFewReplicas(count, holders.length)
          }
          events.emit('ipfs:replicate', { cid: text, nodes: able.slice(0, missing + more).map(({ id }) => id) })
          await delay(Math.min(askAgainMs, left), undefined, { signal: come.signal }).catch(() => {})
        } finally {
          stop()
        }
      }
    },
    async assertEnough(trx, cid) {
      const { count } = await wanted(() => knownNodes(trx))
      if (count === 1) return
      const holding = await countReplicas(trx, cid)
      if (holding < count) throw tooFewReplicas(count, holding)
    },
  }
}

/** Nodes in an order that differs between contents and is the same on every node (rendezvous hashing). */
export function ranked(cid: string, nodes: readonly KnownNode[]): KnownNode[] {
  const ranks = nodes.map((node) => ({ node, rank: createHash('sha256').update(`${node.id} ${cid}`).digest('hex') }))
  return ranks.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ node }) => node)
}
