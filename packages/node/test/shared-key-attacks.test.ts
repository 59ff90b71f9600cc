/** What a compromised node could try with its account key, its share and its answers. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { encodeRecord, type GroupKey, groupKeyDigest, type Start, signRecord, type Unsigned } from '@quorate/frost'
import { withSignatures, writeMessage } from '@quorate/ledger'
import { groupKeyFrom } from '../src/answers/shared-key.ts'
import { sinceOf } from '../src/shared-key/network-key.ts'
import { CHAIN, type Harness } from './harness.ts'
import { openNodes, reached } from './nodes.ts'

const [A, B, C, D] = ['0.0.1022', '0.0.1012', '0.0.1023', '0.0.1024'] as const

/** Writes a record that starts a ceremony, as `by` could with other software. */
async function start({ ledger, signers }: Harness, by: string, topic: string, fields: Unsigned<Start>): Promise<void> {
  const { publicKey, sign } = signers.get(by) ?? assert.fail(by)
  const bytes = encodeRecord(await signRecord<Start>(fields, sign))
  await writeMessage(ledger, { payer: by, topicId: topic, bytes }, async (_index, freeze) => {
    const { bodyBytes, transactionId } = freeze()
    await ledger.submit(withSignatures(bodyBytes, [{ publicKey, signature: sign(bodyBytes) }]))
    return { transactionId }
  })
}

type Told = Awaited<ReturnType<Awaited<ReturnType<typeof openNodes>>['told']>>

/** A node's answer, with another key in it. */
const keyOut = (told: Told, { members, ...key }: GroupKey): Told => ({
  ...told,
  ...key,
  members: members.map(({ id: walletId, key: publicKey, number, verifyingShare }) => ({
    ...{ ...told.members[0], walletId, publicKey, number, verifyingShare },
  })),
})

/** A server that gives the same answer to every request. */
async function telling(answer: object) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe('a member that was taken over', () => {
  test('cannot get the share of another member with a made-up key in which it has the number of that member', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B, C, D], 2)
    await nodes.startAll([A, B, C, D])
    const [told] = await nodes.ceremony(A, 'generate')
    const key = groupKeyFrom(told) ?? assert.fail()
    await nodes.stop(A)
    const own = key.members.find(({ id }) => id === A) ?? assert.fail()
    const others = key.members.filter(({ id }) => id !== A && id !== D)
    const theirs = key.members.find(({ id }) => id === D) ?? assert.fail()
    const madeUp: GroupKey = { ...key, members: [...others, { ...theirs, id: A, key: own.key }] }
    await using lying = await telling(keyOut(told, madeUp))
    await nodes.replacedBy(A, lying.url)
    // Resolves when B or C has written its first record of a ceremony.
    const waiting = Promise.race([B, C].map((id) => reached(nodes.of(id), 'commit', [A])))
    await start(nodes.of(B), A, nodes.topic, {
      ...{ frost: 1, type: 'start', kind: 'repair', chain: CHAIN, topic: nodes.topic },
      ...{ epoch: key.epoch, threshold: key.threshold, phaseSeconds: 300, previous: groupKeyDigest(madeUp) },
      members: madeUp.members.map(({ id, key: publicKey, number }) => ({ id, key: publicKey, number })),
      helpers: others.map(({ number }) => number),
      ...{ repaired: theirs.number, from: theirs.number },
    })
    // The ceremony that an honest member starts comes later on the topic, and is the only one.
    await nodes.begin(B, 'refresh')
    await waiting
    assert.equal((await nodes.told(B)).ceremony.kind, 'refresh')
  })

  test('cannot stop a repair by reporting a newer key, or a key with shares that do not fit', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B, C, D], 2)
    await nodes.startAll([A, B, C, D])
    const [told] = await nodes.ceremony(A, 'generate')
    const key = groupKeyFrom(told) ?? assert.fail()
    for (const id of [A, C]) await nodes.stop(id)
    await nodes.startEmpty(C)
    await nodes.until(C, ({ epoch }) => epoch === 1)
    const newer = { ...key, epoch: 9, dkgId: `${nodes.topic}@9.000000000` }
    // A's answer alone would be enough to help.
    for (const madeUp of [newer, { ...newer, threshold: 1 }]) {
      await using lying = await telling(keyOut(told, madeUp))
      await nodes.replacedBy(A, lying.url)
      const repaired = nodes.until(C, ({ hasShare }) => hasShare === true)
      const { status, body } = await nodes.begin(C, 'repair')
      assert.equal(status, 202, JSON.stringify(body))
      await repaired
      assert.equal((await nodes.told(C)).dkgId, key.dkgId)
      await nodes.stop(C)
      await nodes.startEmpty(C)
      await nodes.until(C, ({ epoch }) => epoch === 1)
    }
  })

  test('cannot make nodes generate another key if their settings name the one that they share', async () => {
    await using nodes = await openNodes()
    await nodes.list([A, B], 2)
    const DKG_PUBLIC_KEY = 'ab'.repeat(32)
    await nodes.startAll([A, B], { DKG_PUBLIC_KEY })
    assert.match((await nodes.begin(A, 'generate')).body.message, /DKG_PUBLIC_KEY is abab/)
    assert.match((await nodes.begin(A, 'split')).body.message, /is not DKG_PUBLIC_KEY/)
  })
})

test('a node that joins knows who opens decisions once those that left with the key before do not count', () => {
  const key = { dkgId: '0.0.5@100.000000001', epoch: 1, threshold: 2, publicKey: '', members: [] }
  const start = 100_000_000_001n
  assert.equal(sinceOf([]), undefined)
  assert.equal(sinceOf([key, { ...key, epoch: 2 }]), start)
  assert.equal(sinceOf([{ ...key, epoch: 2 }]), start + 3_600_000_000_000n)
})
