/** Connections as no client library would make them: bytes by hand, half-sent requests, readers that never read. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection from the address `from`, whose answers are read, or, with `reads: false`, never. */
export async function connection(url: string, { reads = true, from = '127.0.0.1' } = {}): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, localAddress: from })
  socket.on('error', () => {})
  await once(socket, 'connect')
  if (reads) socket.resume()
  else socket.pause()
  return socket
}

/** Resolves when a socket is closed, has written what waits, or so many milliseconds have passed. */
export function settled(socket: Socket, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  socket.once('close', resolve).once('drain', resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.off('close', resolve).off('drain', resolve)
  })
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
  /** 0 where the connection ended without an answer, or `timeout` passed. */
  status: number
  text: string
}

/** Sends bytes, and answers everything that came back until the connection ended or `timeout` ms passed. */
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

/** A WebSocket whose frames are written by hand. */
export interface RawWebSocket {
  socket: Socket
  /** Opcodes: 1 text, 2 binary, 8 close, 9 ping, 10 pong. Answers false when the system's buffer is full. */
  frame(opcode: number, payload?: Uint8Array | string): boolean
}

/** Upgrades a connection to Engine.IO's WebSocket; nothing after the upgrade is read with `reads: false`. */
export async function webSocket(url: string, { reads = true, path = '/socket.io/?EIO=4&transport=websocket' } = {}) {
  const socket = await connection(url)
  const key = randomBytes(16).toString('base64')
  const upgraded = once(socket, 'data')
  socket.write(
    requestText('GET', path, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': key,
    }),
  )
  const [answer] = (await upgraded) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101')) {
    socket.destroy()
    throw new Error(`not upgraded: ${answer.toString('latin1').split('\r\n')[0]}`)
  }
  if (!reads) socket.pause()
  return {
    socket,
    frame: (opcode, payload = '') => socket.write(frameOf(opcode, Buffer.from(payload))),
  } as RawWebSocket
}

/** A masked frame as clients send it (RFC 6455, section 5.2), under a mask of zeros. */
export function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload
  const head = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
  head[0] = 0x80 | opcode
  if (length < 126) head[1] = 0x80 | length
  else if (length < 65_536) {
    head[1] = 0x80 | 126
    head.writeUInt16BE(length, 2)
  } else {
    head[1] = 0x80 | 127
    head.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
