import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Server, ServerCredentials } from '@grpc/grpc-js'

/** A gRPC server that is listening. */
export interface Listening {
  readonly port: number
  /** Cuts all connections. */
  close(): void
}

/** Binds a gRPC server to a port (0: any free one). Rejects if the port is taken. */
export async function listen(server: Server, host: string, port: number): Promise<Listening> {
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  const sockets = new Set<Socket>()
  const listener = createServer({ noDelay: true })
  listener.on('connection', (socket) => {
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
