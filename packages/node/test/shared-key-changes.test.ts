/** Changes of a shared key: other members, new shares, a lost share, and a key that one node had alone. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import { TEST_DOMAIN } from '@quorate/frost'
import { signingDomains } from '@quorate/verify'
import { loadShareKey } from '../src/keys/key-files.ts'
import { openNodes, reached } from './nodes.ts'

const [A, B, C, D, E] = ['0.0.1022', '0.0.1012', '0.0.1023', '0.0.1024', '0.0.1025'] as const

const idsOf = ({ members }: { members: { walletId: string }[] }) => members.map(({ walletId }) => walletId).sort()

describe('a shared key of a network of nodes', () => {
  test('goes to other nodes with another threshold, stays the same, and the old shares are erased', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B, C], 2)
    await nodes.startAll([A, B, C])
    const [{ publicKey, dkgId }] = await nodes.ceremony(A, 'generate')
    for (const id of [A, B, C]) await nodes.stop(id)

    await nodes.list([B, C, D, E], 3)
    await nodes.startAll([A, B, C])
    await nodes.startAll([D, E], { DKG_PUBLIC_KEY: publicKey })
    const told = await nodes.ceremony(B, 'reshare')
    for (const one of told) {
      assert.deepEqual([one.state, one.publicKey, one.threshold, one.epoch], ['ACTIVE', publicKey, 3, 2])
      assert.deepEqual(idsOf(one), [B, C, D, E].sort())
      assert.notEqual(one.dkgId, dkgId)
      assert.deepEqual(one.ceremony.out, [])
    }
    assert.deepEqual(await nodes.secrets(A), { shares: 0, seeds: 0 })
    for (const id of [B, C, D, E]) assert.deepEqual(await nodes.secrets(id), { shares: 1, seeds: 0 })
    await nodes.reachable(C, false)
    await nodes.assertSigns(D, publicKey)
    await nodes.assertSigns(B, publicKey)
    const { body } = await nodes.of(A).ask('/smart-node/dkg')
    assert.equal(body.hasShare, false)
  })

  test('is accepted by a joining node only if its own settings name it', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B], 2)
    await nodes.startAll([A, B])
    const [{ publicKey }] = await nodes.ceremony(A, 'generate')
    for (const id of [A, B]) await nodes.stop(id)
    await nodes.list([A, B, C, D], 2)
    await nodes.startAll([A, B])
    await nodes.start(C)
    await nodes.start(D, { DKG_PUBLIC_KEY: 'ab'.repeat(32) })
    const waiting = reached(nodes.of(A), 'commit', [C, D])
    const done = [A, B].map((id) => reached(nodes.of(id), 'done'))
    assert.equal((await nodes.begin(A, 'reshare')).status, 202)
    await waiting
    nodes.clock.advance(310_000)
    await Promise.all(done)
    const told = await nodes.told(A)
    assert.deepEqual([told.publicKey, idsOf(told)], [publicKey, [A, B].sort()])
    for (const id of [C, D]) assert.equal((await nodes.told(id)).dkgId, null)
  })

  test('gets new shares, and none is lost, whenever a member is restarted', async () => {
    await using nodes = await openNodes()
    const ids = [A, B, C]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    const [{ publicKey }] = await nodes.ceremony(A, 'generate')
    for (const [index, phase] of ['commit', 'deal', 'judge', 'confirm', 'prove', 'done'].entries()) {
      const before = await Promise.all(ids.map(nodes.share))
      const [by, other, restarted] = [0, 1, 2].map((step) => ids[(index + step) % 3] ?? assert.fail())
      assert.ok(by && other && restarted)
      const seen = reached(nodes.of(restarted), phase)
      const done = [by, other].map((id) => reached(nodes.of(id), 'done'))
      assert.equal((await nodes.begin(by, 'refresh')).status, 202)
      await seen
      await nodes.stop(restarted)
      await nodes.start(restarted)
      await Promise.all(done)
      await nodes.until(restarted, ({ epoch }) => epoch === index + 2)
      for (const [place, id] of ids.entries()) {
        assert.deepEqual(await nodes.secrets(id), { shares: 1, seeds: 0 }, phase)
        assert.notDeepEqual(await nodes.share(id), before[place])
      }
      await nodes.assertSigns(restarted, publicKey)
      const told = await nodes.told(restarted)
      assert.deepEqual([told.publicKey, told.epoch, idsOf(told)], [publicKey, index + 2, [...ids].sort()])
    }
  })

  test('keeps its shares if the new ones have not signed in time', async () => {
    await using nodes = await openNodes()
    const ids = [A, B, C]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    const [{ publicKey, dkgId }] = await nodes.ceremony(A, 'generate')
    for (const id of ids) await nodes.reachable(id, false)
    const proving = ids.map((id) => reached(nodes.of(id), 'prove'))
    const failed = ids.map((id) => reached(nodes.of(id), 'failed'))
    assert.equal((await nodes.begin(B, 'refresh')).status, 202)
    await Promise.all(proving)
    for (const id of ids) assert.deepEqual(await nodes.secrets(id), { shares: 1, seeds: 1 })
    nodes.clock.advance(310_000)
    await Promise.all(failed)
    for (const id of ids) {
      await nodes.reachable(id, true)
      assert.deepEqual(await nodes.secrets(id), { shares: 1, seeds: 0 })
    }
    await nodes.assertSigns(C, publicKey)
    const told = await nodes.told(A)
    assert.deepEqual([told.dkgId, told.state, told.ceremony.phase], [dkgId, 'ACTIVE', 'failed'])
  })

  test('is refreshed by nodes, one of them with two processes', async () => {
    await using nodes = await openNodes()
    const ids = [A, B]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    const [{ publicKey }] = await nodes.ceremony(A, 'generate')
    const second = await nodes.beside(A)
    try {
      const done = reached(second, 'done')
      await nodes.ceremony(B, 'refresh')
      await done
      const { body } = await second.ask('/smart-node/dkg')
      assert.deepEqual([body.epoch, body.publicKey, body.hasShare], [2, publicKey, true])
      assert.deepEqual(await nodes.secrets(A), { shares: 1, seeds: 0 })
      await nodes.assertSigns(B, publicKey)
    } finally {
      await second.stop()
    }
  })

  test('gives its share back to a node that has lost its database', async () => {
    await using nodes = await openNodes()
    const ids = [A, B, C]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    await nodes.ceremony(A, 'generate')
    const [{ publicKey, dkgId }] = await nodes.ceremony(A, 'refresh')
    const lost = await nodes.share(C)
    assert.match((await nodes.begin(C, 'repair')).body.message, /this node already has its share/)
    await nodes.stop(C)
    await nodes.startEmpty(C)
    await nodes.until(C, ({ epoch }) => epoch === 2)
    assert.match((await nodes.begin(C, 'refresh')).body.message, /has lost its share/)
    const told = await nodes.ceremony(C, 'repair')
    for (const one of told) assert.deepEqual([one.dkgId, one.epoch, one.hasShare], [dkgId, 2, true])
    assert.deepEqual(await nodes.share(C), lost)
    for (const id of ids) assert.deepEqual(await nodes.secrets(id), { shares: 1, seeds: 0 })
    await nodes.reachable(A, false)
    await nodes.assertSigns(C, publicKey)
  })

  test('comes back with the backup of a share, as long as the members have that share', async () => {
    await using nodes = await openNodes()
    const ids = [A, B]
    await nodes.list(ids, 2)
    await nodes.startAll(ids)
    const backup = async () => (await nodes.call(B, 'GET', 'backup')).body
    const confirm = async (file: object) => nodes.call(B, 'PUT', 'backup', file)
    const restore = async (file: object) => nodes.call(B, 'POST', 'restore', file)
    assert.equal((await backup()).code, 'DKG_NO_SHARE')
    const [{ publicKey, backedUpAt }] = await nodes.ceremony(A, 'generate')
    assert.equal(backedUpAt, null)
    const old = await backup()
    assert.equal((await confirm(old)).body.backedUpAt, new Date(nodes.clock.now()).toISOString())
    assert.match(await nodes.metrics(B), /node_shared_key_is_backed_up 1/)

    const told = await nodes.ceremony(A, 'refresh')
    assert.equal(told[1].backedUpAt, null)
    assert.match(await nodes.metrics(B), /node_shared_key_is_backed_up 0/)
    assert.equal((await confirm(old)).body.code, 'SHARE_BACKUP_INVALID')
    const file = await backup()
    assert.equal((await confirm({ ...file, key: old.key })).body.code, 'SHARE_BACKUP_INVALID')
    assert.equal((await confirm(file)).status, 200)

    const SHARE_KEY = loadShareKey({ DATA_DIR: nodes.of(B).dataDir })
    const lost = await nodes.share(B)
    await nodes.stop(B)
    await nodes.startEmpty(B)
    assert.equal((await restore(file)).body.code, 'SHARE_BACKUP_INVALID')
    await nodes.stop(B)
    await nodes.startEmpty(B, { SHARE_KEY: Buffer.from(SHARE_KEY).toString('hex') })
    await nodes.until(B, ({ epoch }) => epoch === 2)
    assert.match(await nodes.metrics(B), /node_shared_key_has_share 0/)
    assert.match(
      (await restore(old)).body.message,
      /^The backup cannot be used: .* the members have shares of .*: repair/,
    )
    assert.deepEqual([(await restore(file)).body.hasShare, (await restore(file)).status], [true, 200])
    assert.match(await nodes.metrics(B), /node_shared_key_has_share 1/)
    await nodes.assertSigns(B, publicKey)
    assert.deepEqual(await nodes.shareWith(B, SHARE_KEY), lost)
    const check = await nodes.call(A, 'GET', 'check')
    assert.deepEqual(
      check.body.members.map((one: { live: boolean; hasShare: boolean }) => [one.live, one.hasShare]),
      [
        [true, true],
        [true, true],
      ],
    )
    const { version } = (await nodes.of(A).ask('/health')).body
    assert.match(version, /^\d/)
    assert.deepEqual(
      check.body.members.map((one: { version: string | null }) => one.version),
      [version, version],
    )
    await nodes.until(A, ({ canFail }) => canFail === 0)
    await nodes.reachable(B, false)
    await nodes.until(A, ({ canFail }) => canFail === -1)
    assert.match(await nodes.metrics(A), /node_shared_key_members_that_can_fail -1/)
  })

  test('can be the network key that one node had, which the others have or expect', async () => {
    await using nodes = await openNodes()
    const { privateKey, publicKey: own } = generateKeyPairSync('ed25519')
    const NETWORK_KEY = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('hex')
    const publicKey = own.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
    const ids = [A, B, C]
    await nodes.list([...ids, D], 2)
    await nodes.startAll([A, B], { NETWORK_KEY })
    await nodes.start(C, { DKG_PUBLIC_KEY: publicKey })
    await nodes.start(D)
    const done = ids.map((id) => reached(nodes.of(id), 'done'))
    assert.equal((await nodes.begin(A, 'split')).status, 202)
    await Promise.all(done)
    for (const id of ids) {
      const told = await nodes.told(id)
      assert.deepEqual([told.publicKey, idsOf(told)], [publicKey, [...ids].sort()])
      // The node with another key refuses on the topic, and the others do not wait for it.
      const [{ walletId, fault, reason }] = told.ceremony.out
      assert.deepEqual([walletId, fault], [D, 'REFUSED'])
      assert.match(reason, /is not this node's network key/)
    }
    await nodes.reachable(A, false)
    await nodes.assertSigns(C, publicKey)
  })

  test('is not changed on other terms than those of the members, or without a key', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B], 2)
    await nodes.startAll([A, B])
    assert.match((await nodes.begin(A, 'refresh')).body.message, /knows no shared key/)
    await nodes.ceremony(A, 'generate')
    assert.equal((await nodes.begin(A, 'split')).body.code, 'DKG_KEY_EXISTS')
    await nodes.stop(B)
    await nodes.list([A, B, C], 3)
    await nodes.start(B)
    assert.match(
      (await nodes.begin(B, 'refresh')).body.message,
      /NETWORK_THRESHOLD is 3, but the shared key's threshold is 2/,
    )
    await nodes.list([B, C], 2)
    await nodes.stop(B)
    await nodes.start(B)
    assert.match((await nodes.begin(B, 'refresh')).body.message, /0\.0\.1022 is no longer in the list of nodes/)
    // Only one of the two takes part, so the ceremony runs out of time.
    const failed = reached(nodes.of(B), 'failed')
    assert.equal((await nodes.begin(B, 'reshare')).status, 202)
    const waiting = reached(nodes.of(B), 'commit', [A, C])
    await waiting
    nodes.clock.advance(310_000)
    await failed
    assert.deepEqual([(await nodes.told(A)).ceremony.kind, (await nodes.told(A)).epoch], ['generate', 1])
  })

  test('signs test messages that begin as those of ceremonies do', () => {
    assert.equal(TEST_DOMAIN, signingDomains.signingTest)
  })
})
