/** The sockets of the services under the console's origin: `/sockets/multisig`, `/sockets/governance`. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Http } from '@quorate/platform'
import { limits } from '../limits.ts'
import type { Settings } from '../settings.ts'
import type { ForwardedHeaders } from './forwarded.ts'
import { isForUs } from './hosts.ts'
import type { Upstream, Upstreams } from './upstreams.ts'

/**
 * Hands WebSocket handshakes on to the service, byte by byte from then on: what came with the handshake first (`head`),
 * which would otherwise be lost. The service's own limits hold for what is sent.
 */
export function proxySockets(http: Http, upstreams: Upstreams, settings: Settings, forwarded: ForwardedHeaders): void {
  const open = new Set<Duplex>()
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const [, name, path] = /^\/sockets\/(multisig|governance)(\/socket\.io\/.*)$/.exec(request.url ?? '') ?? []
    const upstream = upstreams[`${name as 'multisig' | 'governance'}Sockets`]
    const isHandshake = request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket'
    if (!upstream || path === undefined || !isHandshake || !isForUs(request, settings))
      return void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    const headers = forwarded(request, request.headers)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    join(socket, upstream, Buffer.concat([Buffer.from(handshake(path, headers), 'latin1'), head]))
  })
  http.addHook('preClose', async () => {
    for (const socket of open) socket.destroy()
  })
}

function join(socket: Duplex, upstream: Upstream, first: Buffer): void {
  const service = upstream.connect()
  const late = setTimeout(() => end(), limits.socketHandshakeTime.value)
  const end = (): void => {
    clearTimeout(late)
    service.destroy()
    socket.destroy()
  }
  service.once('data', () => clearTimeout(late))
  service.on('error', end).once('close', end)
  socket.once('close', end)
  service.write(first)
  service.pipe(socket)
  socket.pipe(service)
}

function handshake(path: string, headers: IncomingHttpHeaders): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}: ${one}\r\n`),
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
