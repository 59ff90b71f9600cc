/** For the tests of HTTP clients: servers that close the connection early, or answer what no client asked for. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
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

/**
 * A server that answers every request with spaces and then `text`, all in HTTP chunks of one byte. `sent` returns how
 * many bytes it has sent, including those in the buffers of connections.
 */
export async function serverInPieces(
  text: string,
  spaces = 5_000_000,
): Promise<{ url: string; sent(): number } & AsyncDisposable> {
  const SPACES = 1000
  let sent = 0
  const server = createHttpServer((_request, response) => {
    response.on('error', () => {})
    response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }).flushHeaders()
    // Written directly to the socket, because a ServerResponse joins all writes of one tick into one chunk.
    const { socket } = response
    const inPieces = (bytes: string) => [...bytes].map((byte) => `1\r\n${byte}\r\n`).join('')
    let left = spaces
    const send = (): void => {
      while (left > 0 && socket && !socket.destroyed) {
        left -= SPACES
        sent += SPACES
        if (!socket.write(inPieces(' '.repeat(SPACES)))) return void socket.once('drain', send)
      }
      socket?.end(`${inPieces(text)}0\r\n\r\n`)
    }
    send()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
