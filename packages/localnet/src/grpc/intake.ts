import type { Http2Session } from 'node:http2'
import { createTurns } from './event-loop-turns.ts'

/** When so many calls wait to begin, no connection is read until all of them have begun. */
const MAX_WAITING = 100

/** The object that reads a socket: node:http2 takes it over, and offers no way to stop reading. */
interface Handle {
  readStart(): void
  readStop(): void
}

export interface Intake {
  /** Registers a new connection. */
  add(session: Http2Session): void
  /** Begins a call of a connection when the call's turn has come. */
  begin(session: Http2Session, work: () => void): void
}

/**
 * Begins calls in turns, and reads connections only as fast as their calls begin: each call takes grpc-js a tenth of a millisecond, and
 * without this it would read at once what all connections send at once. A connection that brought calls is read again only after all
 * other connections were.
 */
export function createIntake(): Intake {
  const inTurn = createTurns()
  const handles = new Map<Http2Session, Handle>()
  const served = new Set<Http2Session>()
  let waiting = 0
  let isShut = false

  function shut(): void {
    isShut = true
    for (const handle of handles.values()) handle.readStop()
  }
  function open(): void {
    isShut = false
    for (const [session, handle] of handles) if (!served.has(session)) handle.readStart()
    // By then the other connections have been read.
    setImmediate(openServed)
  }
  function openServed(): void {
    if (isShut) return
    for (const session of served) handles.get(session)?.readStart()
    served.clear()
  }

  return {
    add(session) {
      const handle = Reflect.get(session.socket, '_handle') as Handle | null
      if (!handle) return
      handles.set(session, handle)
      if (isShut) handle.readStop()
      session.once('close', () => {
        handles.delete(session)
        served.delete(session)
      })
    },
    begin(session, work) {
      served.add(session)
      if (++waiting >= MAX_WAITING && !isShut) shut()
      inTurn(() => {
        if (--waiting === 0 && isShut) setImmediate(open)
        work()
      })
    },
  }
}
