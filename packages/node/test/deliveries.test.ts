import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import dns from 'node:dns'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { TopicCreateTransaction, TopicMessageSubmitTransaction, type Transaction } from '@hiero-ledger/sdk'
import { createWebhooks, isPublicAddress, limits, PermanentJobError } from '@quorate/platform'
import { deletedIn, interruptWaiting, ROWS_DELETED_AT_ONCE, testClock, unanswered } from '@quorate/platform/testing'
import { describedBy } from './described.ts'
import { CHAIN, type Harness, loggedIn, OTHER_CHAIN, openHarness } from './harness.ts'

const ALICE = '0.0.1024'

interface Call {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

describe('Messages of a topic', () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  let topic = ''
  let token = ''
  let hook: Server
  let origin = ''
  let calls: Call[] = []
  /** The webhook's answers by path; `raw` is written to the connection in place of an HTTP answer. */
  const answers: Record<string, { status: number; location?: string; after?: Promise<void>; raw?: string }[]> = {}
  const heard = new EventEmitter()

  const execute = async (transaction: Transaction) => {
    const outcome = await harness.ledger.execute(transaction)
    assert.ok(outcome.state === 'final' && outcome.success, JSON.stringify(outcome))
    return outcome
  }
  const nextCall = async (count: number) => {
    while (calls.length < count) await once(heard, 'call')
    return calls
  }

  before(async () => {
    hook = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const path = request.url ?? ''
      const { status, location, after, raw } = answers[path]?.shift() ?? { status: 204 }
      response.once('close', () => {
        if (response.writableEnded || raw !== undefined) return
        calls.push({ path: `${path} was given up`, headers: {}, text: '' })
        heard.emit('call')
      })
      await after
      if (raw === undefined) response.writeHead(status, location ? { location } : {}).end()
      else response.socket?.end(raw)
      calls.push({ path, headers: request.headers, text })
      heard.emit('call')
    })
    await once(hook.listen(0, '127.0.0.1'), 'listening')
    const { port } = hook.address() as AddressInfo
    origin = `http://127.0.0.1:${port}`
    harness = await openHarness({ WEBHOOK_HOSTS: `127.0.0.1:${port},localhost` })
    ask = await describedBy(harness)
    token = await loggedIn(harness, ALICE)
    topic = (await execute(new TopicCreateTransaction())).receipt.topicId ?? ''
    for (let number = 1; number <= 5; number++) {
      await execute(new TopicMessageSubmitTransaction().setTopicId(topic).setMessage(`message ${number}`))
    }
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    hook.close()
  })

  test('are returned from start to end, up to the limit, with a link to the rest', async () => {
    const numbers = (body: { messages: { sequence_number: number }[] }) =>
      body.messages.map((one) => one.sequence_number)
    const all = await ask(`/hcs/${topic}/messages`)
    assert.deepEqual([numbers(all.body), all.body.links.next], [[1, 2, 3, 4, 5], null])
    const some = await ask(`/hcs/${topic}/messages?start=2&end=4&limit=2`)
    assert.deepEqual(numbers(some.body), [2, 3])
    const rest = await ask(some.body.links.next)
    assert.deepEqual([numbers(rest.body), rest.body.links.next], [[4], null])
    assert.equal((await ask('/hcs/0.0.999999/messages')).status, 404)
    assert.equal((await ask(`/hcs/${topic}/messages?limit=0`)).status, 400)
    assert.match((await ask(`/hcs/${topic}/messages?limit=1001`)).body.message, /limit is 1001: expected at most 1000/)
  })

  test('are delivered to a webhook, signed with the secret from the answer', async () => {
    calls = []
    const target = encodeURIComponent(`${origin}/ok`)
    const { status, body } = await ask(`/hcs/${topic}/messages?start=2&callbackSuccess=${target}`, { token })
    assert.equal(status, 202)
    const [call] = await nextCall(1)
    assert.ok(call)
    const { deliveryId, messages, isLast } = JSON.parse(call.text)
    assert.deepEqual([deliveryId, messages.length, isLast], [body.deliveryId, 4, true])
    assert.equal(messages[0].sequence_number, 2)
    const signature = createHmac('sha256', body.secret).update(`${call.headers['x-quorate-timestamp']}.${call.text}`)
    assert.equal(call.headers['x-quorate-signature'], `sha256=${signature.digest('hex')}`)
    await harness.jobs.idle()
    assert.equal(calls.length, 1)
  })

  test('are delivered to a limited number of webhooks at once per wallet', async () => {
    calls = []
    const flaky = encodeURIComponent(`${origin}/down`)
    answers['/down'] = Array.from({ length: 100 }, () => ({ status: 500 }))
    const asked = async () => (await ask(`/hcs/${topic}/messages?limit=1&callbackSuccess=${flaky}`, { token })).status
    const statuses = await Promise.all(Array.from({ length: 8 }, asked))
    assert.deepEqual(statuses.sort(), [202, 202, 202, 202, 202, 429, 429, 429])
    for (let round = 0; round < 4; round++) {
      await harness.jobs.idle()
      await harness.clock.advance(30_000)
    }
    await harness.jobs.idle()
    answers['/down'] = []
    assert.equal(await asked(), 202, 'those that failed for good count no more')
    await harness.jobs.idle()
  })

  test("are delivered for one wallet while other wallets' webhooks do not answer", async (t) => {
    t.mock.property(limits.runningJobs, 'value', 8)
    const wallets = ['0.0.1025', '0.0.1026', '0.0.1027']
    const [greedy, other, few] = await Promise.all(wallets.map((wallet) => loggedIn(harness, wallet)))
    calls = []
    const open = Promise.withResolvers<void>()
    answers['/slow'] = Array.from({ length: 10 }, () => ({ status: 204, after: open.promise }))
    const asked = async (path: string, token: string | undefined) => {
      const target = encodeURIComponent(`${origin}${path}`)
      const { status } = await ask(`/hcs/${topic}/messages?callbackSuccess=${target}`, token ? { token } : {})
      assert.equal(status, 202)
    }
    for (const token of [greedy, other]) for (let count = 0; count < 5; count++) await asked('/slow', token)
    await asked('/ok', few)
    await nextCall(1)
    assert.deepEqual(
      calls.map(({ path }) => path),
      ['/ok'],
    )
    open.resolve()
    await nextCall(11)
    await harness.jobs.idle()
  })

  test('are delivered while unfinished old deliveries are deleted in batches', async () => {
    calls = []
    const { connections } = harness.server
    const session = await connections.session()
    const rows = 2.5 * ROWS_DELETED_AT_ONCE
    await session.query(`
      insert into node.delivery (id, chain, wallet, started_at)
      select n::text, 'c', 'w', '2020-01-01' from generate_series(1, ${rows}) n`)
    session.release()
    const deleted = deletedIn(connections)
    const target = encodeURIComponent(`${origin}/ok`)
    assert.equal((await ask(`/hcs/${topic}/messages?callbackSuccess=${target}`, { token })).status, 202)
    await harness.jobs.idle()
    assert.ok(
      deleted.every((count) => count <= ROWS_DELETED_AT_ONCE),
      String(deleted),
    )
    assert.ok(deleted.reduce((sum, count) => sum + count, 0) >= rows, String(deleted))
  })

  test('are sent again to a webhook that failed, but a redirect ends the delivery and is reported to callbackError', async () => {
    calls = []
    answers['/flaky'] = [{ status: 500 }]
    const flaky = encodeURIComponent(`${origin}/flaky`)
    assert.equal((await ask(`/hcs/${topic}/messages?callbackSuccess=${flaky}`, { token })).status, 202)
    await nextCall(1)
    await harness.jobs.idle()
    await harness.clock.advance(10_000)
    const [first, second] = await nextCall(2)
    assert.equal(first?.headers['x-quorate-delivery'], second?.headers['x-quorate-delivery'])
    await harness.jobs.idle()

    calls = []
    answers['/moved'] = [{ status: 302, location: `${origin}/ok` }]
    const query = `callbackSuccess=${encodeURIComponent(`${origin}/moved`)}&callbackError=${encodeURIComponent(`${origin}/error`)}`
    assert.equal((await ask(`/hcs/${topic}/messages?${query}`, { token })).status, 202)
    await nextCall(2)
    await harness.jobs.idle()
    assert.deepEqual(
      calls.map(({ path }) => path),
      ['/moved', '/error'],
    )
    assert.match(JSON.parse(calls[1]?.text ?? '').error, /redirects are not followed/)
  })

  test('are sent again to a webhook that closed the connection without an answer, even by switching protocols', async () => {
    const target = encodeURIComponent(`${origin}/broken`)
    for (const raw of unanswered) {
      calls = []
      answers['/broken'] = [{ status: 0, raw }]
      assert.equal((await ask(`/hcs/${topic}/messages?callbackSuccess=${target}`, { token })).status, 202)
      await nextCall(1)
      await harness.jobs.idle()
      await harness.clock.advance(10_000)
      const [first, second] = await nextCall(2)
      assert.equal(first?.headers['x-quorate-delivery'], second?.headers['x-quorate-delivery'], raw)
      await harness.jobs.idle()
    }
  })

  test('are reported to callbackError and no longer count if their delivery ended its process too often', async () => {
    calls = []
    answers['/deadly'] = [{ status: 500 }]
    const query = `callbackSuccess=${encodeURIComponent(`${origin}/deadly`)}&callbackError=${encodeURIComponent(`${origin}/error`)}`
    const { status, body } = await ask(`/hcs/${topic}/messages?${query}`, { token })
    assert.equal(status, 202)
    await nextCall(1)
    await harness.jobs.idle()
    assert.equal(await interruptWaiting(harness.server, 'node.deliver'), 1)
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    assert.deepEqual(
      calls.map(({ path }) => path),
      ['/deadly', '/error'],
    )
    const told = JSON.parse(calls[1]?.text ?? '')
    assert.deepEqual(
      [told.deliveryId, told.error],
      [body.deliveryId, 'It ended its process too often, and is not tried again'],
    )
    const asked = () => ask(`/hcs/${topic}/messages?callbackSuccess=${encodeURIComponent(`${origin}/ok`)}`, { token })
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await asked()).status))
    assert.deepEqual(statuses, [202, 202, 202, 202, 202])
    await harness.jobs.idle()
  })

  test('are delivered only for sessions, only to listed hosts, and never to a private address behind a name', async () => {
    const target = encodeURIComponent(`${origin}/ok`)
    assert.equal((await ask(`/hcs/${topic}/messages?callbackSuccess=${target}`)).status, 401)
    const elsewhere = await loggedIn(harness, ALICE, undefined, OTHER_CHAIN)
    const ofOther = await ask(`/hcs/${topic}/messages?chain=${CHAIN}&callbackSuccess=${target}`, { token: elsewhere })
    assert.deepEqual([ofOther.status, ofOther.body.code], [403, 'WRONG_CHAIN'])
    for (const url of [
      'http://127.0.0.1:1/x',
      'http://169.254.169.254/latest',
      'http://evil.example/',
      'file:///etc/passwd',
      'http://user:pass@localhost/',
      ...['http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/', 'http://0/'],
      ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[fe80::1]/'],
      ...['http://①②⑦.0.0.1/', 'http://127。0。0。1/', 'http://localhost./', 'http://localhost.evil.example/'],
      ...['http://evil.example\\@localhost/', 'http://evil.example#@localhost/', '//localhost/', 'gopher://localhost/'],
      'nonsense',
    ]) {
      const { status, body } = await ask(`/hcs/${topic}/messages?callbackSuccess=${encodeURIComponent(url)}`, { token })
      assert.deepEqual([status, body.code], [400, 'WEBHOOK_REFUSED'], url)
    }
    const inOtherLetters = encodeURIComponent(`http://${'\u7db2'.repeat(100)}.example/`)
    const { body } = await ask(`/hcs/${topic}/messages?callbackSuccess=${inOtherLetters}`, { token })
    assert.match(body.message, /a host in ASCII/)
    calls = []
    const behindName = encodeURIComponent(origin.replace('127.0.0.1', 'localhost'))
    const toError = encodeURIComponent(`${origin}/error`)
    await ask(`/hcs/${topic}/messages?callbackSuccess=${behindName}&callbackError=${toError}`, { token })
    await nextCall(1)
    assert.deepEqual(
      calls.map(({ path }) => path),
      ['/error'],
    )
    assert.match(JSON.parse(calls[0]?.text ?? '').error, /not public/)
  })
})

describe('A listed host name', () => {
  test('is never called at an address that is not public, whatever else it resolves to, and however it is written', async () => {
    const calls: string[] = []
    const server = createServer((request, response) => {
      calls.push(request.url ?? '')
      response.writeHead(204).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { lookup } = dns
    let resolved: dns.LookupAddress[] = []
    let asked = 0
    // The name resolves differently between the check and the call.
    Object.assign(dns, {
      lookup: (_name: string, _options: object, answer: (error: null, found: dns.LookupAddress[]) => void) => {
        asked++
        answer(null, resolved)
      },
    })
    syncBuiltinESMExports()
    try {
      const webhooks = createWebhooks(['hook.example'], testClock())
      const url = `http://hook.example:${port}/secret`
      for (const addresses of [
        ...[['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], ['::ffff:7f00:1'], ['fe80::1%lo']],
        ...[['169.254.169.254'], ['0.0.0.0'], ['64:ff9b::7f00:1'], ['2002:7f00:1::'], ['2001:0:7f00:1::'], ['fd00::1']],
      ]) {
        resolved = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        webhooks.check(url, 'callbackSuccess')
        const posted = webhooks.post(url, { id: '1', secret: 's', body: {} })
        await assert.rejects(
          posted,
          (error) => error instanceof PermanentJobError && /is not public/.test(error.message),
        )
      }
      assert.equal(asked, 12, 'the name is asked for each call')
      const allowed = createWebhooks(['hook.example', '127.0.0.1'], testClock())
      resolved = [{ address: '127.0.0.1', family: 4 }]
      await allowed.post(url, { id: '1', secret: 's', body: {} })
      assert.deepEqual(calls, ['/secret'], 'a private address that is listed itself is called')
      assert.ok(createWebhooks(['hook.example:443'], testClock()).check('https://hook.example/x', 'callbackSuccess'))
      assert.throws(() => createWebhooks(['hook.example:443'], testClock()).check('http://hook.example/x', 'x'))
    } finally {
      Object.assign(dns, { lookup })
      syncBuiltinESMExports()
      server.close()
    }
  })
})

test('An address counts as public unless it is in a private, local, reserved or translated range', () => {
  for (const address of ['8.8.8.8', '2606:4700::1111']) assert.ok(isPublicAddress(address), address)
  for (const address of [
    ...['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fc00::1', '::ffff:8.8.8.8', '::ffff:127.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '::7f00:1', '4000::1', '3fff::1', '2001::7f00:1'],
  ]) {
    assert.equal(isPublicAddress(address), false, address)
  }
})
