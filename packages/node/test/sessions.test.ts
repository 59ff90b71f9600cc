import assert from 'node:assert/strict'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openLedger, type Signer } from '@quorate/ledger'
import {
  ConfigError,
  createHttp,
  createTokenVerifier,
  followRevocations,
  openJobs,
  readSettings,
  silentLogger,
} from '@quorate/platform'
import { createLocalJWKSet } from 'jose'
import { node, openTokens, settings } from '../src/index.ts'
import { challenge, loggedIn, loginBody, openHouse } from './house.ts'

const ALICE = '0.0.1024'
const MINUTE = 60_000

describe('a session', () => {
  test('is asked for with a bearer token or the cookie, and its profile has every field', async () => {
    await using house = await openHouse()
    const asked = await challenge(house)
    const answer = await house.ask('/auth/web3/login', {
      body: loginBody(ALICE, house.signers.get(ALICE) as Signer, asked),
    })
    const line = answer.cookies.get('quorate_session') ?? ''
    assert.match(line, /^quorate_session=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/)
    const byToken = await house.ask('/auth/profile', { token: answer.body.accessToken })
    const byCookie = await house.ask('/auth/profile', { cookie: line.split(';', 1)[0] ?? '' })
    assert.deepEqual([byToken.status, byCookie.status], [200, 200])
    assert.deepEqual(byToken.body, byCookie.body)
    const now = Math.floor(house.clock.now() / 1000)
    assert.deepEqual(byToken.body, {
      email: null,
      username: ALICE,
      created_at: now,
      updated_at: now,
      confirmed: true,
      type: 'wallet',
      role: 'user',
      tags: [],
      banned: false,
      twoFactorAuth: { status: 'DISABLED', factorSid: null, identity: null, qr_code: null },
    })
    await house.clock.advance(10 * MINUTE)
    const later = await house.ask('/auth/profile', { token: await loggedIn(house, ALICE) })
    assert.deepEqual([later.body.created_at, later.body.updated_at], [now, now + 600])
  })

  test('that is missing, forged or over is a 401 with a code', async () => {
    await using house = await openHouse()
    const token = await loggedIn(house, ALICE)
    for (const [path, method] of [
      ['/auth/profile', 'GET'],
      ['/auth/web3/logout', 'GET'],
      ['/auth/web3/logout', 'POST'],
    ] as const) {
      assert.equal((await house.ask(path, { method })).status, 401)
      assert.equal((await house.ask(path, { method, token: 'nonsense' })).body.code, 'TOKEN_INVALID')
      assert.equal((await house.ask(path, { method, token: `${token.slice(0, -4)}AAAA` })).body.code, 'TOKEN_INVALID')
    }
    await house.clock.advance(59 * MINUTE)
    assert.equal((await house.ask('/auth/profile', { token })).status, 200)
    await house.clock.advance(MINUTE + 1000)
    assert.equal((await house.ask('/auth/profile', { token })).body.code, 'TOKEN_EXPIRED')
  })

  test('ends with logout by GET or POST, at once and for good, and others go on', async () => {
    await using house = await openHouse()
    for (const method of ['GET', 'POST']) {
      const [token, other] = [await loggedIn(house, ALICE), await loggedIn(house, ALICE)]
      const answer = await house.ask('/auth/web3/logout', { method, token })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { logout: true, message: `${ALICE} is logged out` })
      assert.match(answer.cookies.get('quorate_session') ?? '', /^quorate_session=; Path=\/; Max-Age=0;/)
      assert.equal((await house.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
      assert.equal((await house.ask('/auth/web3/logout', { method, token })).body.code, 'TOKEN_REVOKED')
      assert.equal((await house.ask('/auth/profile', { token: other })).status, 200)
    }
  })

  test('ends in other processes that share the database, where that is a server', async (context) => {
    await using house = await openHouse()
    const { server, clock, dataDir } = house
    if (server.kind === 'pglite') return context.skip('the embedded database has one process')
    const other = await openTokens({ server, clock, logger: silentLogger, settings: { DATA_DIR: dataDir } })
    const token = await loggedIn(house, ALICE)
    await other.verifier.verify(token)
    const heard = new Promise((resolve) => other.verifier.onRevoked(resolve))
    await house.ask('/auth/web3/logout', { token })
    await heard
    await assert.rejects(other.verifier.verify(token), { code: 'TOKEN_REVOKED' })
    await other.close()
  })

  test('outlives a restart, and so does its logout', async () => {
    const house = await openHouse()
    const [token, ended] = [await loggedIn(house, ALICE), await loggedIn(house, ALICE)]
    await house.ask('/auth/web3/logout', { token: ended })
    const { body: keys } = await house.ask('/.well-known/jwks.json')
    await using again = await openHouse({}, await house.stop())
    assert.deepEqual((await again.ask('/.well-known/jwks.json')).body, keys)
    assert.equal((await again.ask('/auth/profile', { token })).status, 200)
    assert.equal((await again.ask('/auth/profile', { token: ended })).body.code, 'TOKEN_REVOKED')
  })
})

describe('what other services need', () => {
  test('a key set that tokens can be checked with, and nothing private in it', async () => {
    await using house = await openHouse()
    const token = await loggedIn(house, ALICE)
    const { body, headers } = await house.ask('/.well-known/jwks.json')
    assert.match(headers.get('cache-control') ?? '', /max-age/)
    assert.deepEqual(Object.keys(body.keys[0]).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const elsewhere = createTokenVerifier({ keys: createLocalJWKSet(body), clock: house.clock })
    assert.equal((await elsewhere.verify(token)).walletId, ALICE)
  })

  test('a feed of the tokens that were logged out, which a service elsewhere follows', async () => {
    await using house = await openHouse()
    const [first, second] = [await loggedIn(house, ALICE), await loggedIn(house, ALICE)]
    const ids = [await house.tokens.verifier.verify(first), await house.tokens.verifier.verify(second)].map(
      (one) => one.tokenId,
    )
    assert.deepEqual((await house.ask('/auth/revocations')).body.revocations, [])
    await house.ask('/auth/web3/logout', { token: first })
    const { body } = await house.ask('/auth/revocations?since=0')
    assert.deepEqual(
      body.revocations.map((one: { tokenId: string }) => one.tokenId),
      ids.slice(0, 1),
    )
    assert.equal(Date.parse(body.timestamp), house.clock.now())

    const { body: keys } = await house.ask('/.well-known/jwks.json')
    const elsewhere = createTokenVerifier({ keys: createLocalJWKSet(keys), clock: house.clock })
    const follower = followRevocations(elsewhere, { url: house.url, everyMs: 5, logger: silentLogger })
    await follower.ready
    await assert.rejects(elsewhere.verify(first), { code: 'TOKEN_REVOKED' })
    await elsewhere.verify(second)
    const heard = new Promise<string>((resolve) => elsewhere.onRevoked(resolve))
    await house.ask('/auth/web3/logout', { token: second })
    assert.equal(await heard, ids[1])
    await assert.rejects(elsewhere.verify(second), { code: 'TOKEN_REVOKED' })
    await follower.close()

    await house.clock.advance(MINUTE)
    const since = new Date(house.clock.now() - 1000).toISOString()
    assert.deepEqual((await house.ask(`/auth/revocations?since=${since}`)).body.revocations, [])
    assert.equal((await house.ask(`/auth/revocations?since=${house.clock.now() - MINUTE}`)).body.revocations.length, 2)
  })

  test('that feed forgets what has expired, and refuses times that are none', async () => {
    await using house = await openHouse()
    await house.ask('/auth/web3/logout', { token: await loggedIn(house, ALICE) })
    await house.clock.advance(61 * MINUTE)
    assert.deepEqual((await house.ask('/auth/revocations')).body.revocations, [])
    for (const since of ['yesterday', '-5', '99999999999999999', '9999999999999999', '2026-13-40', 'NaN', '']) {
      const { status, body } = await house.ask(`/auth/revocations?since=${since}`)
      assert.deepEqual([status, body.code], [400, 'INVALID_TIME'], since)
    }
  })
})

describe('a challenge', () => {
  test('that was not answered within five minutes is refused', async () => {
    await using house = await openHouse()
    const alice = house.signers.get(ALICE) as Signer
    const [early, late] = [await challenge(house), await challenge(house)]
    await house.clock.advance(5 * MINUTE - 1)
    assert.equal((await house.ask('/auth/web3/login', { body: loginBody(ALICE, alice, early) })).status, 200)
    await house.clock.advance(1)
    const { status, body } = await house.ask('/auth/web3/login', { body: loginBody(ALICE, alice, late) })
    assert.deepEqual([status, body.code], [401, 'CHALLENGE_EXPIRED'])
  })

  test('is deleted some time after, used or not, and so are revocations of tokens that are over', async () => {
    await using house = await openHouse()
    const rows = async () => {
      const { read } = house.tokens.database
      const challenges = await read.selectFrom('node.challenge').select('token').execute()
      const revocations = await read.selectFrom('node.revocation').select('token_id').execute()
      return [challenges.length, revocations.length]
    }
    const token = await loggedIn(house, ALICE)
    await challenge(house)
    await house.ask('/auth/web3/logout', { token })
    assert.deepEqual(await rows(), [2, 1])
    await house.clock.advance(20 * MINUTE)
    await house.jobs.idle()
    assert.deepEqual(await rows(), [0, 1])
    await house.clock.advance(60 * MINUTE)
    await house.jobs.idle()
    assert.deepEqual(await rows(), [0, 0])
  })
})

describe('the key of the tokens', () => {
  test('is made once, for its owner only, and what is no key is refused with one line', async () => {
    await using house = await openHouse()
    const path = join(house.dataDir, 'token-key.pem')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.ok(!(await readdir(house.dataDir)).some((name) => name.startsWith('token-key.pem.')))
    const pem = await readFile(path, 'utf8')
    const { server, clock, dataDir } = house
    const open = async (AUTH_TOKEN_KEY?: string) => {
      const settings = { DATA_DIR: dataDir, AUTH_TOKEN_KEY }
      const tokens = await openTokens({ server, clock, logger: silentLogger, settings })
      await tokens.close()
      return tokens
    }
    const kid = house.tokens.keySet.jwks.keys[0]?.kid
    const der = pem.split('\n').slice(1, 2).join('')
    const forms = [pem, pem.replaceAll('\n', '\\n'), der, Buffer.from(der, 'base64').toString('hex')]
    for (const form of forms) assert.equal((await open(form)).keySet.jwks.keys[0]?.kid, kid)
    await assert.rejects(open('secret'), (error) => error instanceof ConfigError && !error.message.includes('"secret"'))
    await writeFile(path, 'broken')
    await assert.rejects(open(), (error) => error instanceof ConfigError && error.message.startsWith(path))
    await chmod(path, 0o600)
  })

  test('a chain without an operator stops the start with one line that names the setting', async () => {
    await using house = await openHouse()
    const { tokens, clock, server, url: mirrorUrl } = house
    const ledger = openLedger({ chain: 'hedera:testnet', nodes: [], mirrorUrl })
    const jobs = openJobs({ server, settings: { attempts: 1, backoffDelayMs: 0 }, clock, logger: silentLogger })
    const http = await createHttp({
      name: 'node',
      title: '',
      description: '',
      version: '0.0.0',
      settings: { RATE_LIMIT_WALLET: 0, RATE_LIMIT_ADDRESS: 0, CORS_ORIGINS: [] },
      logger: silentLogger,
      clock,
    })
    const ledgers = new Map([['hedera:testnet', ledger]])
    await assert.rejects(
      node({ http, tokens, jobs, ledgers, networks: [], settings: readSettings(settings, { env: {} }), clock }),
      (error) => error instanceof ConfigError && error.message.startsWith('HEDERA_TESTNET_OPERATOR_ID is not set'),
    )
    await http.close()
    ledger.close()
  })
})
