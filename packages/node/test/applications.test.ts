import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Signer } from '@quorate/ledger'
import { limits } from '../src/index.ts'
import { ed25519Signer, type Harness, loggedIn, openHarness } from './harness.ts'

const ALICE = '0.0.1024'
const BOB = '0.0.1025'
const DAY_MS = 86_400_000

describe('Tokens for applications', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness()
  })
  after(() => harness[Symbol.asyncDispose]())

  const create = (token: string, body: unknown = { name: 'Kubo' }) =>
    harness.ask('/auth/applications', { method: 'POST', token, body })
  const session = async (token: string) => harness.tokens.verifier.verify(token)

  test('are shown once, listed without the token, and good for nothing but pins', async () => {
    const token = await loggedIn(harness, ALICE)
    const { status, body, headers } = await create(token)
    assert.equal(status, 201)
    assert.match(headers.get('cache-control') ?? '', /no-store/)
    assert.equal((await session(body.token)).scope, 'ipfs:pin')
    const { token: shown, ...listed } = body
    assert.deepEqual((await harness.ask('/auth/applications', { token })).body, [listed])
    const others: [string, string][] = [
      ['GET', '/auth/profile'],
      ['GET', '/auth/applications'],
      ['POST', '/auth/applications'],
      ['POST', '/auth/sessions/revoke-all'],
      ['POST', '/transactions/execute'],
    ]
    for (const [method, path] of others) {
      const answer = await harness.ask(path, { method, token: shown, ...(method === 'POST' ? { body: {} } : {}) })
      if (answer.status !== 404) assert.deepEqual([answer.status, answer.body.code], [403, 'TOKEN_SCOPE'], path)
    }
  })

  test('are neither seen nor revoked by others', async () => {
    const { body } = await create(await loggedIn(harness, ALICE))
    const bob = await loggedIn(harness, BOB)
    assert.deepEqual((await harness.ask('/auth/applications', { token: bob })).body, [])
    const answer = await harness.ask(`/auth/applications/${body.id}`, { method: 'DELETE', token: bob })
    assert.deepEqual([answer.status, answer.body.code], [404, 'APPLICATION_NOT_FOUND'])
    await session(body.token)
  })

  test('outlive the session that made them, until they expire or are revoked', async () => {
    const first = await loggedIn(harness, ALICE)
    const { body: week } = await create(first, { name: 'a week', days: 7 })
    const { body: year } = await create(first, { name: 'a year' })
    await harness.ask('/auth/web3/logout', { method: 'POST', token: first, body: {} })
    await harness.clock.advance(6 * DAY_MS)
    await session(week.token)
    await harness.clock.advance(2 * DAY_MS)
    await assert.rejects(session(week.token), { code: 'TOKEN_EXPIRED' })
    await session(year.token)
    const token = await loggedIn(harness, ALICE)
    assert.equal((await harness.ask(`/auth/applications/${year.id}`, { method: 'DELETE', token })).status, 200)
    await assert.rejects(session(year.token), { code: 'TOKEN_REVOKED' })
  })

  test('cannot be created with an older login, nor with names that hide characters', async () => {
    const token = await loggedIn(harness, ALICE)
    const hidden = await create(token, { name: 'Ku\u200bbo' })
    assert.deepEqual([hidden.status, hidden.body.code], [400, 'HIDDEN_CHARACTER'])
    await harness.clock.advance(11 * 60_000)
    const late = await create(token)
    assert.deepEqual([late.status, late.body.code], [403, 'LOGIN_TOO_OLD'])
  })

  test('are bounded, and do not end the sessions of logins', async () => {
    const token = await loggedIn(harness, BOB)
    for (let count = 0; count < limits.applicationsPerWallet.value; count++)
      assert.equal((await create(token, { name: `${count}` })).status, 201)
    const { status, body } = await create(token)
    assert.deepEqual([status, body.code], [429, 'TOO_MANY_APPLICATIONS'])
  })

  test('end with all sessions of the wallet', async () => {
    const token = await loggedIn(harness, ALICE)
    const { body } = await create(token)
    await harness.ask('/auth/sessions/revoke-all', { method: 'POST', token, body: {} })
    await assert.rejects(session(body.token), { code: 'TOKEN_REVOKED' })
  })

  test('end when the account loses the key that logged in', async () => {
    const old = ed25519Signer()
    const id = await harness.account(old.publicKey)
    harness.signers.set(id, old)
    const { body } = await create(await loggedIn(harness, id))
    await harness.rotate(id, old, ed25519Signer() as Signer)
    await harness.clock.advance(20_000)
    await harness.jobs.idle()
    await assert.rejects(session(body.token), { code: 'TOKEN_REVOKED' })
  })
})
