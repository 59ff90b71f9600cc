import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import {
  AccountUpdateTransaction,
  ContractCallQuery,
  ContractInfoQuery,
  PrivateKey,
  TokenCreateTransaction,
} from '@hiero-ledger/sdk'
import {
  AbiCoder,
  type BlockTag,
  ContractFactory,
  getAddress,
  Interface,
  JsonRpcProvider,
  JsonRpcSigner,
  keccak256,
  parseEther,
  toBeHex,
  Wallet,
  zeroPadValue,
} from 'ethers'
import fc from 'fast-check'
import { execute, type TestNetwork, testNetwork } from './support/network.ts'

// token.sol (OpenZeppelin 5.1) and probe.sol, compiled by solc 0.8.28 for Cancun.
const read = (name: string) => `0x${readFileSync(new URL(`./fixtures/${name}.hex`, import.meta.url), 'utf8').trim()}`
const TOKEN = new Interface([
  'constructor(uint256 supply)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])
const PROBE = new Interface(['function set(uint256 value)', 'function count() view returns (uint256)'])
/** Programs that return 42, 43, and the block's PREVRANDAO. */
const RETURNS_42 = '0x602a60005260206000f3'
const RETURNS_43 = '0x602b60005260206000f3'
/** Stores PREVRANDAO in slot 0. */
const STORES_RANDAO = '0x4460005500'
const HBAR = 10n ** 18n
const TINYBAR = 10n ** 10n
const SUPPLY = 50_000_000_000n * 100_000_000n
const GAS_PRICE = 710_000_000_000n

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** What `hardhat-network-helpers` (3.0 and 1.1) sends for each of its functions. */
function helpersOf(url: string) {
  const answer = async (method: string, ...params: unknown[]): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(url, { method: 'POST', headers, body })).json()) as Answer
  }
  const send = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const { result, error } = await answer(method, ...params)
    if (error) throw new Error(error.message)
    return result
  }
  const quantity = (value: bigint | number): string => `0x${value.toString(16)}`
  const word = (value: bigint | number): string => `0x${value.toString(16).padStart(64, '0')}`
  const mine = (blocks: number | bigint = 1, interval = 1) => send('hardhat_mine', quantity(blocks), quantity(interval))
  const latest = async (): Promise<number> =>
    Number(((await send('eth_getBlockByNumber', 'latest', false)) as { timestamp: string }).timestamp)
  const latestBlock = async (): Promise<number> => Number(await send('eth_blockNumber'))
  const setNextBlockTimestamp = (at: number) => send('evm_setNextBlockTimestamp', quantity(at))
  const increaseTo = async (at: number): Promise<void> => {
    await setNextBlockTimestamp(at)
    await mine()
  }
  const takeSnapshot = async () => {
    let id = await send('evm_snapshot')
    const restore = async (): Promise<void> => {
      assert.equal(await send('evm_revert', id), true)
      id = await send('evm_snapshot')
    }
    return { restore }
  }
  const fixtures = new Map<() => Promise<unknown>, { data: unknown; restore: () => Promise<void> }>()
  const loadFixture = async <T>(fixture: () => Promise<T>): Promise<T> => {
    const known = fixtures.get(fixture)
    if (!known) {
      const data = await fixture()
      fixtures.set(fixture, { data, ...(await takeSnapshot()) })
      return data
    }
    await known.restore()
    return known.data as T
  }
  return {
    ...{ answer, send, mine, takeSnapshot, loadFixture },
    version: () => send('web3_clientVersion'),
    mineUpTo: async (block: number) => mine(block - (await latestBlock())),
    dropTransaction: (hash: string) => send('hardhat_dropTransaction', hash),
    getStorageAt: (address: string, index: number | bigint, block: BlockTag = 'latest') =>
      send('eth_getStorageAt', address, quantity(index), block),
    impersonateAccount: (address: string) => send('hardhat_impersonateAccount', address),
    stopImpersonatingAccount: (address: string) => send('hardhat_stopImpersonatingAccount', address),
    setBalance: (address: string, balance: bigint) => send('hardhat_setBalance', address, quantity(balance)),
    setCode: (address: string, code: string) => send('hardhat_setCode', address, code),
    setNonce: (address: string, nonce: number) => send('hardhat_setNonce', address, quantity(nonce)),
    setNextBlockBaseFeePerGas: (price: bigint) => send('hardhat_setNextBlockBaseFeePerGas', quantity(price)),
    setPrevRandao: (value: bigint) => send('hardhat_setPrevRandao', word(value)),
    setStorageAt: (address: string, index: number | bigint, value: bigint) =>
      send('hardhat_setStorageAt', address, quantity(index), word(value)),
    time: {
      ...{ latest, latestBlock, increaseTo, setNextBlockTimestamp },
      increase: async (seconds: number) => increaseTo((await latest()) + seconds),
    },
  }
}

function connect(network: TestNetwork) {
  const url = network.rpc ?? ''
  // Without the cache of a quarter of a second, in which a provider repeats its last answers.
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, pollingInterval: 20, staticNetwork: true })
  const helpers = helpersOf(url)
  const impersonated = async (address: string): Promise<JsonRpcSigner> => {
    await helpers.impersonateAccount(address)
    return new JsonRpcSigner(provider, address)
  }
  return { url, provider, helpers, impersonated, mirror: network.mirror }
}

const network = await testNetwork({ after }, { ports: { rpc: 0 } })
const { url, provider, helpers, impersonated, mirror } = connect(network)
after(() => provider.destroy())
const [first] = (await helpers.send('eth_accounts')) as [string]
const fresh = (): string => Wallet.createRandom().address

async function deploy(abi: Interface, name: string, ...given: unknown[]): Promise<string> {
  const contract = await new ContractFactory(abi, read(name), new JsonRpcSigner(provider, first)).deploy(...given)
  await contract.waitForDeployment()
  return contract.getAddress()
}

const call = (to: string, data = '0x', block: BlockTag = 'latest') => provider.call({ to, data, blockTag: block })

async function balanceOnMirror(address: string): Promise<bigint> {
  return BigInt((await mirror(`/accounts/${address}`)).json.balance.balance)
}

/** The sum of all balances, as the mirror lists them. */
async function supply(mirror: TestNetwork['mirror'] = network.mirror): Promise<bigint> {
  let sum = 0n
  for (let path = '/accounts?limit=100&order=asc'; path; ) {
    const { json } = await mirror(path)
    for (const { balance } of json.accounts) sum += BigInt(balance.balance)
    path = json.links.next?.replace('/api/v1', '') ?? ''
  }
  return sum
}

const refused = async (method: string, ...params: unknown[]): Promise<string> =>
  (await helpers.answer(method, ...params)).error?.message ?? 'not refused'

describe('setBalance', () => {
  test('moves the difference from or to the treasury, so the supply stays the same', async () => {
    const address = fresh()
    const treasury = await balanceOnMirror('0.0.2')
    for (const balance of [parseEther('10000'), parseEther('3'), 0n, TINYBAR]) {
      assert.equal(await helpers.setBalance(address, balance), true)
      assert.equal(await provider.getBalance(address), balance)
      assert.equal(await balanceOnMirror(address), balance / TINYBAR)
      assert.equal(await balanceOnMirror('0.0.2'), treasury - balance / TINYBAR)
    }
    await helpers.send('anvil_setBalance', first, '0x0')
    assert.equal(await provider.getBalance(first), 0n)
    await helpers.send('anvil_setBalance', first, toBeHex(parseEther('500000')))
    assert.equal(await supply(), SUPPLY)
  })

  test('is a transfer on the mirror, with the creation of the account before it', async () => {
    const address = fresh()
    await helpers.setBalance(address, parseEther('7'))
    const { transactions } = (await mirror(`/transactions?account.id=0.0.2&limit=1`)).json
    const [transfer] = transactions
    assert.equal(transfer.name, 'CRYPTOTRANSFER')
    assert.equal(Buffer.from(transfer.memo_base64, 'base64').toString(), 'Development: setBalance')
    const account = (await mirror(`/accounts/${address}`)).json
    assert.deepEqual(
      transfer.transfers.map(({ account, amount }: { account: string; amount: number }) => [account, amount]),
      [
        ['0.0.2', -700_000_000],
        [account.account, 700_000_000],
      ],
    )
    const both = (await mirror(`/transactions/${transfer.transaction_id}`)).json.transactions
    assert.deepEqual(
      both.map(({ name, entity_id }: { name: string; entity_id: string }) => [name, entity_id]),
      [
        ['CRYPTOCREATEACCOUNT', account.account],
        ['CRYPTOTRANSFER', null],
      ],
    )
  })

  test('makes an account that the key of its address can use', async () => {
    const wallet = Wallet.createRandom().connect(provider)
    await helpers.setBalance(wallet.address, parseEther('5'))
    const receipt = await (await wallet.sendTransaction({ to: first, value: parseEther('1') })).wait()
    assert.equal(receipt?.status, 1)
    assert.ok((await provider.getBalance(wallet.address)) < parseEther('4'))
  })

  test('says what to send instead of a balance that cannot be', async () => {
    const all = toBeHex(parseEther('50000000001'))
    assert.match(await refused('hardhat_setBalance', fresh(), all), /supply of hbars is fixed: send at most \d+/)
    assert.match(await refused('hardhat_setBalance', fresh(), '0x5'), /multiple of 10000000000/)
    assert.match(await refused('hardhat_setBalance', zeroPadValue('0x02', 20), '0x0'), /treasury, 0\.0\.2/)
    assert.match(
      await refused('hardhat_setBalance', zeroPadValue('0xffffff', 20), '0x0'),
      /0\.0\.16777215, which does not/,
    )
    assert.match(await refused('hardhat_setBalance', '0x12', '0x0'), /40 hex digits/)
    assert.match(await refused('hardhat_setBalance', first, 'many'), /quantity like 0x1f/)
    assert.match(await refused('hardhat_setBalance', first), /quantity like 0x1f/)
  })
})

test('setBalance is exact for an account that a staking reward is due to', async (t) => {
  const other = await testNetwork(t, { ports: { rpc: 0 } })
  const { helpers, mirror } = connect(other)
  await helpers.setBalance(zeroPadValue('0x0320', 20), parseEther('1000000000')) // 0.0.800, which pays rewards
  await execute(new AccountUpdateTransaction().setAccountId('0.0.1022').setStakedNodeId(0), other.client)
  for (let day = 0; day < 4; day++) await other.advance(86_400_000)
  assert.ok((await mirror('/accounts/0.0.1022')).json.pending_reward > 0)
  await helpers.setBalance(zeroPadValue(toBeHex(1022), 20), parseEther('5'))
  assert.equal((await mirror('/accounts/0.0.1022')).json.balance.balance, 500_000_000)
  const rewards = (await mirror('/accounts/0.0.1022/rewards')).json.rewards
  assert.equal(rewards.length, 1)
  assert.equal(await supply(mirror), SUPPLY)
})

describe('setNonce', () => {
  test('sets the nonce of the next transaction', async () => {
    const wallet = Wallet.createRandom().connect(provider)
    await helpers.setBalance(wallet.address, parseEther('5'))
    await helpers.setNonce(wallet.address, 41)
    assert.equal(await wallet.getNonce(), 41)
    assert.equal((await (await wallet.sendTransaction({ to: first, value: HBAR })).wait())?.status, 1)
    assert.equal((await mirror(`/accounts/${wallet.address}`)).json.ethereum_nonce, 42)
    assert.match(await refused('hardhat_setNonce', wallet.address, '0x3'), /send a number from 42/)
    assert.match(await refused('anvil_setNonce', wallet.address, `0x${'f'.repeat(20)}`), /send a number from 42/)
    assert.equal((await helpers.answer('anvil_setNonce', wallet.address, '0x2a')).result, true)
  })
})

describe('setCode', () => {
  test('puts a program at an address without an account, and changes it', async () => {
    const address = fresh()
    await helpers.setCode(address, RETURNS_42)
    const block = await provider.getBlockNumber()
    assert.equal(await provider.getCode(address), RETURNS_42)
    assert.equal(BigInt(await call(address)), 42n)
    const contract = (await mirror(`/contracts/${address}`)).json
    assert.equal(contract.runtime_bytecode, RETURNS_42)
    assert.equal(getAddress(contract.evm_address), address)
    await helpers.mine()
    await helpers.send('anvil_setCode', address, RETURNS_43)
    assert.equal(BigInt(await call(address)), 43n)
    assert.equal((await mirror(`/contracts/${address}`)).json.runtime_bytecode, RETURNS_43)
    assert.equal(await provider.getCode(address, block), RETURNS_42, 'the program of its time')
    assert.equal(await provider.getCode(address, block - 1), '0x')
    await helpers.setCode(address, '0x')
    assert.equal(await provider.getCode(address), '0x')
  })

  test('leaves the account of a wallet usable', async () => {
    const wallet = Wallet.createRandom().connect(provider)
    await helpers.setBalance(wallet.address, parseEther('5'))
    await (await wallet.sendTransaction({ to: first, value: HBAR })).wait()
    await helpers.setCode(wallet.address, RETURNS_42)
    assert.equal(BigInt(await call(wallet.address)), 42n)
    assert.equal((await (await wallet.sendTransaction({ to: first, value: HBAR })).wait())?.status, 1)
  })

  test('gives the program of a deployed contract to a copy, whose storage is its own', async () => {
    const probe = await deploy(PROBE, 'probe')
    const copy = fresh()
    await helpers.setCode(copy, await provider.getCode(probe))
    const signer = new JsonRpcSigner(provider, first)
    await (await signer.sendTransaction({ to: copy, data: PROBE.encodeFunctionData('set', [9]) })).wait()
    assert.equal(BigInt(await call(copy, PROBE.encodeFunctionData('count'))), 9n)
    assert.equal(BigInt(await call(probe, PROBE.encodeFunctionData('count'))), 0n)
  })

  test('is refused for accounts of the network, and for programs that are too large', async () => {
    assert.match(await refused('hardhat_setCode', zeroPadValue('0x02', 20), '0x00'), /an account of the network/)
    assert.match(await refused('hardhat_setCode', fresh(), `0x${'00'.repeat(24_577)}`), /at most 24576 bytes/)
    assert.match(await refused('hardhat_setCode', fresh(), '0x0'), /even number of hex digits/)
  })
})

describe('setStorageAt', () => {
  test('sets a value that programs, eth_getStorageAt and the mirror read', async () => {
    const token = await deploy(TOKEN, 'token', 1000)
    const holder = fresh()
    // The mapping of balances is in slot 0.
    const slot = keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [holder, 0]))
    const block = await provider.getBlockNumber()
    await helpers.setStorageAt(token, BigInt(slot), 77n)
    assert.equal(BigInt(await call(token, TOKEN.encodeFunctionData('balanceOf', [holder]))), 77n)
    assert.equal(await helpers.getStorageAt(token, BigInt(slot)), toBeHex(77, 32))
    assert.equal(await helpers.getStorageAt(token, BigInt(slot), toBeHex(block)), toBeHex(0, 32))
    const state = (await mirror(`/contracts/${token}/state?slot=${slot}`)).json.state
    assert.equal(state[0].value, toBeHex(77, 32))
    await helpers.send('anvil_setStorageAt', token, slot, toBeHex(0, 32))
    assert.equal(BigInt(await call(token, TOKEN.encodeFunctionData('balanceOf', [holder]))), 0n)
    assert.equal((await mirror(`/contracts/${token}/state?slot=${slot}`)).json.state[0].value, toBeHex(0, 32))
  })

  test('says what is wrong with a slot or a value', async () => {
    assert.match(await refused('hardhat_setStorageAt', fresh(), '12', toBeHex(1, 32)), /the slot must be/)
    assert.match(await refused('hardhat_setStorageAt', fresh(), '0x0', '0x1'), /64 hex digits/)
  })
})

test('The mirror lists each change as a transaction of the ledger itself, without a fee, and proves it', async () => {
  const address = fresh()
  await helpers.setCode(address, RETURNS_42)
  await helpers.setCode(address, RETURNS_43)
  await helpers.setStorageAt(address, 1, 5n)
  await helpers.setNonce(address, 3)
  const { transactions } = (await mirror('/transactions?limit=5&order=desc')).json
  const told = transactions.map((one: Record<string, string>) => ({
    name: one.name,
    memo: Buffer.from(one.memo_base64 ?? '', 'base64').toString(),
  }))
  assert.deepEqual(told, [
    { name: 'CONTRACTUPDATEINSTANCE', memo: 'Development: setNonce' },
    { name: 'CONTRACTUPDATEINSTANCE', memo: `Development: setStorageAt ${toBeHex(1, 32)}` },
    { name: 'CONTRACTUPDATEINSTANCE', memo: 'Development: setCode' },
    { name: 'CONTRACTCREATEINSTANCE', memo: 'Development: setCode' },
    { name: 'CRYPTOCREATEACCOUNT', memo: '' },
  ])
  for (const { charged_tx_fee, transaction_id, result } of transactions) {
    assert.deepEqual([charged_tx_fee, result], [0, 'SUCCESS'])
    assert.equal(transaction_id.split('-')[0], '0.0.50')
  }
  assert.equal((await provider.getBlock('latest'))?.transactions.length, 0, 'none of them is one of Ethereum')
  const id = transactions[0].transaction_id
  await helpers.mine()
  const proof = await mirror(`/transactions/${id}/stateproof`)
  assert.equal(proof.status, 200, proof.text)
  const info = await new ContractInfoQuery()
    .setContractId(`0.0.${await numberOf({ mirror }, address)}`)
    .execute(network.client)
  assert.equal(`0x${info.contractAccountId}`, address.toLowerCase())
})

describe('An impersonated account', () => {
  test('sends hbars without its key, and pays for the gas', async () => {
    const address = fresh()
    await helpers.setBalance(address, parseEther('10'))
    const signer = await impersonated(address)
    const to = fresh()
    const sent = await signer.sendTransaction({ to, value: parseEther('2') })
    const receipt = await sent.wait()
    assert.equal(receipt?.status, 1)
    assert.equal(getAddress(receipt?.from ?? ''), address)
    assert.equal(await provider.getBalance(to), parseEther('2'))
    assert.equal(await provider.getBalance(address), parseEther('8') - (receipt?.gasUsed ?? 0n) * GAS_PRICE)
    assert.equal(await provider.getTransactionCount(address), 1)
    const found = await provider.getTransaction(sent.hash)
    assert.equal(found?.from, address)
    const result = (await mirror(`/contracts/results/${sent.hash}`)).json
    assert.equal(getAddress(result.from), address)
    assert.equal(await supply(), SUPPLY)
  })

  test('calls and deploys contracts, also as a contract', async () => {
    const token = await deploy(TOKEN, 'token', 1000)
    const holder = new JsonRpcSigner(provider, first)
    const probe = await deploy(PROBE, 'probe')
    const transfer = (to: string, amount: number) => TOKEN.encodeFunctionData('transfer', [to, amount])
    await (await holder.sendTransaction({ to: token, data: transfer(probe, 600) })).wait()
    await helpers.setBalance(probe, parseEther('20'))
    const signer = await impersonated(probe)
    const to = fresh()
    await (await signer.sendTransaction({ to: token, data: transfer(to, 250) })).wait()
    assert.equal(BigInt(await call(token, TOKEN.encodeFunctionData('balanceOf', [to]))), 250n)
    const made = await new ContractFactory(PROBE, read('probe'), signer).deploy()
    await made.waitForDeployment()
    assert.notEqual(await provider.getCode(await made.getAddress()), '0x')
    await assert.rejects(signer.sendTransaction({ to: token, data: transfer(to, 9999) }), /revert/)
    const forced = await signer.sendTransaction({ to: token, data: transfer(to, 9999), gasLimit: 100_000 })
    await assert.rejects(forced.wait(), /reverted/)
    assert.equal((await provider.getTransactionReceipt(forced.hash))?.status, 0)
  })

  test('uses what its key may do at system contracts', async () => {
    const key = PrivateKey.fromStringDer(network.accounts.find(({ id }) => id === '0.0.1022')?.privateKey ?? '')
    const create = new TokenCreateTransaction()
      .setTokenName('t')
      .setTokenSymbol('t')
      .setTreasuryAccountId('0.0.1022')
      .setSupplyKey(key)
    const { tokenId } = await execute(create, network.client)
    const signer = await impersonated(getAddress(toBeHex(1022, 20)))
    const hts = new Interface(['function mintToken(address,int64,bytes[])'])
    const data = hts.encodeFunctionData('mintToken', [toBeHex(Number(tokenId?.num), 20), 7, []])
    await (await signer.sendTransaction({ to: toBeHex(0x167, 20), data, gasLimit: 2_000_000 })).wait()
    assert.equal((await mirror(`/tokens/${tokenId}`)).json.total_supply, '7')
  })

  test('is among eth_accounts until it stops, and then cannot send', async () => {
    const address = fresh()
    await helpers.setBalance(address, parseEther('10'))
    const send = () => refused('eth_sendTransaction', { from: address, to: first, value: '0x0' })
    assert.match(await send(), /hardhat_impersonateAccount first/)
    await helpers.impersonateAccount(address)
    assert.ok(((await helpers.send('eth_accounts')) as string[]).includes(address.toLowerCase()))
    assert.equal(await send(), 'not refused')
    assert.equal(await helpers.stopImpersonatingAccount(address), true)
    assert.match(await send(), /hardhat_impersonateAccount first/)
    assert.equal(await helpers.stopImpersonatingAccount(address), false)
    await helpers.send('anvil_autoImpersonateAccount', true)
    assert.equal(await send(), 'not refused')
    await helpers.send('anvil_autoImpersonateAccount', false)
    assert.match(await send(), /hardhat_impersonateAccount first/)
    await helpers.send('anvil_impersonateAccount', address)
    assert.equal(await send(), 'not refused')
    await helpers.send('anvil_stopImpersonatingAccount', address)
    assert.match(await send(), /hardhat_impersonateAccount first/)
  })

  test('follows the rules of other senders: funds, nonce, price and gas', async () => {
    const address = fresh()
    await helpers.impersonateAccount(address)
    const send = (more: object) => refused('eth_sendTransaction', { from: address, to: first, gas: '0x5208', ...more })
    assert.match(await send({}), /has no account, send it hbars first/)
    await helpers.setBalance(address, parseEther('1'))
    assert.match(await send({ value: toBeHex(parseEther('2')) }), /Insufficient funds/)
    assert.match(await send({ nonce: '0x9' }), /Nonce too high/)
    assert.match(await send({ gasPrice: '0x0' }), /below configured minimum gas price/)
    assert.match(await send({ gas: '0x1' }), /insufficient of intrinsic gas/)
    assert.match(await send({ to: zeroPadValue('0x', 20), value: toBeHex(TINYBAR) }), /INVALID_SOLIDITY_ADDRESS/)
    assert.match(await refused('eth_sendTransaction', { to: first }), /from must be an address/)
    assert.match(await refused('anvil_autoImpersonateAccount', 'yes'), /send true/)
  })

  test('without an EVM address is named by its long-zero address', async () => {
    const address = zeroPadValue('0x0400', 20) // 0.0.1024, whose key is Ed25519
    const before = await balanceOnMirror('0.0.1024')
    const signer = await impersonated(address)
    await (await signer.sendTransaction({ to: fresh(), value: HBAR })).wait()
    assert.ok((await balanceOnMirror('0.0.1024')) < before - 100_000_000n)
  })
})

describe('The functions of hardhat-network-helpers', () => {
  test('know the network as one for development', async () => {
    assert.match(String(await helpers.version()), /^anvil\//)
  })

  test('mine, mineUpTo and time move blocks and the clock exactly', async () => {
    const start = await helpers.time.latestBlock()
    await helpers.mine(3, 60)
    assert.equal(await helpers.time.latestBlock(), start + 3)
    await helpers.mineUpTo(start + 10)
    assert.equal(await helpers.time.latestBlock(), start + 10)
    const now = await helpers.time.latest()
    await helpers.time.increase(3600)
    assert.equal(await helpers.time.latest(), now + 3600)
    await helpers.time.increaseTo(now + 10_000)
    assert.equal(await helpers.time.latest(), now + 10_000)
    await helpers.time.setNextBlockTimestamp(now + 20_000)
    await helpers.setBalance(fresh(), HBAR)
    assert.equal(await helpers.time.latest(), now + 20_000)
  })

  test('time.increase counts from the newest block, however long ago it was', async (t) => {
    let now = 1_900_000_000_000_000_000n
    const other = connect(await testNetwork(t, { ports: { rpc: 0 }, clock: { now: () => now } }))
    t.after(() => other.provider.destroy())
    await other.helpers.mine()
    const latest = await other.helpers.time.latest()
    now += 30_000_000_000n
    await other.helpers.time.increase(5)
    assert.equal(await other.helpers.time.latest(), latest + 5)
    assert.match(
      (await other.helpers.answer('evm_setNextBlockTimestamp', latest)).error?.message ?? '',
      /cannot go back/,
    )
  })

  test('loadFixture and takeSnapshot return to a state, with what development methods changed', async () => {
    const address = fresh()
    const fixture = async () => {
      await helpers.setCode(address, RETURNS_42)
      await helpers.setStorageAt(address, 1, 5n)
      await helpers.setBalance(address, HBAR)
      return { address }
    }
    await helpers.loadFixture(fixture)
    for (let round = 0; round < 2; round++) {
      await helpers.setCode(address, RETURNS_43)
      await helpers.setStorageAt(address, 1, 6n)
      await helpers.setBalance(address, 2n * HBAR)
      assert.equal(BigInt(await call(address)), 43n)
      await helpers.loadFixture(fixture)
      assert.equal(BigInt(await call(address)), 42n)
      assert.equal(await helpers.getStorageAt(address, 1), toBeHex(5, 32))
      assert.equal(await provider.getBalance(address), HBAR)
      assert.equal((await mirror(`/contracts/${address}`)).json.runtime_bytecode, RETURNS_42)
    }
  })

  test('setPrevRandao gives the next program that runs its randomness, and no later one', async () => {
    const address = fresh()
    await helpers.setCode(address, STORES_RANDAO)
    const run = async () => {
      await (await new JsonRpcSigner(provider, first).sendTransaction({ to: address })).wait()
      return BigInt(String(await helpers.getStorageAt(address, 0)))
    }
    await helpers.setPrevRandao(1234n)
    // 0x169 is simulated, and so uses nothing up.
    await helpers.send('eth_call', { to: zeroPadValue('0x0169', 20), data: '0xd83bf9a1' }, 'latest')
    await helpers.setBalance(fresh(), HBAR)
    await helpers.mine()
    assert.equal(await run(), 1234n)
    const next = await run()
    assert.notEqual(next, 1234n)
    assert.notEqual(await run(), next)
    assert.match(await refused('hardhat_setPrevRandao', '0x5'), /64 hex digits/)
  })

  test('dropTransaction finds none waiting, since all are executed as they arrive', async () => {
    assert.equal(await helpers.dropTransaction(keccak256('0x01')), false)
    const { hash } = await new JsonRpcSigner(provider, first).sendTransaction({ to: fresh(), value: HBAR })
    assert.match(await refused('hardhat_dropTransaction', hash), /cannot be dropped, because it is executed/)
  })

  test('what is fixed on Hedera can only be set to what it is', async () => {
    assert.equal(await helpers.setNextBlockBaseFeePerGas(GAS_PRICE), true)
    assert.match(await refused('hardhat_setNextBlockBaseFeePerGas', '0x0'), /price of gas is fixed on Hedera/)
    const limit = (await provider.getBlock('latest'))?.gasLimit ?? 0n
    assert.equal(await helpers.send('evm_setBlockGasLimit', toBeHex(limit)), true)
    assert.match(await refused('evm_setBlockGasLimit', '0x5208'), /gas of a block is fixed/)
    assert.equal(await helpers.send('hardhat_setCoinbase', zeroPadValue('0x62', 20)), true)
    assert.match(await refused('hardhat_setCoinbase', first), /always 0\.0\.98/)
    assert.match(await refused('hardhat_reset'), /evm_snapshot/)
    assert.match(await refused('evm_setIntervalMining', 5), /interval is always 0/)
  })
})

function folder(t: TestContext): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'localnet-development-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

test('What development methods changed outlives a restart', async (t) => {
  const dataDir = folder(t)
  const started: { stop?: () => Promise<void> } = {}
  const one = await testNetwork({ after: (stop) => Object.assign(started, { stop }) }, { dataDir, ports: { rpc: 0 } })
  const before = connect(one)
  const [contract, account, plain] = [fresh(), fresh(), fresh()]
  await before.helpers.setCode(contract, await codeOfProbe())
  await before.helpers.setStorageAt(contract, 0, 12n)
  await before.helpers.setBalance(account, parseEther('10'))
  await before.helpers.setNonce(account, 5)
  const signer = await before.impersonated(account)
  const { hash } = await signer.sendTransaction({ to: plain, value: parseEther('4') })
  await before.helpers.mine()
  const block = await before.provider.getBlockNumber()
  await before.helpers.setCode(contract, RETURNS_43)
  const tell = async ({ provider, mirror, helpers }: typeof before) => ({
    code: await provider.getCode(contract),
    earlierCode: await provider.getCode(contract, block),
    stored: await helpers.getStorageAt(contract, 0),
    balances: [await provider.getBalance(account), await provider.getBalance(plain)],
    nonce: await provider.getTransactionCount(account),
    receipt: (await provider.getTransactionReceipt(hash))?.toJSON(),
    mirror: await Promise.all(
      [
        `/contracts/${contract}`,
        `/contracts/${contract}/state`,
        `/accounts/${account}`,
        `/contracts/results/${hash}`,
      ].map(async (path) => (await mirror(path)).text),
    ),
  })
  const told = await tell(before)
  assert.equal(told.nonce, 6)
  before.provider.destroy()
  await started.stop?.()
  // Which accounts are impersonated is not part of the ledger.
  const two = await testNetwork(t, { dataDir, ports: { rpc: 0 } })
  const later = connect(two)
  t.after(() => later.provider.destroy())
  assert.deepEqual(await tell(later), told)
  const send = await later.helpers.answer('eth_sendTransaction', { from: account, to: plain, value: '0x0' })
  assert.match(send.error?.message ?? '', /hardhat_impersonateAccount first/)
  await later.helpers.setCode(contract, await codeOfProbe())
  const query = new ContractCallQuery().setContractId(`0.0.${await numberOf(later, contract)}`).setGas(50_000)
  assert.equal((await query.setFunction('count').execute(two.client)).getUint256(0).toNumber(), 12)
})

async function codeOfProbe(): Promise<string> {
  return provider.getCode(await deploy(PROBE, 'probe'))
}

async function numberOf({ mirror }: { mirror: TestNetwork['mirror'] }, address: string): Promise<string> {
  return (await mirror(`/contracts/${address}`)).json.contract_id.split('.')[2]
}

describe('Methods that change the ledger are missing', () => {
  const METHODS = [
    ...['setBalance', 'setCode', 'setNonce', 'setStorageAt', 'setPrevRandao', 'impersonateAccount'],
    ...['stopImpersonatingAccount', 'dropTransaction', 'setNextBlockBaseFeePerGas', 'setCoinbase', 'reset'],
  ].flatMap((name) => [`hardhat_${name}`, `anvil_${name}`])

  test('for pages of other sites, which cannot send as an impersonated account either', async () => {
    const address = fresh()
    await helpers.setBalance(address, parseEther('10'))
    await helpers.impersonateAccount(address)
    const ask = async (method: string, ...params: unknown[]): Promise<Answer> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(url, { method: 'POST', headers: { origin: 'https://site.example' }, body })
      return (await response.json()) as Answer
    }
    for (const name of [...METHODS, 'anvil_autoImpersonateAccount', 'evm_setBlockGasLimit'])
      assert.equal((await ask(name, address, '0x0')).error?.code, -32_601, name)
    const sent = await ask('eth_sendTransaction', { from: address, to: first, value: '0x0' })
    assert.match(sent.error?.message ?? '', /no key/)
    assert.ok(!((await ask('eth_accounts')).result as string[]).includes(address.toLowerCase()))
    assert.equal(await provider.getTransactionCount(address), 0)
  })

  test('if the ledger belongs to a platform', async (t) => {
    const other = helpersOf((await testNetwork(t, { ports: { rpc: 0 }, hasDevelopmentMethods: false })).rpc ?? '')
    for (const name of METHODS) assert.equal((await other.answer(name, first, '0x0')).error?.code, -32_601, name)
    assert.match(
      (await other.answer('eth_sendTransaction', { from: fresh(), to: first })).error?.message ?? '',
      /no key/,
    )
  })
})

test('Development methods answer generated parameters with a result or a specific error, and keep the supply', async (t) => {
  const other = await testNetwork(t, { ports: { rpc: 0 } })
  const { helpers, mirror, provider } = connect(other)
  t.after(() => provider.destroy())
  const addresses = [first, zeroPadValue('0x02', 20), zeroPadValue('0x0320', 20), fresh(), fresh(), fresh()]
  for (const address of addresses) await helpers.impersonateAccount(address)
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 66 })
  const word = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
  const amount = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((tinybars) => toBeHex(tinybars * TINYBAR))
  const address = fc.constantFrom(...addresses)
  const value = fc.oneof(
    address,
    word,
    amount,
    digits.map((text) => `0x${text}`),
    fc.jsonValue({ maxDepth: 1 }),
  )
  const transaction = fc.record(
    {
      from: address,
      to: value,
      value: fc.oneof(amount, value),
      data: value,
      gas: fc.constantFrom('0x186a0', '0x5208', 7),
    },
    { requiredKeys: ['from'] },
  )
  const names = [
    'setBalance',
    'setNonce',
    'setCode',
    'setStorageAt',
    'setPrevRandao',
    'impersonateAccount',
    'setCoinbase',
  ]
  const requests = fc.oneof(
    fc.record({
      name: fc.constantFrom(
        ...names.flatMap((one) => [`hardhat_${one}`, `anvil_${one}`]),
        'anvil_autoImpersonateAccount',
      ),
      params: fc.oneof(fc.tuple(address, amount), fc.tuple(address, word, word), fc.array(value, { maxLength: 4 })),
    }),
    fc.record({ name: fc.constant('eth_sendTransaction'), params: fc.tuple(transaction) }),
  )
  await fc.assert(
    fc.asyncProperty(requests, async ({ name, params }) => {
      assert.notEqual((await helpers.answer(name, ...params)).error?.code, -32_603)
    }),
    { numRuns: 300 },
  )
  assert.equal(await supply(mirror), SUPPLY)
})
