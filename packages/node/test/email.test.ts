import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ConfigError } from '@quorate/platform'
import { type TestSmtp, testSmtp } from '@quorate/platform/testing'
import { limits } from '../src/index.ts'
import { CHAIN, type Harness, loggedIn, OTHER_CHAIN, openHarness } from './harness.ts'

const [ALICE, BOB, CLAIRE, DORA] = ['0.0.1024', '0.0.1025', '0.0.1026', '0.0.1027']
const FROM = 'quorate@node.example'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NONE = { email: null, language: null, pending: null, expiresAt: null }

const codeIn = (text = '') => /^ {4}(\S+)$/m.exec(text)?.[1] ?? assert.fail(text)

describe('the e-mail address of an account', () => {
  let smtp: TestSmtp
  let harness: Harness
  before(async () => {
    smtp = await testSmtp()
    harness = await openHarness({ SMTP_URL: smtp.url, MAIL_FROM: FROM })
  })
  after(async () => {
    await harness[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  })

  const set = (token: string, email: unknown) => harness.ask('/auth/profile/email', { body: { email }, token })
  const confirm = (token: string, code: string) => harness.ask('/auth/profile/email/confirm', { body: { code }, token })
  const remove = (token: string) => harness.ask('/auth/profile/email', { method: 'DELETE', token })
  const profile = async (token: string) => {
    const { email, pendingEmail } = (await harness.ask('/auth/profile', { token })).body
    return [email, pendingEmail]
  }
  const nextHour = () => harness.clock.advance(HOUR)
  async function confirmed(token: string, email: string): Promise<void> {
    const sent = smtp.mails.filter(({ to }) => to.includes(email)).length
    assert.equal((await set(token, email)).status, 200)
    const code = codeIn((await smtp.to(email, sent + 1)).at(-1)?.text)
    const answer = await confirm(token, code)
    assert.deepEqual([answer.status, answer.body.email], [200, email], JSON.stringify(answer.body))
  }

  test('is in the profile once the code in the message was sent back, and that code works once', async () => {
    const token = await loggedIn(harness, ALICE)
    const asked = await set(token, 'alice@example.org')
    const expiresAt = new Date(harness.clock.now() + limits.emailCodeAge.value).toISOString()
    assert.deepEqual([asked.status, asked.body], [200, { ...NONE, pending: 'alice@example.org', expiresAt }])
    assert.deepEqual(await profile(token), [null, 'alice@example.org'])
    const [mail] = await smtp.to('alice@example.org')
    assert.deepEqual([mail?.from, mail?.to], [FROM, ['alice@example.org']])
    assert.equal(mail?.headers.get('from'), `Quorate <${FROM}>`)
    assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated')
    assert.match(mail?.text ?? '', new RegExp(`as the account ${ALICE} \\(${CHAIN}\\)`))
    const code = codeIn(mail?.text)
    const answer = await confirm(token, code)
    assert.deepEqual([answer.status, answer.body], [200, { ...NONE, email: 'alice@example.org', language: 'en' }])
    assert.deepEqual(await profile(token), ['alice@example.org', null])
    const again = await confirm(token, code)
    assert.deepEqual([again.status, again.body.code], [404, 'EMAIL_NOT_PENDING'])
  })

  test('is written to in the language that was chosen for it', async () => {
    await nextHour()
    const token = await loggedIn(harness, BOB)
    const wrong = await harness.ask('/auth/profile/email', { body: { email: 'b@bob.example', language: 'fr' }, token })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'VALIDATION_FAILED'])
    await harness.ask('/auth/profile/email', { body: { email: 'b@bob.example', language: 'de' }, token })
    const [mail] = await smtp.to('b@bob.example')
    assert.equal(mail?.headers.get('subject'), '=?UTF-8?Q?Best=C3=A4tige_deine_E-Mail-Adresse?=')
    const answer = await confirm(token, codeIn(mail?.text))
    assert.deepEqual([answer.status, answer.body.language], [200, 'de'])
    assert.equal((await remove(token)).status, 200)
    assert.match((await smtp.to('b@bob.example', 2)).at(-1)?.text ?? '', /keine Nachrichten zu Konto 0\.0\.1025/)
  })

  test('belongs to one account on one chain, and stays until a new address is confirmed, which the old address is notified of', async () => {
    await nextHour()
    const token = await loggedIn(harness, ALICE)
    await confirmed(token, 'alice@first.example')
    assert.deepEqual(await profile(await loggedIn(harness, ALICE, undefined, OTHER_CHAIN)), [null, null])
    assert.deepEqual(await profile(await loggedIn(harness, BOB)), [null, null])
    await set(token, 'alice@second.example')
    const [mail] = await smtp.to('alice@second.example')
    assert.deepEqual(await profile(token), ['alice@first.example', 'alice@second.example'])
    const other = await confirm(await loggedIn(harness, BOB), codeIn(mail?.text))
    assert.deepEqual([other.status, other.body.code], [404, 'EMAIL_NOT_PENDING'], 'in a session of that account only')
    await confirm(token, codeIn(mail?.text))
    const told = (await smtp.to('alice@first.example', 2)).at(-1)
    assert.equal(told?.headers.get('subject'), 'Your e-mail address was removed')
    assert.deepEqual((await remove(token)).body, NONE)
    assert.deepEqual(await profile(token), [null, null])
    await smtp.to('alice@second.example', 2)
    assert.equal((await remove(token)).status, 200)
  })

  test('allows five wrong codes, and refuses a code after half an hour or once a newer one was sent', async () => {
    await nextHour()
    const token = await loggedIn(harness, BOB)
    await set(token, 'bob@example.org')
    const first = codeIn((await smtp.to('bob@example.org'))[0]?.text)
    await set(token, 'bob@example.org')
    const second = codeIn((await smtp.to('bob@example.org', 2))[1]?.text)
    for (let wrong = 0; wrong < limits.wrongEmailCodes.value; wrong++) {
      const { status, body } = await confirm(token, first)
      assert.deepEqual([status, body.code], [422, 'EMAIL_CODE_WRONG'])
    }
    assert.equal((await confirm(token, second)).body.code, 'EMAIL_NOT_PENDING')
    await set(token, 'bob@example.org')
    const third = codeIn((await smtp.to('bob@example.org', 3))[2]?.text)
    await harness.clock.advance(limits.emailCodeAge.value)
    assert.equal((await confirm(token, third)).body.code, 'EMAIL_NOT_PENDING')
    assert.deepEqual(await profile(token), [null, null])
  })

  test('is set and removed soon after a login only, so that a stolen token does not suffice', async () => {
    await nextHour()
    const token = await loggedIn(harness, ALICE)
    await harness.clock.advance(11 * MINUTE)
    for (const answer of [await set(token, 'thief@example.org'), await remove(token)])
      assert.deepEqual([answer.status, answer.body.code], [403, 'LOGIN_TOO_OLD'])
    assert.equal((await harness.ask('/auth/profile/email', { body: { email: 'a@example.org' } })).status, 401)
  })

  test('must be one address of a mailbox with a domain, whatever is typed', async () => {
    await nextHour()
    const token = await loggedIn(harness, CLAIRE)
    const sent = smtp.mails.length
    for (const [email, code] of [
      ['', 'VALIDATION_FAILED'],
      ['nobody', 'VALIDATION_FAILED'],
      ['a@b@example.org', 'VALIDATION_FAILED'],
      ['a@example.org,b@example.org', 'VALIDATION_FAILED'],
      ['A <a@example.org>', 'VALIDATION_FAILED'],
      ['a@example.org\r\nBcc: b@example.org', 'VALIDATION_FAILED'],
      ['a@example.org\nBcc:b', 'VALIDATION_FAILED'],
      [`${'a'.repeat(300)}@example.org`, 'VALIDATION_FAILED'],
      ['a\u0001@example.org', 'HIDDEN_CHARACTER'],
      ['a\u202egro@example.org', 'HIDDEN_CHARACTER'],
      [`${'ä'.repeat(33)}@example.org`, 'EMAIL_INVALID'],
      ['a..b@example.org', 'EMAIL_INVALID'],
      ['.a@example.org', 'EMAIL_INVALID'],
      ['a@localhost', 'EMAIL_INVALID'],
      ['a@127.0.0.1', 'EMAIL_INVALID'],
      ['a@127.1', 'EMAIL_INVALID'],
      ['a@-example.org', 'EMAIL_INVALID'],
      ['a@example..org', 'EMAIL_INVALID'],
      [`a@${'a'.repeat(64)}.org`, 'EMAIL_INVALID'],
    ] as const) {
      const { status, body } = await set(token, email)
      assert.deepEqual([status, body.code], [400, code], email)
    }
    assert.equal(smtp.mails.length, sent)
    await confirmed(token, 'claire+quorate@example.org')
    for (const [typed, sentTo] of [
      ['claire@münchen.example', 'claire@xn--mnchen-3ya.example'],
      ['clärchen@example.org', 'clärchen@example.org'],
    ] as const) {
      assert.equal((await set(token, typed)).status, 200)
      await harness.jobs.idle()
      assert.deepEqual(smtp.mails.at(-1)?.to, [sentTo])
      assert.deepEqual(await profile(token), ['claire+quorate@example.org', typed])
    }
  })

  test('gets at most five codes an hour from one account and ten from all, and no answer reveals that', async () => {
    await nextHour()
    const target = 'target@example.org'
    const tokens = await Promise.all([ALICE, BOB, CLAIRE].map((account) => loggedIn(harness, account)))
    for (const token of tokens)
      for (let sent = 0; sent < limits.emailCodesPerAccount.value; sent++) {
        // The same mailbox in other letter case.
        const { status, body } = await set(token, sent % 2 ? target : 'Target@EXAMPLE.org')
        assert.deepEqual([status, body.pending], [200, sent % 2 ? target : 'Target@EXAMPLE.org'])
      }
    await harness.jobs.idle()
    const reached = smtp.mails.filter(({ to }) => to.some((one) => one.toLowerCase() === target))
    assert.equal(reached.length, limits.emailCodesPerAddress.value)
    const [token = ''] = tokens
    const refused = await set(token, 'another@example.org')
    assert.deepEqual([refused.status, refused.body.code], [429, 'TOO_MANY_EMAILS'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    await nextHour()
    assert.equal((await set(await loggedIn(harness, ALICE), 'another@example.org')).status, 200)
  })

  test('gets the code later if the server was busy, and none if the server refuses the address', async () => {
    await nextHour()
    const token = await loggedIn(harness, DORA)
    smtp.refuse.push(['RCPT', '451 later'])
    await set(token, 'dora@example.org')
    await harness.jobs.idle()
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    const [mail] = await smtp.to('dora@example.org')
    assert.equal((await confirm(token, codeIn(mail?.text))).body.email, 'dora@example.org')
    smtp.refuse.push(['RCPT', '550 no such user'])
    await set(token, 'nobody@example.org')
    await harness.jobs.idle()
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    assert.equal(smtp.mails.filter(({ to }) => to.includes('nobody@example.org')).length, 0)
    assert.deepEqual(await profile(token), ['dora@example.org', 'nobody@example.org'])
  })
})

test('without an SMTP server an address can be removed, but not set, and a server needs a sender', async () => {
  await using harness = await openHarness()
  const token = await loggedIn(harness, ALICE)
  const { status, body } = await harness.ask('/auth/profile/email', { body: { email: 'a@example.org' }, token })
  assert.deepEqual([status, body.code], [501, 'EMAIL_UNAVAILABLE'])
  assert.equal((await harness.ask('/auth/profile/email', { method: 'DELETE', token })).status, 200)
  // A chat needs no SMTP server, so the error says that the account can set one.
  const checked = async () => harness.messenger?.check({ chain: CHAIN, walletId: ALICE })
  await assert.rejects(checked, { code: 'EMAIL_NOT_CONFIRMED' })
  const { network, clock, dataDir, server } = harness
  await assert.rejects(
    openHarness({ SMTP_URL: 'smtp://127.0.0.1:1' }, { network, clock, dataDir, server }),
    (error: Error) => error instanceof ConfigError && /MAIL_FROM/.test(error.message),
  )
})

test('all e-mail is limited per hour', async () => {
  await using smtp = await testSmtp()
  await using harness = await openHarness({ SMTP_URL: smtp.url, MAIL_FROM: FROM, MAIL_PER_HOUR: '2' })
  const codes: unknown[] = []
  for (const account of [ALICE, BOB, CLAIRE]) {
    const token = await loggedIn(harness, account)
    const body = { email: `${account}@example.org` }
    codes.push((await harness.ask('/auth/profile/email', { body, token })).body.code)
  }
  assert.deepEqual(codes, [undefined, undefined, 'TOO_MANY_EMAILS'])
})
