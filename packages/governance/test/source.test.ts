import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { serverInPieces } from '@quorate/platform/testing'
import { contentIdentifier, httpSource } from '@quorate/verify/recount'

describe('A source that a recount reads from', () => {
  let sent = 0
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path.includes('escapes')) return void response.writeHead(500).end('\u001b[2J\u202eThe published result holds.')
    if (path.includes('missing'))
      return void response.writeHead(404).end('{"statusCode":404,"message":"There is none"}')
    if (path.includes('elsewhere')) return void response.end('{"chain":"hedera:devnet","topicId":"0.0.1/../../x"}')
    // Writes without end until the reader closes. The count includes the connections' buffers.
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

  test('is not read without end: leaves, lines of the electorate and the topic are limited', async () => {
    const source = httpSource(url)
    await assert.rejects(source.leaves('p', { number: 1, identifier: 'b' }), notReached)
    await assert.rejects(async () => {
      for await (const accounts of source.electorate('p')) assert.ok(accounts.length < 100_000)
    }, notReached)
    await assert.rejects(source.topicOf('p'), notReached)
    await assert.rejects(source.answers('p'), notReached)
    assert.ok(sent < 100 * 524_288, `${sent} bytes were sent`)
  })

  test('is abandoned if it answers in very many pieces', async () => {
    await using pieces = await serverInPieces('{}', 100_000)
    const source = httpSource(pieces.url)
    await assert.rejects(source.leaves('p', { number: 1, identifier: 'b' }), notReached)
    await assert.rejects(source.answers('p'), notReached)
  })

  test('cannot send text that a terminal obeys, or anything but a topic id as the topic', async () => {
    await assert.rejects(httpSource(url).topicOf('escapes'), (error: Error) => {
      assert.equal(/[\p{Cc}\p{Cf}]/u.test(error.message), false, JSON.stringify(error.message))
      return true
    })
    await assert.rejects(httpSource(url).topicOf('elsewhere'), { code: 'NOT_ON_TOPIC' })
    await assert.rejects(httpSource(url).topicOf('missing'), /answered 404 There is none$/)
  })

  test('A number that JavaScript cannot hold exactly is read as neither another number nor a text', async () => {
    const server = createServer(
      (_request, response) => void response.end('{"exact":9007199254740991,"not":9007199254740993}'),
    )
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    try {
      const { results } = await httpSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).answers('p')
      assert.deepEqual(results, { exact: 9007199254740991, not: { number: '9007199254740993' } })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('An object that repeats a name is refused, because clients may take either value', async () => {
    let text = ''
    const server = createServer((_request, response) => void response.end(text))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const source = httpSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      for (text of [
        '{"winner":"NO","winner":"YES"}',
        '{"winner":"NO","w\\u0069nner" :"YES"}',
        '{"options":[{"votes":1,"votes":1}]}',
      ])
        await assert.rejects(source.answers('p'), notReached, text)
      text = '{"options":[{"votes":1},{"votes":1}],"text":"\\"votes\\":","quorum":{"votes":9007199254740993},"none":[]}'
      const { results } = await source.answers('p')
      assert.deepEqual(Object.keys(results), ['options', 'text', 'quorum', 'none'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('is skipped if another has the leaves, whether it returns others, answers without end or not at all', async () => {
    const right = '{"number":1}\n'
    const identifier = contentIdentifier(right)
    const asked: string[] = []
    const answers: Record<string, string | undefined> = {
      '/garbage': 'x'.repeat(10),
      '/other': '{}\n',
      '/right': right,
    }
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const text = answers[(request.url ?? '').replace(/\/(ipfs|votes)\/.*/, '')]
      response.writeHead(text === undefined ? 404 : 200).end(text)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const [garbage, other, nothing, honest] = [`${at}/garbage`, `${at}/other`, `${at}/nothing`, `${at}/right`]
    const batch = { number: 1, identifier }
    try {
      assert.equal(await httpSource(garbage, { storages: [other, nothing, url, honest] }).leaves('p', batch), right)
      assert.equal(await httpSource(honest, { storages: [garbage] }).leaves('p', batch), right)
      assert.equal(await httpSource('http://127.0.0.1:1', { storages: [garbage, honest] }).leaves('p', batch), right)
      assert.equal(
        await httpSource(other, { storages: [garbage] }).leaves('p', batch),
        '{}\n',
        'which is found not to be them',
      )
      await assert.rejects(
        httpSource(garbage, { storages: [nothing] }).leaves('p', batch),
        notReached,
        'others may have them',
      )
      await assert.rejects(httpSource(nothing, { storages: [garbage] }).leaves('p', batch), notReached)
      asked.length = 0
      const source = httpSource(nothing, { storages: [honest] })
      for (let number = 1; number <= 3; number++) await source.leaves('p', { number, identifier })
      const unanswered = asked.filter((path) => path.startsWith('/nothing'))
      assert.equal(unanswered.length, 1, 'who did not answer once is asked last')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
