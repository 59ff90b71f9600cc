import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import jsqr from 'jsqr'
import { Secret, TOTP } from 'otpauth'
import { PNG } from 'pngjs'
import { loadTwoFactorKey } from '../src/keys/key-files.ts'
import { createSecretBox } from '../src/keys/secret-box.ts'
import { keyUri, stepOf, stepOfCode } from '../src/model/totp.ts'
import { describedBy } from './described.ts'
import { ADMIN, challenge, type Harness, loggedIn, loginBody, openHarness } from './harness.ts'

const ALICE = '0.0.1024'
const BOB = '0.0.1025'

const present = (secret: Uint8Array, timestamp: number): string => totp(secret).generate({ timestamp })
const totp = (secret: Uint8Array): TOTP => new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) })

test("the last six digits of RFC 6238's test vectors (appendix B) are the codes of those times", () => {
  const secret = Buffer.from('12345678901234567890')
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    assert.equal(stepOfCode(secret, code, seconds * 1000), stepOf(seconds * 1000))
  }
})

test('a code is valid one step early or late', () => {
  const secret = Buffer.from('12345678901234567890')
  const now = 1_700_000_000_000
  const step = stepOf(now)
  for (const [steps, expected] of [
    [-2, undefined],
    [-1, step - 1n],
    [0, step],
    [1, step + 1n],
    [2, undefined],
  ] as const)
    assert.equal(stepOfCode(secret, present(secret, now + steps * 30_000), now), expected)
})

/** The text of a QR code, as a scanner reads it. */
function scanned(dataUri: string): string {
  const { data, width, height } = PNG.sync.read(Buffer.from(dataUri.replace('data:image/png;base64,', ''), 'base64'))
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? ''
}

describe('A second factor', () => {
  let harness: Harness
  let ask: Awaited<ReturnType<typeof describedBy>>
  before(async () => {
    harness = await openHarness()
    ask = await describedBy(harness)
  })
  after(() => harness[Symbol.asyncDispose]())

  const login = async (wallet: string, code?: string) => {
    const signer = harness.signers.get(wallet)
    assert.ok(signer)
    const body = { ...loginBody(wallet, signer, await challenge(harness)), ...(code ? { code } : {}) }
    return ask('/auth/web3/login', { method: 'POST', body })
  }
  const begun = async (token: string): Promise<Buffer> => {
    const { body, status, headers } = await ask('/auth/2fa', { method: 'POST', token })
    assert.deepEqual([status, body.status], [200, 'PENDING'])
    assert.equal(headers.get('cache-control'), 'private, no-store')
    const uri = new URL(scanned(body.qr_code))
    assert.equal(body.uri, scanned(body.qr_code))
    const secret = Buffer.from(Secret.fromBase32(uri.searchParams.get('secret') ?? '').bytes)
    assert.equal(uri.href, new URL(keyUri(secret, 'Quorate', body.identity)).href)
    return secret
  }

  test('begins with a QR code, is active from its first code on, is required at login, and ends with a code', async () => {
    const token = await loggedIn(harness, ALICE)
    const secret = await begun(token)
    const code = () => present(secret, harness.clock.now())
    // The secret is shown only once. Later requests don't get it, not even in the same session.
    const { twoFactorAuth } = (await ask('/auth/profile', { token })).body
    assert.deepEqual([twoFactorAuth.status, twoFactorAuth.qr_code, twoFactorAuth.uri], ['PENDING', null, null])
    const other = await loggedIn(harness, ALICE)
    assert.equal((await ask('/auth/profile', { token: other })).body.twoFactorAuth.qr_code, null)
    assert.equal((await login(ALICE)).status, 200, 'a pending one is not asked for')
    const first = code()
    const verified = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: first } })
    assert.deepEqual([verified.body.status, verified.body.qr_code, verified.body.uri], ['ACTIVE', null, null])
    assert.equal((await ask('/auth/profile', { token: other })).body.code, 'TOKEN_REVOKED', 'others end with it')
    assert.equal((await ask('/auth/profile', { token })).body.twoFactorAuth.qr_code, null)
    assert.equal((await ask('/auth/2fa', { method: 'POST', token })).body.code, 'TWO_FACTOR_ACTIVE')

    assert.equal((await login(ALICE)).body.code, 'TOTP_REQUIRED')
    assert.equal((await login(ALICE, first)).body.code, 'TOTP_INVALID', 'a code works once')
    await harness.clock.advance(30_000)
    assert.equal((await login(ALICE, code())).status, 200)
    assert.equal((await login(BOB)).status, 200, 'it is nobody else’s')

    await harness.clock.advance(30_000)
    const ended = await ask('/auth/2fa', { method: 'DELETE', token, body: { code: code() } })
    assert.equal(ended.body.status, 'DISABLED')
    assert.equal((await login(ALICE)).status, 200)
    assert.equal((await ask('/auth/2fa', { method: 'DELETE', token, body: { code: code() } })).status, 404)
  })

  test('is not reset by a concurrent start, and cannot be escaped by a concurrent login', async () => {
    const CAROL = '0.0.1026'
    const token = await loggedIn(harness, CAROL)
    const secret = await begun(token)
    const code = present(secret, harness.clock.now())
    const start = () => ask('/auth/2fa', { method: 'POST', token })
    const [verified, ...rest] = await Promise.all([
      ask('/auth/2fa/verify', { method: 'POST', token, body: { code } }),
      ...Array.from({ length: 5 }, start),
      ...Array.from({ length: 5 }, () => login(CAROL)),
    ])
    const { twoFactorAuth } = (await ask('/auth/profile', { token })).body
    if (verified?.status === 200) {
      assert.equal(twoFactorAuth.status, 'ACTIVE')
      assert.equal((await start()).body.code, 'TWO_FACTOR_ACTIVE')
      for (const { status, body } of rest)
        if (status === 200 && body.accessToken)
          assert.equal((await ask('/auth/profile', { token: body.accessToken })).body.code, 'TOKEN_REVOKED')
    } else assert.equal(twoFactorAuth.status, 'PENDING')
    await harness.tokens.database.change((trx) =>
      trx.updateTable('node.two_factor').set({ status: 'ACTIVE' }).where('wallet', '=', CAROL).execute(),
    )
    assert.equal((await start()).body.code, 'TWO_FACTOR_ACTIVE')
    assert.equal((await ask('/auth/profile', { token })).body.twoFactorAuth.status, 'ACTIVE')
  })

  /** Activates a second factor. Returns the session that did it, and a function for the present code. */
  const active = async (wallet: string) => {
    const token = await loggedIn(harness, wallet)
    const secret = await begun(token)
    const code = () => present(secret, harness.clock.now())
    const verified = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: code() } })
    assert.equal(verified.body.status, 'ACTIVE')
    await harness.clock.advance(30_000)
    const bad = () => (code() === '000000' ? '111111' : '000000')
    return { token, code, bad }
  }
  const end = (token: string, code: string) => ask('/auth/2fa', { method: 'DELETE', token, body: { code } })

  test('blocks logins for a while after five wrong codes there, but not codes from a session', async () => {
    const { token, code, bad } = await active(BOB)
    // Whether the codes come one after the other or all at once.
    const refusals = await Promise.all(Array.from({ length: 20 }, () => login(BOB, bad())))
    const codes = refusals.map(({ body }) => body.code).sort()
    assert.deepEqual(codes, [...Array(5).fill('TOTP_INVALID'), ...Array(15).fill('TOTP_LOCKED')])
    assert.equal((await login(BOB, code())).body.code, 'TOTP_LOCKED')
    await harness.clock.advance(15 * 60_000 - 30_000)
    assert.equal((await login(BOB, code())).body.code, 'TOTP_LOCKED')
    await harness.clock.advance(30_000)
    assert.equal((await login(BOB, code())).status, 200)
    for (let count = 0; count < 5; count++) await login(BOB, bad())
    await harness.clock.advance(30_000)
    assert.equal((await login(BOB, code())).body.code, 'TOTP_LOCKED')
    assert.equal((await end(token, code())).body.status, 'DISABLED')
  })

  test('forgets locks and used codes from before the clock was set back', async () => {
    const GRACE = '0.0.1030'
    const { code, bad } = await active(GRACE)
    const ahead = 3 * 3_600_000
    await harness.clock.advance(ahead)
    assert.equal((await login(GRACE, code())).status, 200)
    for (let count = 0; count < 5; count++) await login(GRACE, bad())
    assert.equal((await login(GRACE, code())).body.code, 'TOTP_LOCKED')
    await harness.clock.advance(30_000 - ahead)
    assert.equal((await login(GRACE, code())).status, 200)
    assert.equal((await login(GRACE, code())).body.code, 'TOTP_INVALID', 'each still works once')
  })

  test('ends a session that sends five wrong codes in a row, and locks nobody out', async () => {
    const FRANK = '0.0.1029'
    const { token: kept, code, bad } = await active(FRANK)
    const verify = (token: string, given: string) =>
      ask('/auth/2fa/verify', { method: 'POST', token, body: { code: given } })
    const stolen = (await login(FRANK, code())).body.accessToken
    const refusals = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? end : verify)(stolen, bad())),
    )
    const codes = refusals.map(({ body }) => body.code).sort()
    assert.deepEqual(codes, [...Array(15).fill('TOKEN_REVOKED'), ...Array(5).fill('TOTP_INVALID')])
    await harness.clock.advance(30_000)
    assert.equal((await end(stolen, code())).body.code, 'TOKEN_REVOKED')
    assert.equal((await login(FRANK, code())).status, 200)
    // A correct code restarts the session's count.
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 4; count++) assert.equal((await verify(kept, bad())).body.code, 'TOTP_INVALID')
      await harness.clock.advance(30_000)
      assert.equal((await verify(kept, code())).body.status, 'ACTIVE')
    }
  })

  test('can begin only soon after a login, so that an old token cannot shut the owner out of the wallet', async () => {
    const DAVE = '0.0.1027'
    const token = await loggedIn(harness, DAVE)
    const pending = await begun(token)
    await harness.clock.advance(10 * 60_000 + 1_000)
    const refused = await ask('/auth/2fa', { method: 'POST', token })
    assert.deepEqual([refused.status, refused.body.code], [403, 'LOGIN_TOO_OLD'])
    // A setup that was begun in time may be activated later. After another login, it may be begun again.
    await begun(await loggedIn(harness, DAVE))
    const code = present(pending, harness.clock.now())
    assert.equal((await ask('/auth/2fa/verify', { method: 'POST', token, body: { code } })).body.code, 'TOTP_INVALID')
    assert.equal((await login(DAVE)).status, 200)
  })

  test('does not count a repeated code as wrong, however often it is sent', async () => {
    const ERIN = '0.0.1028'
    const token = await loggedIn(harness, ERIN)
    const secret = await begun(token)
    const code = () => present(secret, harness.clock.now())
    const used = code()
    assert.equal((await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: used } })).body.status, 'ACTIVE')
    for (let again = 0; again < 7; again++) assert.equal((await login(ERIN, used)).body.code, 'TOTP_INVALID')
    await harness.clock.advance(30_000)
    assert.equal((await login(ERIN, code())).status, 200)
  })

  test('answers recovery codes once, each of which logs in or ends the second factor once', async () => {
    const HEIDI = '0.0.1031'
    const token = await loggedIn(harness, HEIDI)
    const secret = await begun(token)
    const code = () => present(secret, harness.clock.now())
    const renewed = (given: string) => ask('/auth/2fa/recovery-codes', { method: 'POST', token, body: { code: given } })
    const pending = await renewed(code())
    assert.deepEqual([pending.status, pending.body.code], [404, 'TWO_FACTOR_UNKNOWN'])
    await harness.clock.advance(30_000)
    const verified = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: code() } })
    assert.equal(verified.headers.get('cache-control'), 'private, no-store')
    const codes: string[] = verified.body.recoveryCodes
    assert.deepEqual([codes.length, new Set(codes).size, verified.body.recoveryCodesLeft], [10, 10, 10])
    for (const one of codes) assert.match(one, /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    const { twoFactorAuth } = (await ask('/auth/profile', { token })).body
    assert.deepEqual([twoFactorAuth.recoveryCodes, twoFactorAuth.recoveryCodesLeft], [null, 10])
    await harness.clock.advance(30_000)
    const again = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: code() } })
    assert.deepEqual([again.body.status, again.body.recoveryCodes], ['ACTIVE', null])
    const [first = '', second = '', third = ''] = codes

    // Of two simultaneous logins with the same code, only one succeeds.
    const both = await Promise.all([login(HEIDI, first), login(HEIDI, first)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
    assert.equal((await login(HEIDI, second.toLowerCase().replaceAll('-', ''))).status, 200, 'as people type it')
    assert.equal((await ask('/auth/profile', { token })).body.twoFactorAuth.recoveryCodesLeft, 8)
    // Wrong recovery codes are counted like wrong codes of the authenticator.
    for (let count = 0; count < 5; count++)
      assert.equal((await login(HEIDI, 'AAAA-BBBB-CCCC-DDDD')).body.code, 'TOTP_INVALID')
    assert.equal((await login(HEIDI, third)).body.code, 'TOTP_LOCKED')
    await harness.clock.advance(15 * 60_000)

    const made = await renewed(third)
    assert.equal(made.body.recoveryCodes.length, 10)
    assert.equal((await login(HEIDI, codes[3])).body.code, 'TOTP_INVALID', 'earlier ones are void')
    const row = await harness.tokens.database.read
      .selectFrom('node.two_factor')
      .select('recovery_hashes')
      .where('wallet', '=', HEIDI)
      .executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(made.body.recoveryCodes[0].replaceAll('-', '')), 'only hashes are stored')
    assert.equal((await end(token, made.body.recoveryCodes[0])).body.status, 'DISABLED')
    assert.equal((await login(HEIDI)).status, 200)
  })

  test("is sealed with the node's key, and can be opened only for its own wallet", async () => {
    const token = await loggedIn(harness, ADMIN)
    const secret = await begun(token)
    const rows = () =>
      harness.tokens.database.read.selectFrom('node.two_factor').selectAll().where('wallet', '=', ADMIN).execute()
    const [row] = await rows()
    assert.ok(row && row.secret.length > secret.length)
    assert.ok(!Buffer.from(row.secret).includes(secret), 'the secret stands in the database')
    assert.equal((await stat(join(harness.dataDir, 'two-factor-key'))).mode & 0o777, 0o600)
    await harness.tokens.database.change((trx) =>
      trx
        .updateTable('node.two_factor')
        .set({ secret: sealedFor(ADMIN) })
        .where('wallet', '=', ADMIN)
        .execute(),
    )
    const refused = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: '000000' } })
    assert.deepEqual([refused.status, refused.body.code], [503, 'TWO_FACTOR_KEY_WRONG'])
    assert.throws(() => loadTwoFactorKey({ DATA_DIR: harness.dataDir, TWO_FACTOR_KEY: 'abcd' }), /expected 32 bytes/)
  })
})

/** A secret encrypted with another key. */
const sealedFor = (wallet: string): Uint8Array => createSecretBox(randomBytes(32)).seal(randomBytes(20), wallet)
