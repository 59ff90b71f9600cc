import type { Http2Session } from 'node:http2'
import { limits } from '../limits.ts'
import { createLoopTurns } from './event-loop-turns.ts'
import { networkOf } from './places.ts'

/** When so many calls wait to begin, no connection is read until all of them have begun. */
const MAX_WAITING = 100
/** So many connections are read in one turn of the event loop, after all were stopped. */
const READ_AT_ONCE = 8
/** So many calls in one read are few. After as many of one address, others go before it. */
const FEW_CALLS = 16
/** So many frames that begin no call take about as much time as a call. */
const FRAMES_OF_CALL = 16
/** So many bytes of frames that reach no JavaScript may take as much time as a call. */
const BYTES_OF_CALL = 1024
/**
 * So many bytes at most may come that nobody has heard of, because of calls that are over and answers that were sent.
 */
const MAX_EXCUSED = 8_388_608
/** So many times more bytes may be unknown while a write waits for its reader. */
const UNREAD_FACTOR = 8
/** How often all connections are looked at for such bytes. */
const LOOK_MS = 50
/** The head of a frame. */
const HEAD_BYTES = 9
const PING_BYTES = 8

/** Whether a session ends because its client broke the protocol. */
const isFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_HTTP2')

/** The object that reads a socket: node:http2 takes it over, and offers no way to stop reading. */
interface Handle {
  readonly bytesRead: number
  readonly bytesWritten: number
  /** Bytes that wait for their reader. */
  readonly writeQueueSize: number
  readStart(): void
  readStop(): void
}

interface Connection {
  readonly session: Http2Session
  readonly address: string
  readonly handle: Handle
  /** Whether its latest read brought few calls. */
  isSparing: boolean
  /**
   * The number of the event loop's turn in which it was read last, how many calls that brought, and what it was before.
   */
  turn: number
  calls: number
  wasSparing: boolean
  /** How many frames it brought that begin no call. */
  frames: number
  /**
   * How many of its bytes are known to JavaScript, how many others may come, and how many came and were counted as
   * calls.
   */
  known: number
  excused: number
  counted: number
}

interface Address {
  /** In the order in which they are read: those whose latest read brought few calls, and all others. */
  readonly sparing: Set<Connection>
  readonly others: Set<Connection>
  calls: number
}

export interface ReadScheduler {
  /** Registers a new connection. */
  add(session: Http2Session): void
  /** Begins a call of a connection when the call's turn has come. */
  begin(session: Http2Session, work: () => void): void
  /** Counts a frame with so many bytes that begins no call: many of them count as a call. */
  frame(session: Http2Session, bytes: number): void
  /** Tells of so many bytes of a connection that have come. */
  know(session: Http2Session, bytes: number): void
  /** Tells of so many bytes that an honest client may send, though nobody will hear of them. */
  excuse(session: Http2Session, bytes: number): void
  /**
   * Closes a connection that has sent what no client sends. This counts as so many calls that no connection is read
   * until the next turn: the frames that were read together with this one took time, too.
   */
  end(session: Http2Session): void
}

/**
 * Begins calls in turns, and reads connections only as fast as their calls begin: each call takes grpc-js a tenth of a
 * millisecond, and without this it would read at once what all connections send at once. When all were stopped, a few
 * at a time are read again. Connections whose latest read brought few calls are read first, until they have brought
 * more calls than the others: a client that waits for each answer does not wait for all calls of the others in between.
 * Of either kind, addresses take turns, and so do the connections of each. New ones, and those that brought calls, come
 * last. Other frames take time, too: sixteen of them count as a call.
 *
 * node:http2 takes many frames without telling JavaScript: what sets windows and priorities, headers of calls that it
 * resets, data of calls that are over. Therefore the bytes that a connection has sent are compared with those that are
 * known. Each kibibyte more counts as a call, and a connection with many of them is ended.
 */
export function createReadScheduler(): ReadScheduler {
  const inTurn = createLoopTurns()
  const connections = new Map<Http2Session, Connection>()
  /** In the order in which they are read. */
  const addresses = new Map<string, Address>()
  /** Those that were stopped, and are read as soon as those before them were. */
  const stopped: Record<'sparing' | 'others', Connection[]> = { sparing: [], others: [] }
  /** Those that are read in this turn of the event loop, after all were stopped. */
  let beingRead: Connection[] = []
  /** By how many calls the sparing connections are ahead of the others. */
  let ahead = 0
  /** The number of the event loop's turn. */
  let turn = 1
  let isCounting = false
  let waiting = 0
  let isShut = false
  let looking: NodeJS.Timeout | undefined

  function shut(): void {
    isShut = true
    for (const { handle } of connections.values()) handle.readStop()
  }
  function open(): void {
    if (!isShut || waiting > 0) return
    isShut = false
    stopped.sparing = inOrder('sparing')
    stopped.others = inOrder('others')
    readSome()
  }
  const isReading = (): boolean => stopped.sparing.length + stopped.others.length > 0
  function readSome(): void {
    beingRead.splice(0).forEach(look)
    if (isShut) return
    const { sparing, others } = stopped
    const next = sparing.length > 0 && (ahead <= 0 || others.length === 0) ? sparing : others
    // While a write waits for its reader, node:http2 stops again after one read. Without it, such a connection might
    // never be read again.
    beingRead = next.splice(0, READ_AT_ONCE)
    for (const { handle } of beingRead) handle.readStart()
    if (sparing.length === 0) ahead = 0
    // By then they have been read.
    if (beingRead.length > 0) setImmediate(readSome)
  }
  /** Counts bytes of a connection that nobody has heard of as calls, or ends it for them. */
  function look(connection: Connection): void {
    const { session, handle } = connection
    if (!connections.has(session)) return
    // Half as much as was written, because clients tell that they take what they are sent.
    const unknown = handle.bytesRead - connection.known - handle.bytesWritten / 2
    // What an honest client may send comes soon, or never: nobody saves it up.
    connection.excused = Math.min(connection.excused, unknown + MAX_EXCUSED)
    // While a write waits for its reader, node:http2 keeps what it reads for later.
    const most = limits.maxUnknownBytes.value * (handle.writeQueueSize > 0 ? UNREAD_FACTOR : 1)
    if (unknown - connection.excused > most) {
      end(session)
      return
    }
    const calls = Math.floor((unknown - connection.counted) / BYTES_OF_CALL)
    if (calls <= 0) return
    connection.counted += calls * BYTES_OF_CALL
    for (let call = 0; call < Math.min(calls, MAX_WAITING); call++) begin(session, () => {})
  }
  function end(session: Http2Session): void {
    stopForNow(session)
    session.destroy()
  }
  function stopForNow(session: Http2Session): void {
    connections.get(session)?.handle.readStop()
    for (let calls = 0; calls < MAX_WAITING; calls++) begin(session, () => {})
  }
  /**
   * node:http2 destroys a session within the read that brings a fault, and makes an error for each further one in it.
   * It emits the first of them only when the socket has closed: until then, other connections would be read.
   */
  function stopAtFaults(session: Http2Session): void {
    const destroy = session.destroy.bind(session)
    session.destroy = (error, code) => {
      if (!session.destroyed && isFault(error)) stopForNow(session)
      destroy(error, code)
    }
  }
  /** The first connection of each address, then the second of each, and so on. */
  function inOrder(kind: 'sparing' | 'others'): Connection[] {
    const places = [...addresses.values()].flatMap((address) =>
      [...address[kind]].map((connection, place) => ({ connection, place })),
    )
    return places.sort((a, b) => a.place - b.place).map(({ connection }) => connection)
  }
  function count(connection: Connection): void {
    const { address: name } = connection
    const address = addresses.get(name)
    if (!address) return
    startTurn()
    if (connection.turn !== turn) {
      Object.assign(connection, { turn, calls: 0, wasSparing: connection.isSparing })
      putLast(connection, address, true)
    }
    ahead += connection.wasSparing ? 1 : -1
    if (++connection.calls === FEW_CALLS + 1) putLast(connection, address, false)
    if (++address.calls % FEW_CALLS === 0) {
      addresses.delete(name)
      addresses.set(name, address)
    }
  }
  /** Numbers the turns of the event loop in which calls come: a connection is read once in each. */
  function startTurn(): void {
    if (isCounting) return
    isCounting = true
    turn++
    setImmediate(() => {
      isCounting = false
    })
  }
  function putLast(connection: Connection, { sparing, others }: Address, isSparing: boolean): void {
    sparing.delete(connection)
    others.delete(connection)
    connection.isSparing = isSparing
    const kind = isSparing ? sparing : others
    kind.add(connection)
  }
  function forget(session: Http2Session, connection: Connection): void {
    connections.delete(session)
    if (connections.size === 0) {
      clearInterval(looking)
      looking = undefined
    }
    const address = addresses.get(connection.address)
    address?.sparing.delete(connection)
    address?.others.delete(connection)
    if (address?.sparing.size === 0 && address.others.size === 0) addresses.delete(connection.address)
  }
  function know(session: Http2Session, bytes: number): void {
    const connection = connections.get(session)
    if (connection) connection.known += bytes
  }
  function frame(session: Http2Session, bytes: number): void {
    const connection = connections.get(session)
    if (!connection) return
    connection.known += HEAD_BYTES + bytes
    if (++connection.frames % FRAMES_OF_CALL === 0) begin(session, () => {})
  }
  function begin(session: Http2Session, work: () => void): void {
    const connection = connections.get(session)
    if (connection) count(connection)
    if (++waiting >= MAX_WAITING && !isShut) shut()
    // node:http2 has gone on to read it after a write.
    else if (isShut) connection?.handle.readStop()
    inTurn(() => {
      if (--waiting === 0 && isShut) setImmediate(open)
      work()
    })
  }

  return {
    add(session) {
      const handle = Reflect.get(session.socket, '_handle') as Handle | null
      if (!handle) return
      const name = networkOf(session.socket.remoteAddress ?? '')
      const read = { isSparing: false, turn: 0, calls: 0, wasSparing: false, frames: 0 }
      const connection = { session, address: name, handle, ...read, known: 0, excused: 0, counted: 0 }
      const address = addresses.get(name) ?? { sparing: new Set(), others: new Set(), calls: 0 }
      addresses.set(name, address)
      address.others.add(connection)
      connections.set(session, connection)
      if (isShut || isReading()) handle.readStop()
      if (!isShut && isReading()) stopped.others.push(connection)
      session.on('ping', () => frame(session, PING_BYTES))
      stopAtFaults(session)
      session.once('close', () => forget(session, connection))
      looking ??= setInterval(() => [...connections.values()].forEach(look), LOOK_MS).unref()
    },
    begin,
    frame,
    know,
    excuse(session, bytes) {
      const connection = connections.get(session)
      if (connection) connection.excused += bytes
    },
    end,
  }
}
