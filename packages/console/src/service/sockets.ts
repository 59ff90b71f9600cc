/** The services' sockets under the console's origin: `/sockets/multisig`, `/sockets/governance`. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Http } from '@quorate/platform'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import type { ForwardedHeaders } from './forwarded.ts'
import { isForUs } from './hosts.ts'
import type { Upstream, Upstreams } from './upstreams.ts'

/**
 * Whether a request is a WebSocket handshake. A request with a body is not: one server would read the following bytes
 * as a body, the other as frames.
 */
const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0'

/**
 * Forwards WebSocket handshakes to the service. The bytes after a handshake are forwarded only once the service has
 * switched protocols: before, it would read them as further requests, with headers that the console did not write.
 * Bytes that arrive with the handshake (`head`) go first, in both directions. The service's limits apply to the data.
 */
export function proxySockets(http: Http, upstreams: Upstreams, settings: Settings, forwarded: ForwardedHeaders): void {
  const open = new Set<Duplex>()
  // Requests for any other protocol are answered as plain HTTP.
  Object.assign(http.server, { shouldUpgradeCallback: isHandshake })
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    if (http.isStopping()) return socket.destroy()
    const [, name, path] = /^\/sockets\/(multisig|governance)(\/socket\.io\/.*)$/.exec(request.url ?? '') ?? []
    const upstream = upstreams[`${name as 'multisig' | 'governance'}Sockets`]
    if (!isForUs(request, settings)) return refuse(socket, '421 Misdirected Request')
    if (!upstream || path === undefined) return refuse(socket, '404 Not Found')
    const headers = { ...forwarded(request, request.headers), connection: 'Upgrade', upgrade: 'websocket' }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    join({ socket, head, upstream, path, headers })
  })
  // The server's close waits for these connections.
  http.whenStopping(() => {
    for (const socket of open) socket.destroy()
  })
}

interface Handshake {
  socket: Duplex
  head: Buffer
  upstream: Upstream
  path: string
  headers: NodeJS.Dict<string | string[]>
}

function join({ socket, head, upstream, path, headers }: Handshake): void {
  const asked = upstream.request({ path, headers })
  const late = setTimeout(() => asked.destroy(new Error('No answer in time')), limits.socketHandshakeTime.value)
  asked.once('close', () => clearTimeout(late))
  socket.once('close', () => asked.destroy())
  asked.on('error', () => refuse(socket, '503 Service Unavailable'))
  asked.on('response', (answer) => {
    const own = ['connection', 'keep-alive', 'transfer-encoding']
    socket.write(headOf(answer, own, 'Connection: close\r\n'))
    answer.on('error', () => socket.destroy()).pipe(socket, { end: false })
    answer.once('end', () => finish(socket))
  })
  asked.on('upgrade', (answer, service, ahead) => {
    clearTimeout(late)
    const end = (): void => {
      service.destroy()
      socket.destroy()
    }
    service.on('error', end).once('close', end)
    socket.once('close', end)
    socket.write(headOf(answer))
    socket.write(ahead)
    service.write(head)
    service.pipe(socket)
    socket.pipe(service)
  })
  asked.end()
}

/** Returns the head of an answer, without some of its headers and with additional ones. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage, without: string[] = [], more = ''): Buffer {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || without.includes(name.toLowerCase()) ? [] : [`${name}: ${rawHeaders[index + 1]}\r\n`],
  )
  return Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}${more}\r\n`, 'latin1')
}

function refuse(socket: Duplex, status: string): void {
  socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  finish(socket)
}

/** Ends a connection. Reads and drops what the client still sends, so that the client gets the answer. */
function finish(socket: Duplex): void {
  const late = setTimeout(() => socket.destroy(), limits.socketHandshakeTime.value)
  socket
    .once('close', () => clearTimeout(late))
    .resume()
    .end()
}
