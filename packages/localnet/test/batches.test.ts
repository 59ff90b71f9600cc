import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountId,
  BatchTransaction,
  ContractCreateTransaction,
  ContractExecuteTransaction,
  EthereumTransaction,
  Hbar,
  PrivateKey,
  PrngTransaction,
  ScheduleCreateTransaction,
  ScheduleSignTransaction,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransactionId,
  TransactionReceiptQuery,
  TransactionRecordQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { Wallet } from 'ethers'
import { execute, statusOf, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const batchKey = PrivateKey.generateED25519()

const transfer = (from: string, to: string, tinybars: number) =>
  new TransferTransaction()
    .addHbarTransfer(from, Hbar.fromTinybars(-tinybars))
    .addHbarTransfer(to, Hbar.fromTinybars(tinybars))

/** A transaction made ready for a batch; further keys sign it. */
async function inner(transaction: Transaction, ...keys: PrivateKey[]): Promise<Transaction> {
  const ready = await transaction.batchify(client, batchKey)
  for (const key of keys) await ready.sign(key)
  return ready
}

const batchOf = (...transactions: Transaction[]) => {
  const batch = new BatchTransaction()
  for (const transaction of transactions) batch.addInnerTransaction(transaction)
  return batch
}

async function outcomeOf(id: TransactionId | null): Promise<string> {
  assert.ok(id)
  const query = new TransactionReceiptQuery().setTransactionId(id).setValidateStatus(false)
  return String((await query.execute(client)).status)
}

const mirrorId = (id: TransactionId | null) =>
  String(id)
    .replace('@', '-')
    .replace(/\.(?=\d+$)/, '-')

const recordOf = async (id: TransactionId | null | undefined) =>
  (await mirror(`/transactions/${mirrorId(id ?? null)}`)).json.transactions[0]

const tinybars = async (id: string) => {
  const { hbars } = await new AccountBalanceQuery().setAccountId(id).execute(client)
  return hbars.toTinybars().toNumber()
}

async function newAccount() {
  const key = PrivateKey.generateED25519()
  const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setInitialBalance(new Hbar(1))
  return { id: String((await execute(create, client)).accountId), key }
}

test('The transactions of a batch are handled in its order, each with a separate record', async () => {
  const { id, key } = await newAccount()
  const first = await inner(transfer('0.0.1022', id, 100_000_000))
  const second = await inner(transfer(id, '0.0.1023', 150_000_000), key)
  const batch = batchOf(first, second).freezeWith(client)
  await batch.sign(batchKey)
  const response = await batch.execute(client)
  await response.getReceipt(client)
  assert.equal(await tinybars(id), 50_000_000)
  const batchRecord = await new TransactionRecordQuery().setTransactionId(response.transactionId).execute(client)
  const stamps = []
  for (const { transactionId } of [first, second]) {
    const record = await new TransactionRecordQuery().setTransactionId(transactionId ?? '').execute(client)
    assert.equal(String(record.parentConsensusTimestamp), String(batchRecord.consensusTimestamp))
    stamps.push(String(record.consensusTimestamp))
  }
  assert.deepEqual(stamps, [...stamps].sort())
  const shown = async (transactionId: TransactionId | null) =>
    (await mirror(`/transactions/${mirrorId(transactionId)}`)).json.transactions[0]
  const [whole, part] = [await shown(response.transactionId), await shown(first.transactionId)]
  assert.deepEqual([whole.name, whole.parent_consensus_timestamp], ['ATOMICBATCH', null])
  assert.deepEqual([part.name, part.parent_consensus_timestamp], ['CRYPTOTRANSFER', whole.consensus_timestamp])
  assert.equal(part.batch_key.key, batchKey.publicKey.toStringRaw())
})

test('If one transaction of a batch fails, only the fees of all remain', async () => {
  const { topicId } = await execute(new TopicCreateTransaction(), client)
  assert.ok(topicId)
  const message = await inner(new TopicMessageSubmitTransaction().setTopicId(topicId).setMessage('lost'))
  const never = await inner(transfer('0.0.1022', '0.0.1024', 1))
  const before = await tinybars('0.0.1024')
  const payer = await tinybars('0.0.1022')
  const batch = batchOf(
    message,
    await inner(transfer('0.0.1022', '0.0.1024', 5)),
    await inner(transfer('0.0.1025', '0.0.1024', 5)),
    never,
  )
  assert.equal(await statusOf(execute(batch, client, batchKey)), 'INNER_TRANSACTION_FAILED')
  assert.equal(await outcomeOf(message.transactionId), 'REVERTED_SUCCESS')
  const { transactions } = (await mirror('/transactions?limit=4')).json
  const results = transactions.map(({ result }: { result: string }) => result)
  assert.deepEqual(results, ['INVALID_SIGNATURE', 'REVERTED_SUCCESS', 'REVERTED_SUCCESS', 'INNER_TRANSACTION_FAILED'])
  assert.equal(await tinybars('0.0.1024'), before)
  assert.equal((await mirror(`/topics/${topicId}/messages`)).json.messages.length, 0)
  assert.ok((await tinybars('0.0.1022')) < payer - 300_000)
})

/**
 * A program that stores the block's random value (PREVRANDAO), and from the second call on reverts unless it is the
 * same.
 */
const SAME_RANDOM = '6100178061000b5f395ff35f548061000b57445f55005b4414610015575f5ffd5b00'

test('The contract calls of a batch see the same random value, so none fails that has been rehearsed', async () => {
  const create = new ContractCreateTransaction().setBytecode(Buffer.from(SAME_RANDOM, 'hex')).setGas(200_000)
  const { contractId } = await execute(create, client)
  assert.ok(contractId)
  const call = () => inner(new ContractExecuteTransaction().setContractId(contractId).setGas(100_000))
  const calls = [await call(), await call()]
  assert.equal(await statusOf(execute(batchOf(...calls), client, batchKey)), 'SUCCESS')
  assert.deepEqual(await Promise.all(calls.map(({ transactionId }) => outcomeOf(transactionId))), [
    'SUCCESS',
    'SUCCESS',
  ])
})

test('A contract call pays its gas if the batch fails, whether the call failed or another transaction', async () => {
  // Reverts if there are parameters.
  const create = new ContractCreateTransaction().setBytecode(Buffer.from('60098060095f395ff336600557005b5f5ffd', 'hex'))
  const { contractId } = await execute(create.setGas(200_000), client)
  assert.ok(contractId)
  const { id, key } = await newAccount()
  const call = (parameters: string) => {
    const transaction = new ContractExecuteTransaction().setContractId(contractId).setGas(30_000)
    transaction.setFunctionParameters(Buffer.from(parameters)).setTransactionId(TransactionId.generate(id))
    return inner(transaction, key)
  }
  const refused = async () => inner(transfer('0.0.1025', '0.0.1024', 5))
  for (const parts of [[await call('x')], [await call(''), await refused()]]) {
    const before = await tinybars(id)
    assert.equal(await statusOf(execute(batchOf(...parts), client, batchKey)), 'INNER_TRANSACTION_FAILED')
    const [paid, record] = [before - (await tinybars(id)), await recordOf(parts[0]?.transactionId)]
    assert.ok(paid > 21_000 * 71, `${paid}`)
    assert.equal(record.charged_tx_fee, paid)
  }
})

test('Faulty batches are refused, each with its own code', async () => {
  const one = () => inner(transfer('0.0.1022', '0.0.1024', 1))
  assert.equal(await statusOf(execute(batchOf(await one()), client)), 'INVALID_SIGNATURE')
  assert.equal(await statusOf(execute(new BatchTransaction(), client)), 'BATCH_LIST_EMPTY')
  const same = await one()
  assert.equal(await statusOf(execute(batchOf(same, same), client, batchKey)), 'BATCH_LIST_CONTAINS_DUPLICATES')
  await execute(batchOf(same), client, batchKey)
  assert.equal(await statusOf(execute(batchOf(same), client, batchKey)), 'INNER_TRANSACTION_FAILED')
  assert.equal(await outcomeOf(same.transactionId), 'SUCCESS')
  assert.ok(same.transactionId)
  const receipts = new TransactionReceiptQuery().setTransactionId(same.transactionId).setIncludeDuplicates(true)
  const { duplicates } = await receipts.execute(client)
  assert.deepEqual(
    duplicates.map(({ status }) => String(status)),
    ['DUPLICATE_TRANSACTION'],
  )
})

test('A signature within a batch executes a schedule within it', async () => {
  const { id, key } = await newAccount()
  const create = new ScheduleCreateTransaction().setScheduledTransaction(transfer(id, '0.0.1023', 10))
  const { scheduleId, scheduledTransactionId } = await execute(create, client)
  assert.ok(scheduleId)
  const signing = () => inner(new ScheduleSignTransaction().setScheduleId(scheduleId), key)
  const failing = await inner(transfer('0.0.1025', '0.0.1024', 1))
  assert.equal(await statusOf(execute(batchOf(await signing(), failing), client, batchKey)), 'INNER_TRANSACTION_FAILED')
  assert.equal(await tinybars(id), 100_000_000)
  await execute(batchOf(await signing()), client, batchKey)
  assert.equal(await tinybars(id), 100_000_000 - 10)
  assert.equal(await outcomeOf(scheduledTransactionId), 'SUCCESS')
})

test('Pseudo-random bytes and numbers are in the record', async () => {
  const recordOf = async (prng: PrngTransaction) => {
    const { transactionId } = await prng.execute(client)
    await new TransactionReceiptQuery().setTransactionId(transactionId).execute(client)
    return new TransactionRecordQuery().setTransactionId(transactionId).execute(client)
  }
  const bytes = await recordOf(new PrngTransaction())
  assert.equal(bytes.prngBytes?.length, 48)
  const { prngNumber } = await recordOf(new PrngTransaction().setRange(10))
  assert.ok(prngNumber !== null && prngNumber >= 0 && prngNumber < 10)
  assert.equal(await statusOf(execute(new PrngTransaction().setRange(-1), client)), 'INVALID_PRNG_RANGE')
})

test('The mirror remembers the balance of an account after the children of its transactions', async () => {
  const key = PrivateKey.generateECDSA()
  const create = new AccountCreateTransaction().setECDSAKeyWithAlias(key).setInitialBalance(new Hbar(50))
  const id = String((await execute(create, client)).accountId)
  const past = async () =>
    (await mirror(`/accounts/${id}?timestamp=lte:9000000000&transactions=false`)).json.balance.balance
  const newAddress = () => PrivateKey.generateECDSA().publicKey.toEvmAddress()
  const gift = new TransferTransaction()
    .addHbarTransfer(id, new Hbar(-10))
    .addHbarTransfer(AccountId.fromEvmAddress(0, 0, newAddress()), new Hbar(10))
  // In a batch, the creation of the account has a later time than the transfer.
  const inBatch = await inner(gift.setTransactionId(TransactionId.generate(id)), key)
  await execute(batchOf(inBatch), client, batchKey)
  assert.equal(await past(), await tinybars(id))
  // The gas refund comes after the child record that auto-creates the receiving account (HIP-583).
  const raw = await new Wallet(key.toStringRaw()).signTransaction({
    ...{
      chainId: 298,
      type: 2,
      nonce: 0,
      gasLimit: 2_000_000,
      maxFeePerGas: 710_000_000_000n,
      maxPriorityFeePerGas: 0,
    },
    ...{ to: `0x${newAddress()}`, value: 10n ** 18n },
  })
  const relayed = new EthereumTransaction()
    .setEthereumData(Buffer.from(raw.slice(2), 'hex'))
    .setTransactionId(TransactionId.generate(id))
    .setMaxTransactionFee(new Hbar(5))
  await execute(relayed, client, key)
  assert.equal(await past(), await tinybars(id))
})
