import type { Http2Session, ServerHttp2Stream } from 'node:http2'
import { limits } from '../limits.ts'

/** The overhead in bytes of a write that waits for its reader. */
const STREAM_BYTES = 4096
/** How often the message of a call is in memory until the call is over: as it came, and as grpc-js has decoded it. */
const COPIES_OF_MESSAGE = 2

type Write = (piece: Uint8Array, done: (error?: Error | null) => void) => boolean

/**
 * Counts the bytes that streams have written and readers have not taken, and closes connections with too many of them:
 * HTTP/2's flow control keeps these bytes in memory for as long as a reader does not take them, and grpc-js the message
 * of the call with them. Closes the connection, too, if the answer of a call that has only one is not taken in time.
 */
export function createUnsentBound(): (stream: ServerHttp2Stream, isUnary: boolean, messageBytes: () => number) => void {
  const { maxUnsentOfConnection, maxUnsent } = limits
  const unsent = new Map<Http2Session, number>()
  let inAll = 0

  function add(session: Http2Session, bytes: number): void {
    inAll += bytes
    const left = (unsent.get(session) ?? 0) + bytes
    if (left > 0) unsent.set(session, left)
    else unsent.delete(session)
  }

  /**
   * Closes the connection if it exceeds its limit; if all together exceed theirs, closes the one with the most unsent
   * bytes.
   */
  function cut(session: Http2Session): void {
    if ((unsent.get(session) ?? 0) > maxUnsentOfConnection.value) session.destroy()
    else if (inAll > maxUnsent.value) [...unsent].sort(([, a], [, b]) => b - a)[0]?.[0].destroy()
  }

  return (stream, isUnary, messageBytes) => {
    const { session } = stream
    if (!session) return
    const write = stream.write.bind(stream) as Write
    let waiting = 0
    let isMessageCounted = false
    let timer: NodeJS.Timeout | undefined
    const wait = (bytes: number): void => {
      waiting += bytes
      add(session, bytes)
    }
    const taken = (bytes: number): void => {
      const counted = Math.min(bytes, waiting)
      waiting -= counted
      add(session, -counted)
    }
    stream.once('close', () => {
      clearTimeout(timer)
      taken(waiting)
    })
    const counting: Write = (piece, done) => {
      const bytes = piece.length + STREAM_BYTES
      wait(isMessageCounted ? bytes : bytes + COPIES_OF_MESSAGE * messageBytes())
      isMessageCounted = true
      if (isUnary) timer ??= setTimeout(() => session.destroy(), limits.callTimeout.value).unref()
      const hasRoom = write(piece, (error) => {
        clearTimeout(timer)
        taken(bytes)
        done(error)
      })
      cut(session)
      return hasRoom
    }
    stream.write = counting as typeof stream.write
  }
}
