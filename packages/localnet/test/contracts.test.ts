import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import {
  AccountBalanceQuery,
  AccountCreateTransaction,
  AccountId,
  AccountUpdateTransaction,
  ContractByteCodeQuery,
  ContractCallQuery,
  ContractCreateFlow,
  ContractCreateTransaction,
  ContractDeleteTransaction,
  ContractExecuteTransaction,
  ContractFunctionParameters,
  type ContractFunctionResult,
  ContractId,
  ContractInfoQuery,
  ContractUpdateTransaction,
  Hbar,
  PrivateKey,
  TokenAirdropTransaction,
  TokenCreateTransaction,
  TransactionId,
  type TransactionRecord,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { create2Address } from '../src/evm/calls.ts'
import { execute, statusOf, testNetwork } from './support/network.ts'

// token.sol (OpenZeppelin 5.1) and probe.sol, compiled by solc 0.8.28 for Cancun.
const read = (name: string) => readFileSync(new URL(`./fixtures/${name}.hex`, import.meta.url), 'utf8')
const TOKEN = read('token')
const PROBE = read('probe')

const network = await testNetwork({ after })
const { client } = network
const operator = '0.0.1022'
const numberOf = (id: { toString(): string }) => Number(id.toString().split('.')[2])
const addressOf = (id: { toString(): string }) => numberOf(id).toString(16).padStart(40, '0')

const byte = (value: number) => value.toString(16).padStart(2, '0')

const parameters = () => new ContractFunctionParameters()

async function deploy(initcode: string, options: { key?: PrivateKey; balance?: number } = {}) {
  const create = new ContractCreateTransaction()
    .setBytecode(Buffer.from(initcode, 'hex'))
    .setGas(3_000_000)
    .setInitialBalance(Hbar.fromTinybars(options.balance ?? 0))
  if (options.key) create.setAdminKey(options.key)
  const { contractId } = await execute(create, client, ...(options.key ? [options.key] : []))
  assert.ok(contractId)
  return contractId
}

interface Call {
  readonly gas?: number
  readonly amount?: number
}

const calling = (id: ContractId | string, name: string, given = parameters(), { gas, amount }: Call = {}) =>
  new ContractExecuteTransaction()
    .setContractId(id)
    .setGas(gas ?? 1_000_000)
    .setPayableAmount(Hbar.fromTinybars(amount ?? 0))
    .setFunction(name, given)

/** Calls a contract. Returns the record, whether the call succeeded or not. */
async function call(...given: Parameters<typeof calling>): Promise<TransactionRecord> {
  const response = await calling(...given).execute(client)
  return response.getRecordQuery().setValidateReceiptStatus(false).execute(client)
}

const query = (id: ContractId, name: string, given = parameters(), gas = 200_000): Promise<ContractFunctionResult> =>
  new ContractCallQuery().setContractId(id).setGas(gas).setFunction(name, given).execute(client)

const probe = await deploy(PROBE, { balance: 1_000_000 })

describe('An ERC-20 token', () => {
  test('is deployed by ContractCreateFlow, and moves balances', async () => {
    const flow = new ContractCreateFlow()
      .setBytecode(TOKEN)
      .setGas(3_000_000)
      .setConstructorParameters(parameters().addUint256(1000))
    const { contractId } = await (await flow.execute(client)).getReceipt(client)
    assert.ok(contractId)
    const to = '0x00000000000000000000000000000000000003ff'
    const record = await call(contractId, 'transfer', parameters().addAddress(to).addUint256(7))
    assert.equal(String(record.receipt.status), 'SUCCESS')
    assert.equal(record.contractFunctionResult?.getBool(0), true)
    const log = record.contractFunctionResult?.logs[0]
    assert.equal(
      Buffer.from(log?.topics[0] ?? [])
        .toString('hex')
        .slice(0, 8),
      'ddf252ad',
    )
    assert.equal(String(log?.contractId), String(contractId))
    const balance = await query(contractId, 'balanceOf', parameters().addAddress(to))
    assert.equal(balance.getUint256(0).toNumber(), 7)
    assert.equal((await query(contractId, 'symbol')).getString(0), 'TOK')
    const own = await query(contractId, 'balanceOf', parameters().addAddress(addressOf(operator)))
    assert.equal(own.getUint256(0).toNumber(), 993)
  })
})

describe('A call', () => {
  test('is charged for the gas that it used, and nothing else of its limit', async () => {
    const before = await new AccountBalanceQuery().setAccountId(operator).execute(client)
    const record = await call(probe, 'set', parameters().addUint256(3))
    const after = await new AccountBalanceQuery().setAccountId(operator).execute(client)
    const used = record.contractFunctionResult?.gasUsed.toNumber() ?? 0
    assert.ok(used > 21_000 && used < 100_000)
    const fee = record.transactionFee.toTinybars().toNumber()
    // The record query costs some tinybars itself.
    const spent = before.hbars.toTinybars().sub(after.hbars.toTinybars()).toNumber()
    assert.ok(fee >= used * 71 && fee < used * 71 + 200_000, `${fee} for ${used} gas`)
    assert.ok(spent >= fee && spent < fee + 1_000_000, `${spent} of ${fee}`)
    assert.equal((await query(probe, 'count')).getUint256(0).toNumber(), 3)
  })

  test('A contract call that reverts answers CONTRACT_REVERT_EXECUTED with its reason, and changes nothing', async () => {
    const record = await call(probe, 'fail', parameters().addString('not today'))
    assert.equal(String(record.receipt.status), 'CONTRACT_REVERT_EXECUTED')
    const message = record.contractFunctionResult?.errorMessage ?? ''
    assert.match(message, /^0x08c379a0/)
    assert.ok(Buffer.from(message.slice(2), 'hex').includes('not today'))
    assert.ok((record.contractFunctionResult?.gasUsed.toNumber() ?? 0) < 100_000)
  })

  test('A contract call without enough gas answers INSUFFICIENT_GAS, at once or when it runs out', async () => {
    assert.equal(
      await statusOf(calling(probe, 'set', parameters().addUint256(1), { gas: 20_000 }).execute(client)),
      'INSUFFICIENT_GAS',
    )
    const record = await call(probe, 'loop', parameters().addUint256(1_000_000), { gas: 100_000 })
    assert.equal(String(record.receipt.status), 'INSUFFICIENT_GAS')
    assert.equal(record.contractFunctionResult?.gasUsed.toNumber(), 100_000)
  })

  test('A contract call with more than 15,000,000 gas answers MAX_GAS_LIMIT_EXCEEDED', async () => {
    assert.equal(
      await statusOf(execute(calling(probe, 'set', parameters().addUint256(1), { gas: 15_000_001 }), client)),
      'MAX_GAS_LIMIT_EXCEEDED',
    )
  })

  test('sees the block, the network and the sender', async () => {
    const seen = await query(probe, 'block_')
    assert.equal(seen.getUint256(2).toNumber(), 298)
    assert.equal(seen.getUint256(3).toNumber(), 71)
    assert.equal(seen.getUint256(4).toNumber(), 0)
    assert.ok(Math.abs(seen.getUint256(1).toNumber() - Date.now() / 1000) < 10)
    assert.equal((await query(probe, 'sender')).getAddress(0), addressOf(operator))
  })

  test('A contract call to an account without code, or to an unused address, succeeds and does nothing', async () => {
    for (const id of ['0.0.999999', '0.0.1023']) {
      const record = await call(id, 'set')
      assert.equal(String(record.receipt.status), 'SUCCESS')
      assert.equal(String(record.receipt.contractId), id)
      assert.equal(record.contractFunctionResult?.gasUsed.toNumber(), 21_064)
    }
  })
})

describe('A contract', () => {
  test('is called by an id of this network alone', async () => {
    const before = await new AccountBalanceQuery().setContractId(probe).execute(client)
    for (const other of [`1.0.${numberOf(probe)}`, `0.1.${numberOf(probe)}`]) {
      const pay = () => calling(other, 'set', parameters().addUint256(1), { amount: 5 })
      assert.equal(await statusOf(execute(pay(), client)), 'INVALID_CONTRACT_ID', other)
    }
    const after = await new AccountBalanceQuery().setContractId(probe).execute(client)
    assert.equal(String(after.hbars), String(before.hbars))
  })

  test('answers queries of its information, bytecode and balance by its id', async () => {
    const key = PrivateKey.generateED25519()
    const id = await deploy(PROBE, { key, balance: 500 })
    const info = await new ContractInfoQuery().setContractId(id).execute(client)
    assert.equal(String(info.contractId), String(id))
    assert.equal(info.contractAccountId, addressOf(id))
    assert.equal(info.balance.toTinybars().toNumber(), 500)
    assert.equal(String(info.adminKey), String(key.publicKey))
    const code = await new ContractByteCodeQuery().setContractId(id).execute(client)
    assert.ok(PROBE.includes(Buffer.from(code).toString('hex')))
    const balance = await new AccountBalanceQuery().setContractId(id).execute(client)
    assert.equal(balance.hbars.toTinybars().toNumber(), 500)
  })

  test('receives hbar by a transfer, and pays hbar, also to an address without an account', async () => {
    const transfer = new TransferTransaction().addHbarTransfer(operator, Hbar.fromTinybars(-100))
    await execute(transfer.addHbarTransfer(AccountId.fromString(String(probe)), Hbar.fromTinybars(100)), client)
    const address = 'ab'.repeat(20)
    const poor = await call(probe, 'pay', parameters().addAddress(address).addUint256(5), { gas: 200_000 })
    assert.equal(String(poor.receipt.status), 'CONTRACT_REVERT_EXECUTED')
    const record = await call(probe, 'pay', parameters().addAddress(address).addUint256(5))
    assert.equal(String(record.receipt.status), 'SUCCESS')
    const { json } = await network.mirror(`/accounts/0x${address}`)
    assert.equal(json.balance.balance, 5)
    const { transactions } = (await network.mirror('/transactions?transactiontype=cryptocreateaccount&order=desc')).json
    assert.deepEqual([transactions[0].entity_id, transactions[0].nonce], [json.account, 1])
    assert.equal(transactions[0].consensus_timestamp, json.created_timestamp)
  })

  test('makes contracts, which have ids, addresses, nonces and records', async () => {
    const record = await call(probe, 'make', parameters().addUint256(42), { amount: 9 })
    const result = record.contractFunctionResult
    assert.equal(String(record.receipt.status), 'SUCCESS')
    const [child] = result?.createdContractIds ?? []
    assert.ok(child)
    assert.deepEqual(result?.contractNonces.map(({ nonce }) => nonce.toNumber()).sort(), [1, 2])
    const info = await new ContractInfoQuery().setContractId(child).execute(client)
    assert.equal(info.contractAccountId, result?.getAddress(0))
    assert.equal(info.balance.toTinybars().toNumber(), 9)
    assert.equal((await query(child, 'value')).getUint256(0).toNumber(), 42)
    const listed = (await network.mirror(`/transactions?transactiontype=contractcreateinstance&limit=1&order=desc`))
      .json
    assert.equal(listed.transactions[0].entity_id, String(child))
    assert.equal(listed.transactions[0].nonce, 1)
  })

  test('is at the address that CREATE2 predicts', async () => {
    const salt = Buffer.alloc(32, 7)
    const first = await call(probe, 'make2', parameters().addUint256(1).addBytes32(salt))
    const again = await call(probe, 'make2', parameters().addUint256(1).addBytes32(salt))
    assert.equal(String(first.receipt.status), 'SUCCESS')
    assert.equal(String(again.receipt.status), 'CONTRACT_REVERT_EXECUTED')
  })

  test('A contract that destroys itself is deleted only in the transaction that made it', async () => {
    const to = '00000000000000000000000000000000000003fe'
    const made = await call(probe, 'makeAndEnd', parameters().addUint256(1).addAddress(to), { amount: 11 })
    assert.equal(String(made.receipt.status), 'SUCCESS')
    const [child] = made.contractFunctionResult?.createdContractIds ?? []
    assert.ok(child)
    assert.equal(await statusOf(new ContractByteCodeQuery().setContractId(child).execute(client)), 'CONTRACT_DELETED')
    const other = await deploy(PROBE, { balance: 50 })
    assert.equal(String((await call(other, 'end', parameters().addAddress(to))).receipt.status), 'SUCCESS')
    const info = await new ContractInfoQuery().setContractId(other).execute(client)
    assert.deepEqual([info.isDeleted, info.balance.toTinybars().toNumber()], [false, 0])
    const self = await call(other, 'end', parameters().addAddress(addressOf(other)))
    assert.equal(String(self.receipt.status), 'OBTAINER_SAME_CONTRACT_ID')
  })

  test('pays the address that it names, also after a payment to another address was undone', async () => {
    const [undone, first, second] = ['a1', 'b2', 'c3'].map((digits) => digits.repeat(20)) as [string, string, string]
    const paying = (address: string, amount: number) => `600060006000600060${byte(amount)}73${address}5af1`
    // A creation makes accounts for itself and for an address, and reverts. The next two accounts get the same numbers.
    const reverting = `${paying(undone, 7)}60006000fd`
    const rest = `50${paying(first, 8)}50${paying(second, 9)}50${paying(undone, 4)}5000`
    const size = byte(reverting.length / 2)
    const begin = (at: number) => `60${size}60${byte(at)}60003960${size}60006007f0`
    const before = begin(0).length / 2 + rest.length / 2
    const code = begin(before) + rest + reverting
    const create = new ContractCreateTransaction().setBytecode(Buffer.from(code, 'hex')).setGas(5_000_000)
    await execute(create.setInitialBalance(Hbar.fromTinybars(100)), client)
    const balance = async (address: string) => (await network.mirror(`/accounts/0x${address}`)).json.balance.balance
    assert.deepEqual(await Promise.all([first, second, undone].map(balance)), [8, 9, 4])
  })

  test('created at an address that already holds hbars is its own administrator', async () => {
    const key = PrivateKey.generateED25519()
    const child = '60016000f3'
    const runtime = `64${child}600052600060${byte(child.length / 2)}601b6000f500`
    const size = byte(runtime.length / 2)
    const factory = await deploy(`60${size}600c60003960${size}6000f3${runtime}`, { key })
    const address = create2Address(addressOf(factory), 0, Buffer.from(child, 'hex'))
    const transfer = new TransferTransaction().addHbarTransfer(operator, Hbar.fromTinybars(-30))
    await execute(transfer.addHbarTransfer(AccountId.fromEvmAddress(0, 0, address), Hbar.fromTinybars(30)), client)
    await execute(new ContractExecuteTransaction().setContractId(factory).setGas(1_000_000), client)
    const made = ContractId.fromEvmAddress(0, 0, address)
    const info = await new ContractInfoQuery().setContractId(made).execute(client)
    assert.equal(String(info.adminKey), String(info.contractId))
    const remove = new ContractDeleteTransaction().setContractId(made).setTransferAccountId(operator)
    assert.equal(await statusOf(execute(remove, client, key)), 'MODIFYING_IMMUTABLE_CONTRACT')
  })

  test('cannot pay an account that must sign for it', async () => {
    const key = PrivateKey.generateED25519()
    const create = new AccountCreateTransaction().setKeyWithoutAlias(key.publicKey).setReceiverSignatureRequired(true)
    const { accountId } = await execute(create, client, key)
    assert.ok(accountId)
    const pay = () => calling(probe, 'pay', parameters().addAddress(addressOf(accountId)).addUint256(1))
    assert.equal(await statusOf(execute(pay(), client)), 'INVALID_SIGNATURE')
    assert.equal(await statusOf(execute(pay(), client, key)), 'SUCCESS')
  })
})

describe('The account that collects fees', () => {
  test('gets nothing from contracts, nor by a call', async () => {
    const refusal = 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED'
    const to = addressOf('0.0.802')
    assert.equal(await statusOf(execute(calling('0.0.802', 'set', parameters(), { amount: 5 }), client)), refusal)
    const other = await deploy(PROBE, { balance: 50 })
    assert.equal(String((await call(other, 'end', parameters().addAddress(to))).receipt.status), refusal)
    const pay = await call(other, 'pay', parameters().addAddress(to).addUint256(5))
    assert.equal(String(pay.receipt.status), refusal)
    const { balance } = await new ContractInfoQuery().setContractId(other).execute(client)
    assert.equal(balance.toTinybars().toNumber(), 50)
  })
})

describe('An administrator', () => {
  test('updates and deletes the contract; nobody else does', async () => {
    const [key, other] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
    const id = await deploy(PROBE, { key, balance: 70 })
    const update = () => new ContractUpdateTransaction().setContractId(id).setContractMemo('renamed').setAdminKey(other)
    assert.equal(await statusOf(execute(update(), client, key)), 'INVALID_SIGNATURE')
    await execute(update(), client, key, other)
    const asAccount = new AccountUpdateTransaction().setAccountId(String(id)).setAccountMemo('account')
    assert.equal(await statusOf(execute(asAccount, client, other)), 'INVALID_ACCOUNT_ID')
    const info = await new ContractInfoQuery().setContractId(id).execute(client)
    assert.deepEqual([info.contractMemo, String(info.adminKey)], ['renamed', String(other.publicKey)])
    const remove = () => new ContractDeleteTransaction().setContractId(id)
    assert.equal(await statusOf(execute(remove(), client, other)), 'OBTAINER_REQUIRED')
    assert.equal(await statusOf(execute(remove().setTransferAccountId(operator), client, key)), 'INVALID_SIGNATURE')
    const toContract = (to: string) => statusOf(execute(remove().setTransferContractId(to), client, other))
    assert.equal(await toContract(operator), 'INVALID_CONTRACT_ID')
    const toFees = remove().setTransferAccountId('0.0.802')
    assert.equal(await statusOf(execute(toFees, client, other)), 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
    await execute(remove().setTransferContractId(probe), client, other)
    assert.equal(await statusOf(execute(remove().setTransferAccountId(operator), client, other)), 'CONTRACT_DELETED')
    assert.equal((await new ContractInfoQuery().setContractId(id).execute(client)).isDeleted, true)
  })

  test('cannot let the contract pay for transactions', async () => {
    const key = PrivateKey.generateED25519()
    const id = await deploy(PROBE, { key, balance: 100_000_000 })
    const transfer = new TransferTransaction()
      .addHbarTransfer(String(id), Hbar.fromTinybars(-1))
      .addHbarTransfer(operator, Hbar.fromTinybars(1))
      .setTransactionId(TransactionId.generate(String(id)))
    assert.equal(await statusOf(execute(transfer, client, key)), 'PAYER_ACCOUNT_NOT_FOUND')
  })

  test('does not delete the contract while its airdrops wait', async () => {
    const key = PrivateKey.generateED25519()
    const create = new ContractCreateTransaction().setBytecode(Buffer.from(PROBE, 'hex')).setGas(3_000_000)
    create.setAdminKey(key).setMaxAutomaticTokenAssociations(1)
    const { contractId } = await execute(create, client, key)
    assert.ok(contractId)
    const holder = AccountId.fromString(String(contractId))
    const token = new TokenCreateTransaction().setTokenName('Coin').setTokenSymbol('COIN').setInitialSupply(9)
    const { tokenId } = await execute(token.setTreasuryAccountId(operator), client)
    assert.ok(tokenId)
    const move = (from: AccountId | string, to: AccountId | string) =>
      new TransferTransaction().addTokenTransfer(tokenId, from, -9).addTokenTransfer(tokenId, to, 9)
    await execute(move(operator, holder), client)
    const airdrop = new TokenAirdropTransaction().addTokenTransfer(tokenId, holder, -9)
    await execute(airdrop.addTokenTransfer(tokenId, '0.0.1023', 9), client, key)
    await execute(move(holder, operator), client, key)
    const remove = new ContractDeleteTransaction().setContractId(contractId).setTransferAccountId(operator)
    assert.equal(await statusOf(execute(remove, client, key)), 'ACCOUNT_HAS_PENDING_AIRDROPS')
  })

  test('does not exist for a contract without a key', async () => {
    const update = new ContractUpdateTransaction().setContractId(probe).setContractMemo('mine')
    assert.equal(await statusOf(execute(update, client)), 'MODIFYING_IMMUTABLE_CONTRACT')
    const remove = new ContractDeleteTransaction().setContractId(probe).setTransferAccountId(operator)
    assert.equal(await statusOf(execute(remove, client)), 'MODIFYING_IMMUTABLE_CONTRACT')
  })
})

describe('A creation', () => {
  const creating = (code: string, gas = 1_000_000) =>
    new ContractCreateTransaction().setBytecode(Buffer.from(code, 'hex')).setGas(gas)

  test('is refused with the codes of the network', async () => {
    const codes = async (create: ContractCreateTransaction) => statusOf(execute(create, client))
    assert.equal(
      await codes(new ContractCreateTransaction().setGas(100_000).setBytecodeFileId('0.0.99999')),
      'INVALID_FILE_ID',
    )
    assert.equal(
      await codes(new ContractCreateTransaction().setGas(100_000).setBytecodeFileId('0.0.112')),
      'INVALID_FILE_ID',
    )
    assert.equal(await codes(creating('')), 'CONTRACT_BYTECODE_EMPTY')
    assert.equal(await codes(creating('60006000fe')), 'CONTRACT_EXECUTION_EXCEPTION')
    assert.equal(await codes(creating(PROBE, 0)), 'INSUFFICIENT_GAS')
    assert.equal(await codes(creating(PROBE).setAutoRenewPeriod(1)), 'AUTORENEW_DURATION_NOT_IN_RANGE')
    assert.equal(await codes(creating(PROBE).setContractMemo('x'.repeat(101))), 'MEMO_TOO_LONG')
    assert.equal(await codes(creating(PROBE).setMaxAutomaticTokenAssociations(-2)), 'INVALID_MAX_AUTO_ASSOCIATIONS')
    assert.equal(await codes(creating(PROBE).setStakedAccountId('0.0.99999')), 'INVALID_STAKING_ID')
  })

  test('A contract creation that returns more than 24 KB, or code that begins with 0xef, fails', async () => {
    const returning = (size: string, first: string) => `60${first}60005361${size}6000f3`
    assert.equal(await statusOf(execute(creating(returning('6000', '01'), 6_000_000), client)), 'SUCCESS')
    assert.equal(
      await statusOf(execute(creating(returning('6001', '01'), 6_000_000), client)),
      'CONTRACT_EXECUTION_EXCEPTION',
    )
    assert.equal(await statusOf(execute(creating(returning('0001', 'ef')), client)), 'CONTRACT_EXECUTION_EXCEPTION')
  })
})
