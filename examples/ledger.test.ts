/** Tests a program that uses Hedera on a separate ledger: `node --test examples/ledger.test.ts`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountId,
  Client,
  PrivateKey,
  TokenCreateTransaction,
  TransactionReceiptQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { type Localnet, localnet } from '@quorate/localnet'

describe('A program on a ledger of its own', () => {
  let network: Localnet
  let client: Client
  let clean: number
  before(async () => {
    network = await localnet({ ports: {} }) // any free ports, in memory
    client = Client.fromConfig({ network: { [network.grpc]: new AccountId(3) }, scheduleNetworkUpdate: false })
    const account = network.accounts.find(({ id }) => id === '0.0.1022')
    client.setOperator('0.0.1022', PrivateKey.fromStringDer(account?.privateKey ?? ''))
    clean = await network.snapshot()
  })
  after(async () => {
    client?.close()
    await network?.close()
  })

  test('creates a token, which the mirror shows at once', async () => {
    const creation = new TokenCreateTransaction()
      .setTokenName('Apple')
      .setTokenSymbol('APL')
      .setTreasuryAccountId('0.0.1022')
    const { tokenId } = await (await creation.setInitialSupply(100).execute(client)).getReceipt(client)
    const shown = await fetch(`${network.mirrorRest}/api/v1/tokens/${tokenId}`)
    const { total_supply } = (await shown.json()) as { total_supply: string }
    assert.equal(total_supply, '100')
  })

  test('finds no receipt any more after three minutes, which pass at once', async () => {
    const transfer = new TransferTransaction().addHbarTransfer('0.0.1022', -1).addHbarTransfer('0.0.1023', 1)
    const response = await transfer.execute(client)
    await response.getReceipt(client)
    await network.advance(181_000)
    const query = new TransactionReceiptQuery().setTransactionId(response.transactionId).setMaxAttempts(1)
    await assert.rejects(query.execute(client), /RECEIPT_NOT_FOUND|max attempts/)
  })

  test('gets the ledger back as it was before the tests', async () => {
    await network.restore(clean)
    const shown = await fetch(`${network.mirrorRest}/api/v1/tokens`)
    assert.deepEqual(((await shown.json()) as { tokens: unknown[] }).tokens, [])
  })
})
