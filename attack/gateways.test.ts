import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { identifierOf, textOf } from './dag.ts'
import { type AttackedPlatform, startPlatform } from './platform.ts'
import { settled } from './raw.ts'
import { LIMIT_MS, leastTurn } from './watch.ts'

const GROWTH = 256 * 1024 * 1024
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/vnd.ipld.raw\r\n'
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`

/** Writes the same bytes again and again, until the platform ends the connection or three seconds have passed. */
async function endless(socket: Socket, head: string, bytes: string | Buffer): Promise<void> {
  socket.write(head)
  for (const end = Date.now() + 3_000; !socket.destroyed && Date.now() < end; )
    if (!socket.write(bytes)) await settled(socket, 100)
  socket.destroy()
}

describe('A hostile gateway', () => {
  let platform: AttackedPlatform
  let gateway: Server
  let answer: (socket: Socket) => unknown
  let rest: number

  before(async () => {
    gateway = createServer((socket) => socket.on('error', () => {}).on('data', () => answer(socket)))
    gateway.listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const { port } = gateway.address() as AddressInfo
    platform = await startPlatform({ IPFS_GATEWAY_URLS: `http://127.0.0.1:${port}`, IPFS_TIMEOUT: '3000' })
    answer = (socket) => socket.end('HTTP/1.1 404 x\r\ncontent-length: 0\r\n\r\n')
    await readers(4)
    rest = (await platform.watch.collectGarbage()).rss
  })
  after(async () => {
    await platform.close()
    gateway.close()
  })

  /** So many reads at once of content that nobody has; their status. */
  const readers = (count: number): Promise<number[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const cid = textOf(identifierOf(index % 2 ? 'raw' : 'dag-pb', randomBytes(20)))
        const { status, body } = await fetch(`${platform.url.node}/ipfs/${cid}`)
        await body?.cancel()
        return status
      }),
    )

  const bomb = deflateSync(Buffer.alloc(200 * 1024 * 1024))
  const answers: Record<string, (socket: Socket) => unknown> = {
    'inflates 200 KB to 200 MB': (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: deflate\r\ncontent-length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    },
    'answers in pieces of one byte': (socket) => endless(socket, CHUNKED, '1\r\n\0\r\n'.repeat(10_000)),
    'answers with trailers without end': (socket) => endless(socket, `${CHUNKED}0\r\n`, 'a: b\r\n'.repeat(1_000)),
    'answers with headers without end': (socket) => endless(socket, HEAD, 'a: b\r\n'.repeat(1_000)),
    'has interim answers without end': (socket) => endless(socket, '', 'HTTP/1.1 103 E\r\na: b\r\n\r\n'.repeat(500)),
    'gives zeros without end': (socket) => endless(socket, CHUNKED, `10000\r\n${'\0'.repeat(65_536)}\r\n`),
  }
  for (const [what, given] of Object.entries(answers))
    test(`that ${what} holds nothing up and fills no memory`, async () => {
      answer = given
      const statuses: number[] = []
      const turn = await leastTurn(platform.watch, async () => statuses.push(...(await readers(8))))
      assert.ok(turn <= LIMIT_MS, `an event loop was held for ${turn} ms`)
      assert.deepEqual(
        statuses.filter((status) => ![404, 502, 503, 504].includes(status)),
        [],
      )
      const { rss } = await platform.watch.observe()
      assert.ok(rss - rest < GROWTH, `${Math.round((rss - rest) / 1024 / 1024)} MB more than at rest`)
    })
})
