/**
 * Reads connections for some milliseconds in each turn of the event loop: thousands of them may have sent something in
 * the same one, and Node would parse all of it before anything else.
 */
import type { Socket } from 'node:net'
import { networkOf } from './rate-limits.ts'

const TURN_MS = 20
/** So many connections are read in each turn after all were stopped. */
const READ_AT_ONCE = 16

/** The object that reads a socket. Node's HTTP parser takes it over, and offers no way to stop for a while. */
interface Handle {
  /** Whether Node wants to read it: not while the reader of a body has enough. */
  readonly reading: boolean
  readStart(): void
  readStop(): void
}

export interface ReadTurns {
  /** Registers a new connection. */
  add(socket: Socket): void
  /** Says that something of a connection was read and parsed. */
  wasRead(): void
}

/**
 * Once the time of a turn is used, no connection is read any more. From the next turn on a few are read in each, the
 * first one of each address before the second ones, until all are read again or the time of a turn is used again.
 */
export function createReadTurns(): ReadTurns {
  const addresses = new Map<string, Set<Handle>>()
  /** Those that are not read, in the order in which they will be. */
  const stopped = new Set<Handle>()
  let end: number | undefined

  function stop(): void {
    if (stopped.size === 0) setImmediate(readSome)
    const rows = [...addresses.values()].map((handles) => [...handles].filter((handle) => !stopped.has(handle)))
    for (let place = 0; rows.some(({ length }) => length > place); place++)
      for (const row of rows) {
        const handle = row[place]
        if (!handle) continue
        handle.readStop()
        stopped.add(handle)
      }
  }

  function readSome(): void {
    let left = READ_AT_ONCE
    for (const handle of stopped) {
      if (left-- === 0) break
      stopped.delete(handle)
      if (handle.reading) handle.readStart()
    }
    if (stopped.size > 0) setImmediate(readSome)
  }

  return {
    add(socket) {
      const handle = Reflect.get(socket, '_handle') as Handle | null
      if (!handle) return
      const address = networkOf(socket.remoteAddress ?? '')
      const handles = addresses.get(address) ?? new Set()
      addresses.set(address, handles.add(handle))
      socket.once('close', () => {
        stopped.delete(handle)
        handles.delete(handle)
        if (handles.size === 0 && addresses.get(address) === handles) addresses.delete(address)
      })
    },
    wasRead() {
      const now = performance.now()
      if (end === undefined) {
        end = now + TURN_MS
        setImmediate(() => {
          end = undefined
        })
      } else if (now > end) {
        end = Number.POSITIVE_INFINITY
        stop()
      }
    },
  }
}
