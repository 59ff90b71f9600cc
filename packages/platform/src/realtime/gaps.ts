/**
 * Detects that messages of other processes were lost, because Redis or PostgreSQL was down or a process died. Each
 * process numbers what it sends to the others, and repeats its last number in a beat.
 */
import type { ServerOptions } from 'socket.io'

export interface Gaps {
  /** Creates adapters whose messages are numbered. */
  create: NonNullable<ServerOptions['adapter']>
  /** Sends a beat, and returns whether messages may have been lost since the last call. Called every `BEAT_MS`. */
  check(): boolean
  /** Announces the end of this process, so that other processes do not take its silence for a loss. */
  end(): Promise<void>
}

export const BEAT_MS = 2000
/** A process that misses this many beats has died, or cannot reach this one. */
const SILENT_BEATS = 5
/** How many late messages of one process are remembered. If there are more, they count as lost immediately. */
const MOST_LATE = 1000

/** Socket.IO's types of messages that are sent in order: events, and rooms joined and left. */
const NUMBERED = new Set([3, 4, 5])
const BROADCAST = 3
/** A room without sockets: a process that does not know beats delivers them to nobody. */
const NO_ROOM = 'beat'

interface Numbered {
  number: number
  /** A beat repeats the number of the last message. The last beat of a process ends it. */
  kind: 'message' | 'beat' | 'end'
}
interface Message {
  uid: string
  nsp: string
  type: number
  data?: { quorate?: Numbered }
}
interface ClusterAdapter {
  uid: string
  nsp: { name: string }
  doPublish(message: Message): Promise<unknown>
  onMessage(message: Message, offset?: string): void
}

/** The state of another process's messages. */
interface Peer {
  last: number
  /**
   * Messages up to `last` that have not arrived, with the number of checks since: a large event may arrive after a
   * later one.
   */
  late: Map<number, number>
  silent: number
}

export function watchGaps(create: Gaps['create']): Gaps {
  const peers = new Map<string, Peer>()
  const senders: ((kind: 'beat' | 'end') => Promise<unknown>)[] = []
  let isLost = false

  function hear(uid: string, { number, kind }: Numbered): void {
    const from = kind === 'message' ? number - 1 : number
    const peer = peers.get(uid)
    if (!peer) {
      // The process may have sent the earlier messages before this one listened.
      if (from > 0) isLost = true
      if (kind !== 'end') peers.set(uid, { last: number, late: new Map(), silent: 0 })
      return
    }
    peer.silent = 0
    if (kind === 'message') peer.late.delete(number)
    if (from - peer.last > MOST_LATE) isLost = true
    else for (let missing = peer.last + 1; missing <= from; missing++) peer.late.set(missing, 0)
    peer.last = Math.max(peer.last, number)
    if (kind !== 'end') return
    if (peer.late.size > 0) isLost = true
    peers.delete(uid)
  }

  /** Whether the process is silent, or a message that was already late at the last check still has not arrived. */
  function hasLost(uid: string, peer: Peer): boolean {
    if (++peer.silent > SILENT_BEATS) return peers.delete(uid)
    let lost = peer.late.size > MOST_LATE
    for (const [number, checks] of peer.late) {
      if (checks > 0) lost = true
      peer.late.set(number, checks + 1)
    }
    if (lost) peer.late.clear()
    return lost
  }

  // A function that Socket.IO can call with `new`.
  const numbered: Gaps['create'] = function adapterOf(space: unknown) {
    const created = (create as (space: unknown) => unknown)(space)
    const adapter = created as ClusterAdapter
    // Nobody may connect to the root.
    if (adapter.nsp.name === '/') return created
    const publish = adapter.doPublish.bind(adapter)
    const receive = adapter.onMessage.bind(adapter)
    let last = 0
    adapter.doPublish = (message) => {
      if (NUMBERED.has(message.type) && message.data) message.data.quorate = { number: ++last, kind: 'message' }
      return publish(message)
    }
    adapter.onMessage = (message, offset) => {
      const sent = message.uid === adapter.uid ? undefined : message.data?.quorate
      if (sent) hear(message.uid, sent)
      if (!sent || sent.kind === 'message') receive(message, offset)
    }
    const send = (kind: 'beat' | 'end'): Promise<unknown> => {
      const packet = { type: 2, data: [NO_ROOM], nsp: adapter.nsp.name }
      const data = { packet, opts: { rooms: [NO_ROOM], except: [], flags: {} }, quorate: { number: last, kind } }
      return publish({ uid: adapter.uid, nsp: adapter.nsp.name, type: BROADCAST, data })
    }
    senders.push(oneAtATime(send))
    return created
  } as Gaps['create']

  return {
    create: numbered,
    check() {
      for (const send of senders) void send('beat')
      for (const [uid, peer] of peers) if (hasLost(uid, peer)) isLost = true
      const answer = isLost
      isLost = false
      return answer
    },
    async end() {
      await Promise.all(senders.map((send) => send('end')))
    },
  }
}

/** Beats don't wait for each other while the connection hangs. A lost beat is followed by another one. */
function oneAtATime(send: (kind: 'beat' | 'end') => Promise<unknown>) {
  let underWay = false
  return async (kind: 'beat' | 'end'): Promise<void> => {
    if (underWay && kind === 'beat') return
    underWay = true
    await send(kind).catch(() => {})
    underWay = false
  }
}
