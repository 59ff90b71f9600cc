/** Sends requests that no browser would send: with any header, path and local address. */
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

export interface Asking {
  /** One of the machine's loopback addresses. */
  from?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** The path is sent unchanged. */
export const ask = (url: string, path: string, asking: Asking = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { from = '127.0.0.1', method = 'GET', headers = {}, body } = asking
    const { hostname, port } = new URL(url)
    const options = { hostname, port, path, method, localAddress: from, headers, agent: false }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    // The answer to a handshake.
    sent.on('upgrade', ({ statusCode = 0, headers: given }, socket) => {
      socket.destroy()
      resolve({ status: statusCode, headers: given, text: '' })
    })
    sent.on('error', reject).end(body)
  })

/** The headers of a WebSocket handshake. */
export const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Opens a connection and records the data that it receives. */
export async function dial(
  url: string,
): Promise<{ socket: Socket; heard(): string; until(found: RegExp): Promise<void> }> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }).setNoDelay()
  let heard = ''
  socket.on('error', () => {}).setEncoding('latin1')
  socket.on('data', (part) => {
    heard += part
  })
  await once(socket, 'connect')
  return {
    socket,
    heard: () => heard,
    async until(found) {
      while (!found.test(heard)) await once(socket, 'data')
    },
  }
}
