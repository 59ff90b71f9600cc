import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  Hbar,
  PrivateKey,
  TokenCreateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { ENTITIES, HighVolumeThrottles, multiplierAt, TOKENS } from '../src/transaction/high-volume.ts'
import { statusOf, testNetwork } from './support/network.ts'

// Sources: HighVolumePricingCalculator and SimpleFeeCalculatorImpl of the consensus node (HIP-1313), and
// genesis/simpleFeesSchedules.json and throttles.json for the numbers; NetworkController of the mirror's rest-java.
const network = await testNetwork({ after })
const { client, mirror } = network
const creation = () =>
  new AccountCreateTransaction()
    .setKeyWithoutAlias(PrivateKey.generateED25519().publicKey)
    .setMaxTransactionFee(new Hbar(20))
/** The price of an account in tinycents: 5 cents, about 0.42 hbar at 12 cents each. */
const ACCOUNT_TINYCENTS = 500_000_000

async function executed(transaction: Transaction) {
  const response = await transaction.execute(client)
  const record = await response.getRecord(client)
  const { accountId, validStart } = response.transactionId
  const { json } = await mirror(`/transactions/${accountId}-${String(validStart).replace('.', '-')}`)
  return { record, shown: json.transactions[0] }
}

test('At high volume an account costs four times as much, and its record and the mirror say so', async () => {
  const { record, shown } = await executed(creation().setHighVolume(true))
  assert.equal(Number(record.highVolumePricingMultiplier), 4000)
  assert.deepEqual(
    [shown.high_volume, shown.high_volume_pricing_multiplier, shown.charged_tx_fee],
    [true, 4000, Math.floor((ACCOUNT_TINYCENTS * 4) / 12)],
  )
})

test('Without the flag no price is multiplied, and transaction types without high-volume prices ignore it', async () => {
  const { shown: plain } = await executed(creation())
  assert.deepEqual(
    [plain.high_volume, plain.high_volume_pricing_multiplier, plain.charged_tx_fee],
    [false, 0, Math.floor(ACCOUNT_TINYCENTS / 12)],
  )
  const transfer = new TransferTransaction().addHbarTransfer('0.0.1022', -1).addHbarTransfer('0.0.1023', 1)
  const { shown } = await executed(transfer.setHighVolume(true))
  assert.deepEqual([shown.high_volume, shown.high_volume_pricing_multiplier, shown.charged_tx_fee], [true, 0, 83_333])
})

test('A maximum fee below the multiplied price is INSUFFICIENT_TX_FEE', async () => {
  const cheap = creation().setMaxTransactionFee(new Hbar(1))
  assert.equal(await statusOf(cheap.setHighVolume(true).execute(client)), 'INSUFFICIENT_TX_FEE')
})

test('At high volume, a token also costs four times as much', async () => {
  const token = new TokenCreateTransaction().setTokenName('n').setTokenSymbol('s').setTreasuryAccountId('0.0.1022')
  const { shown } = await executed(token.setHighVolume(true).setMaxTransactionFee(new Hbar(50)))
  assert.deepEqual(
    [shown.high_volume_pricing_multiplier, shown.charged_tx_fee],
    [4000, Math.floor(40_000_000_000 / 12)],
  )
})

test('The multiplier follows the curve, in straight lines between its points', () => {
  const at = [0, 2, 4, 5, 35, 999, 1000, 10_000].map((use) => Number(multiplierAt(ENTITIES, use)))
  assert.deepEqual(at, [4000, 4000, 9000, 10_000, 50_000, 199_900, 200_000, 200_000])
  assert.deepEqual(
    [0, 100, 125, 10_000].map((use) => Number(multiplierAt(TOKENS, use))),
    [4000, 4000, 6000, 100_000],
  )
})

test('A throttle fills with each transaction and is empty again after a second', () => {
  const throttles = new HighVolumeThrottles()
  const kind = { opsPerSec: 10_000, curve: ENTITIES }
  const uses = Array.from({ length: 100 }, () => throttles.use(11, kind, 1_000_000_000n))
  assert.deepEqual([uses[0], uses.at(-1)], [1, 100])
  assert.equal(throttles.use(12, kind, 1_000_000_000n), 1, 'each kind has its own')
  assert.equal(throttles.use(11, kind, 1_005_000_000n), 51)
  assert.equal(throttles.use(11, kind, 3_000_000_000n), 1)
  for (let more = 0; more < 20_000; more++) throttles.use(11, kind, 3_000_000_000n)
  assert.equal(throttles.use(11, kind, 3_000_000_000n), 10_000, 'it is never more than full')
})

test('A fee estimate multiplies the fee by the given use of the throttle', async () => {
  const [first] = proto.TransactionList.decode(
    creation().setHighVolume(true).freezeWith(client).toBytes(),
  ).transactionList
  const estimate = async (query: string) => {
    const body = Buffer.from(proto.Transaction.encode(first ?? {}).finish())
    const headers = { 'content-type': 'application/protobuf' }
    const answer = await fetch(`${network.mirrorRest}/api/v1/network/fees?${query}`, { method: 'POST', headers, body })
    const { total, high_volume_multiplier: multiplier } = (await answer.json()) as {
      total?: number
      high_volume_multiplier?: number
    }
    return [answer.status, multiplier, total]
  }
  assert.deepEqual(await estimate(''), [200, 4, ACCOUNT_TINYCENTS * 4])
  assert.deepEqual(await estimate('high_volume_throttle=1000'), [200, 200, ACCOUNT_TINYCENTS * 200])
  for (const bad of ['-1', '10001', 'x', '1e3'])
    assert.deepEqual(await estimate(`high_volume_throttle=${bad}`), [400, undefined, undefined], bad)
})
