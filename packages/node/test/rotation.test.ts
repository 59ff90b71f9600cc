/** A rotation replaces a shared key. Entities move to the new key, and the old one signs until no entity needs it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signerFromText } from '@quorate/ledger'
import { guardedOn } from './guarded.ts'
import { type Answer, loggedIn } from './harness.ts'
import { type Member, type Members, openMembers } from './members.ts'
import { openNodes, reached } from './nodes.ts'
import type { Person } from './wallets.ts'

const HOUR_MS = 3_600_000
/** The account that is an operator of all nodes. */
const ADMIN = '0.0.1026'
const PATH = '/accounts/transfer/hbar'

describe('A rotation of the shared key', () => {
  let m: Members
  let g: Awaited<ReturnType<typeof guardedOn>>
  const entities = { open: '', partial: '', topic: '', token: '', partialTopic: '', partialToken: '' }
  let rotated = ''
  before(async () => {
    m = await openMembers({ ADMIN_WALLETS: ADMIN })
    g = await guardedOn(m.first.node)
    const actionsConditions = { values: ['transfer/hbar'], controller: 'anyone' }
    entities.open = await g.account(g.ada, { smartNodeSecurity: 'full', actionsConditions })
    entities.partial = await g.account(g.ada, { smartNodeSecurity: 'partial', actionsConditions })
    const nobodys = await g.validator('consensus', { smartNodeSecurity: 'full', actionsConditions: {} })
    const topic = await g.wallets.done(g.ada, 'POST', '/hcs', { validatorConsensusTimestamp: nobodys })
    entities.topic = topic.topicId
    const tokens = await g.validator('tokens', { smartNodeSecurity: 'full' })
    const keys = { adminKey: true, supplyKey: true, pauseKey: true, validatorConsensusTimestamp: tokens }
    entities.token = await g.token(g.ada, keys)
    const owned = await g.validator('consensus', { smartNodeSecurity: 'partial' })
    const ownedTopic = await g.wallets.done(g.ada, 'POST', '/hcs', { validatorConsensusTimestamp: owned })
    entities.partialTopic = ownedTopic.topicId
    const ownedTokens = await g.validator('tokens', { smartNodeSecurity: 'partial' })
    entities.partialToken = await g.token(g.ada, { adminKey: true, validatorConsensusTimestamp: ownedTokens })
  })
  after(async () => {
    g?.wallets.client.close()
    await m?.[Symbol.asyncDispose]()
  })

  const call = async ({ node }: Member, path: string, body?: object): Promise<Answer> =>
    node.ask(`/smart-node/dkg${path}`, {
      method: 'POST',
      token: await loggedIn(node, ADMIN),
      ...(body ? { body } : {}),
    })
  const told = async ({ node }: Member) => (await node.ask('/smart-node/dkg')).body
  const keyOf = async (path: string, name = 'key') => (await g.wallets.mirror(path))[name]
  const hexes = (key: { key: string }): string => JSON.stringify(key)
  const pay = async (by: Person, from: string): Promise<unknown[]> => {
    const answer = await g.ask(by, PATH, { amount: 10, from, to: g.ben.id })
    if (answer.body.status !== 'SIGNATURE_REQUIRED') return [answer.status, answer.body.code]
    const { status, body } = await g.wallets.submit(answer, by)
    return [status, body.status]
  }
  const moves = async (by: Member): Promise<Record<string, string>> =>
    Object.fromEntries((await told(by)).moves.entities.map((one: Move) => [one.entity, one.state]))
  async function rotatedBy(member: Member): Promise<void> {
    const done = m.members.map(({ node }) => reached(node, 'done'))
    assert.equal((await call(member, '', { kind: 'rotate' })).status, 202)
    await Promise.all(done)
  }
  interface Move {
    entity: string
    state: string
  }

  test('makes a new key, which new entities get, and the old one continues to sign', async () => {
    await rotatedBy(m.second)
    const { publicKey, epoch, replaced, former } = await told(m.first)
    rotated = publicKey
    assert.notEqual(rotated, m.publicKey)
    assert.deepEqual([epoch, replaced], [2, [m.publicKey]])
    assert.deepEqual(former, [{ publicKey: m.publicKey, dkgId: m.dkgId, hasShare: true }])
    assert.deepEqual(await pay(g.ben, entities.open), [200, 'SUCCESS'])
    const configuration = {
      smartNodeSecurity: 'full',
      actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' },
    }
    const created = await g.account(g.ada, configuration)
    assert.equal((await keyOf(`/accounts/${created}`)).key, rotated)
    assert.deepEqual(await pay(g.ben, created), [200, 'SUCCESS'])
  })

  test('shows on each node the entities that it knows under the old key', async () => {
    for (const { node } of m.members) await node.jobs.settled()
    const first = await moves(m.first)
    assert.deepEqual(Object.keys(first).sort(), Object.values(entities).sort())
    assert.ok(Object.values(first).every((state) => state === 'WAITING'))
  })

  test('keeps the old shares while an entity needs them, and for an hour at least', async () => {
    const soon = await call(m.first, '/retire')
    assert.deepEqual([soon.status, soon.body.code], [409, 'DKG_KEY_IN_USE'])
    assert.match(soon.body.message, /less than an hour ago/)
    await m.clock.advance(HOUR_MS)
    // Sessions end after an hour.
    for (const person of [g.ada, g.ben])
      person.token = await loggedIn(m.first.node, person.id, signerFromText(person.key.toStringDer()))
    const used = await call(m.first, '/retire')
    assert.match(used.body.message, /and 5 others still need it/)
    assert.deepEqual(await pay(g.ben, entities.open), [200, 'SUCCESS'])
  })

  test('moves entities under the network key alone, even if their validator permits nothing to anybody', async () => {
    // One of the three nodes is down. Both keys can sign even so.
    m.third.front.isDown = true
    assert.equal((await call(m.first, '/move')).status, 202)
    await m.first.node.jobs.settled()
    m.third.front.isDown = false
    const { open, partial, topic, token, partialTopic, partialToken } = entities
    const expected = {
      ...{ [open]: 'MOVED', [topic]: 'MOVED', [token]: 'MOVED' },
      ...{ [partial]: 'OWNER_NEEDED', [partialTopic]: 'OWNER_NEEDED', [partialToken]: 'OWNER_NEEDED' },
    }
    assert.deepEqual(await moves(m.first), expected)
    assert.equal((await keyOf(`/accounts/${open}`)).key, rotated)
    for (const name of ['admin_key', 'submit_key'])
      assert.equal((await keyOf(`/topics/${topic}`, name)).key, rotated, name)
    for (const name of ['admin_key', 'supply_key', 'pause_key'])
      assert.equal((await keyOf(`/tokens/${token}`, name)).key, rotated, name)
    assert.deepEqual(await pay(g.ben, open), [200, 'SUCCESS'])
  })

  test('moves an entity with an owner when the owner signs, too', async () => {
    const { partial, partialTopic, partialToken } = entities
    const refused = await g.ask(g.ben, PATH, { amount: 10, from: partial, to: g.ben.id })
    assert.equal(refused.body.status, 'SIGNATURE_REQUIRED')
    const before = hexes(await keyOf(`/accounts/${partial}`))
    assert.ok(before.includes(m.publicKey))
    const { status } = await g.wallets.done(g.ada, 'PUT', `/accounts/${partial}/network-key`, {})
    assert.equal(status, 'SUCCESS')
    const then = hexes(await keyOf(`/accounts/${partial}`))
    assert.ok(then.includes(rotated) && !then.includes(m.publicKey))
    assert.deepEqual(await pay(g.ada, partial), [200, 'SUCCESS'])
    await g.wallets.done(g.ada, 'PUT', `/hcs/${partialTopic}/network-key`, {})
    await g.wallets.done(g.ada, 'PUT', `/hts/${partialToken}/network-key`, {})
    for (const key of [
      await keyOf(`/topics/${partialTopic}`, 'admin_key'),
      await keyOf(`/tokens/${partialToken}`, 'admin_key'),
    ])
      assert.ok(hexes(key).includes(rotated) && !hexes(key).includes(m.publicKey))
    for (const path of [`/accounts/${partial}`, `/hcs/${partialTopic}`, `/hts/${partialToken}`]) {
      const again = await g.ask(g.ada, `${path}/network-key`, {}, 'PUT')
      assert.deepEqual([again.status, again.body.code], [422, 'NOTHING_TO_MOVE'], path)
    }
  })

  test('then lets each node erase its old share, but only if the others can be asked or are named as lost', async () => {
    m.second.front.isDown = true
    const silent = await call(m.first, '/retire')
    assert.match(silent.body.message, /0\.0\.1023 did not answer which entities/)
    assert.match(silent.body.message, /quorate dkg retire --without 0\.0\.1023$/)
    const another = await call(m.first, '/retire?without=0.0.1024')
    assert.deepEqual([another.status, another.body.code], [409, 'DKG_KEY_IN_USE'])
    const wrong = await call(m.first, '/retire?without=0.0.1023,Ben')
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'VALIDATION_FAILED'])
    const retired = [await call(m.first, '/retire?without=0.0.1023,0.0.1024')]
    m.second.front.isDown = false
    for (const member of [m.second, m.third]) retired.push(await call(member, '/retire'))
    for (const [index, { status, body }] of retired.entries()) {
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.former, body.moves.left], [[], 0])
      const { read } = (m.members[index] ?? assert.fail()).node.tokens.database
      const rows = await read.selectFrom('node.shared_key').select(['share', 'epoch']).orderBy('epoch').execute()
      assert.deepEqual(
        rows.map(({ share }) => share !== null),
        [false, true],
      )
    }
    assert.equal((await call(m.first, '/retire')).status, 409)
  })

  test('counts all entities as not moved after another rotation, also in the answer of the move', async () => {
    await m.first.node.jobs.settled()
    assert.equal((await told(m.first)).moves.left, 0)
    await rotatedBy(m.third)
    assert.equal((await told(m.first)).moves.moved, 0)
    const { status, body } = await call(m.first, '/move')
    assert.equal(status, 202)
    // All of `entities`, and the account that was created after the first rotation.
    assert.deepEqual([body.moves.moved, body.moves.left], [0, Object.keys(entities).length + 1])
    await m.first.node.jobs.settled()
  })

  test('keeps the bindings of entities that were created under the old key', async () => {
    for (const member of m.members) {
      const { database } = member.node.tokens
      await database.change((trx) => trx.deleteFrom('node.binding').execute())
    }
    assert.deepEqual(await pay(g.ben, entities.open), [200, 'SUCCESS'])
    assert.deepEqual(await pay(g.ada, entities.partial), [200, 'SUCCESS'])
  })
})

const [A, B, C] = ['0.0.1022', '0.0.1012', '0.0.1023'] as const
const OPEN = { smartNodeSecurity: 'full', actionsConditions: { values: ['transfer/hbar'], controller: 'anyone' } }

describe('Nodes that rotate their key', () => {
  test('continue, and keep both shares, whenever a member is restarted', async () => {
    await using nodes = await openNodes()
    const ids = [A, B, C]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    const keys = [(await nodes.ceremony(A, 'generate'))[0].publicKey]
    for (const [index, phase] of ['commit', 'prove', 'done'].entries()) {
      const [by, other, restarted] = [0, 1, 2].map((step) => ids[(index + step) % 3] ?? assert.fail())
      assert.ok(by && other && restarted)
      const seen = reached(nodes.of(restarted), phase)
      const done = [by, other].map((id) => reached(nodes.of(id), 'done'))
      assert.equal((await nodes.begin(by, 'rotate')).status, 202)
      await seen
      await nodes.stop(restarted)
      await nodes.start(restarted)
      await Promise.all(done)
      await nodes.until(restarted, ({ epoch }) => epoch === index + 2)
      for (const id of ids) {
        const told = await nodes.told(id)
        assert.deepEqual(told.replaced, keys, phase)
        assert.ok(told.former.every(({ hasShare }: { hasShare: boolean }) => hasShare))
        assert.deepEqual(await nodes.secrets(id), { shares: index + 2, seeds: 0 })
      }
      keys.push((await nodes.told(restarted)).publicKey)
      await nodes.assertSigns(restarted, keys.at(-1) ?? '')
    }
    assert.equal(new Set(keys).size, 4)
  })

  test('continue to move entities after a restart', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B], 2)
    await nodes.startAll([A, B])
    await nodes.ceremony(A, 'generate')
    const g = await guardedOn(nodes.of(A))
    const accounts = [await g.account(g.ada, OPEN), await g.account(g.ada, OPEN)]
    const [{ publicKey }] = await nodes.ceremony(B, 'rotate')
    await nodes.reachable(B, false)
    assert.equal((await nodes.call(A, 'POST', 'move')).status, 202)
    await nodes.of(A).jobs.settled()
    const { moves } = await nodes.told(A)
    assert.deepEqual([moves.left, moves.entities[0].state], [2, 'FAILED'])
    assert.match(moves.entities[0].reason, /0\.0\.1012 does not answer/)
    g.wallets.client.close()
    await nodes.stop(A)
    await nodes.reachable(B, true)
    await nodes.start(A)
    await nodes.clock.advance(61_000)
    await nodes.of(A).jobs.settled()
    assert.deepEqual((await nodes.told(A)).moves.left, 0)
    for (const account of accounts) {
      const { key } = (await nodes.of(A).ledger.mirror.account(account)) ?? {}
      assert.equal(key?.type === 'ed25519' && Buffer.from(key.bytes).toString('hex'), publicKey)
    }
  })

  test('take over the entities under the plain key of a single node', async () => {
    await using nodes = await openNodes()
    await nodes.list([A], 1)
    await nodes.start(A)
    const g = await guardedOn(nodes.of(A))
    const account = await g.account(g.ada, OPEN)
    const [{ publicKey }] = await nodes.ceremony(A, 'generate')
    const mirror = nodes.of(A).ledger.mirror
    const keyOf = async (id: string) => {
      const key = (await mirror.account(id))?.key
      return key?.type === 'ed25519' ? Buffer.from(key.bytes).toString('hex') : undefined
    }
    assert.notEqual(await keyOf(account), publicKey)
    assert.equal((await nodes.call(A, 'POST', 'move')).status, 202)
    await nodes.of(A).jobs.settled()
    assert.equal(await keyOf(account), publicKey)
    const paid = await g.ask(g.ben, PATH, { amount: 10, from: account, to: g.ben.id })
    assert.equal((await g.wallets.submit(paid, g.ben)).body.status, 'SUCCESS')
    g.wallets.client.close()
  })

  test('start at most twelve ceremonies a day, and each member four of them', async () => {
    await using nodes = await openNodes()
    const ids = [A, B, C]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    await nodes.ceremony(A, 'generate')
    for (let time = 0; time < 3; time++) await nodes.ceremony(A, 'refresh')
    const fifth = await nodes.begin(A, 'refresh')
    assert.deepEqual([fifth.status, fifth.body.code], [409, 'DKG_NOT_POSSIBLE'])
    assert.match(fifth.body.message, /0\.0\.1022 has started 4 ceremonies within 24 hours/)
    await nodes.ceremony(B, 'refresh')
    // A node that reads the topic again counts the same starts.
    await nodes.stop(A)
    await nodes.start(A)
    await nodes.until(A, ({ hasShare }) => hasShare)
    while (!(await nodes.told(A)).isTopicRead) await nodes.until(A, () => true)
    assert.match((await nodes.begin(A, 'refresh')).body.message, /has started 4/)
    await nodes.clock.advance(86_460_000)
    await nodes.ceremony(A, 'refresh')
  })
})
