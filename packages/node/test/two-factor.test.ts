import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { loadTwoFactorKey } from '../src/token-key.ts'
import { qrCode } from '../src/two-factor/qr-code.ts'
import { createSealing } from '../src/two-factor/sealing.ts'
import { base32, hotp, keyUri, matchingStep, stepOf } from '../src/two-factor/totp.ts'
import { describedBy } from './described.ts'
import { ADMIN, challenge, type House, loggedIn, loginBody, openHouse } from './house.ts'
import { readQrCode } from './qr-reader.ts'

const ALICE = '0.0.1024'
const BOB = '0.0.1025'

test('RFC 6238 appendix B: the codes of its test vectors', () => {
  const secret = Buffer.from('12345678901234567890')
  for (const [seconds, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const) {
    assert.equal(hotp(secret, stepOf(seconds * 1000), 8), code)
  }
})

test('RFC 4648 §10: base32 of its test vectors, without padding', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(base32(Buffer.from(text)), encoded)
  }
})

test('a code counts one step early or late, once, and none before it afterwards', () => {
  const secret = Buffer.from('12345678901234567890')
  const now = 1_700_000_000_000
  const step = stepOf(now)
  assert.equal(matchingStep(secret, hotp(secret, step), now, 0n), step)
  assert.equal(matchingStep(secret, hotp(secret, step - 1n), now, 0n), step - 1n)
  assert.equal(matchingStep(secret, hotp(secret, step - 2n), now, 0n), undefined)
  assert.equal(matchingStep(secret, hotp(secret, step), now, step), undefined)
})

test('ISO/IEC 18004: a QR code of any length that fits reads back, its error correction without a fault', () => {
  for (const length of [1, 17, 18, 32, 78, 106, 107, 134, 154, 192, 230, 231, 271]) {
    const text = 'otpauth://totp/Quorate:0.0.1024?secret='.repeat(8).slice(0, length)
    assert.equal(readQrCode(qrCode(text)), text)
  }
  assert.throws(() => qrCode('x'.repeat(272)), RangeError)
})

/** The modules of a PNG as the node writes them. */
function modulesIn(dataUri: string): boolean[][] {
  const file = Buffer.from(dataUri.replace('data:image/png;base64,', ''), 'base64')
  const side = file.readUInt32BE(16)
  const start = file.indexOf('IDAT') + 4
  const pixels = inflateSync(file.subarray(start, start + file.readUInt32BE(start - 8)))
  const rowBytes = 1 + Math.ceil(side / 8)
  const dark = (x: number, y: number) => (((pixels[y * rowBytes + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0
  const count = side / 6 - 8
  return Array.from({ length: count }, (_, y) =>
    Array.from({ length: count }, (_, x) => dark((x + 4) * 6 + 3, (y + 4) * 6 + 3)),
  )
}

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((one) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)))
}

describe('a second factor', () => {
  let house: House
  let ask: Awaited<ReturnType<typeof describedBy>>
  before(async () => {
    house = await openHouse()
    ask = await describedBy(house)
  })
  after(() => house[Symbol.asyncDispose]())

  const login = async (wallet: string, code?: string) => {
    const signer = house.signers.get(wallet)
    assert.ok(signer)
    const body = { ...loginBody(wallet, signer, await challenge(house)), ...(code ? { code } : {}) }
    return ask('/auth/web3/login', { method: 'POST', body })
  }
  const begun = async (token: string): Promise<Buffer> => {
    const { body, status } = await ask('/auth/2fa', { method: 'POST', token })
    assert.deepEqual([status, body.status], [200, 'PENDING'])
    const uri = new URL(readQrCode(modulesIn(body.qr_code)))
    const secret = fromBase32(uri.searchParams.get('secret') ?? '')
    assert.equal(uri.href, new URL(keyUri(secret, 'Quorate', body.identity)).href)
    return secret
  }

  test('is begun with a QR code, used from its first code on, asked at login, and ended with a code', async () => {
    const token = await loggedIn(house, ALICE)
    const secret = await begun(token)
    const code = () => hotp(secret, stepOf(house.clock.now()))
    assert.match((await ask('/auth/profile', { token })).body.twoFactorAuth.qr_code, /^data:image\/png;base64,/)
    assert.equal((await login(ALICE)).status, 200, 'a pending one is not asked for')
    const first = code()
    const verified = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: first } })
    assert.deepEqual([verified.body.status, verified.body.qr_code], ['ACTIVE', null])
    assert.equal((await ask('/auth/profile', { token })).body.twoFactorAuth.qr_code, null)
    assert.equal((await ask('/auth/2fa', { method: 'POST', token })).body.code, 'TWO_FACTOR_ACTIVE')

    assert.equal((await login(ALICE)).body.code, 'TOTP_REQUIRED')
    assert.equal((await login(ALICE, first)).body.code, 'TOTP_INVALID', 'a code works once')
    await house.clock.advance(30_000)
    assert.equal((await login(ALICE, code())).status, 200)
    assert.equal((await login(BOB)).status, 200, 'it is nobody else’s')

    await house.clock.advance(30_000)
    const ended = await ask('/auth/2fa', { method: 'DELETE', token, body: { code: code() } })
    assert.equal(ended.body.status, 'DISABLED')
    assert.equal((await login(ALICE)).status, 200)
    assert.equal((await ask('/auth/2fa', { method: 'DELETE', token, body: { code: code() } })).status, 404)
  })

  test('takes no code for a while after five wrong ones', async () => {
    const token = await loggedIn(house, BOB)
    const secret = await begun(token)
    const verify = async (code: string) =>
      (await ask('/auth/2fa/verify', { method: 'POST', token, body: { code } })).body
    await house.clock.advance(30_000)
    const right = hotp(secret, stepOf(house.clock.now()))
    const bad = right === '000000' ? '111111' : '000000'
    // Whether they come one after the other or all at once.
    const refusals = await Promise.all(Array.from({ length: 20 }, () => verify(bad)))
    const codes = refusals.map(({ code }) => code).sort()
    assert.deepEqual(codes, [...Array(5).fill('TOTP_INVALID'), ...Array(15).fill('TOTP_LOCKED')])
    assert.equal((await verify(right)).code, 'TOTP_LOCKED')
    await house.clock.advance(15 * 60_000)
    assert.equal((await verify(hotp(secret, stepOf(house.clock.now())))).status, 'ACTIVE')
  })

  test('is kept under a key of the node, and opens nowhere else', async () => {
    const token = await loggedIn(house, ADMIN)
    const secret = await begun(token)
    const rows = () =>
      house.tokens.database.read.selectFrom('node.two_factor').selectAll().where('wallet', '=', ADMIN).execute()
    const [row] = await rows()
    assert.ok(row && row.secret.length > secret.length)
    assert.ok(!Buffer.from(row.secret).includes(secret), 'the secret stands in the database')
    assert.equal((await stat(join(house.dataDir, 'two-factor-key'))).mode & 0o777, 0o600)
    await house.tokens.database.change((change) =>
      change
        .updateTable('node.two_factor')
        .set({ secret: sealedFor(ADMIN) })
        .where('wallet', '=', ADMIN)
        .execute(),
    )
    const refused = await ask('/auth/2fa/verify', { method: 'POST', token, body: { code: '000000' } })
    assert.deepEqual([refused.status, refused.body.code], [503, 'TWO_FACTOR_KEY_WRONG'])
    assert.throws(() => loadTwoFactorKey({ DATA_DIR: house.dataDir, TWO_FACTOR_KEY: 'abcd' }), /expected 32 bytes/)
  })
})

/** What another key has sealed. */
const sealedFor = (wallet: string): Uint8Array => createSealing(randomBytes(32)).seal(randomBytes(20), wallet)
