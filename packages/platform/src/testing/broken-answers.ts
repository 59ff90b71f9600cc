/** For the tests of HTTP clients: servers that break off, or answer what no client asked for. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Bytes that hold no answer to a request. */
export const unanswered: readonly string[] = [
  '',
  'no HTTP at all',
  'HTTP/1.1 200 OK\r\ncontent-type: text',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
]

/** Answers of 200 whose bodies end too early. */
export const halfAnswers: readonly string[] = [
  'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\ntrailer: a',
]

/** A server that writes `bytes` after the head of each request, and closes the connection. */
export async function serverWriting(bytes: string): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (text) => {
      if (head.includes('\r\n\r\n')) return
      head += text
      if (head.includes('\r\n\r\n')) socket.end(bytes)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
