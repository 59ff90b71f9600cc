/**
 * Bounds the memory of answers and socket messages that clients have not read: they are counted in bytes, by address
 * and in all.
 */
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { type ApiError, tooMany } from '../base/errors.ts'
import { limits } from '../base/platform-limits.ts'
import type { Http } from './options.ts'
import { addressOf } from './rate-limits.ts'

interface Unread {
  who: string
  bytes: number
  /** Ends its connection. */
  close(): void
}

export interface UnreadAnswers {
  /** Counts the unread bytes of an answer to `who` that begins now, until its connection has taken them. */
  count(who: string, response: ServerResponse): void
  /** Says how many bytes wait for the client of a Socket.IO connection now. */
  hold(connection: object, unread: Unread): void
  /** Whether `who` has too much unread to be answered anything more. */
  isFull(who: string): boolean
}

export const tooMuchUnread = (): ApiError =>
  tooMany('UNREAD_ANSWERS', 'Earlier answers to this address have not been read: read them, or close their connections')

/** Node's sockets count unsent text in UTF-16 units; each of these is at most this many bytes in UTF-8. */
const MOST_BYTES_OF_UNIT = 3

/**
 * Counts for one port. An address with too many unread bytes gets no further answers: its requests are refused before
 * their handlers run, and answers that had begun end with their connections. If its sockets exceed the bound, the
 * address's connection that has waited longest is closed. If all addresses together exceed theirs, the connection that
 * has waited longest of all is closed, so that many addresses cannot block others.
 */
export function countUnreadAnswers(): UnreadAnswers {
  const byAddress = new Map<string, number>()
  /** By answer or Socket.IO connection, the one that has waited longest first. */
  const waiting = new Map<object, Unread>()
  let total = 0
  const isFull = (who: string): boolean => (byAddress.get(who) ?? 0) >= limits.unreadBytesPerAddress.value

  const add = (who: string, bytes: number): void => {
    total += bytes
    const sum = (byAddress.get(who) ?? 0) + bytes
    if (sum === 0) byAddress.delete(who)
    else byAddress.set(who, sum)
  }
  const set = (held: object, unread: Unread): void => {
    add(unread.who, unread.bytes - (waiting.get(held)?.bytes ?? 0))
    if (unread.bytes === 0) waiting.delete(held)
    else waiting.set(held, unread)
  }
  const closeOldest = (isTooMuch: () => boolean, among: (unread: Unread) => boolean): void => {
    if (!isTooMuch()) return
    for (const [held, unread] of waiting) {
      if (!among(unread)) continue
      set(held, { ...unread, bytes: 0 })
      unread.close()
      if (!isTooMuch()) return
    }
  }
  const boundTotal = (): void =>
    closeOldest(
      () => total > limits.unreadBytes.value,
      () => true,
    )
  const hold = (connection: object, unread: Unread): void => {
    const isMore = unread.bytes > (waiting.get(connection)?.bytes ?? 0)
    set(connection, unread)
    if (!isMore) return
    const { who } = unread
    closeOldest(
      () => isFull(who),
      (one) => one.who === who,
    )
    boundTotal()
  }
  return {
    isFull,
    hold,
    count(who, response) {
      const { socket } = response.req
      const before = socket.bytesWritten
      response.once('pipe', (source: Readable) => {
        const unread = { who, bytes: 0, close: () => socket.destroy() }
        const holdIfWaiting = (): void => {
          if (!response.writableNeedDrain) return
          hold(response, { ...unread, bytes: response.writableLength + source.readableLength })
        }
        source.on('data', holdIfWaiting)
        response.on('drain', () => set(response, unread))
        response.once('close', () => {
          source.off('data', holdIfWaiting)
          set(response, unread)
        })
      })
      response.once('prefinish', () => {
        // Of a streamed answer only the end can be unread, whatever its length.
        const bytes = Math.min(MOST_BYTES_OF_UNIT * socket.writableLength, socket.bytesWritten - before)
        if (bytes === 0) return
        if (isFull(who)) return void socket.destroy()
        const unread = { who, bytes, close: () => socket.destroy() }
        set(response, unread)
        response.once('close', () => set(response, { ...unread, bytes: 0 }))
        boundTotal()
      })
    },
  }
}

export function boundUnreadAnswers(http: Http): void {
  const unread = countUnreadAnswers()
  http.addHook('onRequest', (request, reply, done) => {
    const who = addressOf(request)
    unread.count(who, reply.raw)
    if (!unread.isFull(who) || request.routeOptions.config?.rateLimited === false) return done()
    reply.header('connection', 'close')
    done(tooMuchUnread())
  })
}
