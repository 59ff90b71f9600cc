import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { limits } from '../src/index.ts'
import { MAX_GOVERNANCE_BYTES } from '../src/protocol/envelope.ts'
import { toTimestamp } from '../src/protocol/time.ts'
import { testNetwork } from './support/network.ts'
import { body, envelope, RawClient, type Signer, signed, signerFor, transferOf } from './support/raw.ts'

// Sources in the consensus node: TransactionChecker (checkTransactionSize, checkTransactionSizeLimitBasedOnPayer) and
// GovernanceTransactionsConfig, as described in the design document "Increased Transaction Size for Governance
// Accounts".
const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const [council, operator] = [signerFor(2), signerFor(1022)]
const { value: standard } = limits.maxTransactionBytes
const largest = MAX_GOVERNANCE_BYTES

/** A transaction that creates a file. The file's contents fill the transaction up to `size` bytes. */
function creation(size: number, payer: number): proto.ITransactionBody {
  const expirationTime = toTimestamp((BigInt(Date.now()) + 8_000_000_000n) * 1_000_000n)
  const keys = { keys: [{ ed25519: council.publicKey }] }
  const of = (contents: number) => ({ fileCreate: { keys, expirationTime, contents: Buffer.alloc(contents, 7) } })
  const empty = body(of(0), payer)
  const lengthWith = (contents: number) => signed({ ...empty, ...of(contents) }, [council]).length
  const contents = size - (lengthWith(size) - size)
  const fields = { ...empty, ...of(contents) }
  assert.equal(lengthWith(contents), size)
  return fields
}

test('The treasury and accounts from 0.0.42 to 0.0.799 send transactions of up to 133,120 bytes (TransactionChecker)', async () => {
  for (const payer of [2, 50]) {
    for (const size of [standard + 1, largest]) {
      const fields = creation(size, payer)
      assert.equal(await raw.run(fields, [council]), 'SUCCESS', `${payer}, ${size} bytes`)
      const { fileID = null } = await raw.receipt(fields)
      assert.ok(fileID)
    }
  }
})

test('Other payers, system accounts between the ranges among them, stay at 6,144 bytes', async () => {
  for (const payer of [3, 24, 41, 800, 1022]) {
    const large = creation(standard + 1, payer)
    assert.equal(
      await raw.submit(signed(large, [payer === 1022 ? operator : council])),
      'TRANSACTION_OVERSIZE',
      `${payer}`,
    )
  }
  assert.notEqual(await raw.submit(signed(creation(standard, 3), [council])), 'TRANSACTION_OVERSIZE')
})

test('A transaction without the signature of its governance payer is refused before the body is decoded', async () => {
  const large = (signer: Signer) => raw.submit(signed(creation(20_000, 2), [signer]))
  assert.equal(await large(operator), 'INVALID_SIGNATURE')
  assert.equal(await raw.submit(signed(creation(20_000, 700), [council])), 'PAYER_ACCOUNT_NOT_FOUND')
  const { transactionID } = body({}, 2)
  const noBody = Buffer.concat([
    proto.TransactionBody.encode({ transactionID: transactionID ?? null }).finish(),
    Buffer.alloc(50_000, 0xff),
  ])
  assert.equal(
    await raw.submit(envelope({ bodyBytes: noBody, sigMap: { sigPair: [operator.pair(noBody)] } })),
    'INVALID_SIGNATURE',
  )
  const signedBody = { bodyBytes: noBody, sigMap: { sigPair: [council.pair(noBody)] } }
  assert.equal(await raw.submit(envelope(signedBody)), 'TRANSACTION_HAS_UNKNOWN_FIELDS')
})

test('A transaction that names a second payer, after one who may send large ones, is refused', async () => {
  const first = proto.TransactionBody.encode(body({}, 2)).finish()
  const others = [[1022, -1n], [1023, 1n]] as const // biome-ignore format: short
  const second = proto.TransactionBody.encode(body({ ...transferOf(others), memo: 'm'.repeat(7000) })).finish()
  const bodyBytes = Buffer.concat([first, second])
  const sigMap = { sigPair: [council.pair(bodyBytes), operator.pair(bodyBytes)] }
  assert.equal(await raw.submit(envelope({ bodyBytes, sigMap })), 'TRANSACTION_OVERSIZE')
})

test('The mirror shows a large transaction as any other', async () => {
  assert.equal(await raw.run(creation(largest, 50), [council]), 'SUCCESS')
  const { json } = await network.mirror('/transactions?limit=1&order=desc')
  assert.equal(json.transactions[0].name, 'FILECREATE')
  assert.equal(json.transactions[0].transaction_id.split('-')[0], '0.0.50')
})
