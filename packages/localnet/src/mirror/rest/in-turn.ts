import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../limits.ts'

interface Line {
  /** Resolves when the connection's last request has been answered. */
  last: Promise<void>
  waiting: number
}

/**
 * Answers the requests of one connection one after another, with other events in between: otherwise all requests that a client sends
 * ahead would be handled in one turn of the event loop.
 */
export function answerInTurn(server: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>()
  server.addHook('onRequest', async ({ raw: { socket } }, { raw: response }) => {
    const line = lines.get(socket) ?? { last: Promise.resolve(), waiting: 0 }
    lines.set(socket, line)
    if (++line.waiting > limits.maxWaitingRequests.value) socket.destroy()
    const before = line.last
    const answered = Promise.withResolvers<void>()
    line.last = answered.promise
    response.once('close', () => {
      line.waiting--
      setImmediate(answered.resolve)
    })
    await before
  })
}
