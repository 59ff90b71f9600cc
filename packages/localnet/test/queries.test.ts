import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountId,
  AccountInfoQuery,
  AddressBookQuery,
  Client,
  ContractByteCodeQuery,
  ContractCallQuery,
  ContractInfoQuery,
  ExchangeRates,
  FileContentsQuery,
  FileId,
  Hbar,
  NetworkVersionInfoQuery,
  PrivateKey,
  Timestamp,
  TransactionReceiptQuery,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { accountId } from '../src/protocol/ids.ts'
import { statusOf, testNetwork } from './support/network.ts'
import { body, RawClient, signed, signerFor, transferOf } from './support/raw.ts'

const network = await testNetwork({ after })
const { client } = network
const raw = new RawClient(network.grpc)
after(() => raw.close())
const infoOf = (payment: proto.ITransaction | null, responseType = 0): proto.IQuery => ({
  cryptoGetInfo: { accountID: accountId(1023), header: { payment, responseType } },
})
const codeOf = async (query: proto.IQuery): Promise<string> => {
  const header = (await raw.query(query)).cryptoGetInfo?.header
  return proto.ResponseCodeEnum[header?.nodeTransactionPrecheckCode ?? -1] ?? ''
}
const paymentOf = (fields: proto.ITransactionBody, payer = 1022): proto.ITransaction =>
  proto.Transaction.decode(signed(body(fields, payer), [signerFor(payer)]))

test('A paid query returns its cost, accepts payment and is refused without it', async () => {
  const { cryptoGetInfo } = await raw.query(infoOf(null, proto.ResponseType.COST_ANSWER))
  const cost = BigInt(String(cryptoGetInfo?.header?.cost))
  assert.ok(cost > 0n && cost < 100_000_000n)
  assert.equal(
    await codeOf(
      infoOf(
        paymentOf(
          transferOf([
            [1022, -cost],
            [3, cost],
          ]),
        ),
      ),
    ),
    'OK',
  )
  assert.equal(await codeOf(infoOf(null)), 'INSUFFICIENT_TX_FEE')
  assert.equal(
    await codeOf(
      infoOf(
        paymentOf(
          transferOf([
            [1022, -1n],
            [3, 1n],
          ]),
        ),
      ),
    ),
    'INSUFFICIENT_TX_FEE',
  )
  assert.equal(
    await codeOf(
      infoOf(
        paymentOf(
          transferOf([
            [1022, -cost],
            [1023, cost],
          ]),
        ),
      ),
    ),
    'INVALID_RECEIVING_NODE_ACCOUNT',
  )
  const nothing = transferOf([
    [1022, 0n],
    [3, 0n],
  ])
  assert.equal(await codeOf(infoOf(paymentOf(nothing))), 'INSUFFICIENT_TX_FEE', 'as QueryChecker, not a wrong receiver')
  assert.equal(await codeOf(infoOf(paymentOf({ tokenMint: { token: {}, amount: null } }))), 'INSUFFICIENT_TX_FEE')
  assert.equal(
    await codeOf(
      infoOf(
        paymentOf(
          transferOf([
            [2, 0n],
            [3, 0n],
          ]),
          2,
        ),
      ),
    ),
    'OK',
  )
})

test('The node is paid by queries', async () => {
  const before = (await network.mirror('/accounts/0.0.3?transactions=false')).json.balance.balance
  await new AccountInfoQuery().setAccountId('0.0.1023').setQueryPayment(Hbar.fromTinybars(500_000)).execute(client)
  const after = (await network.mirror('/accounts/0.0.3?transactions=false')).json.balance.balance
  assert.equal(after - before, 500_000)
})

test('A query about a nonexistent account returns INVALID_ACCOUNT_ID', async () => {
  assert.equal(await statusOf(new AccountInfoQuery().setAccountId('0.0.999999').execute(client)), 'INVALID_ACCOUNT_ID')
  assert.equal(await statusOf(new AccountInfoQuery().setAccountId('1.2.1023').execute(client)), 'INVALID_ACCOUNT_ID')
})

test('A query of an unsupported kind returns NOT_SUPPORTED', async () => {
  const { getByKey } = await raw.query({ getByKey: {} })
  assert.equal(getByKey?.header?.nodeTransactionPrecheckCode, proto.ResponseCodeEnum.NOT_SUPPORTED)
})

test('A receipt brings the exchange rate, and can be asked for without a signature', async () => {
  const sent = await new TransferTransaction()
    .addHbarTransfer('0.0.1022', -1)
    .addHbarTransfer('0.0.1023', 1)
    .execute(client)
  const receipt = await new TransactionReceiptQuery().setTransactionId(sent.transactionId).execute(client)
  assert.equal(receipt.exchangeRate?.cents, 12)
  assert.equal(receipt.exchangeRate?.hbars, 1)
})

test('Version and files of the network are answered', async () => {
  const version = await new NetworkVersionInfoQuery().execute(client)
  assert.ok(version.protobufVersion.minor > 0)
  const rates = ExchangeRates.fromBytes(await new FileContentsQuery().setFileId(FileId.EXCHANGE_RATES).execute(client))
  assert.equal(rates.currentRate.cents, 12)
})

test('The address book names the node', async () => {
  const { nodeAddresses } = await new AddressBookQuery().setFileId(FileId.ADDRESS_BOOK).execute(client)
  const [node] = nodeAddresses
  assert.equal(node?.accountId?.toString(), '0.0.3')
  assert.equal(node?.addresses[0]?.port, Number(network.grpc.split(':')[1]))
})

test('An SDK client that knows only the addresses works, also with an ECDSA operator', async () => {
  const other = Client.forNetwork({ [network.grpc]: new AccountId(3) })
  const operator = network.accounts.find(({ id }) => id === '0.0.1012')
  other.setOperator('0.0.1012', PrivateKey.fromStringDer(operator?.privateKey ?? ''))
  const sent = await new TransferTransaction()
    .addHbarTransfer('0.0.1012', -1)
    .addHbarTransfer('0.0.1023', 1)
    .execute(other)
  assert.equal((await sent.getReceipt(other)).status.toString(), 'SUCCESS')
  assert.ok(Timestamp.generate())
  other.close()
})

test('Queries of contracts that do not exist answer INVALID_CONTRACT_ID, also when they ask what they would cost', async () => {
  const queries = [
    new ContractCallQuery().setContractId('0.0.5').setGas(30_000),
    new ContractInfoQuery().setContractId('0.0.5'),
    new ContractByteCodeQuery().setContractId('0.0.5'),
  ]
  for (const query of queries) {
    assert.equal(await statusOf(query.getCost(client)), 'INVALID_CONTRACT_ID')
    assert.equal(await statusOf(query.setQueryPayment(new Hbar(1)).execute(client)), 'INVALID_CONTRACT_ID')
  }
})
