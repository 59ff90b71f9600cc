import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { localnet } from '../src/index.ts'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId, accountNumber } from '../src/protocol/ids.ts'
import { nanosOf } from '../src/protocol/time.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, type Signer, signerFor, transferOf } from './support/raw.ts'

const VICTIM = 1023
const [attacker, victim] = [signerFor(1022), signerFor(VICTIM)]
const batchKey = { ed25519: attacker.publicKey }

const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())

/** A transaction of a batch: the payment's id and type, with other fields, and these pairs as its signatures. */
function inner(
  payment: proto.ITransactionBody,
  fields: proto.ITransactionBody,
  pairs: (bytes: Uint8Array) => proto.ISignaturePair[],
) {
  const bodyBytes = proto.TransactionBody.encode({
    ...payment,
    nodeAccountID: accountId(0),
    batchKey,
    ...fields,
  }).finish()
  return proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: pairs(bodyBytes) } }).finish()
}

const by =
  (...signers: Signer[]) =>
  (bytes: Uint8Array) =>
    signers.map((signer) => signer.pair(bytes))

async function submitBatch(...transactions: Uint8Array[]): Promise<string> {
  return raw.run(body({ atomicBatch: { transactions } }), [attacker])
}

/** The results of all transactions under the id of a body. */
async function shown({ transactionID }: proto.ITransactionBody): Promise<string[]> {
  const start = String(nanosOf(transactionID?.transactionValidStart)).padStart(19, '0')
  const { json } = await network.mirror(
    `/transactions/0.0.${accountNumber(transactionID?.accountID)}-${start.slice(0, -9)}-${start.slice(-9)}`,
  )
  return json.transactions.map(({ result }: { result: string }) => result)
}

const payment = (from = VICTIM) =>
  body(
    transferOf([
      [from, -1n],
      [1024, 1n],
    ]),
    from,
  )

const nobody = by()
const stranger = by(attacker)
/** The attacker's signature under the victim's public key. */
const forged = (bytes: Uint8Array) => [{ ...attacker.pair(bytes), pubKeyPrefix: victim.publicKey }]
/** The attacker's signature behind a prefix that fits the victim's key, too. */
const prefixed = (bytes: Uint8Array) => [{ ...attacker.pair(bytes), pubKeyPrefix: Buffer.alloc(0) }]

const claims: [string, proto.ITransactionBody, (bytes: Uint8Array) => proto.ISignaturePair[]][] = [
  ['nobody', {}, nobody],
  ['a stranger', {}, stranger],
  ['a stranger under the key of the payer', {}, forged],
  ['a stranger with a prefix that fits all keys', {}, prefixed],
  ['a stranger, with too short a duration', { transactionValidDuration: { seconds: toLong(1n) } }, stranger],
  ['a stranger, with a negative fee', { transactionFee: toLong(-1n) }, stranger],
  ['a stranger, with too long a memo', { memo: 'm'.repeat(101) }, stranger],
  ['a stranger, of a type that the ledger lacks', { cryptoTransfer: null, freeze: {} }, stranger],
  ['a stranger, with a fee of 0', { transactionFee: toLong(0n) }, stranger],
]

for (const [who, fields, pairs] of claims)
  test(`A transaction of a batch that ${who} signed leaves the id to its payer`, async () => {
    const own = payment()
    const expected = fields.freeze ? /BLACKLIST|FAILED/ : /^INNER_TRANSACTION_FAILED$/
    assert.match(await submitBatch(inner(own, fields, pairs)), expected)
    await assert.rejects(raw.status(own), /RECEIPT_NOT_FOUND/)
    assert.equal(await raw.run(own, [victim]), 'SUCCESS')
    const claim = fields.freeze ? [] : ['INVALID_PAYER_SIGNATURE']
    assert.deepEqual(await shown(own), [...claim, 'SUCCESS'])
    assert.match(await submitBatch(inner(own, fields, pairs)), expected)
    assert.equal(await raw.status(own), 'SUCCESS', 'nor does a later one replace its outcome')
  })

test('The payer of a batch also signs the transactions in it', async () => {
  const own = payment(1022)
  assert.equal(await submitBatch(inner(own, {}, nobody)), 'INNER_TRANSACTION_FAILED')
  assert.equal(await raw.run(own, [attacker]), 'SUCCESS')
})

test('A transaction that its payer signed uses up its id, although its batch fails', async () => {
  const own = payment()
  const other = inner(payment(), {}, nobody)
  assert.equal(await submitBatch(inner(own, {}, by(victim)), other), 'INNER_TRANSACTION_FAILED')
  assert.equal(await raw.run(own, [victim]), 'DUPLICATE_TRANSACTION')
  assert.equal(await raw.status(own), 'REVERTED_SUCCESS')
})

test('Ids of scheduled transactions and of children cannot be chosen, and leave no receipt', async () => {
  const own = payment()
  assert.equal(await raw.run(own, [victim]), 'SUCCESS')
  for (const field of [{ scheduled: true }, { nonce: 1 }])
    for (const pairs of [stranger, by(victim)]) {
      const transactionID = { ...own.transactionID, ...field }
      assert.equal(await submitBatch(inner(own, { transactionID }, pairs)), 'INNER_TRANSACTION_FAILED')
      await assert.rejects(raw.status({ transactionID }), /RECEIPT_NOT_FOUND/)
    }
})

test('A transaction with the id of the batch around it does not replace the outcome of the batch', async () => {
  const batch = body({})
  const transactions = [inner(payment(1022), { transactionID: batch.transactionID ?? null }, by(attacker))]
  assert.equal(await raw.run({ ...batch, atomicBatch: { transactions } }, [attacker]), 'SUCCESS')
  const { transactionGetRecord } = await raw.query({
    transactionGetRecord: { header: {}, transactionID: batch.transactionID ?? null },
  })
  assert.equal(transactionGetRecord?.transactionRecord?.parentConsensusTimestamp ?? null, null)
})

test('A transaction that its payer has not signed leaves the id free, even after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-batch-ids-'))
  const own = payment()
  const whileRunning = async (work: (raw: RawClient) => Promise<void>) => {
    const running = await localnet({ ports: {}, dataDir })
    const client = new RawClient(running.grpc)
    try {
      await work(client)
    } finally {
      client.close()
      await running.close()
    }
  }
  try {
    const batch = body({ atomicBatch: { transactions: [inner(own, {}, stranger)] } })
    await whileRunning(async (raw) => assert.equal(await raw.run(batch, [attacker]), 'INNER_TRANSACTION_FAILED'))
    await whileRunning(async (raw) => assert.equal(await raw.run(own, [victim]), 'SUCCESS'))
    await whileRunning(async (raw) => {
      assert.equal(await raw.run(own, [victim]), 'DUPLICATE_TRANSACTION')
      assert.equal(await raw.status(own), 'SUCCESS')
    })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
