import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountUpdateTransaction,
  BatchTransaction,
  EthereumTransaction,
  FileAppendTransaction,
  FileCreateTransaction,
  type FileId,
  Hbar,
  type Key,
  KeyList,
  PrivateKey,
  type TransactionRecord,
} from '@hiero-ledger/sdk'
import { getCreateAddress, Interface, Transaction, Wallet } from 'ethers'
import { execute, statusOf, testNetwork } from './support/network.ts'

// probe.sol, compiled by solc 0.8.28 for Cancun.
const PROBE = `0x${readFileSync(new URL('./fixtures/probe.hex', import.meta.url), 'utf8').trim()}`
const probe = new Interface(['function set(uint256 value)', 'function fail(string reason)'])
const TINYBAR = 10_000_000_000n
const GAS_PRICE = 71n * TINYBAR

const network = await testNetwork({ after }, { ports: { rpc: 0 } })
const { client } = network
const operatorKey = PrivateKey.fromStringDer(network.accounts.find(({ id }) => id === '0.0.1022')?.privateKey ?? '')

interface Sender extends Wallet {
  id: string
  next: number
}

/** A wallet with an account of its own. */
async function newSender(hbars = 100): Promise<Sender> {
  const key = PrivateKey.generateECDSA()
  const create = new AccountCreateTransaction().setECDSAKeyWithAlias(key).setInitialBalance(new Hbar(hbars))
  const { accountId } = await execute(create, client)
  return Object.assign(new Wallet(key.toStringRaw()), { id: String(accountId), next: 0 }) as Sender
}

const signed = (by: Wallet, fields: object): Promise<string> =>
  by.signTransaction({
    chainId: 298,
    type: 2,
    gasLimit: 100_000,
    maxFeePerGas: GAS_PRICE,
    maxPriorityFeePerGas: 0,
    ...fields,
  })

const relayed = (raw: string, allowance = 0, file?: FileId): EthereumTransaction => {
  const transaction = new EthereumTransaction()
    .setEthereumData(Buffer.from(raw.slice(2), 'hex'))
    .setMaxGasAllowanceHbar(Hbar.fromTinybars(allowance))
    .setMaxTransactionFee(new Hbar(10))
  return file ? transaction.setCallDataFileId(file) : transaction
}

/** The record of a transaction, whether it succeeded or not. */
async function record(transaction: EthereumTransaction): Promise<TransactionRecord> {
  const response = await transaction.execute(client)
  return response.getRecordQuery().setValidateReceiptStatus(false).execute(client)
}

const balance = async (id: string): Promise<bigint> =>
  BigInt((await new AccountBalanceQuery().setAccountId(id).execute(client)).hbars.toTinybars().toString())

const status = ({ receipt }: TransactionRecord): string => String(receipt.status)
const to = `0x${(1022).toString(16).padStart(40, '0')}`

describe('An Ethereum transaction', () => {
  test('creates a contract at the address that sender and nonce give, and calls it', async () => {
    const sender = await newSender()
    const created = await record(relayed(await signed(sender, { nonce: 0, data: PROBE, gasLimit: 3_000_000 })))
    assert.equal(status(created), 'SUCCESS')
    const address = getCreateAddress({ from: sender.address, nonce: 0 })
    const { evmAddress } = created.contractFunctionResult ?? {}
    assert.equal(`0x${Buffer.from(evmAddress ?? []).toString('hex')}`, address.toLowerCase())
    const raw = await signed(sender, { nonce: 1, to: address, data: probe.encodeFunctionData('set', [7]) })
    const called = await record(relayed(raw))
    assert.equal(status(called), 'SUCCESS')
    assert.equal(Buffer.from(called.ethereumHash ?? []).toString('hex'), Transaction.from(raw).hash?.slice(2))
    assert.equal(called.contractFunctionResult?.signerNonce?.toNumber(), 2)
    assert.equal(String(called.contractFunctionResult?.senderAccountId), sender.id)
    const failed = await record(
      relayed(await signed(sender, { nonce: 2, to: address, data: probe.encodeFunctionData('fail', ['no']) })),
    )
    assert.equal(status(failed), 'CONTRACT_REVERT_EXECUTED')
    assert.equal(failed.contractFunctionResult?.signerNonce?.toNumber(), 3)
  })

  test('costs its sender the gas alone, and its relayer nothing', async () => {
    const sender = await newSender()
    const [own, relayers] = [await balance(sender.id), await balance('0.0.1022')]
    const { transactionFee } = await record(
      relayed(await signed(sender, { nonce: 0, to: sender.address, gasLimit: 50_000 })),
    )
    assert.equal(transactionFee.toTinybars().toNumber(), 21_000 * 71)
    assert.equal(own - (await balance(sender.id)), 21_000n * 71n)
    // The operator pays for the query of the record only.
    assert.ok(relayers - (await balance('0.0.1022')) < 1_000_000n)
  })

  test('is paid by its relayer, as far as the relayer allows, where the sender offers less than the price', async () => {
    const sender = await newSender()
    const free = await signed(sender, { nonce: 0, to: sender.address, gasLimit: 21_000, maxFeePerGas: 0 })
    assert.equal(status(await record(relayed(free, 21_000 * 71 - 1))), 'INSUFFICIENT_TX_FEE')
    const before = await balance(sender.id)
    assert.equal(status(await record(relayed(free, 21_000 * 71))), 'SUCCESS')
    assert.equal(await balance(sender.id), before)
    // The sender offers 40 of 71 tinybars. The 19,000 units that are not used come back to the relayer first.
    const half = await signed(sender, { nonce: 1, to: sender.address, gasLimit: 40_000, maxFeePerGas: 40n * TINYBAR })
    assert.equal(status(await record(relayed(half, 40_000 * 31))), 'SUCCESS')
    assert.equal(before - (await balance(sender.id)), 21_000n * 71n)
  })

  test('An Ethereum transaction that fails before it runs leaves the nonce and costs the sender nothing', async () => {
    const sender = await newSender(1)
    const stranger = Wallet.createRandom()
    const cases: [string, Promise<string>][] = [
      ['WRONG_NONCE', signed(sender, { nonce: 1, to })],
      ['WRONG_CHAIN_ID', signed(sender, { nonce: 0, to, chainId: 295 })],
      ['INVALID_ACCOUNT_ID', signed(stranger as never, { nonce: 0, to })],
      ['INSUFFICIENT_PAYER_BALANCE', signed(sender, { nonce: 0, to, value: 100_000_000n * TINYBAR })],
      ['MAX_GAS_LIMIT_EXCEEDED', signed(sender, { nonce: 0, to, gasLimit: 15_000_001 })],
      ['INSUFFICIENT_TX_FEE', signed(sender, { nonce: 0, to, maxFeePerGas: 70n * TINYBAR })],
    ]
    for (const [expected, raw] of cases) {
      const failed = await record(relayed(await raw))
      assert.equal(status(failed), expected)
      assert.equal(Buffer.from(failed.ethereumHash ?? []).toString('hex'), Transaction.from(await raw).hash?.slice(2))
    }
    assert.equal(await balance(sender.id), 100_000_000n)
    const { json } = await network.mirror(`/contracts/results/${Transaction.from(await cases[0]?.[1]).hash}`)
    assert.deepEqual([json.result, json.error_message, json.gas_used], ['WRONG_NONCE', 'WRONG_NONCE', 0])
    assert.equal(status(await record(relayed(await signed(sender, { nonce: 0, to })))), 'SUCCESS')
  })

  test('An Ethereum transaction that its sender relays needs both parts of the gas and the value, or it only costs the fee', async () => {
    const key = PrivateKey.generateECDSA()
    const create = new AccountCreateTransaction().setECDSAKeyWithAlias(key).setInitialBalance(new Hbar(1))
    const id = String((await execute(create, client)).accountId)
    const wallet = new Wallet(key.toStringRaw())
    const own = client.operatorAccountId
    client.setOperator(id, key)
    const before = await balance(id)
    // 4,000,000 tinybars of gas by the sender, 3,100,000 by the relayer, and all but 5,000,000 as value.
    const fields = { to, gasLimit: 100_000, maxFeePerGas: 40n * TINYBAR, value: (before - 5_000_000n) * TINYBAR }
    const raw = await signed(wallet, { ...fields, nonce: 0 })
    const { receipt, transactionFee, transfers } = await record(relayed(raw, 10_000_000))
    client.setOperator(String(own), operatorKey)
    assert.equal(String(receipt.status), 'INSUFFICIENT_PAYER_BALANCE')
    const { json } = await network.mirror(`/accounts/${id}`)
    assert.equal(json.ethereum_nonce, 0)
    const paid = transfers.find(({ accountId }) => String(accountId) === id)
    assert.equal(String(paid?.amount.negated()), String(transactionFee))
  })

  test('is not executed twice', async () => {
    const sender = await newSender()
    const raw = await signed(sender, { nonce: 0, to, value: 5n * TINYBAR })
    assert.equal(status(await record(relayed(raw))), 'SUCCESS')
    assert.equal(status(await record(relayed(raw))), 'WRONG_NONCE')
  })

  test('is found by its hash as it was executed, whoever sent it too early or once more', async () => {
    const sender = await newSender()
    const [first, second] = [await signed(sender, { nonce: 0, to }), await signed(sender, { nonce: 1, to })]
    const outcomes = []
    for (const raw of [second, first, second, second]) outcomes.push(status(await record(relayed(raw))))
    assert.deepEqual(outcomes, ['WRONG_NONCE', 'SUCCESS', 'SUCCESS', 'WRONG_NONCE'])
    const { hash } = Transaction.from(second)
    const { json } = await network.mirror(`/contracts/results/${hash}`)
    assert.equal(json.result, 'SUCCESS')
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] })
    const headers = { 'content-type': 'application/json' }
    const receipt = await (await fetch(network.rpc ?? '', { method: 'POST', headers, body })).json()
    assert.equal((receipt as { result: { status: string } }).result.status, '0x1')
  })

  test('takes its data from a file, or brings up to 128 KB', async () => {
    const sender = await newSender(1000)
    const data = Buffer.alloc(20_000, 7)
    const whole = Transaction.from(await signed(sender, { nonce: 0, to: sender.address, data, gasLimit: 500_000 }))
    const { fileId } = await execute(new FileCreateTransaction().setKeys([operatorKey.publicKey]), client)
    assert.ok(fileId)
    const append = new FileAppendTransaction().setFileId(fileId).setContents(data.toString('hex')).setMaxChunks(50)
    await append.execute(client)
    const without = whole.clone()
    without.data = '0x'
    without.signature = whole.signature
    const fromFile = await record(relayed(without.serialized, 0, fileId))
    assert.equal(status(fromFile), 'SUCCESS')
    assert.equal(Buffer.from(fromFile.ethereumHash ?? []).toString('hex'), whole.hash?.slice(2))
    const large = await signed(sender, {
      nonce: 1,
      to: sender.address,
      data: Buffer.alloc(100_000),
      gasLimit: 1_000_000,
    })
    assert.equal(status(await record(relayed(large))), 'SUCCESS')
  })

  test('An Ethereum transaction of an account whose key is another single ECDSA key is refused; it is executed if the key is a list', async () => {
    // As on a public network: the consensus node compares the signer only with a key that is a single ECDSA key.
    const rotated = async (next: Key, ...keys: PrivateKey[]): Promise<string> => {
      const behind = PrivateKey.generateECDSA()
      const create = new AccountCreateTransaction().setECDSAKeyWithAlias(behind).setInitialBalance(new Hbar(10))
      const { accountId } = await execute(create, client)
      const update = new AccountUpdateTransaction().setAccountId(accountId ?? '').setKey(next)
      await execute(update, client, behind, ...keys)
      return status(await record(relayed(await signed(new Wallet(behind.toStringRaw()), { nonce: 0, to }))))
    }
    const [ecdsa, ed25519] = [PrivateKey.generateECDSA(), PrivateKey.generateED25519()]
    assert.equal(await rotated(ecdsa.publicKey, ecdsa), 'INVALID_ETHEREUM_TRANSACTION')
    assert.equal(await rotated(ed25519.publicKey, ed25519), 'SUCCESS')
    assert.equal(await rotated(new KeyList([ecdsa.publicKey, ed25519.publicKey], 2), ecdsa, ed25519), 'SUCCESS')
  })

  test('An Ethereum transaction with numbers beyond 64 bits fails like one that nobody can pay', async () => {
    const sender = await newSender()
    const cases: [string, object][] = [
      ['INSUFFICIENT_PAYER_BALANCE', { value: 2n ** 63n * TINYBAR }],
      ['INSUFFICIENT_PAYER_BALANCE', { value: 2n ** 256n - 1n }],
      ['INSUFFICIENT_PAYER_BALANCE', { value: 2n ** 256n - 1n, to: null, data: PROBE, gasLimit: 3_000_000 }],
      ['WRONG_NONCE', { value: 2n ** 256n - 1n, nonce: Number.MAX_SAFE_INTEGER }],
      ['MAX_GAS_LIMIT_EXCEEDED', { gasLimit: 2n ** 53n }],
      ['WRONG_CHAIN_ID', { chainId: 2n ** 256n - 1n }],
      ['SUCCESS', { value: TINYBAR, maxFeePerGas: 2n ** 256n - 1n, maxPriorityFeePerGas: 2n ** 256n - 1n }],
    ]
    for (const [expected, fields] of cases) {
      const raw = await signed(sender, { nonce: 0, to, ...fields })
      assert.equal(status(await record(relayed(raw))), expected)
      const { json } = await network.mirror(`/contracts/results/${Transaction.from(raw).hash}`)
      assert.equal(json.result, expected)
    }
  })

  test('runs within a batch, and is undone with it, except for its nonce and gas', async () => {
    const sender = await newSender()
    const inner = async (nonce: number, value: bigint) => {
      const transaction = relayed(await signed(sender, { nonce, to, value }))
      return transaction.batchify(client, operatorKey.publicKey)
    }
    const batch = (...given: EthereumTransaction[]) =>
      given
        .reduce((all, one) => all.addInnerTransaction(one), new BatchTransaction())
        .freezeWith(client)
        .sign(operatorKey)
    const good = await batch(await inner(0, TINYBAR), await inner(1, TINYBAR))
    assert.equal(await statusOf(good.execute(client).then((sent) => sent.getReceipt(client))), 'SUCCESS')
    const before = await balance(sender.id)
    const bad = await batch(await inner(2, TINYBAR), await inner(7, TINYBAR))
    assert.equal(
      await statusOf(bad.execute(client).then((sent) => sent.getReceipt(client))),
      'INNER_TRANSACTION_FAILED',
    )
    // As on the network, the one that had succeeded has used its nonce, and pays its gas.
    const { json } = await network.mirror(`/accounts/${sender.id}`)
    assert.deepEqual([json.ethereum_nonce, json.balance.balance], [3, Number(before) - 21_000 * 71])
    const again = relayed(await signed(sender, { nonce: 2, to, value: TINYBAR }))
    assert.equal(status(await record(again)), 'WRONG_NONCE')
  })

  const malformed: [string, string, string][] = [
    ['nothing', '0x', 'INVALID_ETHEREUM_TRANSACTION'],
    ['an empty list', '0xc0', 'INVALID_ETHEREUM_TRANSACTION'],
    ['lists within lists', `0x${'c1'.repeat(3000)}`, 'INVALID_ETHEREUM_TRANSACTION'],
    ['a type that does not exist', '0x04c0', 'INVALID_ETHEREUM_TRANSACTION'],
    ['a length beyond the end', '0xf8ff80', 'INVALID_ETHEREUM_TRANSACTION'],
    ['a nonce with a leading zero', '0xc98200018080808080808080', 'INVALID_ETHEREUM_TRANSACTION'],
  ]
  for (const [name, raw, code] of malformed)
    test(`is refused at once if its data are ${name}`, async () => {
      assert.equal(await statusOf(relayed(raw).execute(client)), code)
    })

  test('is refused at once with less gas than its data cost, and with value for nobody', async () => {
    const sender = await newSender()
    assert.equal(
      await statusOf(relayed(await signed(sender, { nonce: 0, to, gasLimit: 20_999 })).execute(client)),
      'INSUFFICIENT_GAS',
    )
    const nobody = `0x${'00'.repeat(20)}`
    assert.equal(
      await statusOf(relayed(await signed(sender, { nonce: 0, to: nobody, value: TINYBAR })).execute(client)),
      'INVALID_SOLIDITY_ADDRESS',
    )
  })
})
