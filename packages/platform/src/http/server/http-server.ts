/** The HTTP server under Fastify and Socket.IO, with limits on connections and on the time that a request takes. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { errorBody } from '../../base/errors.ts'
import { limits } from '../../bounds/platform-limits.ts'
import { networkOf } from '../../bounds/rate-limit.ts'
import { trustedProxies } from './private-socket.ts'

export interface ServerSettings {
  readonly MAX_CONNECTIONS?: number
  readonly MAX_CONNECTIONS_PER_ADDRESS?: number
  /** Addresses or networks of proxies. Their connections carry many clients and are not counted by address. */
  readonly TRUST_PROXY?: readonly string[]
}

/** The longest request is an upload. */
const REQUEST_TIME_MS = 3_600_000
/** Proxies keep idle connections to us open for 60 s. This is longer, so that they close them first. */
const KEEP_ALIVE_MS = 72_000

export function createHttpServer(settings: ServerSettings, handle: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes.value,
      headersTimeout: limits.headersTime.value,
      requestTimeout: REQUEST_TIME_MS,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  )
  server.maxConnections = settings.MAX_CONNECTIONS ?? limits.connections.value
  server.timeout = limits.silentTime.value
  countByAddress(server, settings)
  // Node itself would answer any `Expect` except 100-continue, before the rate limits count the request. HTTP permits a
  // server to ignore this header.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response))
  return server
}

/** Whether an address is in one of the networks, given in CIDR notation or as single addresses. */
export function networks(texts: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function countByAddress(server: Server, { MAX_CONNECTIONS_PER_ADDRESS, TRUST_PROXY }: ServerSettings): void {
  const most = MAX_CONNECTIONS_PER_ADDRESS ?? limits.connectionsPerAddress.value
  const isProxy = networks(trustedProxies(TRUST_PROXY))
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const who = networkOf(remoteAddress)
    const count = (open.get(who) ?? 0) + 1
    open.set(who, count)
    socket.once('close', () => {
      const left = (open.get(who) ?? 1) - 1
      if (left === 0) open.delete(who)
      else open.set(who, left)
    })
    if (count > most) refuse(socket, most)
  })
}

function refuse(socket: Socket, most: number): void {
  const body = JSON.stringify(errorBody(429, 'TOO_MANY_CONNECTIONS', `More than ${most} connections of one address`))
  const head = `HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.end(`${head}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy())
}
