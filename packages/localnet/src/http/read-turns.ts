/**
 * Reads connections for some milliseconds in each turn of the event loop: thousands of them may have sent something in
 * the same one, and Node would parse all of it before anything else.
 */
import type { Socket } from 'node:net'
import { networkOf } from '#grpc/places.ts'

const TURN_MS = 20
/** The time of a turn while connections wait: an answer to somebody else takes many turns. */
const CROWDED_TURN_MS = 4
/** So many connections are read in a turn, at most, while others wait. */
const MOST_AT_ONCE = 64
/** For so long nothing is read after a turn, at most. */
const MOST_REST_MS = 50

/** The object that reads a socket. Node's HTTP parser takes it over, and offers no way to stop for a while. */
interface Handle {
  /** Whether Node wants to read it: not while the reader of a body has enough. */
  readonly reading: boolean
  readStart(): void
  readStop(): void
}

/** The connections of an address. */
interface Address {
  read: Set<Handle>
  waiting: Set<Handle>
  /** What was read of it since connections wait. */
  bytes: number
}

export interface ReadTurns {
  /** Registers a new connection; answers what to call after each read of it, with the number of bytes. */
  add(socket: Socket): (bytes: number) => void
}

/**
 * Once the time of a turn is used, no connection is read any more. From the next turn on some are read in each, until
 * none waits: first of those addresses of which least was read meanwhile, so that whoever sends little waits for one
 * turn. How many they are follows from the turns before: half as many after one whose time was used, else twice as
 * many.
 */
export function createReadTurns(clock: () => number = () => performance.now()): ReadTurns {
  const addresses = new Map<string, Address>()
  let waiting = 0
  let atOnce = MOST_AT_ONCE
  let begun = 0
  let end: number | undefined
  let isUsed = false

  function wait(address: Address, handle: Handle): void {
    handle.readStop()
    address.read.delete(handle)
    address.waiting.add(handle)
    if (waiting++ === 0) setImmediate(rest)
  }

  /** Nothing is read for as long as the last turn took, so that reading has about half of the time. */
  function rest(): void {
    if (isUsed) setTimeout(readSome, Math.min(clock() - begun, MOST_REST_MS))
    else readSome()
  }

  function readSome(): void {
    atOnce = isUsed ? Math.max(1, Math.floor(atOnce / 2)) : Math.min(MOST_AT_ONCE, atOnce * 2)
    isUsed = false
    const fewestFirst = [...addresses.values()].filter((one) => one.waiting.size > 0).sort((a, b) => a.bytes - b.bytes)
    for (let left = Math.min(atOnce, waiting); left > 0; )
      for (const address of fewestFirst) {
        const [handle] = address.waiting
        if (!handle) continue
        address.waiting.delete(handle)
        address.read.add(handle)
        waiting--
        if (handle.reading) handle.readStart()
        if (--left === 0) break
      }
    begun = clock()
    if (waiting > 0) setImmediate(rest)
    else
      for (const [name, address] of addresses) {
        address.bytes = 0
        forgetClosed(name, address)
      }
  }

  /** An address that has closed its connections is known as long as any wait: it may come back. */
  function forgetClosed(name: string, address: Address): void {
    if (waiting + address.read.size + address.waiting.size === 0) addresses.delete(name)
  }

  return {
    add(socket) {
      const handle = Reflect.get(socket, '_handle') as Handle | null
      if (!handle) return () => {}
      const name = networkOf(socket.remoteAddress ?? '')
      const address = addresses.get(name) ?? { read: new Set(), waiting: new Set(), bytes: 0 }
      addresses.set(name, address)
      if (address.bytes > 0) wait(address, handle)
      else address.read.add(handle)
      socket.once('close', () => {
        address.read.delete(handle)
        if (address.waiting.delete(handle)) waiting--
        forgetClosed(name, address)
      })
      return (bytes) => {
        const now = clock()
        if (waiting > 0) address.bytes += bytes
        if (end === undefined) {
          if (waiting === 0) begun = now
          end = now + (waiting > 0 ? CROWDED_TURN_MS : TURN_MS)
          setImmediate(() => {
            end = undefined
          })
        } else if (now > end) {
          end = Number.POSITIVE_INFINITY
          isUsed = true
          for (const one of addresses.values()) for (const reading of one.read) wait(one, reading)
        }
      }
    },
  }
}
