import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { AccountCreateTransaction, AccountInfoQuery, Hbar, PrivateKey, TransferTransaction } from '@hiero-ledger/sdk'
import {
  Contract,
  ContractFactory,
  type ContractRunner,
  hexlify,
  JsonRpcProvider,
  parseEther,
  TypedDataEncoder,
  Wallet,
  WebSocketProvider,
} from 'ethers'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { execute, testNetwork } from './support/network.ts'

// token.sol (OpenZeppelin 5.1) and probe.sol, compiled by solc 0.8.28 for Cancun.
const read = (name: string) => `0x${readFileSync(new URL(`./fixtures/${name}.hex`, import.meta.url), 'utf8').trim()}`
const TOKEN = read('token')
const PROBE = read('probe')
const TOKEN_ABI = [
  'constructor(uint256 supply)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function symbol() view returns (string)',
  'event Transfer(address indexed from, address indexed to, uint256 amount)',
]
const PROBE_ABI = [
  'function set(uint256 value)',
  'function count() view returns (uint256)',
  'function fail(string reason)',
]
/** Hedera's price of gas: 71 tinybars. */
const GAS_PRICE = 710_000_000_000n

const network = await testNetwork({ after }, { ports: { rpc: 0 } })
const url = network.rpc ?? ''
// Without the cache of a quarter of a second, in which a provider repeats its last answers.
const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1, pollingInterval: 20, staticNetwork: true })
after(() => provider.destroy())

const developmentKey = (id: string): string =>
  PrivateKey.fromStringDer(network.accounts.find((one) => one.id === id)?.privateKey ?? '').toStringRaw()
const walletOf = (id: string): Wallet => new Wallet(developmentKey(id), provider)
const wallet = walletOf('0.0.1012')

interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string }
}

async function post(body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: String(body),
  })
  return { status: response.status, text: await response.text() }
}

async function rpc(method: string, ...params: unknown[]): Promise<Answer> {
  return JSON.parse((await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).text)
}

async function deploy(bytecode: string, abi: string[], by: Wallet, ...given: unknown[]): Promise<Contract> {
  const contract = await new ContractFactory(abi, bytecode, by).deploy(...given)
  await contract.waitForDeployment()
  return new Contract(await contract.getAddress(), abi, by as ContractRunner)
}

/** A contract's function by name, which ethers adds at run time. */
const method = (contract: Contract, name: string) => contract.getFunction(name)

describe('ethers', () => {
  test('knows the chain, its price of gas and its newest block', async () => {
    assert.equal((await provider.getNetwork()).chainId, 298n)
    assert.equal((await provider.getFeeData()).gasPrice, GAS_PRICE)
    const block = await provider.getBlock('latest')
    assert.ok(block)
    assert.equal(block.number, await provider.getBlockNumber())
    assert.equal((await provider.getBlock(block.hash ?? ''))?.number, block.number)
  })

  test('deploys a token at the address that its sender and nonce give, and moves balances', async () => {
    const nonce = await wallet.getNonce()
    const token = await deploy(TOKEN, TOKEN_ABI, wallet, 1000)
    const receipt = await provider.getTransactionReceipt((await lastHash()) ?? '')
    assert.equal(receipt?.contractAddress, await token.getAddress())
    assert.equal(await wallet.getNonce(), nonce + 1)
    assert.equal(await method(token, 'symbol')(), 'TOK')
    const to = walletOf('0.0.1013').address
    const sent = await method(token, 'transfer')(to, 7)
    const moved = await sent.wait()
    assert.equal(moved.status, 1)
    assert.equal(await method(token, 'balanceOf')(to), 7n)
    assert.equal(await method(token, 'balanceOf')(wallet.address), 993n)
    const events = await token.queryFilter('Transfer', moved.blockNumber, moved.blockNumber)
    assert.deepEqual(
      events.map((event) => 'args' in event && [...event.args]),
      [[wallet.address, to, 7n]],
    )
    assert.equal(moved.logs[0].transactionHash, sent.hash)
  })

  test('pays the gas that it used, and nothing else, from the balance of the wallet', async () => {
    const before = await provider.getBalance(wallet.address)
    const sent = await wallet.sendTransaction({ to: walletOf('0.0.1013').address, value: parseEther('1.5') })
    const receipt = await sent.wait()
    assert.equal(receipt?.gasUsed, 21_000n)
    assert.equal(receipt?.fee, 21_000n * GAS_PRICE)
    assert.equal(before - (await provider.getBalance(wallet.address)), parseEther('1.5') + 21_000n * GAS_PRICE)
    const transaction = await provider.getTransaction(sent.hash)
    assert.deepEqual(
      [transaction?.from, transaction?.value, transaction?.nonce, transaction?.type],
      [wallet.address, parseEther('1.5'), sent.nonce, 2],
    )
  })

  test('sends every type of transaction that Hedera takes', async () => {
    const to = walletOf('0.0.1013').address
    const entry = { address: to, storageKeys: [`0x${'00'.repeat(32)}`] }
    for (const type of [0, 1, 2] as const) {
      const more = type === 0 ? {} : { accessList: [entry] }
      const sent = await wallet.sendTransaction({ to, value: 10_000_000_000n, type, ...more })
      const receipt = await sent.wait()
      assert.equal(receipt?.type, type)
      assert.equal(receipt?.gasUsed, type === 0 ? 21_000n : 21_000n + 2400n + 1900n)
      assert.equal((await provider.getTransaction(sent.hash))?.accessList?.length ?? 0, type === 0 ? 0 : 1)
    }
  })

  test('learns the reason of a revert before it sends, and from a receipt', async () => {
    const probe = await deploy(PROBE, PROBE_ABI, wallet)
    await assert.rejects(method(probe, 'fail').staticCall('not today'), { code: 'CALL_EXCEPTION', reason: 'not today' })
    await assert.rejects(method(probe, 'fail').estimateGas('not today'), { reason: 'not today' })
    const sent = await method(probe, 'fail')('not today', { gasLimit: 100_000 })
    await assert.rejects(sent.wait(), { code: 'CALL_EXCEPTION' })
    const receipt = (await rpc('eth_getTransactionReceipt', sent.hash)).result as Record<string, string>
    assert.equal(receipt.status, '0x0')
    assert.ok(Buffer.from(receipt.revertReason?.slice(2) ?? '', 'hex').includes('not today'))
    assert.equal(await wallet.getNonce(), sent.nonce + 1)
  })

  test('sends hbars to an address without an account, whose key can then send them on', async () => {
    const stranger = Wallet.createRandom().connect(provider)
    const paid = await (await wallet.sendTransaction({ to: stranger.address, value: parseEther('20') })).wait()
    assert.equal(paid?.status, 1)
    assert.equal(await provider.getBalance(stranger.address), parseEther('20'))
    const id = (await network.mirror(`/accounts/${stranger.address}`)).json.account
    assert.equal((await network.mirror(`/accounts/${id}`)).json.key, null)
    const back = await (await stranger.sendTransaction({ to: wallet.address, value: parseEther('1') })).wait()
    assert.equal(back?.status, 1)
    const { key, ethereum_nonce } = (await network.mirror(`/accounts/${id}`)).json
    assert.equal(key.key, stranger.signingKey.compressedPublicKey.slice(2))
    assert.equal(ethereum_nonce, 1)
  })

  test('hears of events and blocks by WebSocket', async () => {
    const token = await deploy(TOKEN, TOKEN_ABI, wallet, 1000)
    const socket = new WebSocketProvider(url.replace('http', 'ws'))
    try {
      const heard = Promise.withResolvers<unknown[]>()
      const head = Promise.withResolvers<number>()
      const listening = new Contract(await token.getAddress(), TOKEN_ABI, socket)
      await listening.on('Transfer', (...args) => heard.resolve(args.slice(0, 3)))
      await socket.on('block', (number) => head.resolve(number))
      const to = walletOf('0.0.1013').address
      const receipt = await (await method(token, 'transfer')(to, 9)).wait()
      assert.deepEqual(await heard.promise, [wallet.address, to, 9n])
      assert.ok((await head.promise) <= receipt.blockNumber)
    } finally {
      await socket.destroy()
    }
  })
})

async function lastHash(): Promise<string | undefined> {
  const block = await provider.getBlock('latest')
  return block?.transactions.at(-1)
}

describe('The ledger and the mirror', () => {
  test('know an Ethereum transaction by its hash, and who sent it', async () => {
    const sent = await wallet.sendTransaction({ to: walletOf('0.0.1013').address, value: 30_000_000_000n })
    await sent.wait()
    const { json } = await network.mirror(`/contracts/results/${sent.hash}`)
    assert.deepEqual(
      [json.hash, json.from, json.nonce, json.type, json.amount, json.chain_id, json.gas_used, json.result],
      [sent.hash, wallet.address.toLowerCase(), sent.nonce, 2, 3, '0x12a', 21_000, 'SUCCESS'],
    )
    const [transaction] = (await network.mirror(`/transactions/${sent.hash}`)).json.transactions
    assert.equal(transaction.name, 'ETHEREUMTRANSACTION')
    assert.equal((await network.mirror('/accounts/0.0.1012')).json.ethereum_nonce, sent.nonce + 1)
  })

  test('let an account of the SDK with an ECDSA alias use a wallet', async () => {
    const key = PrivateKey.generateECDSA()
    const { accountId } = await execute(
      new AccountCreateTransaction().setECDSAKeyWithAlias(key).setInitialBalance(new Hbar(50)),
      network.client,
    )
    const own = new Wallet(key.toStringRaw(), provider)
    assert.equal(await provider.getBalance(own.address), parseEther('50'))
    await (await own.sendTransaction({ to: wallet.address, value: parseEther('1') })).wait()
    const info = await new AccountInfoQuery().setAccountId(accountId ?? '').execute(network.client)
    assert.equal(info.ethereumNonce?.toNumber(), 1)
  })

  test('complete a hollow account that the SDK made', async () => {
    const stranger = Wallet.createRandom().connect(provider)
    const pay = new TransferTransaction()
      .addHbarTransfer('0.0.1022', new Hbar(-10))
      .addHbarTransfer(stranger.address, new Hbar(10))
    await execute(pay, network.client)
    const receipt = await (await stranger.sendTransaction({ to: wallet.address, value: parseEther('1') })).wait()
    assert.equal(receipt?.status, 1)
  })
})

describe('A transaction is refused', () => {
  const to = `0x${'11'.repeat(20)}`
  const refusal = async (fields: object): Promise<Answer['error']> => {
    const nonce = await wallet.getNonce()
    const whole = { to, nonce, gasLimit: 700_000n, gasPrice: GAS_PRICE, chainId: 298, type: 0, ...fields }
    return (await rpc('eth_sendRawTransaction', await wallet.signTransaction(whole))).error
  }
  const cases: [string, object, number, RegExp][] = [
    ['for another chain', { chainId: 1 }, -32_000, /chainId is 0x12a/],
    ['with more gas than a transaction can have', { gasLimit: 15_000_001n }, -32_005, /exceeds max gas/],
    ['with less gas than its data cost', { gasLimit: 20_999n }, -32_003, /intrinsic gas required '21000'/],
    ['with a value below a tinybar', { value: 1n }, -32_602, /1 tinybar/],
    ['at a lower price than the network asks', { gasPrice: GAS_PRICE - 10_000_000_000n }, -32_009, /below/],
    ['with more value than the wallet has', { value: parseEther('600000') }, -32_000, /Insufficient funds/],
    [
      'with init code beyond 48 KB',
      { to: null, data: `0x${'00'.repeat(49_153)}`, gasLimit: 2_000_000n },
      -32_201,
      /Oversized/,
    ],
  ]
  for (const [name, fields, code, message] of cases)
    test(name, async () => {
      const error = await refusal(fields)
      assert.equal(error?.code, code)
      assert.match(error?.message ?? '', message)
    })

  test('A transaction with a nonce that was used, or one that is not next, is refused', async () => {
    const nonce = await wallet.getNonce()
    assert.match((await refusal({ nonce: nonce - 1 }))?.message ?? '', /Nonce too low/)
    assert.match((await refusal({ nonce: nonce + 1 }))?.message ?? '', /Nonce too high/)
  })

  test('A transaction of a wallet that has no account is refused', async () => {
    const raw = await Wallet.createRandom().signTransaction({
      ...{ to, nonce: 0, gasLimit: 21_000n, gasPrice: GAS_PRICE, chainId: 298, type: 0 },
    })
    assert.match((await rpc('eth_sendRawTransaction', raw)).error?.message ?? '', /has no account/)
  })

  test('A transaction is refused if it is none: nested lists, cut off, of an unknown type, or not hex', async () => {
    const good = await wallet.signTransaction({ to, nonce: 0, gasLimit: 21_000n, gasPrice: GAS_PRICE, chainId: 298 })
    const deep = `0x${'c1'.repeat(60_000)}`
    for (const raw of ['0x', '0xc0', deep, good.slice(0, -2), `${good}00`, '0x04c0', '0x03c0', 'nonsense', 7, null]) {
      const { error } = await rpc('eth_sendRawTransaction', raw)
      assert.ok(error && [-32_602, -32_611].includes(error.code), `${String(raw).slice(0, 40)}: ${error?.code}`)
    }
    assert.equal((await rpc('eth_chainId')).result, '0x12a')
  })
})

describe('JSON-RPC', () => {
  test('ends the answers to a batch at 32 MB, over HTTP and WebSocket', async () => {
    // Returns 2.5 MB of zeros.
    const { hash } = await wallet.sendTransaction({
      data: '0x6006600c60003960066000f3622800005ff3',
      gasLimit: 200_000n,
    })
    const { contractAddress: to } = (await provider.waitForTransaction(hash)) ?? assert.fail()
    const params = [{ to, gas: '0xe4e1c0' }, 'latest']
    const batch = JSON.stringify(Array(9).fill({ jsonrpc: '2.0', id: 1, method: 'eth_call', params }))
    const check = (text: string): void => {
      const answers: Answer[] = JSON.parse(text)
      const codes = answers.map(({ error }) => error?.code)
      assert.deepEqual(codes, [...Array(7).fill(undefined), -32_003, -32_003])
    }
    check((await post(batch)).text)
    const socket = new WebSocket(url.replace('http', 'ws'))
    await once(socket, 'open')
    const came: string[] = []
    const both = new Promise<void>((resolve) => {
      socket.on('message', (text) => {
        if (came.push(String(text)) === 2) resolve()
      })
    })
    for (const text of [batch, '{"jsonrpc":"2.0","id":2,"method":"eth_chainId"}']) socket.send(text)
    await both
    socket.close()
    check(came[0] ?? '')
    assert.equal(JSON.parse(came[1] ?? '').result, '0x12a')
  })

  test('answers batches in order, notifications with nothing, and anything that is not a request with an error', async () => {
    const call = (id: unknown, method: unknown = 'eth_chainId') => ({ jsonrpc: '2.0', id, method })
    const batch = JSON.parse((await post(JSON.stringify([call(1), call('b', 'net_version'), call(null)]))).text)
    assert.deepEqual(
      batch.map(({ id, result }: Answer) => [id, result]),
      [
        [1, '0x12a'],
        ['b', '298'],
        [null, '0x12a'],
      ],
    )
    assert.equal((await post(JSON.stringify({ jsonrpc: '2.0', method: 'eth_chainId' }))).status, 204)
    for (const body of [
      '{',
      '[]',
      '7',
      '{"id":1}',
      '{"id":{},"method":"eth_chainId"}',
      JSON.stringify(Array(101).fill(call(1))),
    ]) {
      const answer = JSON.parse((await post(body)).text)
      assert.equal(answer.error.code, -32_600, body.slice(0, 40))
    }
  })

  test('says which method or parameter is wrong', async () => {
    const wrong: [string, unknown[], number, RegExp][] = [
      ['eth_noSuchMethod', [], -32_601, /eth_noSuchMethod/],
      ['toString', [], -32_601, /toString/],
      ['eth_getBalance', ['0x12'], -32_602, /address/],
      ['eth_getBalance', [`0x${'11'.repeat(20)}`, 'newest'], -32_602, /block/],
      ['eth_getBlockByNumber', ['latest', 'yes'], -32_602, /true/],
      ['eth_getTransactionByHash', ['0x12'], -32_602, /hash/],
      ['eth_getLogs', [{ topics: 'all' }], -32_602, /topics/],
      ['eth_call', [{ to: '0x1' }, 'latest'], -32_602, /to must be an address/],
      ['eth_call', ['x'], -32_602, /object/],
      ['eth_getFilterChanges', ['0x99'], -32_001, /Filter not found/],
      ['eth_subscribe', ['newHeads'], -32_601, /eth_subscribe/],
    ]
    for (const [method, params, code, message] of wrong) {
      const { error } = await rpc(method, ...params)
      assert.equal(error?.code, code, method)
      assert.match(error?.message ?? '', message)
    }
  })

  test('returns the state at earlier blocks: balances, nonces, programs and storage', async () => {
    const start = await provider.getBlockNumber()
    const [balance, nonce] = [await provider.getBalance(wallet.address), await wallet.getNonce()]
    const probe = await deploy(PROBE, PROBE_ABI, wallet)
    const address = await probe.getAddress()
    const first = await (await method(probe, 'set')(1)).wait()
    await (await method(probe, 'set')(2)).wait()
    assert.equal(await provider.getBalance(wallet.address, start), balance)
    assert.equal(await provider.getTransactionCount(wallet.address, start), nonce)
    assert.equal(await provider.getCode(address, start), '0x')
    assert.notEqual(await provider.getCode(address), '0x')
    const slots = await Promise.all([0, 1, 2].map((slot) => provider.getStorage(address, slot)))
    const slot = slots.findIndex((value) => BigInt(value) === 2n)
    assert.ok(slot >= 0)
    assert.equal(BigInt(await provider.getStorage(address, slot, first.blockNumber)), 1n)
    assert.match((await rpc('eth_call', { to: address }, '0x0')).error?.message ?? '', /latest block only/)
  })

  test('keeps filters of logs and of blocks', async () => {
    const token = await deploy(TOKEN, TOKEN_ABI, wallet, 1000)
    const address = await token.getAddress()
    const logs = (await rpc('eth_newFilter', { address })).result
    const blocks = (await rpc('eth_newBlockFilter')).result
    const receipt = await (await method(token, 'transfer')(walletOf('0.0.1013').address, 1)).wait()
    const found = (await rpc('eth_getFilterChanges', logs)).result as { transactionHash: string }[]
    assert.deepEqual(
      found.map((log) => log.transactionHash),
      [receipt.hash],
    )
    assert.deepEqual((await rpc('eth_getFilterChanges', logs)).result, [])
    assert.ok(((await rpc('eth_getFilterChanges', blocks)).result as string[]).includes(receipt.blockHash))
    assert.equal((await rpc('eth_uninstallFilter', logs)).result, true)
    assert.equal((await rpc('eth_uninstallFilter', logs)).result, false)
    const own = (await rpc('eth_getLogs', { address, fromBlock: '0x0', toBlock: 'latest' })).result as unknown[]
    assert.equal(own.length, 2)
    const topic = `0x${'ab'.repeat(32)}`
    assert.deepEqual((await rpc('eth_getLogs', { address, fromBlock: '0x0', topics: [[topic]] })).result, [])
  })

  test('sends transactions of development accounts, which it signs', async () => {
    const accounts = (await rpc('eth_accounts')).result as string[]
    assert.ok(accounts.includes(wallet.address.toLowerCase()))
    const call = { from: accounts[0], to: accounts[1], value: '0x2540be400' }
    const hash = (await rpc('eth_sendTransaction', call)).result
    const receipt = (await rpc('eth_getTransactionReceipt', hash)).result as Record<string, string>
    assert.deepEqual([receipt.status, receipt.from, receipt.to], ['0x1', accounts[0], accounts[1]])
    const signature = (await rpc('personal_sign', `0x${Buffer.from('hello').toString('hex')}`, wallet.address)).result
    assert.equal(signature, await wallet.signMessage('hello'))
    const other = { ...call, from: `0x${'22'.repeat(20)}` }
    assert.match((await rpc('eth_sendTransaction', other)).error?.message ?? '', /no key/)
  })

  test('signs typed data for development accounts, as a wallet does (EIP-712)', async () => {
    const domain = { name: 'Token', version: '1', chainId: 298, verifyingContract: wallet.address }
    const types = {
      Order: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person[]' },
        { name: 'amounts', type: 'uint256[2][]' },
        { name: 'delta', type: 'int16' },
        { name: 'note', type: 'string' },
        { name: 'data', type: 'bytes' },
        { name: 'tag', type: 'bytes4' },
        { name: 'isFinal', type: 'bool' },
      ],
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallet', type: 'address' },
      ],
    }
    const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexlify)
    const person = fc.record({ name: fc.string({ unit: 'binary' }), wallet: address })
    const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
    const order = fc.record({
      from: person,
      to: fc.array(person, { maxLength: 3 }),
      amounts: fc.array(fc.tuple(amount, amount), { maxLength: 3 }),
      delta: fc.integer({ min: -32_768, max: 32_767 }),
      note: fc.string(),
      data: fc.uint8Array({ maxLength: 70 }).map(hexlify),
      tag: fc.uint8Array({ minLength: 4, maxLength: 4 }).map(hexlify),
      isFinal: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(order, async (message) => {
        const payload = TypedDataEncoder.getPayload(domain, types, message)
        const expected = await wallet.signTypedData(domain, types, message)
        assert.equal((await rpc('eth_signTypedData_v4', wallet.address, JSON.stringify(payload))).result, expected)
        assert.equal((await rpc('eth_signTypedData_v4', wallet.address, payload)).result, expected)
      }),
      { numRuns: 40 },
    )
  })

  test('says which part of typed data is wrong', async () => {
    const data = (type: string, value: unknown, more: object = {}) => ({
      types: { EIP712Domain: [], One: [{ name: 'it', type }], ...more },
      primaryType: 'One',
      domain: {},
      message: { it: value },
    })
    const refused = async (given: unknown) =>
      (await rpc('eth_signTypedData_v4', wallet.address, given)).error?.message ?? ''
    assert.match(await refused(data('uint8', 256)), /message\.it must be a number of 8 bits, but is 256/)
    assert.match(await refused(data('uint256', -1)), /number of 256 bits/)
    assert.match(await refused(data('bytes4', '0x12')), /message\.it must be 4 bytes in hex/)
    assert.match(await refused(data('uint8[2]', [1])), /message\.it must be a list of 2 values/)
    assert.match(await refused(data('uint8[]', [1, 'x'])), /message\.it\[1\] must be a whole number/)
    assert.match(await refused(data('string', undefined)), /message\.it must be a text, but is missing/)
    assert.match(await refused(data('Other', {})), /the type Other, which is unknown/)
    assert.match(await refused(data(`uint8${'[]'.repeat(200)}`, [])), /at most 256 characters/)
    let nested: object = {}
    for (let depth = 0; depth < 100; depth++) nested = { it: nested }
    assert.match(await refused(data('One', nested)), /nested more than 64 levels deep/)
    assert.match(await refused({ ...data('bool', true), primaryType: 'Two' }), /primaryType/)
    assert.match(await refused('{'), /or its JSON/)
    const signature = await rpc('eth_signTypedData_v4', `0x${'22'.repeat(20)}`, data('bool', true))
    assert.match(signature.error?.message ?? '', /no key/)
  })

  test("answers the mirror's contract calls on the same port, where SDKs send them", async () => {
    const path = `${url}/api/v1/contracts/call`
    const headers = { 'content-type': 'application/json' }
    const call = (body: object) => fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await call({ data: '0x60aa60005260206000f3' })
    assert.deepEqual(await answer.json(), { result: `0x${'aa'.padStart(64, '0')}` })
    const wrong = await call({ data: '0x' })
    assert.equal(wrong.status, 400)
    assert.match(await wrong.text(), /send the address to call/)
    assert.equal((await fetch(`${url}/api/v1/accounts`)).status, 404)
  })
})

/** Methods that do not move the clock, nor restore snapshots, which would disturb other tests. */
const HARMLESS = [
  ...['eth_blockNumber', 'eth_call', 'eth_estimateGas', 'eth_feeHistory', 'eth_getBalance', 'eth_getBlockByHash'],
  ...[
    'eth_getBlockByNumber',
    'eth_getBlockReceipts',
    'eth_getBlockTransactionCountByHash',
    'eth_getCode',
    'eth_getLogs',
  ],
  ...['eth_getStorageAt', 'eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionByHash', 'eth_newFilter'],
  ...['eth_getTransactionCount', 'eth_getTransactionReceipt', 'eth_getFilterChanges', 'eth_sendRawTransaction'],
  ...[
    'eth_sendTransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'web3_sha3',
    'eth_getTransactionByBlockHashAndIndex',
  ],
]

test('JSON-RPC answers generated parameters with a result or a specific error, never an internal one', async () => {
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 66 }).map((text) => `0x${text}`)
  const whole = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((one) => Buffer.from(one))
  const known = fc.constantFrom('latest', 'earliest', 'pending', '0x0', '0x1', wallet.address, true, null, 25)
  const exact = fc.oneof(whole(20), whole(32)).map((bytes) => `0x${bytes.toString('hex')}`)
  const value = fc.oneof(known, hex, exact, fc.jsonValue({ maxDepth: 2 }))
  const fields = fc.dictionary(
    fc.constantFrom(...['to', 'from', 'data', 'input', 'value', 'gas', 'address', 'topics', 'fromBlock', 'blockHash']),
    fc.oneof(value, fc.array(value, { maxLength: 3 })),
  )
  const params = fc.array(fc.oneof(value, fields), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...HARMLESS), params, async (name, given) => {
      const { error } = await rpc(name, ...given)
      assert.notEqual(error?.code, -32_603)
    }),
    { numRuns: 500 },
  )
})

describe('Methods of development networks', () => {
  test('take snapshots and return to them, once each', async () => {
    const before = await provider.getBalance(wallet.address)
    const snapshot = (await rpc('evm_snapshot')).result
    await (await wallet.sendTransaction({ to: walletOf('0.0.1013').address, value: parseEther('3') })).wait()
    assert.equal((await rpc('evm_revert', snapshot)).result, true)
    assert.equal(await provider.getBalance(wallet.address), before)
    assert.equal((await rpc('evm_revert', snapshot)).result, false)
    await (await wallet.sendTransaction({ to: walletOf('0.0.1013').address, value: parseEther('3') })).wait()
  })

  test('move the clock, and make blocks', async () => {
    const start = await provider.getBlock('latest')
    await rpc('evm_increaseTime', 86_400)
    await rpc('evm_mine')
    const later = await provider.getBlock('latest')
    assert.ok((later?.timestamp ?? 0) - (start?.timestamp ?? 0) >= 86_400)
    assert.equal((await rpc('hardhat_mine', '0x5')).result, true)
    assert.equal((await provider.getBlockNumber()) - (later?.number ?? 0), 5)
    const at = (later?.timestamp ?? 0) + 1_000_000
    await rpc('evm_setNextBlockTimestamp', at)
    await rpc('evm_mine')
    assert.equal((await provider.getBlock('latest'))?.timestamp, at)
    assert.match((await rpc('evm_setNextBlockTimestamp', 5)).error?.message ?? '', /cannot go back/)
    assert.match((await rpc('evm_increaseTime', -1)).error?.message ?? '', /quantity/)
  })

  test('are missing for pages of other sites, which may call everything else', async () => {
    const askedFrom = async (origin: string, name: string): Promise<Answer> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params: [] })
      return (await (await fetch(url, { method: 'POST', headers: { origin }, body })).json()) as Answer
    }
    for (const name of ['evm_snapshot', 'evm_mine', 'anvil_increaseTime', 'evm_revert'])
      assert.equal((await askedFrom('https://site.example', name)).error?.code, -32_601, name)
    assert.equal((await askedFrom('https://site.example', 'eth_chainId')).result, '0x12a')
    assert.equal((await askedFrom('http://localhost:3000', 'hardhat_getAutomine')).result, true)
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: { origin: 'https://site.example' } })
    await once(socket, 'open')
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_snapshot' }))
    const [answer] = await once(socket, 'message')
    socket.close()
    assert.equal(JSON.parse(String(answer)).error.code, -32_601)
  })

  test('are missing if the ledger belongs to a platform', async (t) => {
    const other = await testNetwork(t, { ports: { rpc: 0 }, hasDevelopmentMethods: false })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_snapshot', params: [] })
    const response = await fetch(other.rpc ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    assert.equal(((await response.json()) as Answer).error?.code, -32_601)
  })
})
