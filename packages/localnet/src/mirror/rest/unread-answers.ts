import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '#grpc/places.ts'
import { limits } from '../../limits.ts'

interface Unread {
  readonly address: string
  readonly bytes: number
}

/**
 * Counts the bytes of answers that clients have not read. Closes a connection that brings its address beyond its share;
 * if all addresses together exceed the limit, closes the connection that has waited longest.
 */
export function boundUnreadAnswers(server: FastifyInstance): void {
  const ofAddress = new Map<string, number>()
  const waiting = new Map<Socket, Unread>()
  let inAll = 0

  function count(address: string, bytes: number): void {
    inAll += bytes
    const sum = (ofAddress.get(address) ?? 0) + bytes
    if (sum === 0) ofAddress.delete(address)
    else ofAddress.set(address, sum)
  }
  function forget(socket: Socket): void {
    const unread = waiting.get(socket)
    if (!unread) return
    waiting.delete(socket)
    count(unread.address, -unread.bytes)
  }

  server.addHook('onRequest', (request, { raw: response }, done) => {
    const { socket } = request.raw
    response.once('prefinish', () => {
      const unread = { address: networkOf(request.ip), bytes: socket.writableLength }
      if (!(unread.bytes > 0)) return
      forget(socket)
      waiting.set(socket, unread)
      count(unread.address, unread.bytes)
      response.once('close', () => forget(socket))
      const isBeyond = (ofAddress.get(unread.address) ?? 0) > limits.maxUnreadOfAddress.value
      const [oldest] = waiting.keys()
      if (isBeyond) socket.destroy()
      else if (inAll > limits.maxUnreadAnswers.value) oldest?.destroy()
    })
    done()
  })
}
