/**
 * The content nodes that share the database. Each records in a table that it runs and which addresses it listens on. It
 * permits only the peers in that table, and stays connected to them. So only a process that can write to the database
 * may ask this node for blocks.
 */
import { hostname } from 'node:os'
import type { Database, Events, Logger } from '@quorate/platform'
import type { StorageEvents } from '../model/events.ts'
import type { ContentNode } from '../nodes/node.ts'
import type { Settings } from '../settings.ts'
import { forgetNodes, type KnownNode, knownNodes, sayNode } from '../store/replicas.ts'
import type { Tables } from '../store/tables.ts'

export interface Members {
  /** This node's peer id; undefined for a Kubo node until it has answered. */
  id(): string | undefined
  /** The nodes that count, including this one, as the database has them now. */
  read(): Promise<KnownNode[]>
  /** Records that this node runs, and again every ten seconds. */
  start(): Promise<void>
  /** The listener is called when nodes were added or no longer count. */
  onChange(listener: () => void): void
  close(): Promise<void>
}

const BEAT_MS = 10_000
/** After this many consecutive failures to reach a node, the log says so. */
const UNREACHED_TIMES = 3

export async function createMembers(deps: {
  database: Database<Tables>
  events: Events<StorageEvents>
  node: ContentNode
  settings: Settings
  logger: Logger
  /** The folder that holds this node's blocks. */
  folder: string
  /** Ids of the peers that may connect to this process's node. The ids of members are added and removed. */
  knownPeers: Set<string>
}): Promise<Members> {
  const { database, events, node, settings, logger, folder, knownPeers } = deps
  const fromSettings = new Set(knownPeers)
  const members = new Set<string>()
  let changed = (): void => {}
  let id = peerOf(await node.addresses().catch(() => []))
  let addresses = ''
  let isFailing = false
  const connect = createConnect({ node, logger })
  let working: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function meet(): Promise<void> {
    const nodes = await knownNodes(database.read)
    const ids = new Set(nodes.map((one) => one.id))
    for (const one of ids) if (one !== id) knownPeers.add(one)
    for (const one of members) if (!ids.has(one) && !fromSettings.has(one)) knownPeers.delete(one)
    const isChanged = ids.symmetricDifference(members).size > 0
    members.clear()
    for (const one of ids) members.add(one)
    const others = nodes.filter((one) => one.isSeen && one.id !== id)
    await Promise.all(others.map(connect))
    if (isChanged) changed()
  }
  async function beat(): Promise<void> {
    const own = await node.addresses()
    const peer = peerOf(own)
    if (peer === undefined) return
    const isNews = !members.has(peer) || addresses !== own.join()
    id = peer
    addresses = own.join()
    const row = { id: peer, host: hostname(), folder, addresses: own, is_embedded: node.kind === 'helia' }
    await database.change((trx) => sayNode(trx, row))
    // After a database outage the other nodes record first that they run.
    if (!isFailing) await database.change(forgetNodes)
    if (isNews) events.emit('ipfs:node.started', { id: peer })
    await meet()
  }
  const inLine = (work: () => Promise<void>): Promise<void> => {
    working = working.then(work).then(
      () => {
        isFailing = false
      },
      (error) => {
        if (!isFailing) logger.warn({ err: error }, 'This content node could not record that it runs: trying again')
        isFailing = true
      },
    )
    return working
  }
  const told = (peer: string | undefined) => (peer === undefined || peer === id ? undefined : inLine(meet))
  const stops = settings.IPFS_PIN_BROADCAST
    ? [
        events.on('ipfs:node.started', (event) => told(event.id)),
        events.on('ipfs:pin.announced', (event) => {
          const peer = peerOf(event.addresses)
          return peer !== undefined && members.has(peer) ? undefined : told(peer)
        }),
      ]
    : []
  return {
    id: () => id,
    async read() {
      const nodes = await knownNodes(database.read)
      // This node is just starting, or the database was unavailable until the other nodes considered this one gone.
      if (nodes.some((one) => one.id === id)) return nodes
      await inLine(beat)
      return knownNodes(database.read)
    },
    async start() {
      if (!settings.IPFS_PIN_BROADCAST) return
      clearInterval(timer)
      timer = setInterval(() => void inLine(beat), BEAT_MS).unref()
      // The other nodes may have forgotten the addresses that they were sent before.
      addresses = ''
      await inLine(beat)
    },
    onChange(listener) {
      changed = listener
    },
    async close() {
      clearInterval(timer)
      for (const stop of stops) stop()
      await working
    },
  }
}

/** Returns a function that connects to a node. If that fails, the next beat tries again. */
function createConnect({ node, logger }: { node: ContentNode; logger: Logger }) {
  /** For each node, the number of failed connections since the last successful one. */
  const unreached = new Map<string, number>()
  return async function connect({ id: peer, host, addresses }: KnownNode): Promise<void> {
    try {
      await Promise.any(addresses.map((address) => node.meet(address)))
      unreached.delete(peer)
    } catch {
      const times = (unreached.get(peer) ?? 0) + 1
      unreached.set(peer, times)
      if (times !== UNREACHED_TIMES) return
      logger.warn({ addresses }, `The content node ${peer} on ${host} cannot be reached: check its IPFS_LISTEN`)
    }
  }
}

/** The id of a node, which is at the end of each of its addresses. */
const peerOf = (addresses: readonly string[]): string | undefined => addresses[0]?.split('/p2p/').at(-1)
