import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountId,
  Hbar,
  PrivateKey,
  ScheduleCreateTransaction,
  ScheduleDeleteTransaction,
  type ScheduleId,
  ScheduleInfoQuery,
  ScheduleSignTransaction,
  Timestamp,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransactionReceiptQuery,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { localnet } from '../src/index.ts'
import { clientOf, execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const adminKey = PrivateKey.generateED25519()

interface Account {
  readonly id: string
  readonly key: PrivateKey
}

async function newAccount(payer = client): Promise<Account> {
  const key = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(10))
  return { id: String((await execute(create, payer)).accountId), key }
}

const transfer = (from: string, amount: number) =>
  new TransferTransaction()
    .addHbarTransfer(from, Hbar.fromTinybars(-amount))
    .addHbarTransfer('0.0.1023', Hbar.fromTinybars(amount))
const payment = (from: Account, amount: number) => transfer(from.id, amount)

const schedule = (transaction: Transaction) => new ScheduleCreateTransaction().setScheduledTransaction(transaction)
const sign = (id: ScheduleId) => new ScheduleSignTransaction().setScheduleId(id)
const infoOf = (id: ScheduleId) => new ScheduleInfoQuery().setScheduleId(id).execute(client)
const tinybars = async ({ id }: Account) => {
  const { hbars } = await new AccountBalanceQuery().setAccountId(id).execute(client)
  return hbars.toTinybars().toNumber()
}

async function created(transaction: ScheduleCreateTransaction, ...keys: PrivateKey[]): Promise<ScheduleId> {
  const { scheduleId } = await execute(transaction, client, ...keys)
  assert.ok(scheduleId)
  return scheduleId
}

test('A scheduled transfer is executed when the last of its signatures arrives', async () => {
  const [a, b] = [await newAccount(), await newAccount()]
  const both = payment(a, 5)
    .addHbarTransfer(b.id, Hbar.fromTinybars(-6))
    .addHbarTransfer('0.0.1023', Hbar.fromTinybars(6))
  const receipt = await execute(schedule(both).setScheduleMemo('rent'), client, a.key)
  const [id, scheduled] = [receipt.scheduleId, receipt.scheduledTransactionId]
  assert.ok(id && scheduled)
  const pending = await infoOf(id)
  assert.equal(pending.executed, null)
  assert.equal(pending.signers?.toArray().length, 2)
  assert.equal(await statusOf(execute(sign(id), client, a.key)), 'NO_NEW_VALID_SIGNATURES')
  assert.equal(await statusOf(execute(sign(id), client, PrivateKey.generateED25519())), 'NO_NEW_VALID_SIGNATURES')
  const before = await tinybars(b)
  await execute(sign(id), client, b.key)
  assert.equal(await tinybars(b), before - 6)
  assert.equal(await statusOf(execute(sign(id), client, b.key)), 'SCHEDULE_ALREADY_EXECUTED')
  const record = await new TransactionRecordQuery().setTransactionId(scheduled).execute(client)
  assert.deepEqual([String(record.receipt.status), String(record.scheduleRef)], ['SUCCESS', String(id)])
  const { json } = await mirror(`/schedules/${id}`)
  assert.deepEqual([json.memo, json.payer_account_id, json.deleted], ['rent', '0.0.1022', false])
  assert.equal(json.signatures.length, 3)
  const text = `${scheduled.accountId}-${scheduled.validStart?.seconds}-${String(scheduled.validStart?.nanos).padStart(9, '0')}`
  const rows = (await mirror(`/transactions/${text}?scheduled=true`)).json.transactions
  assert.equal(rows[0].consensus_timestamp, json.executed_timestamp)
  assert.deepEqual([rows.length, rows[0].name, rows[0].scheduled], [1, 'CRYPTOTRANSFER', true])
  assert.equal((await mirror(`/transactions/${text}`)).json.transactions.length, 2)
})

test('A schedule that needs nobody else is executed at once, even if that fails', async () => {
  const { scheduleId, scheduledTransactionId } = await execute(schedule(transfer('0.0.1022', 1e14)), client)
  assert.ok(scheduleId && scheduledTransactionId)
  assert.ok((await infoOf(scheduleId)).executed)
  const query = new TransactionReceiptQuery().setTransactionId(scheduledTransactionId).setValidateStatus(false)
  assert.equal(String((await query.execute(client)).status), 'INSUFFICIENT_PAYER_BALANCE')
})

test('Another account pays for what it has agreed to pay for', async () => {
  const [payer, sender] = [await newAccount(), await newAccount()]
  const id = await created(schedule(payment(sender, 1)).setPayerAccountId(AccountId.fromString(payer.id)), sender.key)
  assert.equal((await infoOf(id)).executed, null)
  const before = await tinybars(payer)
  await execute(sign(id), client, payer.key)
  assert.ok((await infoOf(id)).executed)
  assert.ok((await tinybars(payer)) < before)
  assert.equal(await tinybars(sender), 1_000_000_000 - 1)
})

test('A schedule that waits for its expiry is executed when the clock gets there', async (t) => {
  const timed = await testNetwork(t)
  const sender = await newAccount(timed.client)
  const balance = async () => (await timed.mirror(`/accounts/${sender.id}`)).json.balance.balance
  const expiry = Math.floor(Date.now() / 1000) + 3600
  const waiting = schedule(payment(sender, 7)).setExpirationTime(new Timestamp(expiry, 0)).setWaitForExpiry(true)
  const { scheduleId } = await execute(waiting, timed.client, sender.key)
  await timed.advance(3_500_000)
  assert.equal(await balance(), 1_000_000_000)
  await timed.advance(200_000)
  assert.equal(await balance(), 1_000_000_000 - 7)
  const { json } = await timed.mirror(`/schedules/${scheduleId}`)
  assert.ok(Number(json.executed_timestamp) >= expiry)
  assert.deepEqual([json.wait_for_expiry, json.expiration_time], [true, `${expiry}.000000000`])
  const gone = new ScheduleInfoQuery().setScheduleId(scheduleId ?? '').execute(timed.client)
  assert.equal(await statusOf(gone), 'INVALID_SCHEDULE_ID')
})

test('At its expiry a schedule without all signatures changes nothing', async (t) => {
  const timed = await testNetwork(t)
  const sender = await newAccount(timed.client)
  const { scheduleId: short } = await execute(schedule(payment(sender, 1)), timed.client)
  const at = new Timestamp(Math.floor(Date.now() / 1000) + 900, 0)
  const waiting = schedule(payment(sender, 2)).setExpirationTime(at).setWaitForExpiry(true)
  const { scheduledTransactionId: id } = await execute(waiting, timed.client)
  await timed.advance(1_000_000)
  const outcome = new TransactionReceiptQuery().setTransactionId(id ?? '').setValidateStatus(false)
  assert.equal(String((await outcome.execute(timed.client)).status), 'INVALID_SIGNATURE')
  await timed.advance(1_000_000)
  const gone = new ScheduleInfoQuery().setScheduleId(short ?? '').execute(timed.client)
  assert.equal(await statusOf(gone), 'INVALID_SCHEDULE_ID')
  const { json } = await timed.mirror(`/schedules/${short}`)
  assert.deepEqual([json.executed_timestamp, json.expiration_time], [null, null])
  assert.equal((await timed.mirror(`/accounts/${sender.id}`)).json.balance.balance, 1_000_000_000)
})

test('A repeated identical schedule gets the id of the existing one', async () => {
  const sender = await newAccount()
  const id = await created(schedule(payment(sender, 1)))
  const same = await schedule(payment(sender, 1)).execute(client)
  const query = new TransactionReceiptQuery().setTransactionId(same.transactionId).setValidateStatus(false)
  const receipt = await query.execute(client)
  assert.equal(String(receipt.status), 'IDENTICAL_SCHEDULE_ALREADY_CREATED')
  assert.equal(String(receipt.scheduleId), String(id))
  assert.ok(receipt.scheduledTransactionId?.scheduled)
  assert.equal(await statusOf(execute(schedule(payment(sender, 1)).setScheduleMemo('other'), client)), 'SUCCESS')
})

test('An administrator deletes a schedule that has not been executed', async () => {
  const sender = await newAccount()
  const id = await created(schedule(payment(sender, 1)).setAdminKey(adminKey.publicKey), adminKey)
  const remove = () => new ScheduleDeleteTransaction().setScheduleId(id)
  assert.equal(await statusOf(execute(remove(), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(remove(), client, adminKey)), 'SUCCESS')
  assert.equal(await statusOf(execute(remove(), client, adminKey)), 'SCHEDULE_ALREADY_DELETED')
  assert.equal(await statusOf(execute(sign(id), client, sender.key)), 'SCHEDULE_ALREADY_DELETED')
  assert.ok((await infoOf(id)).deleted)
  assert.equal((await mirror(`/schedules/${id}`)).json.deleted, true)
  const immutable = await created(schedule(payment(sender, 2)))
  const attempt = new ScheduleDeleteTransaction().setScheduleId(immutable)
  assert.equal(await statusOf(execute(attempt, client)), 'SCHEDULE_IS_IMMUTABLE')
})

test('Faulty schedules are refused, each with its own code', async () => {
  const sender = await newAccount()
  const at = (seconds: number) => new Timestamp(Math.floor(Date.now() / 1000) + seconds, 0)
  const transfer = () => schedule(payment(sender, 3))
  const cases: [string, () => ScheduleCreateTransaction][] = [
    ['SCHEDULED_TRANSACTION_NOT_IN_WHITELIST', () => schedule(new TopicCreateTransaction())],
    ['ACCOUNT_ID_DOES_NOT_EXIST', () => transfer().setPayerAccountId(new AccountId(999_999))],
    ['INVALID_SIGNATURE', () => transfer().setAdminKey(adminKey.publicKey)],
    ['MEMO_TOO_LONG', () => transfer().setScheduleMemo('m'.repeat(101))],
    ['MISSING_EXPIRY_TIME', () => transfer().setWaitForExpiry(true)],
    ['SCHEDULE_EXPIRATION_TIME_MUST_BE_HIGHER_THAN_CONSENSUS_TIME', () => transfer().setExpirationTime(at(-10))],
    ['SCHEDULE_EXPIRATION_TIME_TOO_FAR_IN_FUTURE', () => transfer().setExpirationTime(at(9_000_000))],
    ['UNRESOLVABLE_REQUIRED_SIGNERS', () => schedule(payment({ id: '0.0.999999', key: adminKey }, 1))],
  ]
  for (const [code, refused] of cases) assert.equal(await statusOf(execute(refused(), client)), code)
  assert.equal(await statusOf(execute(new ScheduleCreateTransaction(), client)), 'INVALID_TRANSACTION')
})

test('A scheduled message is submitted under the id of its schedule', async () => {
  const submitKey = PrivateKey.generateED25519()
  const { topicId } = await execute(new TopicCreateTransaction().setSubmitKey(submitKey), client)
  assert.ok(topicId)
  const id = await created(schedule(new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage('later')))
  assert.equal((await mirror(`/topics/${topicId}/messages`)).json.messages.length, 0)
  await execute(sign(id), client, submitKey)
  const { json } = await mirror(`/topics/${topicId}/messages`)
  assert.equal(Buffer.from(json.messages[0].message, 'base64').toString(), 'later')
  assert.equal(json.messages[0].consensus_timestamp, (await mirror(`/schedules/${id}`)).json.executed_timestamp)
})

test('The mirror lists schedules by creator and page by page', async () => {
  const { json } = await mirror('/schedules?account.id=0.0.1022&order=desc&limit=2')
  assert.equal(json.schedules.length, 2)
  assert.match(json.links.next, /schedule\.id=lt:0\.0\.\d+/)
  const [newest, older] = json.schedules
  const rest = (await mirror(json.links.next.replace('/api/v1', ''))).json
  assert.notEqual(rest.schedules[0].schedule_id, older.schedule_id)
  assert.notEqual(newest.schedule_id, older.schedule_id)
  assert.deepEqual((await mirror('/schedules?account.id=0.0.2')).json.schedules, [])
})

test('Schedules that came due while the network was down are executed when it starts again', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'localnet-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const first = await localnet({ ports: {}, dataDir })
  const before = clientOf(first)
  const expiry = Math.floor(Date.now() / 1000) + 600
  const waiting = schedule(transfer('0.0.1022', 1)).setExpirationTime(new Timestamp(expiry, 0)).setWaitForExpiry(true)
  const { scheduleId } = await execute(waiting, before)
  before.close()
  await first.close()
  const clock = { now: () => BigInt(expiry + 1) * 1_000_000_000n }
  const second = await testNetwork(t, { dataDir, clock })
  const { json } = await second.mirror(`/schedules/${scheduleId}`)
  assert.ok(json.executed_timestamp)
  assert.equal((await second.mirror('/accounts/0.0.1023')).json.balance.balance, 50_000_000_000_001)
})
