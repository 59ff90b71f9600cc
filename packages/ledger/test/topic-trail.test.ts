import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountBalanceQuery, Client, TopicCreateTransaction } from '@hiero-ledger/sdk'
import { openLedger, withSignatures, writeMessage } from '@quorate/ledger'
import { type RawTopicMessage, TopicTrail } from '@quorate/verify/recount'
import { type Harness, OPERATOR, openHarness, signaturesBy } from './harness.ts'
import { openTellingMirror } from './told-topics.ts'

describe('A topic as a mirror shows it', () => {
  let harness: Harness
  let topicId: string
  let messages: RawTopicMessage[]
  before(async () => {
    harness = await openHarness()
    const { ledger, signers } = harness
    const created = await ledger.execute(new TopicCreateTransaction())
    topicId = (created.state === 'final' && created.receipt.topicId) || ''
    const write = (text: string) =>
      writeMessage(ledger, { payer: OPERATOR, topicId, bytes: Buffer.from(text) }, async (_index, freeze) => {
        const { transactionId, bodyBytes } = freeze()
        const [signer] = [signers.get(OPERATOR)].flatMap((one) => one ?? [])
        const outcome = await ledger.submit(withSignatures(bodyBytes, signaturesBy(bodyBytes, signer ? [signer] : [])))
        assert.equal(outcome.state === 'final' && outcome.success, true)
        return { transactionId }
      })
    await write('short')
    await write('long '.repeat(500))
    await write('last')
    messages = []
    for await (const _ of ledger.mirror.topicMessages(topicId, undefined, { onRaw: (raw) => messages.push(raw) })) {
    }
  })
  after(() => harness[Symbol.asyncDispose]())

  const follow = (told: readonly RawTopicMessage[], at?: bigint) => {
    const trail = new TopicTrail(topicId, at)
    for (const message of told) trail.add(message)
    return trail
  }

  test("is complete if its running hash equals a consensus node's", async () => {
    const info = await harness.ledger.topicInfo(topicId)
    assert.deepEqual([info.nodeId, info.exists, info.sequence], ['0.0.3', true, 5n])
    const trail = follow(messages, info.sequence)
    assert.deepEqual([trail.contradiction, trail.sequence], [undefined, 5n])
    assert.deepEqual(Buffer.from(trail.hashAt ?? []), Buffer.from(info.runningHash))
    assert.equal(await harness.ledger.mirror.topicSequence(topicId), 5n)
    assert.deepEqual(Buffer.from(follow([], 0n).hashAt ?? []), Buffer.alloc(48))
    assert.equal(follow(messages.slice(0, 2), info.sequence).hashAt, undefined, 'it has not come there')
  })

  test('is found to differ if a message is changed, left out, added, moved in time or given another payer', () => {
    const [first, second, third, ...others] = messages as [RawTopicMessage, RawTopicMessage, RawTopicMessage]
    const changed = (more: Partial<RawTopicMessage>) => [first, { ...second, ...more }, third, ...others]
    const lies: [RawTopicMessage[], RegExp][] = [
      [[second, third], /^after message 0 of .* the mirror shows message 2$/],
      [[first, third], /^after message 1 of .* the mirror shows message 3$/],
      [[first, first, second], /^after message 1 of .* the mirror shows message 1$/],
      [[first, { ...third, sequence: 2n }], /^the running hash of message 2/],
      [changed({ bytes: Buffer.from('other') }), /^the running hash of message 2/],
      [changed({ payer: '0.0.1023' }), /^the running hash of message 2/],
      [changed({ consensusTimestamp: third.consensusTimestamp }), /^the running hash of message 2/],
      [changed({ consensusTimestamp: first.consensusTimestamp }), /^message 2 of .* is not later/],
      [changed({ runningHash: third.runningHash }), /^the running hash of message 2/],
      [changed({ sequence: 2n ** 80n }), /^after message 1 of .* the mirror shows message 1208925819614629174706176$/],
    ]
    for (const [told, expected] of lies) assert.match(follow(told).contradiction ?? '', expected)
    for (const more of [{ runningHash: null }, { runningHashVersion: null }, { runningHashVersion: 2 }]) {
      const { contradiction, unproven = '', hashAt } = follow(changed(more), 3n)
      assert.match(unproven, /^the mirror shows message 2 of .* without a running hash of version 3$/)
      assert.deepEqual(
        [contradiction, hashAt],
        [undefined, follow(messages, 3n).hashAt],
        'it is computed from the messages',
      )
    }
  })

  test('is confirmed by a node for the price of the query, and not without an operator', async () => {
    const client = Client.forNetwork({ [harness.network.grpc]: '0.0.3' })
    const balance = async () => {
      const { hbars } = await new AccountBalanceQuery().setAccountId(OPERATOR).execute(client)
      return BigInt(hbars.toTinybars().toString())
    }
    try {
      const before = await balance()
      assert.equal((await harness.ledger.topicInfo('0.0.999999')).exists, false)
      assert.equal(await balance(), before, 'what does not exist costs nothing')
      await harness.ledger.topicInfo(topicId)
      const paid = before - (await balance())
      assert.ok(paid > 0n && paid < 10_000_000n, `${paid}`)
    } finally {
      client.close()
    }
    const nodes = [{ nodeId: '0.0.3', address: '127.0.0.1:1' }]
    const { operator } = harness.ledger
    const nobody = openLedger({ chain: 'hedera:devnet', nodes, mirrorUrl: harness.network.mirrorRest })
    await assert.rejects(nobody.topicInfo(topicId), { code: 'NO_OPERATOR' })
    const away = openLedger({ chain: 'hedera:devnet', nodes, mirrorUrl: '', ...(operator ? { operator } : {}) })
    await assert.rejects(away.topicInfo(topicId), {
      code: 'LEDGER_UNAVAILABLE',
      message: /the state of topic .*: cannot connect/,
    })
  })

  test("an account's history is read by its id alone, which cannot lead to another path", async () => {
    const { mirror } = harness.ledger
    const at = `${Math.ceil(harness.clock.now() / 1000)}.000000000`
    for (const id of [`${OPERATOR}?x=`, `../accounts/${OPERATOR}`, `${OPERATOR}#`, 'ada']) {
      assert.deepEqual([await mirror.keyAt(id, at), await mirror.existedAt(id, at)], [null, 'no'], id)
      await assert.rejects(mirror.holdingAt({ account: id, tokenId: null, at }), { code: 'INVALID_ENTITY_ID' })
      await assert.rejects(mirror.holdingAt({ account: OPERATOR, tokenId: id, at }), { code: 'INVALID_ENTITY_ID' })
    }
    assert.notEqual(await mirror.keyAt(OPERATOR, at), null)
  })

  test('any entity is read by its id alone, and answered with ids', async () => {
    const { mirror } = harness.ledger
    for (const id of ['ada', `${OPERATOR}?x=`, `../accounts/${OPERATOR}`, `${OPERATOR}#`, '', '..']) {
      const none: Promise<unknown>[] = [mirror.account(id), mirror.token(id), mirror.tokenDetails(id), mirror.topic(id)]
      none.push(mirror.holding(id, OPERATOR), mirror.holding(OPERATOR, id), mirror.nftOwner(id, 1n))
      assert.deepEqual(new Set(await Promise.all([...none, mirror.topicCreatedBy(id, 'memo')])), new Set([null]), id)
      const lists = [mirror.accountTokens(id), mirror.accountNfts(id), Array.fromAsync(mirror.topicMessages(id))]
      assert.deepEqual(await Promise.all(lists), [[], [], []], id)
      assert.deepEqual([await mirror.topicSequence(id), await mirror.topicMessage(id, '1.000000000')], [0n, null], id)
    }
    const telling = await openTellingMirror(harness.network.mirrorRest)
    try {
      const wrong = `${OPERATOR}/../../x`
      const { account, topic, ...of } = telling.mirror
      telling.answer(() => ({ account: wrong, topic_id: wrong, created_timestamp: '1.000000000' }))
      await assert.rejects(account(OPERATOR), { code: 'MIRROR_UNAVAILABLE' })
      await assert.rejects(topic(OPERATOR), { code: 'MIRROR_UNAVAILABLE' })
      telling.answer(() => ({ nfts: [{ token_id: wrong, serial_number: 1 }], account_id: wrong, tokens: [] }))
      await assert.rejects(of.accountNfts(OPERATOR), { code: 'MIRROR_UNAVAILABLE' })
      await assert.rejects(of.nftOwner(OPERATOR, 1n), { code: 'MIRROR_UNAVAILABLE' })
    } finally {
      telling.close()
    }
  })

  test("an account's history says whether it existed at a time", async () => {
    const { mirror } = harness.ledger
    const at = `${Math.ceil(harness.clock.now() / 1000)}.000000000`
    assert.equal(await mirror.existedAt(OPERATOR, at), 'yes')
    for (const none of ['0.0.999999', '0.0.9223372036854775807', '1.2.3'])
      assert.equal(await mirror.existedAt(none, at), 'no', none)
  })
})
