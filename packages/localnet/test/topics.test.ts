import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  type Client,
  CustomFeeLimit,
  CustomFixedFee,
  Hbar,
  PrivateKey,
  Timestamp,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TopicCreateTransaction,
  TopicDeleteTransaction,
  type TopicId,
  TopicInfoQuery,
  type TopicMessage,
  TopicMessageQuery,
  TopicMessageSubmitTransaction,
  TopicUpdateTransaction,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { INITIAL_RUNNING_HASH, runningHash } from '../src/services/topic/running-hash.ts'
import { clientOf, execute, type MirrorJson, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const adminKey = PrivateKey.generateED25519()

async function newTopic(change: (create: TopicCreateTransaction) => unknown = () => undefined): Promise<TopicId> {
  const create = new TopicCreateTransaction().setAdminKey(adminKey)
  change(create)
  const { topicId } = await execute(create, client, adminKey)
  assert.ok(topicId)
  return topicId
}

const submit = (topicId: TopicId | string, message = 'hello') =>
  new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage(message)

const nanosOf = (text: string): bigint => BigInt(text.replace('.', ''))
const numberOf = (id: string): number => Number(id.split('.')[2])

test('The running hash equals the one that a Hedera network computed for the same message', () => {
  const message = Buffer.from('Hello, Hedera!')
  const hashed = { payer: 1002, topic: 1006, consensusTimestamp: 1_756_834_060_133_091_847n, sequence: 1n, message }
  const expected = '1kAO3dRmyRRtusmJJDZf3078ac3XjOwjoHTBOWa0cYGedp4RQE068VE8FUU6RwTA'
  assert.equal(runningHash(INITIAL_RUNNING_HASH, hashed).toString('base64'), expected)
})

test('Messages are numbered from 1, and their running hashes follow from what the mirror shows of them', async () => {
  const topic = await newTopic()
  const { topicSequenceNumber } = await execute(submit(topic, 'first'), client)
  assert.equal(topicSequenceNumber?.toString(), '1')
  const long = 'x'.repeat(2500)
  await submit(topic, long).executeAll(client)
  const { json } = await mirror(`/topics/${topic}/messages`)
  assert.equal(json.messages.length, 4)
  const texts = json.messages.map(({ message }: MirrorJson) => Buffer.from(message, 'base64').toString())
  assert.deepEqual([texts[0], texts.slice(1).join('')], ['first', long])
  const { chunk_info: chunk } = json.messages[2]
  assert.deepEqual([chunk.number, chunk.total, chunk.initial_transaction_id.account_id], [2, 3, '0.0.1022'])
  let hash: Buffer = INITIAL_RUNNING_HASH
  for (const [index, row] of json.messages.entries()) {
    const message = Buffer.from(row.message, 'base64')
    const at = { consensusTimestamp: nanosOf(row.consensus_timestamp), sequence: BigInt(index + 1), message }
    hash = runningHash(hash, { payer: numberOf(row.payer_account_id), topic: numberOf(row.topic_id), ...at })
    assert.equal(row.running_hash, hash.toString('base64'))
    assert.equal(row.sequence_number, index + 1)
  }
  const info = await new TopicInfoQuery().setTopicId(topic).execute(client)
  assert.equal(info.sequenceNumber.toString(), '4')
  assert.deepEqual(Buffer.from(info.runningHash), hash)
})

test('The mirror finds messages by number, by time, in both orders and page by page', async () => {
  const topic = await newTopic()
  for (const text of ['a', 'b', 'c', 'd', 'e']) await execute(submit(topic, text), client)
  const list = async (query: string) => (await mirror(`/topics/${topic}/messages?encoding=utf-8&${query}`)).json
  const texts = ({ messages }: MirrorJson) => messages.map(({ message }: MirrorJson) => message).join('')
  assert.equal(texts(await list('order=desc&limit=2')), 'ed')
  assert.equal(texts(await list('sequencenumber=gte:2&sequencenumber=lt:4')), 'bc')
  const { messages, links } = await list('limit=2')
  assert.match(links.next, /sequencenumber=gt:2/)
  const rest = await fetch(`${network.mirrorRest}${links.next}`).then((response) => response.json())
  assert.equal(texts(rest), 'cd')
  const time = messages[1].consensus_timestamp
  const byOperator = { gt: 'cde', gte: 'bcde', lt: 'a', lte: 'ab', eq: 'b' }
  for (const [operator, expected] of Object.entries(byOperator))
    assert.equal(texts(await list(`timestamp=${operator}:${time}`)), expected, operator)
  assert.equal((await mirror(`/topics/messages/${time}`)).json.sequence_number, 2)
  assert.equal(Buffer.from((await mirror(`/topics/${topic}/messages/3`)).json.message, 'base64').toString(), 'c')
  assert.equal((await mirror(`/topics/${topic}/messages/6`)).status, 404)
  assert.equal((await mirror(`/topics/${topic}/messages/0`)).status, 400)
  assert.equal((await mirror('/topics/0.0.999999/messages')).status, 404)
})

test('A topic is changed by its admin, and its submit key by either', async () => {
  const [submitKey, other] = [PrivateKey.generateECDSA(), PrivateKey.generateED25519()]
  const topic = await newTopic((create) => create.setSubmitKey(submitKey).setTopicMemo('before'))
  const update = () => new TopicUpdateTransaction().setTopicId(topic)
  assert.equal(await statusOf(execute(update().setTopicMemo('after'), client, submitKey)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(update().setTopicMemo('after'), client, adminKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(submit(topic), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(submit(topic), client, submitKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(update().setSubmitKey(other), client, submitKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(update().setAdminKey(other), client, adminKey)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(update().setAdminKey(other), client, adminKey, other)), 'SUCCESS')
  const { json } = await mirror(`/topics/${topic}`)
  assert.equal(json.memo, 'after')
  const expected = { _type: 'ED25519', key: other.publicKey.toStringRaw() }
  assert.deepEqual([json.admin_key, json.submit_key, json.deleted], [expected, expected, false])
})

test('A deleted topic accepts no messages or queries, but its history stays', async () => {
  const topic = await newTopic()
  await execute(submit(topic), client)
  assert.equal(await statusOf(execute(new TopicDeleteTransaction().setTopicId(topic), client)), 'INVALID_SIGNATURE')
  await execute(new TopicDeleteTransaction().setTopicId(topic), client, adminKey)
  assert.equal(await statusOf(execute(submit(topic), client)), 'INVALID_TOPIC_ID')
  assert.equal(await statusOf(new TopicInfoQuery().setTopicId(topic).execute(client)), 'INVALID_TOPIC_ID')
  assert.equal((await mirror(`/topics/${topic}`)).json.deleted, true)
  assert.equal((await mirror(`/topics/${topic}/messages`)).json.messages.length, 1)
})

async function newPayer(): Promise<{ payer: Client; id: string; key: PrivateKey }> {
  const key = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(5))
  const id = String((await execute(create, client)).accountId)
  const payer = clientOf(network).setOperator(id, key)
  after(() => payer.close())
  return { payer, id, key }
}

const feeOf = (amount: number, token?: string) => {
  const fee = new CustomFixedFee().setAmount(amount).setFeeCollectorAccountId('0.0.1023')
  return token ? fee.setDenominatingTokenId(token) : fee
}
const limitOf = (id: string, amount: number) =>
  new CustomFeeLimit().setAccountId(id).setFees([new CustomFixedFee().setAmount(amount)])
const tinybars = async (id: string) => {
  const { hbars } = await new AccountBalanceQuery().setAccountId(id).execute(client)
  return hbars.toTinybars().toNumber()
}

test('The payer of a message to a topic with custom fees pays its collector, within the limits of the payer', async () => {
  const topic = await newTopic((create) => create.setCustomFees([feeOf(50_000_000)]).setFeeScheduleKey(adminKey))
  const { payer, id } = await newPayer()
  const before = await tinybars('0.0.1023')
  const tooLittle = submit(topic).setCustomFeeLimits([limitOf(id, 49_999_999)])
  assert.equal(await statusOf(execute(tooLittle, payer)), 'MAX_CUSTOM_FEE_LIMIT_EXCEEDED')
  const ofAnother = submit(topic).setCustomFeeLimits([limitOf('0.0.1024', 50_000_000)])
  assert.equal(await statusOf(execute(ofAnother, payer)), 'NO_VALID_MAX_CUSTOM_FEE')
  assert.equal(await tinybars('0.0.1023'), before)
  const enough = submit(topic).setCustomFeeLimits([limitOf(id, 50_000_000)])
  const response = await enough.execute(payer)
  await response.getReceipt(payer)
  const record = await new TransactionRecordQuery().setTransactionId(response.transactionId).execute(client)
  assert.equal(record.assessedCustomFees[0]?.amount?.toString(), '50000000')
  assert.equal(await statusOf(execute(submit(topic), payer)), 'SUCCESS')
  assert.equal(await tinybars('0.0.1023'), before + 100_000_000)
  const { json } = await mirror(`/topics/${topic}`)
  const fee = { amount: 50_000_000, collector_account_id: '0.0.1023', denominating_token_id: null }
  assert.deepEqual(json.custom_fees.fixed_fees, [fee])
})

test('A fee-exempt key and the collector submit without custom fees', async () => {
  const { payer, id, key } = await newPayer()
  const topic = await newTopic((create) =>
    create
      .setCustomFees([feeOf(1_000_000_000)])
      .setFeeScheduleKey(adminKey)
      .setFeeExemptKeys([key.publicKey]),
  )
  assert.equal(await statusOf(execute(submit(topic), payer)), 'SUCCESS')
  assert.ok((await tinybars(id)) > 400_000_000)
  const none = new TopicUpdateTransaction().setTopicId(topic).clearFeeExemptKeys()
  await execute(none, client, adminKey)
  assert.equal(await statusOf(execute(submit(topic), payer)), 'INSUFFICIENT_ACCOUNT_BALANCE')
  const mine = new CustomFixedFee().setAmount(1_000_000_000).setFeeCollectorAccountId(id)
  await execute(new TopicUpdateTransaction().setTopicId(topic).setCustomFees([mine]), client, adminKey)
  assert.equal(await statusOf(execute(submit(topic), payer)), 'SUCCESS')
})

test('Custom fees are paid in tokens too', async () => {
  const create = new TokenCreateTransaction().setTokenName('t').setTokenSymbol('T').setInitialSupply(100)
  const token = String((await execute(create.setTreasuryAccountId('0.0.1022'), client)).tokenId)
  const fee = feeOf(3, token)
  assert.equal(await statusOf(newTopic((c) => c.setCustomFees([fee]))), 'TOKEN_NOT_ASSOCIATED_TO_FEE_COLLECTOR')
  fee.setFeeCollectorAccountId('0.0.1022')
  const topic = await newTopic((c) => c.setCustomFees([fee]))
  const { payer, id, key } = await newPayer()
  assert.equal(await statusOf(execute(submit(topic), payer)), 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  await execute(new TokenAssociateTransaction().setAccountId(id).setTokenIds([token]), client, key)
  await execute(
    new TransferTransaction().addTokenTransfer(token, '0.0.1022', -5).addTokenTransfer(token, id, 5),
    client,
  )
  assert.equal(await statusOf(execute(submit(topic), payer)), 'SUCCESS')
  assert.equal(await statusOf(execute(submit(topic), payer)), 'INSUFFICIENT_TOKEN_BALANCE')
  const { json } = await mirror(`/accounts/${id}/tokens`)
  assert.equal(json.tokens[0].balance, 2)
})

const days = (n: number) => n * 86_400
for (const [code, change] of [
  ['MEMO_TOO_LONG', (c) => c.setTopicMemo('m'.repeat(101))],
  ['INVALID_ZERO_BYTE_IN_STRING', (c) => c.setTopicMemo('a\0b')],
  ['AUTORENEW_DURATION_NOT_IN_RANGE', (c) => c.setAutoRenewPeriod(days(30) - 1)],
  ['AUTORENEW_DURATION_NOT_IN_RANGE', (c) => c.setAutoRenewPeriod(8_000_002)],
  ['INVALID_AUTORENEW_ACCOUNT', (c) => c.setAutoRenewAccountId('0.0.999999')],
  ['INVALID_SIGNATURE', (c) => c.setAutoRenewAccountId('0.0.1024')],
  ['INVALID_CUSTOM_FEE_COLLECTOR', (c) => c.setCustomFees([feeOf(1).setFeeCollectorAccountId('0.0.999999')])],
  ['INVALID_CUSTOM_FEE_COLLECTOR', (c) => c.setCustomFees([feeOf(1).setFeeCollectorAccountId('0.0.802')])],
  ['CUSTOM_FEE_MUST_BE_POSITIVE', (c) => c.setCustomFees([feeOf(0)])],
  ['INVALID_TOKEN_ID_IN_CUSTOM_FEES', (c) => c.setCustomFees([feeOf(1, '0.0.999999')])],
  ['CUSTOM_FEES_LIST_TOO_LONG', (c) => c.setCustomFees(Array.from({ length: 11 }, () => feeOf(1)))],
  ['FEE_EXEMPT_KEY_LIST_CONTAINS_DUPLICATED_KEYS', (c) => c.setFeeExemptKeys([adminKey, adminKey])],
  [
    'MAX_ENTRIES_FOR_FEE_EXEMPT_KEY_LIST_EXCEEDED',
    (c) => c.setFeeExemptKeys(Array.from({ length: 11 }, () => PrivateKey.generateED25519())),
  ],
] as [string, (create: TopicCreateTransaction) => unknown][])
  test(`A topic is not created: ${code} for ${String(change).slice(7)}`, async () => {
    assert.equal(await statusOf(newTopic(change)), code)
  })

test('A topic without an admin cannot be changed or deleted', async () => {
  const { topicId } = await execute(new TopicCreateTransaction(), client)
  assert.ok(topicId)
  const update = new TopicUpdateTransaction().setTopicId(topicId).setTopicMemo('x')
  assert.equal(await statusOf(execute(update, client)), 'UNAUTHORIZED')
  assert.equal(await statusOf(execute(new TopicDeleteTransaction().setTopicId(topicId), client)), 'UNAUTHORIZED')
})

/** The messages of a subscription: resolves when it is complete, and rejects with its error. */
function subscribe(
  query: TopicMessageQuery,
  onMessage: (message: TopicMessage) => void = () => undefined,
  subscriber = client,
) {
  return new Promise<string[]>((resolve, reject) => {
    const heard: string[] = []
    query.setCompletionHandler(() => resolve(heard)).setMaxAttempts(0)
    query.subscribe(
      subscriber,
      (_, error) => reject(error),
      (message) => {
        heard.push(Buffer.from(message.contents).toString())
        onMessage(message)
      },
    )
  })
}

test('A subscriber gets the history, then what is new, until its limit', async () => {
  const [topic, other] = [await newTopic(), await newTopic()]
  for (const text of ['one', 'two']) await execute(submit(topic, text), client)
  const query = new TopicMessageQuery().setTopicId(topic).setStartTime(0).setLimit(4)
  const heard = await subscribe(query, ({ sequenceNumber }) => {
    if (sequenceNumber.toNumber() !== 2) return
    for (const [to, text] of [
      [other, 'elsewhere'],
      [topic, 'three'],
      [topic, 'four'],
    ] as const)
      submit(to, text).execute(client)
  })
  assert.deepEqual(heard.slice(0, 2), ['one', 'two'])
  assert.deepEqual(heard.slice(2).sort(), ['four', 'three'])
})

test('A subscription begins at its start time and ends when its end time has passed', async (t) => {
  const timed = await testNetwork(t)
  const { topicId } = await execute(new TopicCreateTransaction(), timed.client)
  assert.ok(topicId)
  for (const text of ['early', 'in time']) await execute(submit(topicId, text), timed.client)
  const { json } = await timed.mirror(`/topics/${topicId}/messages`)
  const [seconds = '0', nanos = '0'] = json.messages[1].consensus_timestamp.split('.')
  const query = new TopicMessageQuery().setTopicId(topicId)
  query.setStartTime(new Timestamp(Number(seconds), Number(nanos)))
  query.setEndTime(new Timestamp(Number(seconds) + 3600, 0))
  const heard = await subscribe(query, () => void timed.advance(3_700_000), timed.client)
  assert.deepEqual(heard, ['in time'])
})

test('Nobody subscribes to a topic that does not exist', async () => {
  const query = new TopicMessageQuery().setTopicId('0.0.999999').setStartTime(0)
  await assert.rejects(subscribe(query), /NOT_FOUND|does not exist/)
})
