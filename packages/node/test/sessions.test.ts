import assert from 'node:assert/strict'
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { AccountUpdateTransaction } from '@hiero-ledger/sdk'
import { openLedger, type Signer } from '@quorate/ledger'
import {
  ConfigError,
  createHttp,
  createTokenVerifier,
  type DatabaseServer,
  followRevocations,
  openJobs,
  readSettings,
  silentLogger,
  unavailable,
} from '@quorate/platform'
import { deletedIn, ROWS_DELETED_AT_ONCE } from '@quorate/platform/testing'
import { createLocalJWKSet } from 'jose'
import { limits, node, openTokens, settings } from '../src/index.ts'
import { endLoginsAtStart } from '../src/sessions/after-restore.ts'
import { SESSION_MS } from '../src/sessions/live-sessions.ts'
import {
  ADMIN,
  CHAIN,
  challenge,
  ed25519Signer,
  type Harness,
  loggedIn,
  loginBody,
  OPERATOR,
  openHarness,
} from './harness.ts'

const ALICE = '0.0.1024'
const MINUTE = 60_000

describe('A session on a running node', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness({ WEBHOOK_HOSTS: 'hook.example' })
  })
  after(() => harness[Symbol.asyncDispose]())

  test('works with a bearer token or the cookie, and its profile has every field', async () => {
    const asked = await challenge(harness)
    const answer = await harness.ask('/auth/web3/login', {
      body: loginBody(ALICE, harness.signers.get(ALICE) as Signer, asked),
    })
    const line = answer.cookies.get('quorate_session') ?? ''
    assert.match(line, /^quorate_session=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
    const byToken = await harness.ask('/auth/profile', { token: answer.body.accessToken })
    const byCookie = await harness.ask('/auth/profile', { cookie: line.split(';', 1)[0] ?? '' })
    assert.deepEqual([byToken.status, byCookie.status], [200, 200])
    assert.deepEqual(byToken.body, byCookie.body)
    const now = Math.floor(harness.clock.now() / 1000)
    assert.deepEqual(byToken.body, {
      email: null,
      pendingEmail: null,
      username: ALICE,
      created_at: now,
      updated_at: now,
      confirmed: true,
      type: 'wallet',
      role: 'user',
      tags: [],
      banned: false,
      twoFactorAuth: {
        status: 'DISABLED',
        factorSid: null,
        identity: null,
        qr_code: null,
        uri: null,
        recoveryCodes: null,
        recoveryCodesLeft: 0,
      },
    })
    await harness.clock.advance(10 * MINUTE)
    const later = await harness.ask('/auth/profile', { token: await loggedIn(harness, ALICE) })
    assert.deepEqual([later.body.created_at, later.body.updated_at], [now, now + 600])
  })

  test('is refused with a 401 and a code if it is missing, forged or ended', async () => {
    const token = await loggedIn(harness, ALICE)
    for (const [path, method] of [
      ['/auth/profile', 'GET'],
      ['/auth/web3/logout', 'GET'],
      ['/auth/web3/logout', 'POST'],
    ] as const) {
      assert.equal((await harness.ask(path, { method })).status, 401)
      assert.equal((await harness.ask(path, { method, token: 'nonsense' })).body.code, 'TOKEN_INVALID')
      assert.equal((await harness.ask(path, { method, token: `${token.slice(0, -4)}AAAA` })).body.code, 'TOKEN_INVALID')
    }
    await harness.clock.advance(59 * MINUTE)
    assert.equal((await harness.ask('/auth/profile', { token })).status, 200)
    await harness.clock.advance(MINUTE + 1000)
    assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_EXPIRED')
  })

  test('ends for good with a logout by GET or POST, and others continue', async () => {
    for (const method of ['GET', 'POST']) {
      const [token, other] = [await loggedIn(harness, ALICE), await loggedIn(harness, ALICE)]
      const answer = await harness.ask('/auth/web3/logout', { method, token })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { logout: true, message: `${ALICE} is logged out` })
      assert.match(
        answer.cookies.get('quorate_session') ?? '',
        /^quorate_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
      )
      assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
      assert.equal((await harness.ask('/auth/web3/logout', { method, token })).body.code, 'TOKEN_REVOKED')
      assert.equal((await harness.ask('/auth/profile', { token: other })).status, 200)
    }
  })

  test('ends in other processes that share the database, if that is a server', async (context) => {
    const { server, clock, dataDir } = harness
    if (server.kind === 'pglite') return context.skip('the embedded database has one process')
    const other = await openTokens({ server, clock, logger: silentLogger, settings: { DATA_DIR: dataDir } })
    const token = await loggedIn(harness, ALICE)
    await other.verifier.verify(token)
    const heard = new Promise((resolve) => other.verifier.onRevoked(resolve))
    await harness.ask('/auth/web3/logout', { token })
    await heard
    await assert.rejects(other.verifier.verify(token), { code: 'TOKEN_REVOKED' })
    await other.close()
  })

  test("cannot be ended, or used to start deliveries, by another site's links, which carry the cookie", async () => {
    const token = await loggedIn(harness, ALICE)
    const cookie = `quorate_session=${token}`
    const get = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await fetch(harness.url + path, { method, headers: { cookie, ...headers } })).status
    const delivery = '/hcs/0.0.9/messages?callbackSuccess=https://hook.example/'
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
    const ofBrowsers = [
      ...['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })),
      // Over plain HTTP, browsers do not say which site a request comes from.
      { 'user-agent': agent },
      { referer: 'https://other.example/' },
      { origin: 'null' },
    ]
    for (const headers of ofBrowsers) {
      assert.equal(await get('/auth/web3/logout', headers as never), 403)
      assert.equal(await get('/auth/web3/logout', headers as never, 'HEAD'), 403)
      assert.equal(await get(delivery, headers as never), 401)
    }
    assert.equal(await get('/auth/profile', {}), 200, 'it lives')
    assert.equal(await get(delivery, { 'sec-fetch-site': 'same-origin' }), 404, 'that topic is not there')
    assert.equal(await get('/auth/web3/logout', { 'sec-fetch-site': 'same-origin' }), 200)
    assert.equal(await get('/auth/profile', {}), 401)
  })

  test('can be ended by a program that has only its cookie, by GET and by POST', async () => {
    for (const method of ['GET', 'POST']) {
      const headers = { cookie: `quorate_session=${await loggedIn(harness, ALICE)}` }
      assert.equal((await fetch(`${harness.url}/auth/web3/logout`, { method, headers })).status, 200, method)
      assert.equal((await fetch(`${harness.url}/auth/profile`, { headers })).status, 401)
    }
  })
})

/** The session of an account whose key is replaced within a minute, after this many updates of a stranger's account. */
async function rotatedAmongUpdates(harness: Harness, updates: number) {
  const [old, fresh, strangers] = [ed25519Signer(), ed25519Signer(), ed25519Signer()]
  const stranger = await harness.account(strangers.publicKey)
  const id = await harness.account(old.publicKey)
  const token = await loggedIn(harness, id, old)
  const update = (memo: string) => new AccountUpdateTransaction().setAccountId(stranger).setAccountMemo(memo)
  for (let count = 0; count < updates; count++) await harness.submit(update(String(count)), OPERATOR, strangers)
  await harness.rotate(id, old, fresh)
  return { token, stranger, strangers }
}

/** The address of a mirror that answers with `answer` until the test ends. */
async function mirrorOf(context: TestContext, answer: RequestListener): Promise<string> {
  const mirror = createServer(answer)
  context.after(() => {
    mirror.close()
    mirror.closeAllConnections()
  })
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`
}

describe('A session', () => {
  test('ends in other processes, even if they lost their database connection meanwhile', async () => {
    await using harness = await openHarness()
    const { server, clock, dataDir } = harness
    let isAway = false
    let begun = 0
    let ended = () => {}
    const cutOff: DatabaseServer = {
      ...server,
      kind: 'postgres',
      connections: {
        ...server.connections,
        async session(options) {
          begun++
          if (isAway) {
            ended()
            throw unavailable('DATABASE_UNAVAILABLE', 'away')
          }
          const one = await server.connections.session(options)
          return Object.assign(Object.create(one), {
            query: (text: string, values?: readonly unknown[]) => one.query(text, values),
            release() {
              one.release()
              ended()
            },
          })
        },
      },
    }
    /** Resolves when a read that began after this call has ended. Only one read runs at a time. */
    const anotherLook = () => {
      const from = begun
      return new Promise<void>((resolve) => {
        ended = () => begun > from && resolve()
      })
    }
    const other = await openTokens({ server: cutOff, clock, logger: silentLogger, settings: { DATA_DIR: dataDir } })
    const token = await loggedIn(harness, ALICE)
    const session = await other.verifier.verify(token)
    await anotherLook()
    isAway = true
    await harness.ask('/auth/web3/logout', { token })
    await anotherLook()
    assert.doesNotThrow(() => other.verifier.check(session))
    isAway = false
    await anotherLook()
    assert.throws(() => other.verifier.check(session), { code: 'TOKEN_REVOKED' })
    await other.close()
  })

  test('ends with the key that made it, in every service, while sessions of the new key and of others continue', async () => {
    await using harness = await openHarness()
    const [old, fresh] = [ed25519Signer(), ed25519Signer()]
    const id = await harness.account(old.publicKey)
    const deleted = await harness.account(old.publicKey)
    const [token, gone, other] = [
      await loggedIn(harness, id, old),
      await loggedIn(harness, deleted, old),
      await loggedIn(harness, ALICE),
    ]
    const { body: keys } = await harness.ask('/.well-known/jwks.json')
    const elsewhere = createTokenVerifier({ keys: createLocalJWKSet(keys), clock: harness.clock })
    const follower = followRevocations(elsewhere, { urls: [harness.url], everyMs: 5, logger: silentLogger })
    await follower.ready
    const { tokenId } = await elsewhere.verify(token)
    const heard = new Promise<void>((resolve) => elsewhere.onRevoked((revoked) => revoked === tokenId && resolve()))
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    assert.equal((await harness.ask('/auth/profile', { token })).status, 200)
    await harness.rotate(id, old, fresh)
    await harness.remove(deleted, old)
    const after = await loggedIn(harness, id, fresh)
    for (let looks = 0; looks < 2; looks++) {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    await heard
    await assert.rejects(elsewhere.verify(token), { code: 'TOKEN_REVOKED' })
    await follower.close()
    assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
    assert.equal((await harness.ask('/auth/profile', { token: gone })).body.code, 'TOKEN_REVOKED')
    for (const token of [after, other]) assert.equal((await harness.ask('/auth/profile', { token })).status, 200)
  })

  /** A mirror that shows the account `of` with a key of a kind unknown to this node. */
  async function withUnreadableKey(context: TestContext, mirrorRest: string) {
    const unreadable = { of: '', mirrorUrl: '' }
    unreadable.mirrorUrl = await mirrorOf(context, async ({ url = '' }, response) => {
      const answer = await fetch(`${mirrorRest}${url}`)
      const body = await answer.text()
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      if (unreadable.of === '' || !url.startsWith(`/api/v1/accounts/${unreadable.of}`)) return response.end(body)
      return response.end(JSON.stringify({ ...JSON.parse(body), key: { _type: 'RSA_3072', key: '00' } }))
    })
    return unreadable
  }

  /** The address of a mirror whose pages have one entry if a hundred are requested. `asked` may delay a query. */
  async function mirrorWithShortPages(
    context: TestContext,
    mirrorRest: string,
    asked: (url: string) => unknown = () => {},
  ): Promise<string> {
    return mirrorOf(context, async ({ url = '' }, response) => {
      await asked(url)
      const answer = await fetch(`${mirrorRest}${url.replace('limit=100', 'limit=1')}`)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
  }

  test('is refused for an account whose key cannot be read here', async (context) => {
    await using first = await openHarness()
    const { network, clock } = first
    const unreadable = await withUnreadableKey(context, network.mirrorRest)
    await using harness = await openHarness({}, { network, clock }, unreadable)
    unreadable.of = ALICE
    const body = loginBody(ALICE, harness.signers.get(ALICE) as Signer, await challenge(harness))
    const { status, body: answer } = await harness.ask('/auth/web3/login', { body })
    assert.deepEqual([status, answer.code], [422, 'KEY_CANNOT_LOG_IN'])
    assert.match(answer.message, /of an unsupported kind/)
  })

  test('ends if its account gets a key that cannot be read here, which does not prevent others from ending', async (context) => {
    await using first = await openHarness()
    const { network, clock } = first
    const unreadable = await withUnreadableKey(context, network.mirrorRest)
    await using harness = await openHarness({}, { network, clock }, unreadable)
    const [old, fresh] = [ed25519Signer(), ed25519Signer()]
    const ids = [await harness.account(old.publicKey), await harness.account(old.publicKey)] as const
    const tokens = [await loggedIn(harness, ids[0], old), await loggedIn(harness, ids[1], old)]
    const other = await loggedIn(harness, ALICE)
    for (const id of ids) await harness.rotate(id, old, fresh)
    unreadable.of = ids[0]
    for (let looks = 0; looks < 2; looks++) {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    for (const token of tokens) assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
    assert.equal((await harness.ask('/auth/profile', { token: other })).status, 200)
  })

  test('A session of a contract ends with its admin key', async (context) => {
    await using first = await openHarness()
    // The embedded ledger has no contracts. This mirror shows its accounts as a public one shows contracts.
    const types = { CONTRACTUPDATEINSTANCE: 'CRYPTOUPDATEACCOUNT', CONTRACTDELETEINSTANCE: 'CRYPTODELETE' }
    const mirrorUrl = await mirrorOf(context, async ({ url = '' }, response) => {
      const asked = new URL(url, first.network.mirrorRest)
      const type = asked.searchParams.get('transactiontype') ?? ''
      const own = Object.entries(types).find(([contract]) => contract === type)?.[1]
      if (own) asked.searchParams.set('transactiontype', own)
      const answer = await fetch(asked)
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      if (own || !Object.values(types).includes(type)) return response.end(await answer.text())
      return response.end('{"transactions":[],"links":{"next":null}}')
    })
    await using harness = await openHarness({}, { network: first.network, clock: first.clock }, { mirrorUrl })
    const [old, fresh] = [ed25519Signer(), ed25519Signer()]
    const [updated, deleted] = [await harness.account(old.publicKey), await harness.account(old.publicKey)]
    const tokens = [await loggedIn(harness, updated, old), await loggedIn(harness, deleted, old)]
    await harness.rotate(updated, old, fresh)
    await harness.remove(deleted, old)
    const after = await loggedIn(harness, updated, fresh)
    for (let looks = 0; looks < 2; looks++) {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    for (const token of tokens) assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
    assert.equal((await harness.ask('/auth/profile', { token: after })).status, 200)
  })

  test("ends with its key even if the mirror's pages are shorter than requested", async (context) => {
    await using first = await openHarness()
    const mirrorUrl = await mirrorWithShortPages(context, first.network.mirrorRest)
    await using harness = await openHarness({}, { network: first.network, clock: first.clock }, { mirrorUrl })
    const [old, fresh] = [ed25519Signer(), ed25519Signer()]
    const ids = [await harness.account(old.publicKey), await harness.account(old.publicKey)] as const
    const tokens = [await loggedIn(harness, ids[0], old), await loggedIn(harness, ids[1], old)]
    for (const id of ids) await harness.rotate(id, old, fresh)
    for (let looks = 0; looks < 2; looks++) {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    for (const token of tokens) assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
  })

  test('ends with its key even if more accounts were updated within a minute than one look reads', async (context) => {
    await using first = await openHarness()
    const mirrorUrl = await mirrorWithShortPages(context, first.network.mirrorRest)
    await using harness = await openHarness({}, { network: first.network, clock: first.clock }, { mirrorUrl })
    const { token } = await rotatedAmongUpdates(harness, 45)
    for (let looks = 0; looks < 4; looks++) {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
  })

  test('ends with its key even if a stranger logs in during an incomplete look: the next look follows at once', async (context) => {
    await using first = await openHarness()
    const looks: string[] = []
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const mirrorUrl = await mirrorWithShortPages(context, first.network.mirrorRest, (url) => {
      if (!url.includes('CRYPTOUPDATEACCOUNT') || looks.push(url) !== 20) return
      reached.resolve()
      return released.promise
    })
    await using harness = await openHarness({}, { network: first.network, clock: first.clock }, { mirrorUrl })
    const { token, stranger, strangers } = await rotatedAmongUpdates(harness, 25)
    await harness.clock.advance(10_000)
    await reached.promise
    await loggedIn(harness, stranger, strangers)
    released.resolve()
    await harness.jobs.idle()
    assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
  })

  test('is checked every ten seconds if the mirror links to a next page but shows nothing new', async (context) => {
    await using first = await openHarness()
    let looks = 0
    const mirrorUrl = await mirrorOf(context, async ({ url = '' }, response) => {
      const answer = await fetch(`${first.network.mirrorRest}${url}`)
      const isLook = url.includes('CRYPTOUPDATEACCOUNT') && ++looks < 10
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(isLook ? '{"transactions":[],"links":{"next":"/api/v1/transactions"}}' : await answer.text())
    })
    await using harness = await openHarness({}, { network: first.network, clock: first.clock }, { mirrorUrl })
    await loggedIn(harness, ALICE)
    for (const [ms, count] of [
      [10_000, 1],
      [1_000, 1],
      [1_000, 1],
      [8_000, 2],
    ] as const) {
      await harness.clock.advance(ms)
      await harness.jobs.idle()
      assert.equal(looks, count)
    }
  })

  test('ends with its key even if the login read the old key and finished after the look that saw the change', async (context) => {
    // A mirror of several machines, one of which lags behind.
    let stale: { path: string; body: string } | undefined
    await using first = await openHarness()
    const mirrorUrl = await mirrorOf(context, async ({ url = '' }, response) => {
      const answer = await fetch(`${first.network.mirrorRest}${url}`)
      const body = await answer.text()
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(stale && url.startsWith(stale.path) ? stale.body : body)
    })
    await using harness = await openHarness(
      {},
      { network: first.network, clock: first.clock },
      { mirrorUrl, mirrorTimeoutMs: 5000 },
    )
    const [old, fresh] = [ed25519Signer(), ed25519Signer()]
    const id = await harness.account(old.publicKey)
    const path = `/api/v1/accounts/${id}`
    const early = await harness.account(old.publicKey)
    const earlyPath = `/api/v1/accounts/${early}`
    const before = await (await fetch(`${first.network.mirrorRest}${earlyPath}?transactions=false`)).text()
    await harness.rotate(early, old, fresh)
    // The chain's first session begins while its mirror lags by minutes.
    await harness.clock.advance(180_000)
    stale = { path: earlyPath, body: before }
    const behind = await loggedIn(harness, early, old)
    stale = undefined
    await loggedIn(harness, ALICE)
    const body = await (await fetch(`${first.network.mirrorRest}${path}?transactions=false`)).text()
    const look = async () => {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    await harness.rotate(id, old, fresh)
    // After a complete read, the next one starts at its end.
    await harness.clock.advance(1_000)
    await harness.account(fresh.publicKey)
    await look()
    await look()
    assert.equal((await harness.ask('/auth/profile', { token: behind })).body.code, 'TOKEN_REVOKED')
    stale = { path, body }
    const token = await loggedIn(harness, id, old)
    stale = undefined
    assert.equal((await harness.ask('/auth/profile', { token })).status, 200)
    await look()
    await look()
    assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
  })

  test('is watched again after a mirror outage, and no longer once all sessions have ended', async (context) => {
    await using first = await openHarness()
    let isAway = false
    let later = 0
    const now = performance.now.bind(performance)
    context.mock.method(performance, 'now', () => now() + later)
    const mirrorUrl = await mirrorOf(context, async ({ url = '' }, response) => {
      if (isAway) {
        // The whole time limit of a read has passed.
        later += 10_000
        return void response.destroy()
      }
      const answer = await fetch(`${first.network.mirrorRest}${url}`)
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })
    await using harness = await openHarness({}, { network: first.network, clock: first.clock }, { mirrorUrl })
    const [old, fresh] = [ed25519Signer(), ed25519Signer()]
    const id = await harness.account(old.publicKey)
    const token = await loggedIn(harness, id, old)
    await harness.rotate(id, old, fresh)
    isAway = true
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    assert.ok(later > 0)
    isAway = false
    for (let looks = 0; looks < 6; looks++) {
      await harness.clock.advance(10_000)
      await harness.jobs.idle()
    }
    assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
    await harness.clock.advance(61 * MINUTE)
    await harness.jobs.idle()
    await harness.clock.advance(10_000)
    await harness.jobs.idle()
    const { read } = harness.tokens.database
    assert.deepEqual(await read.selectFrom('node.key_watch').selectAll().execute(), [])
    assert.deepEqual(await read.selectFrom('node.session').selectAll().execute(), [])
  })

  test('is watched if it begins while the watch of keys is about to end', async () => {
    await using harness = await openHarness()
    await loggedIn(harness, ALICE)
    const { database } = harness.tokens
    const { change } = database
    const selectFrom = database.read.selectFrom.bind(database.read)
    let began: Promise<string> | undefined
    let isRead = false
    // After the watch has read that there is no session, its first change waits for a login.
    Object.assign(database.read, {
      selectFrom: (table: never) => {
        isRead ||= table === 'node.session'
        return selectFrom(table)
      },
    })
    await change((trx) =>
      trx
        .updateTable('node.session')
        .set({ expires_at: new Date(harness.clock.now() + 15_000) })
        .execute(),
    )
    database.change = async (work) => {
      if (isRead && !began) {
        began = loggedIn(harness, ALICE)
        await began
      }
      return change(work)
    }
    await harness.clock.advance(20_000)
    await harness.jobs.idle()
    assert.ok(began)
    assert.equal((await harness.ask('/auth/profile', { token: await began })).status, 200)
    const watched = await selectFrom('node.key_watch').selectAll().execute()
    assert.deepEqual(
      watched.map(({ chain }) => chain),
      [CHAIN],
    )
  })

  test('has cookies for this host only, over TLS only if clients come over TLS', async () => {
    await using harness = await openHarness({ PUBLIC_URL: 'https://node.example' }, {}, { secureCookies: true })
    const asked = await challenge(harness)
    const body = loginBody(ALICE, harness.signers.get(ALICE) as Signer, asked)
    const answer = await harness.ask('/auth/web3/login', { body, cookie: asked.cookie })
    const line = answer.cookies.get('__Host-quorate_session') ?? ''
    assert.match(line, /^__Host-quorate_session=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    assert.match(asked.cookie, /^__Host-quorate_challenge=/)
    const value = line.split(';', 1)[0] ?? ''
    assert.equal((await harness.ask('/auth/profile', { cookie: value })).status, 200)
    const planted = value.replace('__Host-', '')
    assert.equal(
      (await harness.ask('/auth/profile', { cookie: planted })).status,
      401,
      'any subdomain could set that one',
    )
  })

  test('ends with all others of its wallet, and of no other, if the wallet asks for that', async () => {
    await using harness = await openHarness()
    const mine = [await loggedIn(harness, ALICE), await loggedIn(harness, ALICE), await loggedIn(harness, ALICE)]
    const other = await loggedIn(harness, '0.0.1025')
    const answer = await harness.ask('/auth/sessions/revoke-all', { method: 'POST', token: mine[0] ?? '' })
    assert.deepEqual([answer.status, answer.body], [200, { revoked: 3 }])
    for (const token of mine) assert.equal((await harness.ask('/auth/profile', { token })).body.code, 'TOKEN_REVOKED')
    assert.equal((await harness.ask('/auth/profile', { token: other })).status, 200)
    assert.equal((await harness.ask('/auth/profile', { token: await loggedIn(harness, ALICE) })).status, 200)
    assert.equal((await harness.ask('/auth/sessions/revoke-all', { method: 'POST' })).status, 401)
  })

  test('is listed with its device and last use, and ended by its owner alone', async () => {
    await using harness = await openHarness()
    const first = await loggedIn(harness, ALICE)
    await harness.clock.advance(60_000)
    const second = await loggedIn(harness, ALICE)
    const other = await loggedIn(harness, '0.0.1025')
    const list = async (token: string) => (await harness.ask('/auth/sessions', { token })).body
    const [newest, oldest, ...rest] = await list(second)
    assert.deepEqual([newest.isCurrent, oldest.isCurrent, rest], [true, false, []])
    assert.equal(newest.device, 'node')
    assert.equal(Date.parse(newest.startedAt) - Date.parse(oldest.startedAt), 60_000)
    // The use is recorded while the request is being answered.
    let [{ usedAt }] = await list(second)
    while (usedAt === undefined) [{ usedAt }] = await list(second)
    assert.equal(usedAt, newest.startedAt)
    const end = (id: string, token: string) => harness.ask(`/auth/sessions/${id}`, { method: 'DELETE', token })
    assert.deepEqual((await end(oldest.id, other)).body.code, 'SESSION_NOT_FOUND')
    assert.equal((await end('no-such', second)).body.code, 'SESSION_NOT_FOUND')
    assert.equal((await end(oldest.id, second)).body.isCurrent, false)
    assert.equal((await harness.ask('/auth/profile', { token: first })).body.code, 'TOKEN_REVOKED')
    const ended = await end(newest.id, second)
    assert.match(ended.headers.get('set-cookie') ?? '', /Max-Age=0/i)
    assert.equal((await harness.ask('/auth/profile', { token: second })).body.code, 'TOKEN_REVOKED')
    assert.equal((await list(other)).length, 1)
  })

  test('ends if the wallet exceeds its number of sessions and this is the oldest', async () => {
    await using harness = await openHarness()
    const first = await loggedIn(harness, ALICE)
    await harness.clock.advance(1000)
    const rows = Array.from({ length: limits.sessionsPerWallet.value - 1 }, (_, index) => ({
      ...{ token_id: `t${index}`, chain: CHAIN, wallet: ALICE, public_key: '' },
      expires_at: new Date(harness.clock.now() + SESSION_MS),
    }))
    await harness.tokens.database.change((change) => change.insertInto('node.session').values(rows).execute())
    assert.equal((await harness.ask('/auth/profile', { token: first })).status, 200)
    const next = await loggedIn(harness, ALICE)
    assert.equal((await harness.ask('/auth/profile', { token: first })).body.code, 'TOKEN_REVOKED')
    assert.equal((await harness.ask('/auth/profile', { token: next })).status, 200)
  })

  test('survives a restart, and so does its logout; a role ends with the setting that gives it', async () => {
    const harness = await openHarness()
    const admin = await loggedIn(harness, ADMIN)
    const topic = { memo: 'paid by the node', sender: { id: OPERATOR } }
    assert.equal((await harness.ask('/hcs', { token: admin, body: topic })).body.status, 'SUCCESS')
    const [token, ended] = [await loggedIn(harness, ALICE), await loggedIn(harness, ALICE)]
    await harness.ask('/auth/web3/logout', { token: ended })
    const { body: keys } = await harness.ask('/.well-known/jwks.json')
    await using again = await openHarness({ ADMIN_WALLETS: ALICE }, await harness.stop())
    for (const one of [admin, token]) assert.equal((await again.ask('/auth/profile', { token: one })).body.role, 'user')
    assert.equal((await again.ask('/hcs', { token: admin, body: topic })).body.status, 'SIGNATURE_REQUIRED')
    assert.deepEqual((await again.ask('/.well-known/jwks.json')).body, keys)
    assert.equal((await again.ask('/auth/profile', { token })).status, 200)
    assert.equal((await again.ask('/auth/profile', { token: ended })).body.code, 'TOKEN_REVOKED')
  })
})

test('The first start after a restore ends all sessions and pending logins: some of them may have ended before', async () => {
  const first = await openHarness()
  const token = await loggedIn(first, ALICE)
  const given = await challenge(first)
  const kept = await first.stop()
  endLoginsAtStart(kept.dataDir)
  await using harness = await openHarness({}, kept)
  const profile = async (of: string) => (await harness.ask('/auth/profile', { token: of })).body.code
  assert.equal(await profile(token), 'TOKEN_REVOKED')
  const signer = harness.signers.get(ALICE) ?? assert.fail()
  const late = await harness.ask('/auth/web3/login', { body: loginBody(ALICE, signer, given) })
  assert.notEqual(late.status, 200)
  const { read } = harness.tokens.database
  for (const table of ['node.challenge', 'node.wallet_login'] as const)
    assert.deepEqual(await read.selectFrom(table).selectAll().execute(), [])
  assert.deepEqual(
    (await readdir(kept.dataDir)).filter((name) => name.startsWith('.')),
    [],
    'once only',
  )
})

test('A clock that is set back ends sessions from the future, and revives none that was logged out', async () => {
  const HOUR = 3_600_000
  const harness = await openHarness()
  const ended = await loggedIn(harness, ALICE)
  await harness.ask('/auth/web3/logout', { token: ended })
  await harness.clock.advance(2 * HOUR)
  const future = await loggedIn(harness, ALICE)
  await harness.jobs.idle()
  const { read } = harness.tokens.database
  assert.deepEqual(await read.selectFrom('node.revocation').selectAll().execute(), [], 'it was cleaned up')
  await harness.clock.advance(60_000 - 2 * HOUR)
  await using again = await openHarness({}, await harness.stop())
  const said = async (token: string) => (await again.ask('/auth/profile', { token })).body.code
  assert.deepEqual([await said(ended), await said(future)], ['TOKEN_REVOKED', 'TOKEN_EXPIRED'])
  assert.equal(await said(await loggedIn(again, ALICE)), undefined)
})

describe('For other services', () => {
  test('the key set can check tokens and contains nothing private', async () => {
    await using harness = await openHarness()
    const token = await loggedIn(harness, ALICE)
    const { body, headers } = await harness.ask('/.well-known/jwks.json')
    assert.match(headers.get('cache-control') ?? '', /max-age/)
    assert.deepEqual(Object.keys(body.keys[0]).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x'])
    const elsewhere = createTokenVerifier({ keys: createLocalJWKSet(body), clock: harness.clock })
    assert.equal((await elsewhere.verify(token)).walletId, ALICE)
  })

  test('the feed lists logged-out tokens, and a service elsewhere follows it', async () => {
    await using harness = await openHarness()
    const [first, second] = [await loggedIn(harness, ALICE), await loggedIn(harness, ALICE)]
    const ids = [await harness.tokens.verifier.verify(first), await harness.tokens.verifier.verify(second)].map(
      (one) => one.tokenId,
    )
    assert.deepEqual((await harness.ask('/auth/revocations')).body.revocations, [])
    await harness.ask('/auth/web3/logout', { token: first })
    const { body } = await harness.ask('/auth/revocations?since=0')
    assert.deepEqual(
      body.revocations.map((one: { tokenId: string }) => one.tokenId),
      ids.slice(0, 1),
    )

    const { body: keys } = await harness.ask('/.well-known/jwks.json')
    const elsewhere = createTokenVerifier({ keys: createLocalJWKSet(keys), clock: harness.clock })
    const follower = followRevocations(elsewhere, { urls: [harness.url], everyMs: 5, logger: silentLogger })
    await follower.ready
    await assert.rejects(elsewhere.verify(first), { code: 'TOKEN_REVOKED' })
    await elsewhere.verify(second)
    const heard = new Promise<string>((resolve) => elsewhere.onRevoked(resolve))
    await harness.ask('/auth/web3/logout', { token: second })
    assert.equal(await heard, ids[1])
    await assert.rejects(elsewhere.verify(second), { code: 'TOKEN_REVOKED' })
    await follower.close()

    const until = Date.parse((await harness.ask('/auth/revocations')).body.timestamp)
    const since = async (ms: number) => (await harness.ask(`/auth/revocations?since=${ms}`)).body.revocations.length
    assert.deepEqual([await since(until + 1), await since(until - MINUTE)], [0, 2])
  })

  test('the feed includes logouts at nodes whose clocks are slow', async () => {
    await using harness = await openHarness()
    const { server, dataDir } = harness
    const token = await loggedIn(harness, ALICE)
    const session = await harness.tokens.verifier.verify(token)
    const clock = { ...harness.clock, now: () => harness.clock.now() - 10 * MINUTE }
    const late = await openTokens({ server, clock, logger: silentLogger, settings: { DATA_DIR: dataDir } })
    const { body: before } = await harness.ask('/auth/revocations')
    await late.database.change((trx) => late.end(trx, [session]))
    const { body } = await harness.ask(`/auth/revocations?since=${Date.parse(before.timestamp) - MINUTE}`)
    assert.deepEqual(
      body.revocations.map((one: { tokenId: string }) => one.tokenId),
      [session.tokenId],
    )
    await late.close()
  })

  /** The number of revocations in one answer. */
  const PAGE = 1_000

  test('the feed is paged, and a follower reads all pages', async () => {
    await using harness = await openHarness({}, {}, { settings: { RATE_LIMIT_ADDRESS: 20 } })
    const ended = Array.from({ length: 2 * PAGE + 5 }, (_, index) => ({
      tokenId: `t${index}`,
      expiresAt: harness.clock.now() + SESSION_MS,
    }))
    await harness.tokens.database.change((change) => harness.tokens.end(change, ended))
    const first = (await harness.ask('/auth/revocations')).body
    assert.equal(first.revocations.length, PAGE)
    const seen = new Set<string>()
    for (let path = '/auth/revocations'; path; ) {
      const { body } = await harness.ask(path)
      for (const { tokenId } of body.revocations) seen.add(tokenId)
      path = body.next
    }
    assert.equal(seen.size, ended.length)
    const { body: keys } = await harness.ask('/.well-known/jwks.json')
    const elsewhere = createTokenVerifier({ keys: createLocalJWKSet(keys), clock: harness.clock })
    const revoked = new Set<string>()
    elsewhere.onRevoked((tokenId) => revoked.add(tokenId))
    const follower = followRevocations(elsewhere, { urls: [harness.url], everyMs: 100_000, logger: silentLogger })
    await follower.ready
    await follower.close()
    assert.equal(revoked.size, ended.length)
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.ask('/auth/revocations')))
    assert.ok(
      answers.some(({ status }) => status === 429),
      'who asks is counted',
    )
    const heartbeat = await harness.ask('/smart-node/heartbeat', { method: 'POST', body: {} })
    assert.equal(heartbeat.status, 429)
  })

  test('expired rows are deleted in batches', async () => {
    await using harness = await openHarness()
    await challenge(harness)
    const { connections } = harness.server
    const session = await connections.session()
    const rows = 2.5 * ROWS_DELETED_AT_ONCE
    await session.query(`
      insert into node.revocation (token_id, revoked_at, expires_at)
      select n::text, '2020-01-01', '2020-01-02' from generate_series(1, ${rows}) n`)
    session.release()
    const deleted = deletedIn(connections)
    await harness.clock.advance(30 * MINUTE)
    await harness.jobs.idle()
    assert.ok(
      deleted.every((count) => count <= ROWS_DELETED_AT_ONCE),
      String(deleted),
    )
    assert.ok(deleted.reduce((sum, count) => sum + count, 0) > rows, String(deleted))
  })

  test('the feed drops expired entries, and refuses invalid times', async () => {
    await using harness = await openHarness()
    await harness.ask('/auth/web3/logout', { token: await loggedIn(harness, ALICE) })
    await harness.clock.advance(61 * MINUTE)
    assert.deepEqual((await harness.ask('/auth/revocations')).body.revocations, [])
    const days = ['2026-13-40', '2026-02-30', '2026-02-29', '2026-02-30T12:00:00Z', '2026-04-31T23:00:00-05:00']
    for (const since of ['yesterday', '-5', '99999999999999999', '9999999999999999', ...days, 'NaN', '']) {
      const { status, body } = await harness.ask(`/auth/revocations?since=${since}`)
      assert.deepEqual([status, body.code], [400, 'INVALID_TIME'], since)
    }
    for (const since of ['2024-02-29', '2026-02-28T23:59:59.999-05:00', '2026-03-01T00:30:00+02:00'])
      assert.equal((await harness.ask(`/auth/revocations?since=${encodeURIComponent(since)}`)).status, 200, since)
  })
})

describe('A challenge', () => {
  test('is refused after five minutes', async () => {
    await using harness = await openHarness()
    const alice = harness.signers.get(ALICE) as Signer
    const [early, late] = [await challenge(harness), await challenge(harness)]
    await harness.clock.advance(5 * MINUTE - 1)
    assert.equal((await harness.ask('/auth/web3/login', { body: loginBody(ALICE, alice, early) })).status, 200)
    await harness.clock.advance(1)
    const { status, body } = await harness.ask('/auth/web3/login', { body: loginBody(ALICE, alice, late) })
    assert.deepEqual([status, body.code], [401, 'CHALLENGE_EXPIRED'])
  })

  test('is deleted some time later, used or not, and so are revocations of expired tokens', async () => {
    await using harness = await openHarness()
    const rows = async () => {
      const { read } = harness.tokens.database
      const challenges = await read.selectFrom('node.challenge').select('token').execute()
      const revocations = await read.selectFrom('node.revocation').select('token_id').execute()
      return [challenges.length, revocations.length]
    }
    const token = await loggedIn(harness, ALICE)
    await challenge(harness)
    await harness.ask('/auth/web3/logout', { token })
    assert.deepEqual(await rows(), [2, 1])
    await harness.clock.advance(20 * MINUTE)
    await harness.jobs.idle()
    assert.deepEqual(await rows(), [0, 1])
    await harness.clock.advance(60 * MINUTE)
    await harness.jobs.idle()
    assert.deepEqual(await rows(), [0, 0])
  })
})

describe('The key of the tokens', () => {
  test('is created once, readable only by its owner; an invalid key is refused with one line', async () => {
    await using harness = await openHarness()
    const path = join(harness.dataDir, 'token-key.pem')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.ok(!(await readdir(harness.dataDir)).some((name) => name.startsWith('token-key.pem.')))
    const pem = await readFile(path, 'utf8')
    const { server, clock, dataDir } = harness
    const open = async (AUTH_TOKEN_KEY?: string) => {
      const settings = { DATA_DIR: dataDir, AUTH_TOKEN_KEY }
      const tokens = await openTokens({ server, clock, logger: silentLogger, settings })
      await tokens.close()
      return tokens
    }
    const kid = harness.tokens.keySet.jwks.keys[0]?.kid
    const der = pem.split('\n').slice(1, 2).join('')
    const forms = [pem, pem.replaceAll('\n', '\\n'), der, Buffer.from(der, 'base64').toString('hex')]
    for (const form of forms) assert.equal((await open(form)).keySet.jwks.keys[0]?.kid, kid)
    await assert.rejects(open('secret'), (error) => error instanceof ConfigError && !error.message.includes('"secret"'))
    await writeFile(path, 'broken')
    await assert.rejects(open(), (error) => error instanceof ConfigError && error.message.startsWith(path))
    await chmod(path, 0o600)
  })

  test('a chain without an operator stops the start with one line that names the setting', async () => {
    await using harness = await openHarness()
    const { tokens, clock, server, url: mirrorUrl } = harness
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
