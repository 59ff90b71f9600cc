import type { Http2Session } from 'node:http2'
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

/** The object that reads a socket: node:http2 takes it over, and offers no way to stop reading. */
interface Handle {
  readStart(): void
  readStop(): void
}

interface Connection {
  readonly address: string
  readonly handle: Handle
  /** Whether its latest read brought few calls. */
  isSparing: boolean
  /** The number of the event loop's turn in which it was read last, how many calls that brought, and what it was before. */
  turn: number
  calls: number
  wasSparing: boolean
  /** How many frames it brought that begin no call. */
  frames: number
}

interface Address {
  /** In the order in which they are read: those whose latest read brought few calls, and all others. */
  readonly sparing: Set<Connection>
  readonly others: Set<Connection>
  calls: number
}

export interface Intake {
  /** Registers a new connection. */
  add(session: Http2Session): void
  /** Begins a call of a connection when the call's turn has come. */
  begin(session: Http2Session, work: () => void): void
  /** Counts a frame that begins no call: many of them count as a call. */
  frame(session: Http2Session): void
  /**
   * Closes a connection that has sent what no client sends. This counts as so many calls that no connection is read until the next turn: the
   * frames that were read together with this one took time, too.
   */
  end(session: Http2Session): void
}

/**
 * Begins calls in turns, and reads connections only as fast as their calls begin: each call takes grpc-js a tenth of a millisecond, and
 * without this it would read at once what all connections send at once. When all were stopped, a few at a time are read again. Connections
 * whose latest read brought few calls are read first, until they have brought more calls than the others: a client that waits for each
 * answer does not wait for all calls of the others in between. Of either kind, addresses take turns, and so do the connections of each.
 * New ones, and those that brought calls, come last. Other frames take time, too: sixteen of them count as a call.
 */
export function createIntake(): Intake {
  const inTurn = createLoopTurns()
  const connections = new Map<Http2Session, Connection>()
  /** In the order in which they are read. */
  const addresses = new Map<string, Address>()
  /** Those that were stopped, and are read as soon as those before them were. */
  const stopped: Record<'sparing' | 'others', Connection[]> = { sparing: [], others: [] }
  /** By how many calls the sparing connections are ahead of the others. */
  let ahead = 0
  /** The number of the event loop's turn. */
  let turn = 1
  let isCounting = false
  let waiting = 0
  let isShut = false

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
    if (isShut) return
    const { sparing, others } = stopped
    const next = sparing.length > 0 && (ahead <= 0 || others.length === 0) ? sparing : others
    // While a write waits for its reader, node:http2 stops again after one read. Without it, such a connection might never be read again.
    for (const { handle } of next.splice(0, READ_AT_ONCE)) handle.readStart()
    if (sparing.length === 0) ahead = 0
    // By then they have been read.
    if (isReading()) setImmediate(readSome)
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
    const address = addresses.get(connection.address)
    address?.sparing.delete(connection)
    address?.others.delete(connection)
    if (address?.sparing.size === 0 && address.others.size === 0) addresses.delete(connection.address)
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
      const connection = { address: name, handle, isSparing: false, turn: 0, calls: 0, wasSparing: false, frames: 0 }
      const address = addresses.get(name) ?? { sparing: new Set(), others: new Set(), calls: 0 }
      addresses.set(name, address)
      address.others.add(connection)
      connections.set(session, connection)
      if (isShut || isReading()) handle.readStop()
      if (!isShut && isReading()) stopped.others.push(connection)
      session.once('close', () => forget(session, connection))
    },
    begin,
    frame(session) {
      const connection = connections.get(session)
      if (connection && ++connection.frames % FRAMES_OF_CALL === 0) begin(session, () => {})
    },
    end(session) {
      connections.get(session)?.handle.readStop()
      for (let calls = 0; calls < MAX_WAITING; calls++) begin(session, () => {})
      session.destroy()
    },
  }
}
