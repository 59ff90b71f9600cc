/** Answers that are written and not read stay in memory. They are counted in bytes, by address and in all. */
import type { Socket } from 'node:net'
import { tooMany } from '../base/errors.ts'
import { limits } from '../base/platform-limits.ts'
import type { Http } from './options.ts'
import { addressOf } from './rate-limits.ts'

interface Unread {
  who: string
  bytes: number
}

/**
 * An address with too much unread is answered nothing more: requests are refused before their handlers run, and answers that were begun
 * before end with their connections. Of all addresses together, the connection that has waited longest is closed, so that no number of
 * addresses keeps others from being answered.
 */
export function boundUnreadAnswers(http: Http): void {
  const byAddress = new Map<string, number>()
  /** The one that has waited longest first. */
  const waiting = new Map<Socket, Unread>()
  let total = 0
  const isFull = (who: string): boolean => (byAddress.get(who) ?? 0) >= limits.unreadBytesPerAddress.value

  const count = ({ who, bytes }: Unread): void => {
    total += bytes
    const sum = (byAddress.get(who) ?? 0) + bytes
    if (sum === 0) byAddress.delete(who)
    else byAddress.set(who, sum)
  }
  const forget = (socket: Socket): void => {
    const unread = waiting.get(socket)
    if (!unread) return
    waiting.delete(socket)
    count({ who: unread.who, bytes: -unread.bytes })
  }

  http.addHook('onRequest', (request, reply, done) => {
    const who = addressOf(request)
    const { socket } = request.raw
    reply.raw.once('prefinish', () => {
      const unread = { who, bytes: socket.writableLength }
      if (unread.bytes === 0) return
      if (isFull(who)) return void socket.destroy()
      waiting.set(socket, unread)
      count(unread)
      reply.raw.once('close', () => forget(socket))
      for (const [oldest] of waiting) {
        if (total <= limits.unreadBytes.value) break
        forget(oldest)
        oldest.destroy()
      }
    })
    if (!isFull(who) || request.routeOptions.config?.rateLimited === false) return done()
    reply.header('connection', 'close')
    done(
      tooMany(
        'UNREAD_ANSWERS',
        'Earlier answers to this address have not been read: read them, or close their connections',
      ),
    )
  })
}
