import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Type } from 'typebox'
import { notFound } from '../src/base/errors.ts'
import { limits } from '../src/base/platform-limits.ts'
import { startService, type TestService } from './http-service.ts'

const [most, each] = [limits.largeAnswersAtOnce.value, limits.largeAnswersOfAddress.value]

describe('Large answers', () => {
  let service: TestService
  let tokens: [string, string]
  /** The requests whose handlers have begun and not ended yet, by `name` in the query. */
  const begun: { name: string; end(): void }[] = []
  let changed = Promise.withResolvers<void>()
  let arrived = 0

  before(async () => {
    const hold = async (name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push({ name, end: resolve })
      changed.resolve()
      await promise
    }
    const querystring = Type.Object({ name: Type.String() })
    const answer = { 200: Type.Object({ name: Type.String() }) }
    service = await startService({}, {}, (http) => {
      http.addHook('preHandler', (_request, _reply, done) => {
        arrived++
        changed.resolve()
        done()
      })
      const config = { large: true, access: 'optional' } as const
      http.get('/large', { config, schema: { querystring, response: answer } }, async ({ query: { name } }, reply) => {
        await hold(name)
        if (name === 'none') throw notFound('NONE', 'There is none')
        reply.header('link', `</large?name=after-${name}>; rel="next"`)
        return { name, hidden: 'not in the schema' }
      })
      http.get('/lines', { config, schema: { querystring } }, async ({ query: { name } }, reply) => {
        await hold(name)
        reply.type('application/jsonl')
        return `${name}\n`
      })
      http.patch('/large', { config, schema: { querystring, response: answer } }, async ({ query: { name } }) => {
        await hold(name)
        return { name }
      })
    })
    tokens = [await service.tokens.issue({ walletId: '0.0.1' }), await service.tokens.issue({ walletId: '0.0.2' })]
  })
  after(() => service.close())
  beforeEach(() => {
    begun.length = 0
    arrived = 0
  })

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await changed.promise
      changed = Promise.withResolvers()
    }
  }
  const names = () => begun.map(({ name }) => name)
  const end = (index: number) => begun[index]?.end()

  /** Sends a request and waits until it has arrived. */
  async function ask(path: string, { from = '127.0.0.1', method = 'GET', token = '' } = {}) {
    const before = arrived
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const connected = once(service.http.server, 'connection')
    const sent = get(service.url + path, { localAddress: from, agent: false, method, headers })
    const answered = once(sent, 'response').then(async ([response]: IncomingMessage[]) => {
      if (!response) throw new Error('no response')
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    })
    answered.catch(() => {})
    await until(() => arrived > before)
    const [socket] = (await connected) as Socket[]
    return {
      answered,
      async leave() {
        const closed = once(socket as Socket, 'close')
        sent.destroy()
        await closed
      },
    }
  }

  test('are made a few at once, fewer of one address, and addresses take turns', async () => {
    const asked = []
    for (let at = 0; at < 2 * most; at++) asked.push(await ask(`/large?name=${at}`))
    assert.deepEqual(names(), ['0', '1'].slice(0, each))
    for (let at = each; at < most; at++) asked.push(await ask(`/large?name=of-${at}`, { from: `127.0.0.${2 + at}` }))
    await until(() => begun.length === most)
    asked.push(await ask('/large?name=other', { from: '127.0.0.99' }))
    assert.equal(begun.length, most)
    end(0)
    await until(() => begun.length === most + 1)
    end(1)
    await until(() => begun.length === most + 2)
    // One of each address: the reads of the first wait longer, and the other address waits for one of them at most.
    assert.ok(names().slice(most).includes('other'), names().join())
    for (let at = 2; at < asked.length; at++) {
      await until(() => begun.length > at)
      end(at)
    }
    for (const { answered } of asked) assert.equal((await answered).status, 200)
  })

  test('are not shared by sessions of one account that have other keys, or a holder', async () => {
    const first = []
    for (let at = 0; at < each; at++) first.push(await ask(`/large?name=first-${at}`))
    const asked = []
    for (const more of [{}, { publicKey: '02'.repeat(16) }, { holder: '0.0.7' }, { role: 'operator' as const }, {}]) {
      const token = await service.tokens.issue({ walletId: '0.0.1', ...more })
      asked.push(await ask('/large?name=own', { token }))
    }
    for (let at = 0; at < each + 4; at++) {
      await until(() => begun.length > at)
      end(at)
    }
    for (const { answered } of [...first, ...asked]) assert.equal((await answered).status, 200)
    assert.deepEqual(names().slice(each), ['own', 'own', 'own', 'own'])
  })

  test('are shared by equal reads of one session that came before they were begun', async () => {
    const first = []
    for (let at = 0; at < each; at++) first.push(await ask(`/large?name=first-${at}`))
    const [ada, bo] = tokens
    const equal = []
    for (const token of [ada, ada, ada]) equal.push(await ask('/large?name=equal', { token }))
    const others = [await ask('/large?name=equal', { token: bo }), await ask('/large?name=equal')]
    const lines = [await ask('/lines?name=text'), await ask('/lines?name=text')]
    const failed = [await ask('/large?name=none'), await ask('/large?name=none')]
    for (let at = 0; at < each + 5; at++) {
      await until(() => begun.length > at)
      // A question that comes after its read began has one of its own.
      if (names()[at] === 'text') lines.push(await ask('/lines?name=text'))
      end(at)
    }
    await until(() => begun.length === each + 6)
    end(each + 5)
    assert.deepEqual(names().slice(each), ['equal', 'equal', 'equal', 'text', 'none', 'text'])
    for (const { answered } of [...equal, ...others]) {
      const { status, headers, body } = await answered
      assert.deepEqual([status, body], [200, '{"name":"equal"}'])
      assert.equal(headers.link, '</large?name=after-equal>; rel="next"')
      assert.equal(headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(headers['content-length'], `${body.length}`)
    }
    for (const { answered } of lines) {
      const { headers, body } = await answered
      assert.deepEqual([headers['content-type'], body], ['application/jsonl', 'text\n'])
    }
    for (const { answered } of failed) {
      const { status, body } = await answered
      assert.deepEqual([status, JSON.parse(body).code], [404, 'NONE'])
    }
    for (const { answered } of first) assert.equal((await answered).status, 200)
  })

  test('are not made for those who left before their turn, and writes share none', async () => {
    const [token] = tokens
    const first = []
    for (let at = 0; at < each; at++) first.push(await ask(`/large?name=first-${at}`))
    const gone = await ask('/large?name=gone')
    const alsoGone = await ask('/large?name=gone')
    const writes = []
    for (let at = 0; at < 2; at++) writes.push(await ask('/large?name=written', { method: 'PATCH', token }))
    await gone.leave()
    await alsoGone.leave()
    for (let at = 0; at < each + 2; at++) {
      await until(() => begun.length > at)
      end(at)
    }
    for (const { answered } of writes) assert.equal((await answered).body, '{"name":"written"}')
    for (const { answered } of first) assert.equal((await answered).status, 200)
    assert.deepEqual(names().slice(each), ['written', 'written'])
  })
})
