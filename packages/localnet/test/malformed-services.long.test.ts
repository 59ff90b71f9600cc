import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import fc from 'fast-check'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, contractId, fileId, scheduleId, topicId } from '../src/protocol/ids.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const operator = signerFor(1022)
const isCode = (code: string): boolean => code in proto.ResponseCodeEnum && code !== 'FAIL_INVALID'

const key = { ed25519: operator.publicKey }
const soon = (seconds: number) => ({ seconds: toLong(BigInt(Math.floor(Date.now() / 1000) + seconds)) })
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const customFees = [{ fixedFee: { amount: toLong(5n) }, feeCollectorAccountId: accountId(1023) }]
const cryptoTransfer =
  transferOf([
    [1022, -1n],
    [1023, 1n],
  ]).cryptoTransfer ?? null

/** Creates the entities that the transactions below name. Their numbers follow from the genesis. */
async function prepare(): Promise<void> {
  const topic = { adminKey: key, submitKey: key, feeScheduleKey: key, customFees, autoRenewPeriod }
  assert.equal(await raw.run(body({ consensusCreateTopic: topic }), [operator]), 'SUCCESS')
  const file = { keys: { keys: [key] }, contents: Buffer.from('c'), expirationTime: soon(7_000_000) }
  assert.equal(await raw.run(body({ fileCreate: file }), [operator]), 'SUCCESS')
  const scheduledTransactionBody = { cryptoTransfer, transactionFee: toLong(100_000_000n) }
  const schedule = { scheduledTransactionBody, adminKey: key, waitForExpiry: true, expirationTime: soon(1000) }
  assert.equal(await raw.run(body({ scheduleCreate: schedule }), [operator]), 'SUCCESS')
  const contract = { initcode: INIT_CODE, gas: toLong(300_000n), autoRenewPeriod, adminKey: key }
  assert.equal(await raw.run(body({ contractCreateInstance: contract }), [operator]), 'SUCCESS')
}

const [TOPIC, FILE, SCHEDULE, CONTRACT] = [1032, 1033, 1034, 1035]
/** Init code of a program that returns its call data's first word plus one. */
const INIT_CODE = Buffer.from('600c600c600039600c6000f3600035600101600052602060f3', 'hex')

function inner(): Uint8Array {
  const fields = body({ cryptoTransfer, nodeAccountID: accountId(0), batchKey: key })
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  return proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } }).finish()
}

const chunkInfo = { initialTransactionID: body({}).transactionID ?? null, number: 1, total: 2 }
const scheduled = { cryptoTransfer, transactionFee: toLong(100_000_000n), memo: 'm' }
const bodies = (): proto.ITransactionBody[] => [
  {
    consensusCreateTopic: { adminKey: key, memo: 'm', autoRenewPeriod, autoRenewAccount: accountId(1022), customFees },
  },
  { consensusUpdateTopic: { topicID: topicId(TOPIC), memo: { value: 'm' }, feeExemptKeyList: { keys: [key] } } },
  {
    consensusUpdateTopic: {
      topicID: topicId(TOPIC),
      customFees: { fees: customFees },
      expirationTime: soon(7_999_000),
    },
  },
  {
    consensusSubmitMessage: { topicID: topicId(TOPIC), message: Buffer.from('m'), chunkInfo },
    maxCustomFees: [{ accountId: accountId(1022), fees: [{ amount: toLong(9n) }] }],
  },
  { consensusDeleteTopic: { topicID: topicId(TOPIC + 100) } },
  { fileCreate: { keys: { keys: [key] }, contents: Buffer.from('c'), memo: 'm', expirationTime: soon(7_000_000) } },
  { fileUpdate: { fileID: fileId(FILE), keys: { keys: [key] }, contents: Buffer.from('d'), memo: { value: 'm' } } },
  { fileAppend: { fileID: fileId(FILE), contents: Buffer.from('e') } },
  { fileDelete: { fileID: fileId(FILE + 100) } },
  {
    scheduleCreate: { scheduledTransactionBody: scheduled, memo: 'm', adminKey: key, payerAccountID: accountId(1022) },
  },
  { scheduleSign: { scheduleID: scheduleId(SCHEDULE) } },
  { scheduleDelete: { scheduleID: scheduleId(SCHEDULE + 100) } },
  { atomicBatch: { transactions: [inner(), inner()] } },
  { utilPrng: { range: 5 } },
  {
    contractCreateInstance: {
      ...{ initcode: INIT_CODE, gas: toLong(300_000n), autoRenewPeriod, adminKey: key, memo: 'm' },
      ...{ initialBalance: toLong(5n), maxAutomaticTokenAssociations: 3, stakedNodeId: toLong(0n) },
    },
  },
  { contractCreateInstance: { fileID: fileId(FILE), gas: toLong(300_000n), autoRenewPeriod } },
  {
    contractCall: {
      ...{ contractID: contractId(CONTRACT), gas: toLong(100_000n), amount: toLong(1n) },
      functionParameters: Buffer.alloc(36, 1),
    },
  },
  { contractUpdateInstance: { contractID: contractId(CONTRACT), memoWrapper: { value: 'm' }, adminKey: key } },
  { contractUpdateInstance: { contractID: contractId(CONTRACT), expirationTime: soon(7_999_000) } },
  { contractDeleteInstance: { contractID: contractId(CONTRACT + 100), transferAccountID: accountId(1022) } },
]

test('Bodies of topics, files, schedules and batches with changed bytes get a code, never a fault', async () => {
  await prepare()
  const edits = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 0, maxLength: 3 })
  const property = fc.asyncProperty(fc.nat(bodies().length - 1), edits, async (index, changes) => {
    const bodyBytes = Buffer.from(proto.TransactionBody.encode(body(bodies()[index] ?? {})).finish())
    for (const [at, byte] of changes) bodyBytes[at % bodyBytes.length] = byte
    const code = await raw.submit(envelope({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } }))
    assert.ok(isCode(code), code)
    if (code !== 'OK') return
    const status = await raw.status(proto.TransactionBody.decode(bodyBytes))
    assert.ok(isCode(status), status)
  })
  await fc.assert(property, { numRuns: 1500 })
})

test('A malformed or nested batch, and a single transaction with a batch key, are refused before they are handled', async () => {
  const alone = body({ cryptoTransfer, batchKey: key })
  assert.equal(await raw.run(alone, [operator]), 'BATCH_KEY_SET_ON_NON_INNER_TRANSACTION')
  const junk = body({ atomicBatch: { transactions: [Buffer.from('junk')] } })
  assert.ok(isCode(await raw.run(junk, [operator])))
  const nested = body({ atomicBatch: { transactions: [inner()] }, nodeAccountID: accountId(0), batchKey: key })
  const bodyBytes = proto.TransactionBody.encode(nested).finish()
  const whole = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } }).finish()
  const outer = body({ atomicBatch: { transactions: [whole] } })
  assert.equal(await raw.run(outer, [operator]), 'BATCH_TRANSACTION_IN_BLACKLIST')
})

test('A batch fails if a valid start in it exceeds 64 bits of nanoseconds; the next one succeeds', async () => {
  const transactionID = { accountID: accountId(1022), transactionValidStart: { seconds: toLong(2n ** 62n) } }
  const fields = { ...body({ cryptoTransfer, nodeAccountID: accountId(0), batchKey: key }), transactionID }
  const bodyBytes = proto.TransactionBody.encode(fields).finish()
  const late = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: [operator.pair(bodyBytes)] } }).finish()
  assert.equal(await raw.run(body({ atomicBatch: { transactions: [late] } }), [operator]), 'INNER_TRANSACTION_FAILED')
  assert.equal(await raw.run(body({ cryptoTransfer }), [operator]), 'SUCCESS')
})

test('ContractCall refuses contract numbers that no entity can have', async () => {
  for (const num of [-1n, -(2n ** 63n), 2n ** 63n - 1n]) {
    const call = { contractID: { contractNum: toLong(num) }, gas: toLong(30_000n) }
    assert.equal(await raw.run(body({ contractCall: call }), [operator]), 'INVALID_CONTRACT_ID', String(num))
  }
})
