import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { conflict, type Messenger } from '@quorate/platform'
import { type Harness, openHarness, type Person } from './harness.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('Reminders of waiting requests', () => {
  let harness: Harness
  let other: Harness
  let receiver: Server
  let url: string
  /** The receiver's status codes for the next posts; 200 by default. */
  const answers: number[] = []
  const posts: { headers: IncomingHttpHeaders; body: string }[] = []
  /** The e-mails that the node was asked to send. */
  const mails: { to: string; id: string; subject: string; text: string; german: string }[] = []
  const messenger: Messenger = {
    async check({ walletId }: { walletId: string }) {
      if (walletId !== cleo.id) throw conflict('EMAIL_NOT_CONFIRMED', `${walletId} has none`)
    },
    async send({ walletId: to }: { walletId: string }, { id, in: texts }: Parameters<Messenger['send']>[1]) {
      mails.push({ to, id, ...texts.en, german: `${texts.de.subject}\n${texts.de.text}` })
    },
  }
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  before(async () => {
    receiver = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      posts.push({ headers: request.headers, body })
      response.statusCode = answers.shift() ?? 200
      response.end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    url = `http://${host}/hook`
    harness = await openHarness({ env: { WEBHOOK_HOSTS: host }, messenger })
    // Another process on the same database. Nobody is reminded twice, whichever process runs a job.
    other = await openHarness({ env: { WEBHOOK_HOSTS: host }, messenger, peerOf: harness })
    ;[ada, ben, cleo] = (await Promise.all([patient(), patient(), patient()])) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben, cleo], 3)
  })
  after(async () => {
    await other.close()
    await harness.close()
    receiver.close()
  })

  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1_000 * DAY }) }
  }

  const set = (by: Person, body: object) => harness.call('PUT', '/multisig/reminders', by, body)
  const iso = (time: number) => new Date(Math.floor(time / 1000) * 1000).toISOString()
  const payment = (more: object) => ({
    ...{ walletId, receiverId: harness.treasury.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
    ...more,
  })
  async function pass(ms: number): Promise<void> {
    await harness.clock.advance(ms)
    await harness.jobs.idle()
    await other.jobs.idle()
  }

  test('are off until an owner turns them on, go only to listed hosts, and show the secret once', async () => {
    const off = { webhook: null, socket: false, messages: false, before: [], notices: [] }
    assert.deepEqual((await harness.get('/multisig/reminders', ada)).body, off)
    const refused = await set(ada, { webhook: 'https://169.254.169.254/latest' })
    assert.deepEqual([refused.status, refused.body.code], [400, 'WEBHOOK_REFUSED'])
    const on = await set(ada, { webhook: url, socket: true, before: ['hour'] })
    assert.equal(on.status, 200)
    assert.equal(typeof on.body.secret, 'string')
    const shown = { webhook: url, socket: true, messages: false, before: ['hour'], notices: [] }
    assert.deepEqual((await harness.get('/multisig/reminders', ada)).body, shown)
    assert.deepEqual((await set(ada, {})).body, off)
    assert.deepEqual((await harness.get('/multisig/reminders', ada)).body, off)
    assert.equal((await harness.get('/multisig/reminders')).status, 401)
  })

  test('return the secret once and at its full length, so that its length reveals nothing, whatever key is sent', async () => {
    const secrets = []
    for (const _ of [1, 2]) {
      const response = await fetch(`${harness.url}/multisig/reminders`, {
        method: 'PUT',
        headers: {
          ...{ authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
          ...{ 'accept-encoding': 'gzip', 'idempotency-key': 'the same' },
        },
        body: JSON.stringify({ webhook: `${url}?${'x'.repeat(1_500)}` }),
      })
      assert.deepEqual([response.status, response.headers.get('content-encoding')], [200, null])
      secrets.push(((await response.json()) as { secret: string }).secret)
    }
    assert.equal(new Set(secrets).size, 2)
    await set(ada, {})
  })

  test("go to no webhook set in a wallet's session: it would still get them after the session", async () => {
    const publicKey = ben.key.publicKey.toStringRaw()
    const token = await harness.tokens.issue({ walletId, publicKey, holder: ben.id, lifetimeMs: DAY })
    const held = { ...ben, id: walletId, token }
    const refused = await set(held, { webhook: url })
    assert.deepEqual([refused.status, refused.body.code], [403, 'WALLET_SESSION'])
    assert.equal((await set(held, { socket: true })).status, 200)
    assert.equal((await set(held, {})).status, 200)
  })

  test('come a day and an hour before, signed and once, and not to those who have signed', async () => {
    const { body } = await set(ben, { webhook: url, socket: true })
    await set(cleo, { webhook: url, before: ['hour'] })
    // Each process of this test informs its own sockets.
    const sockets = [await harness.socket(ben), await other.socket(ben)]
    const expiresAt = iso(harness.clock.now() + 3 * DAY)
    const request = await harness.ask('withdraw', ada, payment({ expiresAt }))
    assert.equal((await harness.sign(request, ada, walletId)).status, 200)
    await pass(2 * DAY + 5_000)
    assert.equal(posts.length, 1)
    const [post] = posts
    const told = JSON.parse(post?.body ?? '')
    assert.deepEqual([told.event, told.before, told.jobId], ['transaction_reminder', 'day', request.jobId])
    assert.equal(post?.headers['x-quorate-delivery'], `${request.jobId}/${ben.id}/day`)
    const text = `${post?.headers['x-quorate-timestamp']}.${post?.body}`
    const signature = createHmac('sha256', body.secret).update(text).digest('hex')
    assert.equal(post?.headers['x-quorate-signature'], `sha256=${signature}`)
    const heard = await Promise.race(sockets.map((socket) => socket.next('transaction_reminder')))
    assert.equal(heard.before, 'day')
    const { body: draft } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ben)
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    await pass(23 * HOUR)
    assert.deepEqual(
      posts.slice(1).map((one) => one.headers['x-quorate-delivery']),
      [`${request.jobId}/${cleo.id}/hour`],
    )
    const events = sockets.flatMap((socket) => socket.heard).map(({ event }) => event)
    assert.equal(events.filter((event) => event === 'transaction_reminder').length, 1)
  })

  test('are retried if the receiver fails, and stop with the request', async () => {
    posts.length = 0
    answers.push(503)
    const timed = await harness.ask('withdraw', ada, payment({ executeAt: iso(harness.clock.now() + 2 * DAY) }))
    const rejected = await harness.ask('withdraw', ada, payment({ executeAt: iso(harness.clock.now() + 2 * DAY) }))
    await harness.post(`/multisig/transaction/reject/${rejected.jobId}`, ada, {})
    await pass(DAY + 5_000)
    await pass(10_000)
    const ids = posts.map((one) => one.headers['x-quorate-delivery'])
    assert.deepEqual(ids, [`${timed.jobId}/${ben.id}/day`, `${timed.jobId}/${ben.id}/day`])
    await set(ben, {})
    await set(cleo, {})
    await pass(DAY)
    assert.equal(posts.length, 2)
  })

  test('come by e-mail to a confirmed address, once, with nothing that others wrote', async () => {
    const refused = await set(ben, { messages: true })
    assert.deepEqual([refused.status, refused.body.code], [409, 'EMAIL_NOT_CONFIRMED'])
    const on = await set(cleo, { messages: true })
    assert.deepEqual(on.body, { webhook: null, socket: false, messages: true, before: ['day', 'hour'], notices: [] })
    const request = await harness.ask('withdraw', ada, payment({ executeAt: iso(harness.clock.now() + 2 * DAY) }))
    await pass(DAY + 5_000)
    assert.deepEqual(
      mails.map(({ to, id }) => [to, id]),
      [[cleo.id, `${request.jobId}.${cleo.id}.day`]],
    )
    assert.match(mails[0]?.text ?? '', new RegExp(`${request.jobId} of the wallet ${walletId} \\(payment, `))
    assert.match(mails[0]?.text ?? '', new RegExp(`^Waiting for .*${cleo.id}.*\\.$`, 'm'))
    assert.match(mails[0]?.german ?? '', new RegExp(`^Ein Antrag der Wallet ${walletId} wartet auf deine Unterschrift`))
    assert.match(mails[0]?.german ?? '', new RegExp(`^Noch nicht unterschrieben: .*${cleo.id}.*\\.$`, 'm'))
    assert.doesNotMatch(mails[0]?.text ?? '', /Treasury/, 'the name of the wallet')
    assert.equal((await harness.sign(request, cleo, walletId)).status, 200)
    await pass(DAY)
    assert.equal(mails.length, 1)
  })
})

describe('Notices of requests', () => {
  let harness: Harness
  let receiver: Server
  let url: string
  const posts: { headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = []
  const mails: { to: string; id: string; subject: string; text: string; german: string }[] = []
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  before(async () => {
    receiver = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      posts.push({ headers: request.headers, body: JSON.parse(body) })
      response.end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    url = `http://${host}/hook`
    const messenger: Messenger = {
      async check() {},
      async send({ walletId: to }, { id, in: { en, de } }) {
        mails.push({ to, id, ...en, german: `${de.subject}\n${de.text}` })
      },
    }
    harness = await openHarness({ env: { WEBHOOK_HOSTS: host }, messenger })
    ;[ada, ben, cleo] = await Promise.all([harness.person(), harness.person(), harness.person()])
    walletId = await harness.wallet([ada, ben, cleo], 2)
  })
  after(async () => {
    await harness.close()
    receiver.close()
  })

  const set = (by: Person, body: object) => harness.call('PUT', '/multisig/reminders', by, body)
  const ask = () =>
    harness.ask('withdraw', ada, {
      ...{ walletId, receiverId: harness.treasury.id, tokenId: 'HBAR', type: 'FUNGIBLE_COMMON', amountOrSerial: 1 },
    })
  const told = () => [
    ...mails.map(({ to, subject }) => `${to} ${subject}`),
    ...posts.map(({ body }) => `${body.notice} ${body.jobId} ${body.senderId ?? ''}`.trimEnd()),
  ]
  async function settled(): Promise<string[]> {
    await harness.jobs.idle()
    const all = told()
    mails.length = 0
    posts.length = 0
    return all
  }

  test('come only to those who asked for them, and know the wallet', async () => {
    const refused = await set(ben, { messages: true, notices: ['anything'] })
    assert.deepEqual([refused.status, refused.body.code], [400, 'VALIDATION_FAILED'])
    const on = await set(ben, {
      messages: true,
      before: [],
      notices: ['signature_wanted', 'rejected', 'executed', 'failed'],
    })
    assert.deepEqual(on.body.notices, ['signature_wanted', 'rejected', 'executed', 'failed'])
    await ask()
    assert.deepEqual(await settled(), [], 'Ben has never signed anything in this wallet')
    const first = await ask()
    for (const person of [ada, ben]) assert.equal((await harness.sign(first, person, walletId)).status, 200)
    assert.equal((await harness.execute('withdraw', ada, first)).status, 200)
    await harness.jobs.idle()
    assert.match(mails[0]?.text ?? '', /^Consensus time: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/m)
    assert.match(mails[0]?.german ?? '', /\(Auszahlung, .*^Konsenszeit: [\d-]+ [\d:]+ UTC$/ms)
    assert.deepEqual(await settled(), [`${ben.id} A request of the wallet ${walletId} was executed`])
  })

  test('say that a signature is wanted, that an owner rejected, and how it ended, with nothing that others wrote', async () => {
    const { jobId } = await ask()
    await harness.jobs.idle()
    const [mail] = mails
    assert.match(
      mail?.text ?? '',
      new RegExp(`^The request ${jobId} of the wallet ${walletId} \\(payment, .* ${ada.id} asked`),
    )
    assert.match(mail?.german ?? '', new RegExp(`^Ein Antrag der Wallet ${walletId} wartet auf deine Unterschrift`))
    assert.doesNotMatch(mail?.text ?? '', /Treasury/)
    assert.deepEqual(await settled(), [`${ben.id} Your signature is wanted for a request of the wallet ${walletId}`])
    for (const person of [cleo, ada])
      await harness.post(`/multisig/transaction/reject/${jobId}`, person, { reason: 'see http://example.org' })
    await harness.jobs.idle()
    assert.ok(mails.every(({ text, german }) => !`${text}${german}`.includes('example')))
    // Receivers drop a second message with the same id.
    assert.equal(new Set(mails.map(({ id }) => id)).size, mails.length)
    assert.deepEqual(await settled(), [
      `${ben.id} A request of the wallet ${walletId} was rejected by ${cleo.id}`,
      `${ben.id} A request of the wallet ${walletId} was rejected by ${ada.id}`,
      `${ben.id} A request of the wallet ${walletId} was not executed`,
    ])
  })

  test('go to a webhook, signed, and not to those who muted the wallet or no longer have to sign', async () => {
    const { body } = await set(ben, { webhook: url, before: [], notices: ['signature_wanted'] })
    const { jobId } = await ask()
    await harness.jobs.idle()
    const [post] = posts
    const text = `${post?.headers['x-quorate-timestamp']}.${JSON.stringify(post?.body)}`
    const signature = createHmac('sha256', body.secret).update(text).digest('hex')
    assert.equal(post?.headers['x-quorate-signature'], `sha256=${signature}`)
    assert.equal(post?.headers['x-quorate-delivery'], `${jobId}/${ben.id}/signature_wanted`)
    assert.deepEqual(await settled(), [`signature_wanted ${jobId}`])
    await set(ben, {})
    await ask()
    assert.deepEqual(await settled(), [])
  })

  test('tell of a new wallet only if its maker shares one with the account, and never of a stranger', async () => {
    await set(ben, { messages: true, before: [], notices: ['owner'] })
    const stranger = await harness.person()
    const strange = await harness.wallet([stranger, ben], 1)
    assert.deepEqual(await settled(), [], strange)
    const wallet = await harness.wallet([ada, ben], 1)
    await harness.jobs.idle()
    assert.deepEqual(
      mails.map(({ to, german }) => [to, german.split('\n')[0]]),
      [[ben.id, `Du bist jetzt Eigentümer der Wallet ${wallet}`]],
    )
    assert.deepEqual(await settled(), [`${ben.id} You are now an owner of the wallet ${wallet}`])
  })
})

test('Messages are refused if the node runs in another process', async () => {
  const harness = await openHarness()
  const { status, body } = await harness.call('PUT', '/multisig/reminders', await harness.person(), { messages: true })
  assert.deepEqual([status, body.code], [501, 'EMAIL_UNAVAILABLE'])
  await harness.close()
})
