import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { ApiError, type MessageToSend } from '@quorate/platform'
import { type TestSmtp, testSmtp } from '@quorate/platform/testing'
import fc from 'fast-check'
import { limits } from '../src/index.ts'
import { checkTemplate, filled, placeholders, presetOf } from '../src/model/messages/chat-templates.ts'
import { isTimeZone, isWithin, localText, nextLocal } from '../src/model/messages/local-times.ts'
import { CHAIN, type Harness, loggedIn, openHarness } from './harness.ts'

const [ALICE, BOB, CLAIRE] = ['0.0.1024', '0.0.1025', '0.0.1026']
const HOUR = 3_600_000

describe('messages to accounts', () => {
  let smtp: TestSmtp
  let harness: Harness
  let receiver: Server
  let url = ''
  const posts: { path: string; body: Record<string, unknown>; isSigned: boolean }[] = []
  /** The receiver's status codes for the next posts; 200 by default. */
  const answers: number[] = []
  before(async () => {
    receiver = createServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      const isSigned = request.headers['x-quorate-signature'] !== undefined
      posts.push({ path: request.url ?? '', body: JSON.parse(text), isSigned })
      response.writeHead(answers.shift() ?? 200).end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    url = `http://${host}/services/secret-token`
    smtp = await testSmtp()
    harness = await openHarness({ SMTP_URL: smtp.url, MAIL_FROM: 'quorate@node.example', WEBHOOK_HOSTS: host })
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
    receiver.close()
  })

  const put = (path: string, token: string, body: object) =>
    harness.ask(`/auth/profile/${path}`, { method: 'PUT', token, body })
  const message = (id: string, isUrgent = false): MessageToSend => ({
    ...{ id, isUrgent, path: `/requests/${id}` },
    in: {
      en: { subject: `Subject ${id}`, text: `Text ${id}.` },
      de: { subject: `Betreff ${id}`, text: `Wortlaut ${id}.` },
    },
  })
  async function send(walletId: string, ...messages: MessageToSend[]): Promise<void> {
    for (const one of messages) await harness.messenger?.send({ chain: CHAIN, walletId }, one)
    await harness.jobs.idle()
  }
  async function withAddress(walletId: string, email: string): Promise<string> {
    const token = await loggedIn(harness, walletId)
    await harness.ask('/auth/profile/email', { token, body: { email } })
    const [mail] = await smtp.to(email)
    const code = /^ {4}(\S+)$/m.exec(mail?.text ?? '')?.[1]
    assert.equal((await harness.ask('/auth/profile/email/confirm', { token, body: { code } })).status, 200)
    return token
  }
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email)).slice(1)
  async function at(iso: string): Promise<void> {
    await harness.clock.advance(Date.parse(iso) - harness.clock.now())
    await harness.jobs.idle()
  }
  /** Advances to the next midnight in UTC. Sessions do not last that long, so each test logs in afterwards. */
  async function nextMidnight(): Promise<string> {
    const day = new Date(Math.ceil((harness.clock.now() + 1) / (24 * HOUR)) * 24 * HOUR).toISOString().slice(0, 10)
    await at(`${day}T00:00:00Z`)
    return day
  }

  test('go by e-mail, with a link that names only the screen, and to nobody who set no address', async () => {
    await withAddress(ALICE, 'alice@example.org')
    await send(ALICE, message('one'))
    await send(BOB, message('two'))
    const [mail, ...more] = mailsTo('alice@example.org')
    assert.deepEqual([mail?.headers.get('subject'), more.length], ['Subject one', 0])
    assert.match(mail?.text ?? '', /^Text one\.\s+Sign in to see it: https:\/\/console\.example\/requests\/one\s+-- $/m)
  })

  test('go to a chat in its format, whose URL is a secret that no answer shows', async () => {
    const token = await loggedIn(harness, BOB)
    const none = await harness.ask('/auth/profile/chat/test', { method: 'POST', token })
    assert.deepEqual([none.status, none.body.code], [404, 'CHAT_NOT_SET'])
    const elsewhere = await put('chat', token, { url: 'https://evil.example/x', format: 'slack' })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [400, 'WEBHOOK_REFUSED'])
    const set = await put('chat', token, { url, format: 'slack', language: 'de' })
    assert.deepEqual(set.body.chat, { host: new URL(url).host, format: 'slack', language: 'de' })
    assert.doesNotMatch(JSON.stringify((await harness.ask('/auth/profile/delivery', { token })).body), /secret/)
    await send(BOB, message('three'))
    assert.deepEqual(posts.splice(0), [
      {
        path: '/services/secret-token',
        body: { text: 'Betreff three\nWortlaut three.\nhttps://console.example/requests/three', unfurl_links: false },
        isSigned: false,
      },
    ])
    const telegram = await put('chat', token, { url, format: 'telegram', chat: '-100123' })
    assert.equal(telegram.status, 200)
    assert.equal((await harness.ask('/auth/profile/chat/test', { method: 'POST', token })).status, 200)
    assert.deepEqual(posts.splice(0)[0]?.body, {
      chat_id: '-100123',
      text: 'A test message from Quorate\nYour chat receives messages.\nhttps://console.example/',
      link_preview_options: { is_disabled: true },
    })
    answers.push(404)
    const failed = await harness.ask('/auth/profile/chat/test', { method: 'POST', token })
    assert.deepEqual([failed.status, failed.body.code], [422, 'CHAT_FAILED'])
    assert.doesNotMatch(failed.body.message, /secret/)
    posts.length = 0
  })

  test('fill a custom template, refuse a bad one, and stop when the chat is removed', async () => {
    const token = await loggedIn(harness, BOB)
    const custom = (template: string) => put('chat', token, { url, format: 'custom', template })
    for (const template of ['no', '[]', '{"text":"always the same"}', '{"text":"{{text}} {{secret}}"}'])
      assert.equal((await custom(template)).body.code, 'TEMPLATE_INVALID', template)
    assert.equal((await put('chat', token, { url, format: 'telegram' })).body.code, 'CHAT_MISSING')
    assert.equal((await put('chat', token, { url, format: 'slack', template: '{}' })).body.code, 'TEMPLATE_INVALID')
    assert.equal((await custom('{"blocks":[{"words":"{{account}}: {{subject}}"}],"n":1}')).status, 200)
    await send(BOB, message('four'))
    assert.deepEqual(posts.splice(0)[0]?.body, { blocks: [{ words: `${BOB}: Subject four` }], n: 1 })
    assert.equal((await harness.ask('/auth/profile/chat', { method: 'DELETE', token })).body.chat, null)
    await send(BOB, message('five'))
    assert.equal(posts.length, 0)
  })

  test('wait for the daily e-mail, which has all of them with local times', async () => {
    const day = await nextMidnight()
    const token = await loggedIn(harness, ALICE)
    const wrong = await put('delivery', token, { timeZone: 'Europe/Nowhere' })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'INVALID_TIME_ZONE'])
    const set = await put('delivery', token, { timeZone: 'Asia/Kolkata', digestAt: '09:00' })
    assert.deepEqual([set.status, set.body.digestAt], [200, '09:00'])
    const before = mailsTo('alice@example.org').length
    await send(ALICE, message('six'))
    await at(`${day}T01:00:00Z`)
    await send(ALICE, message('seven', true), message('seven', true))
    assert.equal(mailsTo('alice@example.org').length, before)
    await at(`${day}T03:30:01Z`)
    const [mail, ...more] = mailsTo('alice@example.org').slice(before)
    assert.deepEqual([mail?.headers.get('subject'), more.length], ['2 messages from Quorate', 0])
    assert.match(
      mail?.text ?? '',
      /^\d{4}-\d\d-\d\d 05:30 \(Asia\/Kolkata\)\s+Subject six\s+Text six\.\s+Sign in .*requests\/six\s+[\d-]+ 06:30 \(Asia\/Kolkata\)\s+Subject seven\s/m,
    )
    await at(`${day}T23:00:00Z`)
    assert.equal(mailsTo('alice@example.org').length, before + 1)
  })

  test('wait for the end of quiet hours in every channel; urgent ones are sent only if the settings say so', async () => {
    const day = await nextMidnight()
    const token = await loggedIn(harness, ALICE)
    await put('chat', token, { url, format: 'discord' })
    const quiet = { timeZone: 'UTC', quiet: { from: '22:00', to: '07:00' } }
    await put('delivery', token, quiet)
    const before = mailsTo('alice@example.org').length
    await send(ALICE, message('eight', true))
    assert.deepEqual([mailsTo('alice@example.org').length, posts.length], [before, 0])
    await put('delivery', token, { ...quiet, urgentAtOnce: true })
    await send(ALICE, message('nine', true), message('ten'))
    assert.deepEqual([mailsTo('alice@example.org').length, posts.length], [before + 1, 1])
    await at(`${day}T07:00:01Z`)
    assert.deepEqual([mailsTo('alice@example.org').length, posts.length], [before + 2, 2])
    assert.match(String(posts[1]?.body.content), /^2 messages from Quorate.*Subject eight.*Subject ten/s)
    await send(ALICE, message('eleven'))
    assert.deepEqual([mailsTo('alice@example.org').length, posts.length], [before + 3, 3])
    posts.length = 0
  })

  test('that are held follow new settings, and are limited', async () => {
    const day = await nextMidnight()
    const token = await loggedIn(harness, ALICE)
    await put('delivery', token, { channels: ['chat'], quiet: { from: '00:00', to: '23:00' } })
    const most = limits.heldMessages.value
    const many = Array.from({ length: most + 2 }, (_, index) => message(`held-${index}`))
    const before = mailsTo('alice@example.org').length
    await send(ALICE, ...many)
    assert.equal(posts.length, 0)
    await put('delivery', token, { channels: ['chat'] })
    await harness.jobs.idle()
    assert.equal(posts.length, 1)
    const content = String(posts.splice(0)[0]?.body.content)
    assert.match(content, new RegExp(`^${most} messages from Quorate`))
    assert.ok(content.length < 2_000, 'Discord takes no more')
    assert.match(content, /requests\/held-\d+\n\n\nThere were more messages than fit here\. .*\nhttps:/s)
    await at(`${day}T23:30:00Z`)
    assert.deepEqual([posts.length, mailsTo('alice@example.org').length], [0, before])
  })

  test('cannot be sent elsewhere by a session of a wallet or an old login', async () => {
    const token = await loggedIn(harness, CLAIRE)
    await harness.clock.advance(11 * 60_000)
    const late = await put('chat', token, { url, format: 'slack' })
    assert.deepEqual([late.status, late.body.code], [403, 'LOGIN_TOO_OLD'])
  })
})

test('messages that are held survive the end of the process', async () => {
  await using smtp = await testSmtp()
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'quorate@node.example' }
  const first = await openHarness(env)
  const token = await loggedIn(first, ALICE)
  await first.ask('/auth/profile/email', { token, body: { email: 'alice@example.org' } })
  const code = /^ {4}(\S+)$/m.exec((await smtp.to('alice@example.org'))[0]?.text ?? '')?.[1]
  await first.ask('/auth/profile/email/confirm', { token, body: { code } })
  const time = new Date(first.clock.now() + 2 * HOUR).toISOString().slice(11, 16)
  await first.ask('/auth/profile/delivery', { method: 'PUT', token, body: { digestAt: time } })
  const texts = { subject: 'Kept', text: 'Kept.' }
  const kept = { id: 'kept', isUrgent: false, path: '/', in: { en: texts, de: texts } }
  await first.messenger?.send({ chain: CHAIN, walletId: ALICE }, kept)
  await using second = await openHarness(env, await first.stop())
  await second.clock.advance(2 * HOUR)
  const [, mail] = await smtp.to('alice@example.org', 2)
  assert.equal(mail?.headers.get('subject'), '1 message from Quorate')
})

describe('local times', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe')
  const times = fc.integer({ min: 0, max: 1439 }).map((minute) => {
    const two = (number: number) => String(number).padStart(2, '0')
    return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  })
  const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })

  test('the next time of day is within 26 hours, and clocks show it unless they skip it', () => {
    fc.assert(
      fc.property(instants, zones, times, (now, zone, time) => {
        const next = nextLocal(now, zone, time)
        assert.ok(next > now && next <= now + 26 * HOUR)
        const shown = localText(next, zone).slice(11, 16)
        const before = localText(next - 1, zone).slice(11, 16)
        assert.ok(shown === time || before < time, `${shown} instead of ${time}`)
      }),
    )
  })

  test('quiet hours end when clocks show their end', () => {
    fc.assert(
      fc.property(instants, zones, times, times, (now, zone, from, to) => {
        if (isWithin(now, zone, { from, to })) assert.ok(!isWithin(nextLocal(now, zone, to), zone, { from, to }))
      }),
    )
    assert.equal(isWithin(Date.UTC(2026, 0, 1, 12), 'UTC', { from: '09:00', to: '09:00' }), false)
    assert.deepEqual(['Europe/Berlin', 'Mars/Base', ''].map(isTimeZone), [true, false, false])
  })
})

describe('templates of chats', () => {
  test('keep the structure of their JSON, whatever text is filled in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const values = Object.fromEntries(placeholders.map((name) => [name, text])) as Parameters<typeof filled>[1]
        const { text: told, ...rest } = filled(presetOf('slack'), values) as Record<string, string>
        assert.deepEqual(rest, { unfurl_links: false })
        assert.equal(told, `${text}\n${text}\n${text}`.trimEnd())
      }),
    )
    for (const format of ['slack', 'discord', 'matrix', 'telegram'] as const) checkTemplate(presetOf(format))
    assert.throws(() => checkTemplate('{"a":"{{ text }}"}'), ApiError)
  })
})
