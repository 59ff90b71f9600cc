/** Against the sockets' ports: frames and handshakes as no Socket.IO client would send them. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type AttackedPlatform, type Entrance, startPlatform } from './platform.ts'
import { connection, frameOf, requestText, sendRaw, webSocket } from './raw.ts'

const PORTS: Entrance[] = ['multisigSockets', 'governanceSockets']
const POLLING = '/socket.io/?EIO=4&transport=polling'

const text = (content: string): Buffer => frameOf(1, Buffer.from(content))
/** The beginning of a message, and pieces of one byte. */
const frameOfPiece = (): Buffer => {
  const piece = (opcode: number): Buffer => {
    const frame = frameOf(opcode, Buffer.from('a'))
    frame[0] = opcode
    return frame
  }
  return Buffer.concat([piece(1), ...Array.from({ length: 1000 }, () => piece(0))])
}
/** Each is sent many times, and nothing is read. */
const HOSTILE: [what: string, frame: Buffer][] = [
  ['pings', frameOf(9, Buffer.alloc(0))],
  ['pongs', frameOf(10, Buffer.alloc(100))],
  ['namespaces that there are not', text('40/nowhere,')],
  ['tokens that are none', text('40/multisig,{"token":"a.b.c"}')],
  ['events before a session', text('42/multisig,1["subscribe_wallet",{}]')],
  ['packets that are none', text('9')],
  ['Engine.IO pings', text('2')],
  ['attachments to come', text('51000000-/multisig,["a"]')],
  ['binary', frameOf(2, Buffer.alloc(1000))],
  ['a message in pieces without end', frameOfPiece()],
  ['more than a message may have', text(`40${'x'.repeat(30_000)}`)],
  ['JSON nested deep', text(`40/multisig,${'['.repeat(15_000)}`)],
  ['a reserved opcode', frameOf(7, Buffer.alloc(1))],
]

describe('A stranger at the ports of the sockets', () => {
  let platform: AttackedPlatform
  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform.close())

  const gone = (socket: Socket): Promise<unknown> => {
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    return socket.closed ? Promise.resolve() : closed
  }

  test('is cut off for what is sent over and over without being read', async () => {
    const before = (await platform.watch.collectGarbage()).rss
    for (const port of PORTS) {
      for (const [what, frame] of HOSTILE) {
        const { socket } = await webSocket(platform.url[port], { reads: false })
        for (let sent = 0; sent < 20; sent++) socket.write(Buffer.concat(Array(200).fill(frame)))
        await gone(socket)
        assert.ok(socket.destroyed, what)
      }
    }
    const grown = (await platform.watch.collectGarbage()).rss - before
    assert.ok(grown < 256 * 2 ** 20, `the process grew by ${Math.round(grown / 2 ** 20)} MB`)
  })

  test('has so many connections without a session', async () => {
    for (const port of PORTS) {
      const answers = await Promise.all(Array.from({ length: 200 }, () => fetch(platform.url[port] + POLLING)))
      const admitted = answers.filter(({ status }) => status === 200)
      assert.ok(admitted.length <= 32, `${admitted.length} connections`)
      assert.ok(answers.every(({ status }) => status === 200 || status === 429))
      for (const answer of answers) await answer.body?.cancel()
    }
  })

  test('ends nothing with an upgrade elsewhere that it resets', async () => {
    for (const port of PORTS) {
      for (let attempt = 0; attempt < 20; attempt++) {
        const socket = await connection(platform.url[port])
        socket.write(requestText('GET', '/elsewhere/', { connection: 'Upgrade', upgrade: 'websocket' }))
        if (attempt % 2 === 0) await once(socket, 'data')
        socket.resetAndDestroy()
      }
      assert.ok((await fetch(platform.url[port] + POLLING)).status < 500)
    }
  })

  test('is refused what is no handshake', async () => {
    const paths = [
      '/socket.io/',
      '/socket.io/?EIO=4',
      `${POLLING}&sid=nobody`,
      `${POLLING}&sid=1&sid=2`,
      '/socket.io/?EIO=3&transport=polling',
    ]
    for (const port of PORTS) {
      for (const path of [...paths, '/socket.io/?EIO=4&transport=__proto__', '/', `/${'x'.repeat(10_000)}`]) {
        const answer = await sendRaw(platform.url[port], `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
        assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.text.slice(0, 200)}`)
      }
    }
  })
})
