/** Connections that no client library would make: hand-written bytes, incomplete requests, clients that never read. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Opens a connection from the address `from`. With `reads: false`, its answers are never read. */
export async function connection(url: string, { reads = true, from = '127.0.0.1' } = {}): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (reads) socket.resume()
  else socket.pause()
  return socket
}

/** Text of an HTTP/1.1 request; `content-length` is the body's unless `headers` name another. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const all = {
    host: 'localhost',
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

export interface RawAnswer {
  /** The status, or 0 if the connection ended without an answer or `timeout` passed. */
  status: number
  text: string
}

/** Sends bytes, and returns everything that came back until the connection ended or `timeout` ms passed. */
export async function sendRaw(url: string, bytes: string | Uint8Array, timeout = 5_000): Promise<RawAnswer> {
  const socket = await connection(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(bytes)
  const ended = Promise.withResolvers<void>()
  socket.on('close', () => ended.resolve())
  const timer = setTimeout(() => ended.resolve(), timeout)
  await ended.promise
  clearTimeout(timer)
  socket.destroy()
  const text = Buffer.concat(chunks).toString('latin1')
  return { status: Number(text.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)) || 0, text }
}
