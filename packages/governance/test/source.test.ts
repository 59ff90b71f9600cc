import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { httpSource, limits } from '../src/index.ts'

describe('A source that a recount reads from', () => {
  let sent = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.includes('escapes')) return void response.writeHead(500).end('\u001b[2J\u202eThe published result holds.')
    if (path.includes('elsewhere')) return void response.end('{"chain":"hedera:devnet","topicId":"0.0.1/../../x"}')
    if (path.includes('/batches/2')) return void response.end('{"number":1}\n')
    // Without end, until the reader goes; what is counted includes the buffers of the connections.
    const write = (): void => {
      const text = path.includes('electorate') && path.includes('short') ? '0.0.5\n'.repeat(1_000) : 'x'.repeat(16_384)
      while (!response.destroyed && response.write(text)) sent += text.length
      sent += text.length
    }
    response.on('drain', write)
    write()
  })
  let url: string
  before(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const notReached = { code: 'NOT_REACHED' }

  it('is not listened to without end: leaves, lines of the electorate and the topic are bounded', async () => {
    const source = httpSource(url)
    await assert.rejects(source.leaves('p', { number: 1, identifier: 'b' }), notReached)
    await assert.rejects(async () => {
      for await (const accounts of source.electorate('p')) assert.ok(accounts.length < 100_000)
    }, notReached)
    await assert.rejects(source.topicOf('p'), { code: 'NOT_ON_TOPIC' })
    assert.ok(sent < 100 * limits.maxLeavesBytes.value, `${sent} bytes were sent`)
  })

  it('says nothing that a terminal obeys, and names a topic and nothing else', async () => {
    await assert.rejects(httpSource(url).topicOf('escapes'), (error: Error) => {
      assert.equal(/[\p{Cc}\p{Cf}]/u.test(error.message), false, JSON.stringify(error.message))
      return true
    })
    await assert.rejects(httpSource(url).topicOf('elsewhere'), { code: 'NOT_ON_TOPIC' })
  })

  it('is passed over where another has the leaves', async () => {
    assert.equal(await httpSource(url, url).leaves('p', { number: 2, identifier: 'b' }), '{"number":1}\n')
  })
})
