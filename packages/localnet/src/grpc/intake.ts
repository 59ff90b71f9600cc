import type { Http2Session } from 'node:http2'
import { createLoopTurns } from './event-loop-turns.ts'
import { networkOf } from './places.ts'

/** When so many calls wait to begin, no connection is read until all of them have begun. */
const MAX_WAITING = 100
/** So many connections are read in one turn of the event loop, after all were stopped. */
const READ_AT_ONCE = 8
/** After so many calls others of its kind go before a connection or an address. */
const CALLS_OF_TURN = 16

/** The object that reads a socket: node:http2 takes it over, and offers no way to stop reading. */
interface Handle {
  readStart(): void
  readStop(): void
}

interface Connection {
  readonly address: string
  readonly handle: Handle
  calls: number
}

interface Address {
  /** In the order in which they are read. */
  readonly connections: Set<Connection>
  calls: number
}

export interface Intake {
  /** Registers a new connection. */
  add(session: Http2Session): void
  /** Begins a call of a connection when the call's turn has come. */
  begin(session: Http2Session, work: () => void): void
}

/**
 * Begins calls in turns, and reads connections only as fast as their calls begin: each call takes grpc-js a tenth of a millisecond, and
 * without this it would read at once what all connections send at once. When all were stopped, a few at a time are read again: addresses
 * take turns, and so do the connections of each. New ones, and those that brought calls, come last.
 */
export function createIntake(): Intake {
  const inTurn = createLoopTurns()
  const connections = new Map<Http2Session, Connection>()
  /** In the order in which they are read. */
  const addresses = new Map<string, Address>()
  /** Those that were stopped, and are read as soon as those before them were. */
  let stopped: Connection[] = []
  let waiting = 0
  let isShut = false

  function shut(): void {
    isShut = true
    for (const { handle } of connections.values()) handle.readStop()
  }
  function open(): void {
    if (!isShut || waiting > 0) return
    isShut = false
    stopped = inOrder()
    readSome()
  }
  function readSome(): void {
    if (isShut) return
    // While a write waits for its reader, node:http2 stops again after one read. Without it, such a connection might never be read again.
    for (const { handle } of stopped.splice(0, READ_AT_ONCE)) handle.readStart()
    // By then they have been read.
    if (stopped.length > 0) setImmediate(readSome)
  }
  /** The first connection of each address, then the second of each, and so on. */
  function inOrder(): Connection[] {
    const places = [...addresses.values()].flatMap(({ connections: ofAddress }) =>
      [...ofAddress].map((connection, place) => ({ connection, place })),
    )
    return places.sort((a, b) => a.place - b.place).map(({ connection }) => connection)
  }
  function count(connection: Connection): void {
    const { address: name } = connection
    const address = addresses.get(name)
    if (!address) return
    if (++connection.calls % CALLS_OF_TURN === 0) {
      address.connections.delete(connection)
      address.connections.add(connection)
    }
    if (++address.calls % CALLS_OF_TURN === 0) {
      addresses.delete(name)
      addresses.set(name, address)
    }
  }
  function forget(session: Http2Session, connection: Connection): void {
    connections.delete(session)
    const ofAddress = addresses.get(connection.address)?.connections
    ofAddress?.delete(connection)
    if (ofAddress?.size === 0) addresses.delete(connection.address)
  }

  return {
    add(session) {
      const handle = Reflect.get(session.socket, '_handle') as Handle | null
      if (!handle) return
      const connection = { address: networkOf(session.socket.remoteAddress ?? ''), handle, calls: 0 }
      const address = addresses.get(connection.address) ?? { connections: new Set(), calls: 0 }
      addresses.set(connection.address, address)
      address.connections.add(connection)
      connections.set(session, connection)
      if (isShut || stopped.length > 0) handle.readStop()
      if (!isShut && stopped.length > 0) stopped.push(connection)
      session.once('close', () => forget(session, connection))
    },
    begin(session, work) {
      const connection = connections.get(session)
      if (connection) count(connection)
      if (++waiting >= MAX_WAITING && !isShut) shut()
      // node:http2 has gone on to read it after a write.
      else if (isShut) connection?.handle.readStop()
      inTurn(() => {
        if (--waiting === 0 && isShut) setImmediate(open)
        work()
      })
    },
  }
}
