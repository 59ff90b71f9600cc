import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { AccountUpdateTransaction, PrivateKey } from '@hiero-ledger/sdk'
import { inDomain, readRoleChange, walletMessage } from '@quorate/verify'
import { limits } from '../src/index.ts'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const DAY = 86_400_000

describe('Roles at a wallet', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cat: Person
  let walletId: string
  before(async () => {
    harness = await openHarness()
    ;[ada, ben] = (await Promise.all([patient(), patient()])) as [Person, Person]
  })
  after(() => harness.close())
  beforeEach(async () => {
    walletId = await harness.wallet([ada, ben], 2)
    cat = await patient()
  })

  /** A person whose session lasts while the clock is moved by days. */
  async function patient(): Promise<Person> {
    const { id, key } = await harness.person()
    const publicKey = key.publicKey.toStringRaw()
    return { id, key, token: await harness.tokens.issue({ walletId: id, publicKey, lifetimeMs: 1_000 * DAY }) }
  }

  const roles = (by: Person, of = walletId) => harness.get(`/multisig/wallet/${of}/roles`, by)
  const ask = (by: Person, role: string, account = cat.id, of = walletId) =>
    harness.post(`/multisig/wallet/${of}/roles`, by, { account, role })
  const signature = ({ key }: Pick<Person, 'key'>, text: string): string =>
    `0x${Buffer.from(key.sign(walletMessage(Buffer.from(text)))).toString('hex')}`
  const sign = (by: Person, change: Answer['body'], more: object = {}) =>
    harness.post(`/multisig/wallet/${change.walletId}/roles/${change.changeId}/sign`, by, {
      signature: signature(by, change.text),
      ...more,
    })
  /** Proposes a change, which both owners sign. */
  const change = async (role: string, account = cat.id) => {
    const { body } = await ask(ada, role, account)
    assert.equal((await sign(ada, body)).body.status, 'open')
    assert.equal((await sign(ben, body)).body.status, 'done')
  }
  const confirm = (by: Person, role: string) => harness.call('PUT', `/multisig/roles/${walletId}`, by, { role })
  const give = async (role: string, to = cat) => {
    await change(role, to.id)
    assert.equal((await confirm(to, role)).status, 200)
  }
  const codeOf = ({ status, body }: Answer) => [status, body.code]
  const listed = async (by: Person) => {
    const { body } = await harness.get('/multisig/wallets', by)
    return body.map(({ wallet, role }: Answer['body']) => [wallet, role])
  }
  const payment = (more: object = {}) => ({
    walletId,
    receiverId: ben.id,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial: 5,
    ...more,
  })

  test('are given by as many owners as sign for the wallet, and count once their account confirms them', async () => {
    const asked = await ask(ada, 'proposer')
    assert.equal(asked.status, 201)
    const { account, role, askedBy, walletId: of } = readRoleChange(asked.body.text)
    assert.deepEqual(
      { account, role, askedBy, of },
      { account: cat.id, role: 'proposer', askedBy: ada.id, of: walletId },
    )
    assert.equal(asked.body.missing, 2)
    const first = await sign(ada, asked.body)
    assert.deepEqual([first.body.missing, first.body.status], [1, 'open'])
    assert.deepEqual(codeOf(await harness.get(`/multisig/roles/${walletId}`, cat)), [403, 'FORBIDDEN'])
    assert.equal((await sign(ben, asked.body)).body.status, 'done')
    const offer = await harness.get('/multisig/roles', cat)
    assert.deepEqual(
      offer.body.map(({ walletId, name, role, status, askedBy }: Answer['body']) => ({
        walletId,
        name,
        role,
        status,
        askedBy,
      })),
      [{ walletId, name: null, role: 'proposer', status: 'offered', askedBy: ada.id }],
    )
    assert.deepEqual(await listed(cat), [])
    assert.deepEqual(codeOf(await harness.get(`/multisig/wallet/${walletId}`, cat)), [403, 'FORBIDDEN'])
    const confirmed = await confirm(cat, 'proposer')
    assert.deepEqual([confirmed.body.status, confirmed.body.name], ['confirmed', 'Treasury'])
    assert.deepEqual(await listed(cat), [[walletId, 'proposer']])
    assert.equal((await harness.get(`/multisig/wallet/${walletId}`, cat)).body.role, 'proposer')
    const { body } = await roles(ben)
    assert.deepEqual(body.changes, [])
    assert.deepEqual(
      body.roles.map(({ account, role, status, signers }: Answer['body']) => ({
        ...{ account, role, status },
        signers: signers.toSorted(),
      })),
      [{ account: cat.id, role: 'proposer', status: 'confirmed', signers: [ada.id, ben.id].toSorted() }],
    )
  })

  test('let a proposer ask, withdraw, replace and comment, and sign nothing', async () => {
    await give('proposer')
    const executeAt = new Date(harness.clock.now() + DAY).toISOString()
    const request = await harness.ask('withdraw', cat, payment({ executeAt }))
    const seen = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual([seen.body.requesterId, seen.body.requesterRole], [cat.id, 'proposer'])
    assert.deepEqual(seen.body.missing.toSorted(), [ada.id, ben.id].toSorted())
    assert.equal((await harness.get(`/multisig/transaction/status/${request.jobId}`, cat)).status, 200)
    assert.deepEqual((await harness.get('/multisig/inbox', cat)).body, [])
    assert.deepEqual(codeOf(await harness.sign(request, cat, walletId)), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await harness.sign(request, ada, walletId, cat)), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await harness.execute('withdraw', cat, request)), [403, 'FORBIDDEN'])
    const comment = await harness.post(`/multisig/transaction/comment/${request.jobId}`, cat, { text: 'Rent' })
    assert.equal(comment.status, 201)
    const other = await harness.ask('withdraw', ada, payment({ executeAt, amountOrSerial: 6 }))
    assert.deepEqual(codeOf(await harness.post(`/multisig/transaction/reject/${other.jobId}`, cat, {})), [
      403,
      'FORBIDDEN',
    ])
    const replacing = { ...payment({ executeAt, amountOrSerial: 7 }), replaces: other.jobId }
    assert.deepEqual(codeOf(await harness.post('/multisig/wallet/withdraw/request', cat, replacing)), [
      403,
      'FORBIDDEN',
    ])
    const better = await harness.ask('withdraw', cat, {
      ...payment({ executeAt, amountOrSerial: 4 }),
      replaces: request.jobId,
    })
    const withdrawn = await harness.post(`/multisig/transaction/reject/${better.jobId}`, cat, { reason: 'Paid' })
    assert.deepEqual([withdrawn.status, withdrawn.body.code], [200, 'WITHDRAWN'])
  })

  test('have a request of a proposer executed by the owners as one of their own', async () => {
    await give('proposer')
    const request = await harness.ask('withdraw', cat, payment())
    for (const owner of [ada, ben]) assert.equal((await harness.sign(request, owner, walletId)).status, 200)
    assert.equal((await harness.execute('withdraw', ben, request)).status, 200)
    const { body } = await harness.get(`/multisig/wallet/${walletId}/history?limit=1`, cat)
    assert.deepEqual([body[0].requesterRole, body[0].status], ['proposer', 'success'])
  })

  test('let an observer see, and do nothing', async () => {
    await give('observer')
    const request = await harness.ask('withdraw', ada, payment())
    for (const path of ['', '/pending', '/history', `/statement?from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z`])
      assert.equal((await harness.get(`/multisig/wallet/${walletId}${path}`, cat)).status, 200, path)
    assert.equal((await harness.get(`/multisig/transaction/status/${request.jobId}`, cat)).status, 200)
    assert.deepEqual(codeOf(await harness.post('/multisig/wallet/withdraw/request', cat, payment())), [
      403,
      'FORBIDDEN',
    ])
    assert.deepEqual(codeOf(await harness.post('/multisig/wallet/withdraw/check', cat, payment())), [403, 'FORBIDDEN'])
    for (const what of ['comment', 'reject']) {
      const body = what === 'comment' ? { text: 'Hm' } : {}
      assert.deepEqual(codeOf(await harness.post(`/multisig/transaction/${what}/${request.jobId}`, cat, body)), [
        403,
        'FORBIDDEN',
      ])
    }
    assert.deepEqual(codeOf(await roles(cat)), [403, 'FORBIDDEN'])
    assert.deepEqual(codeOf(await ask(cat, 'proposer')), [403, 'FORBIDDEN'])
  })

  test('bring events to their account from the confirmation to the end, and none before', async () => {
    const socket = await harness.socket(cat)
    const names = () => socket.heard.map(({ event }) => event)
    await change('observer')
    await harness.ask('withdraw', ada, payment())
    assert.equal((await socket.subscribe(walletId)).code, 'FORBIDDEN')
    await harness.jobs.idle()
    assert.deepEqual(names(), [])
    await confirm(cat, 'observer')
    assert.deepEqual(await socket.next('roles_changed'), { walletId })
    assert.equal((await socket.subscribe(walletId)).ok, true)
    const request = await harness.ask('withdraw', ada, payment({ amountOrSerial: 6 }))
    assert.equal((await socket.next('transaction_pending')).jobId, request.jobId)
    const { chain } = harness.network
    const ended = { by: ben.id, publicKey: ben.key.publicKey.toStringRaw(), revoked: 2, logins: 1 }
    harness.events.emit('session.wallet_revoked', { chain, walletId, ...ended })
    await change('none')
    assert.deepEqual(await socket.next('roles_changed'), { walletId })
    assert.equal((await socket.subscribe(walletId)).code, 'FORBIDDEN')
    await harness.ask('withdraw', ada, payment({ amountOrSerial: 7 }))
    await harness.jobs.idle()
    assert.deepEqual(names(), ['roles_changed', 'transaction_pending', 'roles_changed'])
  })

  test('send no events about their changes to an owner who has muted the wallet', async () => {
    assert.equal((await harness.call('PUT', `/multisig/muted/${walletId}`, ben)).status, 200)
    const [muting, hearing] = [await harness.socket(ben), await harness.socket(ada)]
    const { body } = await ask(ada, 'observer')
    assert.deepEqual(await hearing.next('roles_changed'), { walletId })
    await sign(ada, body)
    assert.equal((await harness.call('DELETE', `/multisig/wallet/${walletId}/roles/${body.changeId}`, ada)).status, 200)
    await harness.jobs.idle()
    assert.deepEqual(muting.heard, [])
  })

  test('end by the owners, by their account, and when the owners change', async () => {
    await give('observer')
    await change('none')
    assert.deepEqual(codeOf(await harness.get(`/multisig/wallet/${walletId}`, cat)), [403, 'FORBIDDEN'])
    await give('observer')
    assert.equal((await harness.call('DELETE', `/multisig/roles/${walletId}`, cat)).status, 200)
    assert.deepEqual(await listed(cat), [])
    await give('proposer')
    const pending = await ask(ada, 'observer')
    const dan = await harness.person()
    const update = await harness.ask('update', ada, { walletId, action: 'add', owner: { wallet: dan.id, name: 'Dan' } })
    for (const owner of [ada, ben]) assert.equal((await harness.sign(update, owner, walletId)).status, 200)
    assert.equal((await harness.execute('update', ada, update)).status, 200)
    assert.deepEqual(await listed(cat), [])
    assert.deepEqual((await roles(ada)).body, { roles: [], changes: [] })
    assert.deepEqual(codeOf(await sign(ben, pending.body)), [403, 'FORBIDDEN'])
  })

  test('are refused for owners, the wallet, unknown accounts, and twice', async () => {
    assert.deepEqual(codeOf(await ask(ada, 'proposer', ben.id)), [409, 'ALREADY_OWNER'])
    assert.deepEqual(codeOf(await ask(ada, 'proposer', walletId)), [422, 'INVALID_ACCOUNT_ID'])
    assert.deepEqual(codeOf(await ask(ada, 'proposer', '0.0.99999')), [422, 'INVALID_ACCOUNT_ID'])
    assert.deepEqual(codeOf(await ask(ada, 'none')), [409, 'NO_ROLE'])
    const { body } = await ask(ada, 'proposer')
    const again = await ask(ben, 'proposer')
    assert.deepEqual([...codeOf(again), again.body.details], [409, 'ROLE_CHANGE_OPEN', [{ changeId: body.changeId }]])
    for (const owner of [ada, ben]) await sign(owner, body)
    assert.deepEqual(codeOf(await ask(ada, 'proposer')), [409, 'ROLE_HELD'])
    assert.deepEqual(codeOf(await confirm(cat, 'observer')), [409, 'ROLE_CHANGED'])
    assert.deepEqual(codeOf(await confirm(ada, 'observer')), [403, 'FORBIDDEN'])
  })

  test('count no signature of others, over another text, or by a key that its owner has given up', async () => {
    const { body } = await ask(ada, 'proposer')
    const forged = signature(cat, body.text)
    assert.deepEqual(codeOf(await sign(ada, body, { signature: forged })), [422, 'INVALID_SIGNATURE'])
    const other = body.text.replace('"proposer"', '"observer"')
    assert.deepEqual(codeOf(await sign(ada, body, { signature: signature(ada, other) })), [422, 'INVALID_SIGNATURE'])
    const elsewhere = Buffer.from(inDomain('walletLogin', body.text)).toString()
    assert.deepEqual(codeOf(await sign(ada, body, { signature: signature(ada, elsewhere) })), [
      422,
      'INVALID_SIGNATURE',
    ])
    assert.deepEqual(codeOf(await sign(ada, body, { senderId: cat.id })), [422, 'NOT_AN_OWNER'])
    assert.deepEqual(codeOf(await sign(cat, body)), [403, 'FORBIDDEN'])
    assert.equal((await sign(ada, body)).body.missing, 1)
    assert.equal((await sign(ada, body)).body.missing, 1, 'one key counts once')
    const dan = await harness.person()
    const of = await harness.wallet([ada, dan], 1)
    const asked = await ask(ada, 'proposer', cat.id, of)
    const key = PrivateKey.generateED25519()
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(dan.id).setKey(key.publicKey), dan.key, key)
    assert.deepEqual(codeOf(await sign(dan, asked.body)), [409, 'OWNER_KEY_ROTATED'])
    assert.deepEqual(codeOf(await harness.get(`/multisig/roles/${of}`, cat)), [403, 'FORBIDDEN'])
  })

  test('are not given by a signature whose owner has replaced its key since', async () => {
    const dan = await harness.person()
    const of = await harness.wallet([ada, ben, dan], 2)
    const { body } = await ask(ada, 'proposer', cat.id, of)
    assert.equal((await sign(ada, body, { senderId: dan.id, signature: signature(dan, body.text) })).body.missing, 1)
    const key = PrivateKey.generateED25519()
    await harness.onLedger(new AccountUpdateTransaction().setAccountId(dan.id).setKey(key.publicKey), dan.key, key)
    const second = await sign(ben, body)
    assert.deepEqual([second.status, second.body.status, second.body.missing], [200, 'open', 1])
    assert.deepEqual(
      second.body.signatures.map(({ senderId }: Answer['body']) => senderId),
      [ben.id],
    )
    assert.equal((await sign(ada, body)).body.status, 'done')
  })

  test('are given once by concurrent last signatures, and not by ones that come too late', async () => {
    const { body } = await ask(ada, 'proposer')
    const answers = await Promise.all([sign(ada, body), sign(ben, body), sign(ben, body)])
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal((await roles(ada)).body.roles.length, 1)
    const late = await ask(ada, 'observer')
    await sign(ada, late.body)
    await harness.clock.advance(limits.roleChangeOpen.value * DAY)
    assert.deepEqual(codeOf(await sign(ben, late.body)), [410, 'ROLE_CHANGE_EXPIRED'])
    assert.equal((await roles(ada)).body.roles[0].role, 'proposer')
  })

  test('are not given while the mirror is away, nor by owners who were replaced meanwhile', async () => {
    const { body } = await ask(ada, 'proposer')
    await sign(ada, body)
    harness.net.setFault({ kind: 'unreachable', calls: 1_000_000, on: 'mirror' })
    assert.equal((await sign(ben, body)).status, 503)
    harness.net.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    assert.equal((await roles(ada)).body.changes[0].missing, 1)
    const update = await harness.ask('update', ada, {
      walletId,
      action: 'add',
      owner: { wallet: ben.id, name: 'B' },
      threshold: 1,
    })
    for (const owner of [ada, ben]) await harness.sign(update, owner, walletId)
    const [executed] = await Promise.all([harness.execute('update', ada, update), sign(ben, body)])
    assert.equal(executed.status, 200)
    assert.deepEqual((await roles(ada)).body, { roles: [], changes: [] })
    assert.deepEqual(codeOf(await confirm(cat, 'proposer')), [403, 'FORBIDDEN'])
  })

  test('are lost with the offer after its time, and hidden from whoever has muted the wallet', async () => {
    await change('observer')
    assert.equal((await harness.get('/multisig/roles', cat)).body.length, 1)
    assert.equal((await harness.call('PUT', `/multisig/muted/${walletId}`, cat)).status, 200)
    assert.deepEqual((await harness.get('/multisig/roles', cat)).body, [])
    assert.equal((await harness.get(`/multisig/roles/${walletId}`, cat)).status, 200, 'a link leads to it')
    assert.equal((await confirm(cat, 'observer')).status, 200)
    assert.deepEqual(await listed(cat), [[walletId, 'observer']])
    const dan = await patient()
    await change('observer', dan.id)
    await harness.clock.advance(limits.roleOffer.value * DAY)
    assert.deepEqual(codeOf(await confirm(dan, 'observer')), [403, 'FORBIDDEN'])
  })

  test('bound what one owner and one proposer can do to the others', async () => {
    await give('proposer')
    const most = limits.roleChangesOfOwner.value
    const strangers = await harness.people(most + 1)
    for (const { id } of strangers.slice(0, most)) assert.equal((await ask(ada, 'observer', id)).status, 201)
    const over = strangers.at(-1) as Person
    assert.deepEqual(codeOf(await ask(ada, 'observer', over.id)), [429, 'TOO_MANY_ROLE_CHANGES'])
    assert.equal((await ask(ben, 'observer', over.id)).status, 201, 'another owner still can')
    const executeAt = new Date(harness.clock.now() + DAY).toISOString()
    for (let index = 0; index < limits.openRequestsOfProposer.value; index++)
      await harness.ask('withdraw', cat, payment({ executeAt, amountOrSerial: index + 1 }))
    const { status, body } = await harness.post('/multisig/wallet/withdraw/request', cat, payment({ executeAt }))
    assert.deepEqual([status, body.code], [429, 'TOO_MANY_OPEN_REQUESTS'])
    const { body: refused } = await harness.post('/multisig/wallet/withdraw/request', cat, {
      ...payment(),
      expiresAt: executeAt,
    })
    assert.equal(refused.code, 'NOT_AN_OWNER')
  })

  test('can be withdrawn by the owner who asked, before they are given', async () => {
    const { body } = await ask(ada, 'proposer')
    const path = `/multisig/wallet/${walletId}/roles/${body.changeId}`
    assert.deepEqual(codeOf(await harness.call('DELETE', path, ben)), [403, 'FORBIDDEN'])
    assert.equal((await harness.call('DELETE', path, ada)).status, 200)
    assert.deepEqual(codeOf(await sign(ben, body)), [403, 'FORBIDDEN'])
  })
})
