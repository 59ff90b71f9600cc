import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Server } from '@grpc/grpc-js'
import { limits } from '../limits.ts'
import { boundedInjector } from './bounded-streams.ts'
import { boundConnections } from './places.ts'

/** A gRPC server that is listening. */
export interface Listening {
  readonly port: number
  /** Cuts all connections. */
  close(): void
}

/**
 * Binds a gRPC server to a port (0: any free one), with at most `maxConnections` at once. Rejects if the port is taken.
 */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  const injector = boundedInjector(server)
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true })
  boundConnections(listener, limits.maxConnections.value)
  listener.on('connection', (socket) => {
    if (socket.destroyed) return
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    injector.injectConnection(socket)
  })
  listener.listen(port, host)
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      listener.close()
      server.forceShutdown()
      for (const socket of sockets) socket.destroy()
    },
  }
}
