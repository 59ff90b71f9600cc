import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy in front of the server, so that the test can cut the line. */
export async function line(to: URL) {
  const sockets = new Set<Socket>()
  const forward = (socket: Socket) => {
    const other = connect(Number(to.port), to.hostname)
    for (const [from, into] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => into.destroy())
      from.pipe(into)
    }
  }
  let server: Server
  const open = async (port = 0) => {
    server = createServer(forward).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await closed
  }
  /** Open connections carry nothing any more, but stay open. Later connections are forwarded. */
  const hang = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  /** Nothing is carried any more, and later connections hang, too. */
  const freeze = () => {
    hang()
    server.removeAllListeners('connection').on('connection', (socket) => {
      sockets.add(socket.on('error', () => {}))
    })
  }
  return { port: await open(), open, cut, hang, freeze }
}
