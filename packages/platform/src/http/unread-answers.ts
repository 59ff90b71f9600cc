/** Answers that are written and not read stay in memory. They are counted in bytes, by address and in all. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ApiError, tooMany } from '../base/errors.ts'
import { limits } from '../base/platform-limits.ts'
import type { Http } from './options.ts'
import { addressOf } from './rate-limits.ts'

interface Unread {
  who: string
  bytes: number
}

export interface UnreadAnswers {
  /** Counts what `who` does not read of an answer that begins now, until its connection has taken it. */
  count(who: string, response: ServerResponse): void
  /** Whether `who` has too much unread to be answered anything more. */
  isFull(who: string): boolean
}

export const tooMuchUnread = (): ApiError =>
  tooMany('UNREAD_ANSWERS', 'Earlier answers to this address have not been read: read them, or close their connections')

/** A socket counts a text that it has not sent in UTF-16 units, and none of them is more bytes than this in UTF-8. */
const MOST_BYTES_OF_UNIT = 3

/**
 * Of one port. An address with too much unread is answered nothing more: requests are refused before their handlers run, and answers that
 * were begun before end with their connections. Of all addresses together, the connection that has waited longest is closed, so that no
 * number of addresses keeps others from being answered.
 */
export function countUnreadAnswers(): UnreadAnswers {
  const byAddress = new Map<string, number>()
  /** The one that has waited longest first. */
  const waiting = new Map<Socket, Unread>()
  let total = 0
  const isFull = (who: string): boolean => (byAddress.get(who) ?? 0) >= limits.unreadBytesPerAddress.value

  const add = ({ who, bytes }: Unread): void => {
    total += bytes
    const sum = (byAddress.get(who) ?? 0) + bytes
    if (sum === 0) byAddress.delete(who)
    else byAddress.set(who, sum)
  }
  const forget = (socket: Socket): void => {
    const unread = waiting.get(socket)
    if (!unread) return
    waiting.delete(socket)
    add({ who: unread.who, bytes: -unread.bytes })
  }
  return {
    isFull,
    count(who, response) {
      const { socket } = response.req
      const before = socket.bytesWritten
      response.once('prefinish', () => {
        // Of an answer that streams only the end is unread, whatever its length.
        const bytes = Math.min(MOST_BYTES_OF_UNIT * socket.writableLength, socket.bytesWritten - before)
        if (bytes === 0) return
        if (isFull(who)) return void socket.destroy()
        const unread = { who, bytes }
        waiting.set(socket, unread)
        add(unread)
        response.once('close', () => forget(socket))
        for (const [oldest] of waiting) {
          if (total <= limits.unreadBytes.value) break
          forget(oldest)
          oldest.destroy()
        }
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
