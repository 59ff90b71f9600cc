import type { Http2Session, ServerHttp2Stream } from 'node:http2'
import { limits } from '../limits.ts'

/** What a stream takes that waits for its reader, beside its bytes. */
const STREAM_BYTES = 4096

type Write = (piece: Uint8Array, done: (error?: Error | null) => void) => boolean

/**
 * Counts what streams have written and readers have not taken, and closes connections with too much of it: the window of
 * HTTP/2 holds the bytes back in memory, however little of them a reader wants.
 */
export function createUnsentBound(): (stream: ServerHttp2Stream) => void {
  const { maxUnsentOfConnection, maxUnsent } = limits
  const unsent = new Map<Http2Session, number>()
  let inAll = 0

  function add(session: Http2Session, bytes: number): void {
    inAll += bytes
    const left = (unsent.get(session) ?? 0) + bytes
    if (left > 0) unsent.set(session, left)
    else unsent.delete(session)
  }

  /** Closes the connection if it has too much; if all together have, the one with most of it. */
  function cut(session: Http2Session): void {
    if ((unsent.get(session) ?? 0) > maxUnsentOfConnection.value) session.destroy()
    else if (inAll > maxUnsent.value) [...unsent].sort(([, a], [, b]) => b - a)[0]?.[0].destroy()
  }

  return (stream) => {
    const { session } = stream
    if (!session) return
    const write = stream.write.bind(stream) as Write
    let waiting = 0
    const taken = (bytes: number): void => {
      const counted = Math.min(bytes, waiting)
      waiting -= counted
      add(session, -counted)
    }
    stream.once('close', () => taken(waiting))
    const counting: Write = (piece, done) => {
      const bytes = piece.length + STREAM_BYTES
      waiting += bytes
      add(session, bytes)
      const hasRoom = write(piece, (error) => {
        taken(bytes)
        done(error)
      })
      cut(session)
      return hasRoom
    }
    stream.write = counting as typeof stream.write
  }
}
