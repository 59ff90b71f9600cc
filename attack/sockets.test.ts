/** Attacks on the ports of the sockets, with frames and handshakes that no Socket.IO client would send. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { type AttackedPlatform, type Entrance, startPlatform } from './platform.ts'
import { connection, requestText, sendRaw } from './raw.ts'

const PORTS: Entrance[] = ['multisigSockets', 'governanceSockets']
const POLLING = '/socket.io/?EIO=4&transport=polling'

describe('A stranger at the ports of the sockets', () => {
  let platform: AttackedPlatform
  before(async () => {
    platform = await startPlatform()
  })
  after(() => platform.close())

  test('cannot stop a service by resetting upgrade requests to another path', async () => {
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

  test('gets a 4xx answer to anything that is not a handshake', async () => {
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
