import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { openGateway } from './gateway.ts'
import { openHarness } from './harness.ts'

const MB = 1024 * 1024

describe('Memory that is used again', () => {
  test('has nothing of what is read through one answer while another still has to send it', async () => {
    const content = randomBytes(12 * MB)
    let leafAsked = Promise.withResolvers<void>()
    let root = ''
    let origin = ''
    // Has the root alone: both readers wait for the same leaf, which comes from the node.
    await using gateway = await openGateway(async (request, response) => {
      if (!request.url?.includes(root)) return leafAsked.resolve()
      const block = await fetch(`${origin}/ipfs/${root}?format=raw`)
      response.setHeader('content-type', 'application/vnd.ipld.raw').end(Buffer.from(await block.arrayBuffer()))
    })
    await using harness = await openHarness({ IPFS_GATEWAY_URLS: gateway.url })
    origin = harness.url
    root = (await harness.upload(content)).body.cid
    const before = (await harness.upload(randomBytes(20 * MB))).body.cid

    // Its type is known from here on, so that the first leaf is read to be sent.
    await fetch(`${origin}/ipfs/file/${root}`, { method: 'HEAD' })
    leafAsked = Promise.withResolvers()

    const { hostname, port } = new URL(harness.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET /ipfs/${before} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.write(`GET /ipfs/file/${root} HTTP/1.1\r\nHost: x\r\nRange: bytes=0-\r\nConnection: close\r\n\r\n`)
    // The answer before it is read no further than that it begins: the connection is full.
    const received: Buffer[] = []
    let full = false
    leafAsked.promise.then(() => {
      full = true
    })
    socket.on('data', (data: Buffer) => {
      received.push(data)
      socket.pause()
      setImmediate(() => full || socket.resume())
    })
    await leafAsked.promise
    const other = await harness.get(`/ipfs/file/${root}`, { range: 'bytes=0-' })
    assert.deepEqual(Buffer.from(await other.arrayBuffer()), content)
    socket.removeAllListeners('data').on('data', (data: Buffer) => received.push(data))
    socket.resume()
    await once(socket, 'close')
    assert.ok(Buffer.concat(received).subarray(-content.length).equals(content))
  })
})
