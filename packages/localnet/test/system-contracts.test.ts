import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import {
  AccountCreateTransaction,
  AccountId,
  ContractCreateTransaction,
  ContractExecuteTransaction,
  Hbar,
  KeyList,
  PrivateKey,
  type ScheduleId,
  ScheduleInfoQuery,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  type TokenId,
  TokenMintTransaction,
  TokenType,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { AbiCoder, Contract, ContractFactory, getAddress, Interface, JsonRpcProvider, parseEther, Wallet } from 'ethers'
import { execute, testNetwork } from './support/network.ts'

const read = (name: string) => `0x${readFileSync(new URL(`./fixtures/${name}.hex`, import.meta.url), 'utf8').trim()}`
// probe.sol, compiled by solc 0.8.28 for Cancun: its tryCall() calls any address.
const PROBE_ABI = ['function tryCall(address to, bytes data) returns (bool ok, bytes out)', 'constructor() payable']

const HTS = '0x0000000000000000000000000000000000000167'
const RATE = '0x0000000000000000000000000000000000000168'
const PRNG = '0x0000000000000000000000000000000000000169'
const HAS = '0x000000000000000000000000000000000000016a'

const KEY_STRUCT = 'tuple(bool inherit, address contractId, bytes ed25519, bytes ecdsa, address delegatable)'
const TOKEN_STRUCT = `tuple(string name, string symbol, address treasury, string memo, bool isFinite, int64 maxSupply, bool freezeDefault, tuple(uint256 keyType, ${KEY_STRUCT} key)[] keys, tuple(int64 second, address account, int64 period) expiry)`
const hts = new Interface([
  'function transferToken(address,address,address,int64) returns (int64)',
  'function transferNFT(address,address,address,int64) returns (int64)',
  'function transferFrom(address,address,address,uint256) returns (int64)',
  'function associateToken(address,address) returns (int64)',
  'function dissociateToken(address,address) returns (int64)',
  'function mintToken(address,int64,bytes[]) returns (int64,int64,int64[])',
  'function burnToken(address,int64,int64[]) returns (int64,int64)',
  'function approve(address,address,uint256) returns (int64,bool)',
  'function allowance(address,address,address) returns (int64,uint256)',
  'function isToken(address) returns (int64,bool)',
  'function getTokenInfo(address) returns (int64)',
  'function getTokenKey(address,uint256) returns (int64, tuple(bool,address,bytes,bytes,address))',
  'function freezeToken(address,address) returns (int64)',
  `function createFungibleToken(${TOKEN_STRUCT},int64,int32) payable returns (int64,address)`,
])
const TOKEN_ABI = [
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address,uint256) returns (bool)',
  'function transferFrom(address,address,uint256) returns (bool)',
  'function approve(address,uint256) returns (bool)',
  'function allowance(address,address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function tokenURI(uint256) view returns (string)',
  'function associate() returns (int64)',
  'function dissociate() returns (int64)',
  'function isAssociated() view returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]
const SUCCESS = 22n
const NO_SIGNATURE = 326n

const network = await testNetwork({ after }, { ports: { rpc: 0 } })
const { client } = network
const provider = new JsonRpcProvider(network.rpc ?? '', undefined, {
  cacheTimeout: -1,
  pollingInterval: 20,
  staticNetwork: true,
})
after(() => provider.destroy())

const keyOf = (id: string): PrivateKey =>
  PrivateKey.fromStringDer(network.accounts.find((one) => one.id === id)?.privateKey ?? '')
const walletOf = (id: string): Wallet => new Wallet(keyOf(id).toStringRaw(), provider)
const [alice, bob] = [walletOf('0.0.1012'), walletOf('0.0.1013')]
const treasury = AccountId.fromString('0.0.1022')
const addressOf = ({ num }: TokenId | AccountId): string => `0x${num.toString(16).padStart(40, '0')}`
const method = (contract: Contract, name: string) => contract.getFunction(name)

async function probe(): Promise<{ readonly address: string; readonly id: string; readonly contract: Contract }> {
  const contract = await new ContractFactory(PROBE_ABI, read('probe'), alice).deploy()
  await contract.waitForDeployment()
  const address = await contract.getAddress()
  const { json } = await network.mirror(`/contracts/${address}`)
  return { address, id: json.contract_id, contract: new Contract(address, PROBE_ABI, alice) }
}

/** Calls a function of the token service by a contract; returns its results and the transaction. */
async function through(contract: Contract, name: string, ...args: unknown[]) {
  const data = hts.encodeFunctionData(name, args)
  const [ok, out] = await method(contract, 'tryCall').staticCall(HTS, data)
  const sent = await method(contract, 'tryCall')(HTS, data, { gasLimit: 5_000_000 })
  const receipt = await sent.wait()
  return { ok, results: ok ? [...hts.decodeFunctionResult(name, out)] : [], out, receipt, hash: sent.hash }
}

// agent.sol, compiled by solc 0.8.28 for Cancun: its run() takes several steps, some of which a revert undoes.
const AGENT_ABI = [
  'constructor() payable',
  'function run(tuple(uint8 kind, address to, uint256 value, bytes data)[] steps) payable',
  'event Done(bool ok, bytes out)',
]
const Kind = { Call: 0, Create: 1, Undo: 2, Balance: 3 } as const
interface Step {
  readonly kind: number
  readonly to: string
  readonly value: number
  readonly data: string
}
const call = (to: string, data: string, value = 0): Step => ({ kind: Kind.Call, to, value, data })
const STEPS = ['tuple(uint8 kind, address to, uint256 value, bytes data)[]']
const undo = (steps: readonly Step[]): Step => ({
  kind: Kind.Undo,
  to: HTS,
  value: 0,
  data: AbiCoder.defaultAbiCoder().encode(STEPS, [steps]),
})

async function agent(): Promise<{ readonly address: string; readonly id: string; readonly contract: Contract }> {
  const contract = await new ContractFactory(AGENT_ABI, read('agent'), alice).deploy({ value: parseEther('10') })
  await contract.waitForDeployment()
  const address = await contract.getAddress()
  const { json } = await network.mirror(`/contracts/${address}`)
  return { address, id: json.contract_id, contract: new Contract(address, AGENT_ABI, alice) }
}

/** Takes steps by an agent; returns the result of each. */
async function run(contract: Contract, steps: readonly Step[]): Promise<{ ok: boolean; out: string }[]> {
  const sent = await method(contract, 'run')(steps, { gasLimit: 10_000_000 })
  const { logs } = await sent.wait()
  const address = await contract.getAddress()
  return logs
    .filter((log: { address: string }) => log.address === address)
    .map((log: { data: string }) => contract.interface.decodeEventLog('Done', log.data))
}

const fungible = () =>
  new TokenCreateTransaction()
    .setTokenName('Gold')
    .setTokenSymbol('GLD')
    .setDecimals(2)
    .setInitialSupply(1000)
    .setTreasuryAccountId(treasury)

async function token(make = fungible()): Promise<TokenId> {
  const { tokenId } = await execute(make, client)
  assert.ok(tokenId)
  return tokenId
}

const associate = (id: string, ...tokens: TokenId[]) =>
  execute(new TokenAssociateTransaction().setAccountId(id).setTokenIds(tokens), client, keyOf(id))

const give = (tokenId: TokenId, to: string, amount: number) =>
  execute(
    new TransferTransaction().addTokenTransfer(tokenId, treasury, -amount).addTokenTransfer(tokenId, to, amount),
    client,
  )

describe('a token at its own address', () => {
  test('is an ERC-20: reads, transfers and allowances, with events', async () => {
    const tokenId = await token()
    await associate('0.0.1012', tokenId)
    await associate('0.0.1013', tokenId)
    await give(tokenId, '0.0.1012', 100)
    const erc20 = new Contract(addressOf(tokenId), TOKEN_ABI, alice)
    assert.equal(await method(erc20, 'name')(), 'Gold')
    assert.equal(await method(erc20, 'symbol')(), 'GLD')
    assert.equal(await method(erc20, 'decimals')(), 2n)
    assert.equal(await method(erc20, 'totalSupply')(), 1000n)
    assert.equal(await method(erc20, 'balanceOf')(alice.address), 100n)

    const moved = await (await method(erc20, 'transfer')(bob.address, 7)).wait()
    assert.equal(moved.status, 1)
    assert.equal(await method(erc20, 'balanceOf')(bob.address), 7n)
    const [event] = await erc20.queryFilter('Transfer', moved.blockNumber, moved.blockNumber)
    assert.deepEqual(event && 'args' in event && [...event.args], [alice.address, bob.address, 7n])

    await (await method(erc20, 'approve')(bob.address, 30)).wait()
    assert.equal(await method(erc20, 'allowance')(alice.address, bob.address), 30n)
    const byBob = erc20.connect(bob) as Contract
    await (await method(byBob, 'transferFrom')(alice.address, bob.address, 20)).wait()
    assert.equal(await method(erc20, 'allowance')(alice.address, bob.address), 10n)
    assert.equal(await method(erc20, 'balanceOf')(bob.address), 27n)
    await assert.rejects(method(byBob, 'transferFrom').staticCall(alice.address, bob.address, 20), /reverted/)
  })

  test('associates and dissociates its caller (HIP-719)', async () => {
    const tokenId = await token()
    const own = new Contract(addressOf(tokenId), TOKEN_ABI, alice)
    assert.equal(await method(own, 'isAssociated')(), false)
    assert.equal(await method(own, 'associate').staticCall(), SUCCESS)
    await (await method(own, 'associate')()).wait()
    assert.equal(await method(own, 'isAssociated')(), true)
    await (await method(own, 'dissociate')()).wait()
    assert.equal(await method(own, 'isAssociated')(), false)
  })

  test('is an ERC-721 if it is non-fungible', async () => {
    const supply = PrivateKey.generateED25519()
    const make = new TokenCreateTransaction()
      .setTokenName('Card')
      .setTokenSymbol('CRD')
      .setTokenType(TokenType.NonFungibleUnique)
      .setSupplyKey(supply)
      .setTreasuryAccountId(treasury)
    const tokenId = await token(make)
    await execute(new TokenMintTransaction().setTokenId(tokenId).setMetadata([Buffer.from('ipfs://1')]), client, supply)
    await associate('0.0.1012', tokenId)
    await associate('0.0.1013', tokenId)
    await execute(new TransferTransaction().addNftTransfer(tokenId, 1, treasury, '0.0.1012'), client)
    const erc721 = new Contract(addressOf(tokenId), TOKEN_ABI, alice)
    assert.equal(await method(erc721, 'ownerOf')(1), alice.address)
    assert.equal(await method(erc721, 'tokenURI')(1), 'ipfs://1')
    const moved = await (await method(erc721, 'transferFrom')(alice.address, bob.address, 1)).wait()
    assert.deepEqual([moved.status, moved.logs.length, moved.logs[0].topics.length], [1, 1, 4])
    assert.equal(await method(erc721, 'ownerOf')(1), bob.address)
    await assert.rejects(method(erc721, 'decimals').staticCall(), /reverted/)
  })

  test('has the program of HIP-719', async () => {
    const code = await provider.getCode(addressOf(await token()))
    assert.match(code, /^0x6080604052348015600f57600080fd5b50600061016790507761.*618dc65e|^0x60806040/)
    assert.equal(await provider.getCode(HTS), '0xfe')
  })
})

describe('the token service', () => {
  test('moves what belongs to the contract that calls, and nothing else without an allowance', async () => {
    const tokenId = await token()
    const address = addressOf(tokenId)
    const { address: by, id, contract } = await probe()
    await associate('0.0.1012', tokenId)
    await give(tokenId, '0.0.1012', 50)

    assert.deepEqual((await through(contract, 'associateToken', alice.address, address)).results, [NO_SIGNATURE])
    assert.deepEqual([...(await through(contract, 'associateToken', by, address)).results], [SUCCESS])
    await give(tokenId, id, 10)
    const given = await through(contract, 'transferToken', address, by, alice.address, 4)
    assert.deepEqual([...given.results], [SUCCESS])
    assert.equal(given.receipt.logs.length, 1)
    const taken = await through(contract, 'transferToken', address, alice.address, by, 4)
    assert.notEqual(taken.results[0], SUCCESS)
    const erc20 = new Contract(address, TOKEN_ABI, alice)
    await (await method(erc20, 'approve')(by, 5)).wait()
    assert.deepEqual([...(await through(contract, 'transferFrom', address, alice.address, by, 5)).results], [SUCCESS])
    assert.equal(await method(erc20, 'balanceOf')(by), 11n)
    assert.equal(await method(erc20, 'balanceOf')(alice.address), 49n)
  })

  test('mints and burns for a contract that is the supply key', async () => {
    const { id, contract } = await probe()
    const other = await probe()
    const { ContractId } = await import('@hiero-ledger/sdk')
    const tokenId = await token(fungible().setSupplyKey(ContractId.fromString(id)))
    const address = addressOf(tokenId)
    assert.deepEqual((await through(contract, 'mintToken', address, 5, [])).results.slice(0, 2), [SUCCESS, 1005n])
    assert.deepEqual((await through(contract, 'burnToken', address, 3, [])).results.slice(0, 2), [SUCCESS, 1002n])
    assert.deepEqual((await through(other.contract, 'mintToken', address, 5, [])).results.slice(0, 2), [
      NO_SIGNATURE,
      0n,
    ])
    assert.deepEqual((await through(contract, 'freezeToken', address, alice.address)).results[0], 172n)
  })

  test('counts a contract among the keys of a list', async () => {
    const tokenId = await token()
    const { id, contract } = await probe()
    const { AccountUpdateTransaction, ContractId } = await import('@hiero-ledger/sdk')
    const key = keyOf('0.0.1014')
    const list = new KeyList([key.publicKey, ContractId.fromString(id)], 1)
    await execute(new AccountUpdateTransaction().setAccountId('0.0.1014').setKey(list), client, key)
    const wallet = walletOf('0.0.1014')
    const done = await through(contract, 'associateToken', wallet.address, addressOf(tokenId))
    assert.deepEqual([...done.results], [SUCCESS])
  })

  test('creates a token for the value that is sent along', async () => {
    const contract = new Contract(HTS, hts, alice)
    const keys = [
      { keyType: 1n | 16n, key: { inherit: true, contractId: ZERO, ed25519: '0x', ecdsa: '0x', delegatable: ZERO } },
    ]
    const struct = {
      name: 'Made',
      symbol: 'MAD',
      treasury: alice.address,
      memo: 'by a contract',
      isFinite: false,
      maxSupply: 0,
      freezeDefault: false,
      keys,
      expiry: { second: 0, account: alice.address, period: 7_776_000 },
    }
    const options = { value: parseEther('20'), gasLimit: 1_000_000 }
    const [code, made] = await method(contract, 'createFungibleToken').staticCall(struct, 500, 3, options)
    assert.equal(code, SUCCESS)
    const before = await provider.getBalance(alice.address)
    const receipt = await (await method(contract, 'createFungibleToken')(struct, 500, 3, options)).wait()
    assert.equal(receipt.status, 1)
    const erc20 = new Contract(made, TOKEN_ABI, alice)
    assert.equal(await method(erc20, 'name')(), 'Made')
    assert.equal(await method(erc20, 'balanceOf')(alice.address), 500n)
    const price = before - (await provider.getBalance(alice.address))
    assert.ok(price > parseEther('9') && price < parseEther('11'), `${price}`)
    const { json } = await network.mirror(`/tokens/0.0.${Number(made)}`)
    assert.deepEqual(
      [json.name, json.memo, json.decimals, json.treasury_account_id],
      ['Made', 'by a contract', '3', '0.0.1012'],
    )
    const [, key] = await method(contract, 'getTokenKey').staticCall(made, 1)
    assert.equal(key[3], `0x${keyOf('0.0.1012').publicKey.toStringRaw()}`)
  })

  test('records each transaction of a contract as a child', async () => {
    const tokenId = await token()
    const { address: by, contract } = await probe()
    const { hash } = await through(contract, 'associateToken', by, addressOf(tokenId))
    const { json: result } = await network.mirror(`/contracts/results/${hash}`)
    const { json } = await network.mirror(`/transactions?timestamp=gte:${result.timestamp}&order=asc&limit=2`)
    const [parent, child] = json.transactions
    assert.deepEqual(
      [parent.name, parent.nonce, child.name, child.nonce],
      ['ETHEREUMTRANSACTION', 0, 'TOKENASSOCIATE', 1],
    )
    assert.deepEqual([child.result, child.parent_consensus_timestamp], ['SUCCESS', parent.consensus_timestamp])
  })

  test('answers malformed and unknown calls as the network does', async () => {
    const { contract } = await probe()
    const [unknown, out] = await method(contract, 'tryCall').staticCall(HTS, '0x12345678')
    assert.deepEqual([unknown, out], [true, '0x'])
    const cut = hts.encodeFunctionData('isToken', [HTS]).slice(0, -2)
    assert.deepEqual([...(await method(contract, 'tryCall').staticCall(HTS, cut))], [false, '0x'])
    assert.deepEqual([...(await method(contract, 'tryCall').staticCall(HTS, '0x12'))], [false, '0x'])
    assert.deepEqual([...(await through(contract, 'isToken', HTS)).results], [SUCCESS, false])
    assert.deepEqual(
      [...(await through(contract, 'transferToken', HTS, alice.address, bob.address, 1)).results].map(
        (code) => code !== SUCCESS,
      ),
      [true],
    )
  })
})

const ZERO = `0x${'00'.repeat(20)}`

test('0x168 converts with the exchange rate', async () => {
  const rate = new Contract(
    RATE,
    [
      'function tinycentsToTinybars(uint256) view returns (uint256)',
      'function tinybarsToTinycents(uint256) view returns (uint256)',
    ],
    provider,
  )
  assert.equal(await method(rate, 'tinycentsToTinybars')(1200), 100n)
  assert.equal(await method(rate, 'tinybarsToTinycents')(100), 1200n)
})

test('0x169 gives a number that differs between transactions', async () => {
  const prng = new Contract(PRNG, ['function getPseudorandomSeed() returns (uint256)'], alice)
  const first = await method(prng, 'getPseudorandomSeed').staticCall()
  await (await method(prng, 'getPseudorandomSeed')()).wait()
  const second = await method(prng, 'getPseudorandomSeed').staticCall()
  assert.notEqual(first, second)
})

describe('the account service', () => {
  test('approves hbar at 0x16a and at the address of the account', async () => {
    const has = new Contract(
      HAS,
      [
        'function hbarApprove(address,address,int256) returns (int64)',
        'function hbarAllowance(address,address) returns (int64,int256)',
      ],
      alice,
    )
    await (await method(has, 'hbarApprove')(alice.address, bob.address, 77)).wait()
    assert.deepEqual([...(await method(has, 'hbarAllowance').staticCall(alice.address, bob.address))], [SUCCESS, 77n])
    const own = new Contract(
      alice.address,
      [
        'function hbarApprove(address,int256) returns (int64)',
        'function hbarAllowance(address) returns (int64,int256)',
        'function setUnlimitedAutomaticAssociations(bool) returns (int64)',
      ],
      alice,
    )
    await (await method(own, 'hbarApprove')(bob.address, 78)).wait()
    assert.deepEqual([...(await method(own, 'hbarAllowance').staticCall(bob.address))], [SUCCESS, 78n])
    await (await method(own, 'setUnlimitedAutomaticAssociations')(true)).wait()
    const { json } = await network.mirror('/accounts/0.0.1012')
    assert.equal(json.max_automatic_token_associations, -1)
    await assert.rejects(
      method(has.connect(bob) as Contract, 'hbarApprove').staticCall(alice.address, bob.address, 99),
      /reverted/,
    )
  })

  test('says whether a signature authorises for an account', async () => {
    const has = new Contract(
      HAS,
      [
        'function isAuthorizedRaw(address,bytes,bytes) returns (bool)',
        'function isValidAlias(address) returns (bool)',
        'function getHederaAccountNumAlias(address) returns (int64,address)',
      ],
      alice,
    )
    const hash = `0x${'ab'.repeat(32)}`
    const signature = alice.signingKey.sign(hash).serialized
    assert.equal(await method(has, 'isAuthorizedRaw').staticCall(alice.address, hash, signature), true)
    assert.equal(await method(has, 'isAuthorizedRaw').staticCall(bob.address, hash, signature), false)
    const ed = keyOf('0.0.1022')
    const message = Buffer.from('hello')
    const account = addressOf(treasury)
    assert.equal(await method(has, 'isAuthorizedRaw').staticCall(account, message, ed.sign(message)), true)
    assert.equal(await method(has, 'isValidAlias').staticCall(alice.address), true)
    const [code, number] = await method(has, 'getHederaAccountNumAlias').staticCall(alice.address)
    assert.deepEqual([code, Number(number)], [SUCCESS, 1012])
  })
})

describe('an equal key', () => {
  const facade = new Interface(['function hbarApprove(address,int256) returns (int64)'])
  const roles = new Interface(['function pauseToken(address) returns (int64)'])
  const key = keyOf('0.0.1022')
  const withRoles = () => fungible().setSupplyKey(key).setPauseKey(key).setAdminKey(key)
  const allowances = async () => (await network.mirror('/accounts/0.0.1022/allowances/crypto')).json.allowances

  test("of an account whose EVM address another key signs for moves nothing of the key's holder", async () => {
    const mine = PrivateKey.generateECDSA()
    const create = new AccountCreateTransaction()
      .setKeyWithAlias(key.publicKey, mine.publicKey)
      .setInitialBalance(new Hbar(100))
    await execute(create, client, mine)
    const thief = new Wallet(mine.toStringRaw(), provider)
    const made = await token(withRoles())
    const send = async (to: string, data: string) =>
      (await thief.sendTransaction({ to, data, gasLimit: 2_000_000 })).wait().catch(() => undefined)
    await send(addressOf(treasury), facade.encodeFunctionData('hbarApprove', [thief.address, 5]))
    assert.deepEqual(await allowances(), [])
    await send(HTS, hts.encodeFunctionData('mintToken', [addressOf(made), 7, []]))
    await send(HTS, roles.encodeFunctionData('pauseToken', [addressOf(made)]))
    const { json } = await network.mirror(`/tokens/${made}`)
    assert.deepEqual([json.total_supply, json.pause_status], ['1000', 'UNPAUSED'])
    // It still acts for itself.
    await send(HTS, hts.encodeFunctionData('associateToken', [thief.address, addressOf(made)]))
    const { tokens } = (await network.mirror(`/accounts/${thief.address}/tokens`)).json
    assert.deepEqual(
      tokens.map(({ token_id }: { token_id: string }) => token_id),
      [String(made)],
    )
  })

  test('of a contract that makes contracts for anybody gives these nothing of its administrator, nor of itself', async () => {
    const create = new ContractCreateTransaction()
      .setBytecode(Buffer.from(read('agent').slice(2), 'hex'))
      .setGas(3_000_000)
      .setAdminKey(key)
    const { contractId } = await execute(create, client)
    assert.ok(contractId)
    const { json } = await network.mirror(`/contracts/${contractId}`)
    const factory = new Contract(getAddress(json.evm_address), AGENT_ABI, alice)
    const [step] = await run(factory, [{ kind: Kind.Create, to: HTS, value: 0, data: read('probe') }])
    const [child] = AbiCoder.defaultAbiCoder().decode(['address'], step?.out ?? '0x')
    const contract = new Contract(child, PROBE_ABI, alice)
    const made = await token(withRoles())
    const tokensOf = async (address: string) => {
      const { tokens } = (await network.mirror(`/accounts/${address}/tokens`)).json
      return tokens.map(({ token_id }: { token_id: string }) => token_id)
    }
    const send = async (to: string, data: string) =>
      (await method(contract, 'tryCall')(to, data, { gasLimit: 2_000_000 })).wait()
    await send(HTS, hts.encodeFunctionData('mintToken', [addressOf(made), 7, []]))
    assert.equal((await network.mirror(`/tokens/${made}`)).json.total_supply, '1000')
    await send(addressOf(treasury), facade.encodeFunctionData('hbarApprove', [alice.address, 5]))
    assert.deepEqual(await allowances(), [])
    for (const account of [json.evm_address, child])
      await send(HTS, hts.encodeFunctionData('associateToken', [account, addressOf(made)]))
    assert.deepEqual([await tokensOf(json.evm_address), await tokensOf(child)], [[], [String(made)]])
  })

  test("counts if the key has signed the contract's call", async () => {
    const made = await token(withRoles())
    const data = Buffer.from(hts.encodeFunctionData('mintToken', [addressOf(made), 7, []]).slice(2), 'hex')
    const call = new ContractExecuteTransaction().setContractId('0.0.359').setGas(2_000_000).setFunctionParameters(data)
    await execute(call, client)
    assert.equal((await network.mirror(`/tokens/${made}`)).json.total_supply, '1007')
  })
})

test('An account that a reverted call made is not found again at its address', async () => {
  const tokenId = await token()
  const { address, id, contract } = await agent()
  await run(contract, [call(HTS, hts.encodeFunctionData('associateToken', [address, addressOf(tokenId)]))])
  await give(tokenId, id, 100)
  const nobody = `0x${'ab'.repeat(20)}`
  const transfer = hts.encodeFunctionData('transferToken', [addressOf(tokenId), address, nobody, 1])
  const balance = { kind: Kind.Balance, to: nobody, value: 0, data: '0x' }
  const create = { kind: Kind.Create, to: nobody, value: 777, data: read('probe') }
  const [undone, made, after] = await run(contract, [undo([call(HTS, transfer), balance]), create, balance])
  assert.deepEqual([undone?.ok, made?.ok, BigInt(after?.out ?? 0)], [false, true, 0n])
})

test('A reverted call leaves no record of an account that it made, and reverts nothing before it', async () => {
  const tokenId = await token()
  const { address, id, contract } = await agent()
  await run(contract, [call(HTS, hts.encodeFunctionData('associateToken', [address, addressOf(tokenId)]))])
  await give(tokenId, id, 100)
  const transfer = [addressOf(tokenId), address, `0x${'ac'.repeat(20)}`, 1]
  await run(contract, [
    call(PRNG, '0xd83bf9a1'),
    undo([{ kind: Kind.Balance, to: HTS, value: 0, data: '0x' }]),
    undo([call(HTS, hts.encodeFunctionData('transferToken', transfer))]),
  ])
  const { json } = await network.mirror('/transactions?limit=3&order=desc')
  assert.deepEqual(
    json.transactions.map((one: { name: string; result: string }) => `${one.name} ${one.result}`),
    ['CRYPTOTRANSFER REVERTED_SUCCESS', 'UTILPRNG SUCCESS', 'ETHEREUMTRANSACTION SUCCESS'],
  )
})

test('The gas of a block counts each transaction once, without its children', async () => {
  const tokenId = await token()
  const { address, contract } = await agent()
  await run(contract, [call(HTS, hts.encodeFunctionData('associateToken', [address, addressOf(tokenId)]))])
  const block = await provider.getBlock('latest')
  const receipts = await Promise.all((block?.transactions ?? []).map((hash) => provider.getTransactionReceipt(hash)))
  const used = receipts.reduce((sum, receipt) => sum + (receipt?.gasUsed ?? 0n), 0n)
  assert.deepEqual([block?.gasUsed, receipts.at(-1)?.cumulativeGasUsed], [used, used])
})

test('what a failed contract dispatched is told, but changed nothing', async () => {
  const tokenId = await token()
  const { address: by, contract } = await probe()
  const data = hts.encodeFunctionData('associateToken', [by, addressOf(tokenId)])
  // Enough for the association, too little for what follows it.
  const { address: outer, contract: caller } = await probe()
  const nested = contract.interface.encodeFunctionData('tryCall', [HTS, data])
  const failing = caller.interface.encodeFunctionData('tryCall', [by, nested])
  const sent = await alice.sendTransaction({ to: outer, data: failing, gasLimit: 900_000 })
  await sent.wait().catch(() => undefined)
  const { json } = await network.mirror(`/tokens/${tokenId}/balances?account.id=gte:0.0.0`)
  const { json: accounts } = await network.mirror(`/contracts/${by}`)
  const holds = json.balances.some((one: { account: string }) => one.account === accounts.contract_id)
  const { json: result } = await network.mirror(`/contracts/results/${sent.hash}`)
  assert.equal(holds, result.result === 'SUCCESS')
})

describe('the schedule service', () => {
  const HSS = '0x000000000000000000000000000000000000016b'
  const hss = new Interface([
    'function scheduleCall(address,uint256,uint256,uint64,bytes) returns (int64,address)',
    'function executeCallOnPayerSignature(address,address,uint256,uint256,uint64,bytes) returns (int64,address)',
    'function authorizeSchedule(address) returns (int64)',
    'function deleteSchedule(address) returns (int64)',
    'function hasScheduleCapacity(uint256,uint256) view returns (bool)',
  ])
  const facade = ['function signSchedule() returns (int64)', 'function deleteSchedule() returns (int64)']
  const counter = new Interface(['function set(uint256)', 'function count() view returns (uint256)'])
  const later = async (seconds: number): Promise<number> =>
    ((await provider.getBlock('latest'))?.timestamp ?? 0) + seconds

  async function schedule(contract: Contract, address: string, value: number): Promise<string> {
    const call = counter.encodeFunctionData('set', [value])
    const data = hss.encodeFunctionData('scheduleCall', [address, await later(100), 200_000, 0, call])
    const [ok, out] = await method(contract, 'tryCall').staticCall(HSS, data)
    assert.equal(ok, true)
    const [code, made] = hss.decodeFunctionResult('scheduleCall', out)
    assert.equal(code, SUCCESS)
    await (await method(contract, 'tryCall')(HSS, data, { gasLimit: 5_000_000 })).wait()
    return made
  }

  test('deletes for the contract that scheduled, and for nobody else', async () => {
    const { address, contract } = await probe()
    const made = await schedule(contract, address, 43)
    const own = new Contract(made, facade, alice)
    assert.notEqual(await method(own, 'deleteSchedule').staticCall(), SUCCESS)
    const data = hss.encodeFunctionData('deleteSchedule', [made])
    await (await method(contract, 'tryCall')(HSS, data, { gasLimit: 2_000_000 })).wait()
    const { json } = await network.mirror(`/schedules/0.0.${Number(made)}`)
    assert.equal(json.deleted, true)
  })

  test('signs a schedule at its own address, for the account that calls', async () => {
    const inner = new TransferTransaction().addHbarTransfer('0.0.1013', -1).addHbarTransfer('0.0.1022', 1)
    const { scheduleId } = await execute(inner.schedule(), client)
    assert.ok(scheduleId)
    const address = `0x${scheduleId.num.toString(16).padStart(40, '0')}`
    await (await method(new Contract(address, facade, bob), 'signSchedule')({ gasLimit: 2_000_000 })).wait()
    const { json } = await network.mirror(`/schedules/${scheduleId}`)
    assert.ok(json.executed_timestamp)
  })

  test('counts no signature of the relayer of an Ethereum transaction, only that of its sender', async () => {
    // 0.0.2 relays what comes by JSON-RPC.
    const take = () => new TransferTransaction().addHbarTransfer('0.0.2', -1).addHbarTransfer('0.0.1012', 1)
    const made = async (memo: string): Promise<[string, ScheduleId]> => {
      const { scheduleId } = await execute(take().schedule().setScheduleMemo(memo), client)
      assert.ok(scheduleId)
      return [`0x${scheduleId.num.toString(16).padStart(40, '0')}`, scheduleId]
    }
    const [[first, firstId], [second, secondId]] = [await made('a'), await made('b')]
    const send = async (to: string, data: string) =>
      (await alice.sendTransaction({ to, data, gasLimit: 5_000_000 })).wait().catch(() => undefined)
    await send(HSS, hss.encodeFunctionData('authorizeSchedule', [first]))
    await send(second, new Interface(facade).encodeFunctionData('signSchedule', []))
    for (const id of [firstId, secondId]) {
      const { json } = await network.mirror(`/schedules/${id}`)
      // The signature is that of 0.0.1022, which created the schedule.
      assert.deepEqual([json.executed_timestamp, json.signatures.length], [null, 1])
    }
    const call = [alice.address, addressOf(AccountId.fromString('0.0.2')), await later(1000), 100_000, 1, '0x']
    await send(HSS, hss.encodeFunctionData('executeCallOnPayerSignature', call))
    const { json } = await network.mirror('/schedules?order=desc&limit=1')
    const [newest] = json.schedules
    assert.deepEqual([newest.payer_account_id, newest.executed_timestamp, newest.signatures], ['0.0.2', null, []])
  })

  test('says whether a second has room', async () => {
    const contract = new Contract(HSS, hss, provider)
    assert.equal(await method(contract, 'hasScheduleCapacity')(await later(1000), 200_000), true)
    assert.equal(await method(contract, 'hasScheduleCapacity')(await later(-1000), 200_000), false)
  })

  describe('a call that a contract schedules', () => {
    const GAS = 3_000_000
    const infoOf = (num: number) => new ScheduleInfoQuery().setScheduleId(`0.0.${num}`).execute(client)
    const stepsOf = (contract: Contract, ...steps: Step[]) => contract.interface.encodeFunctionData('run', [steps])
    const at = (second: number, to: string, data: string): Step =>
      call(HSS, hss.encodeFunctionData('scheduleCall', [to, second, GAS, 0, data]))
    const madeBy = ({ out }: { out: string }) => Number(hss.decodeFunctionResult('scheduleCall', out)[1])

    test('has the id of the transaction that runs the contract, with a nonce that no child has', async () => {
      const { address, id, contract } = await agent()
      const second = await later(500)
      const [made, refused] = await run(contract, [at(second, address, '0x'), at(second, address, '0x01')])
      assert.ok(made && refused)
      const { creatorAccountId, scheduledTransactionId: own } = await infoOf(madeBy(made))
      assert.equal(String(creatorAccountId), id)
      assert.deepEqual([String(own?.accountId), own?.nonce?.toNumber(), own?.scheduled], ['0.0.2', 54, true])
      const code = Buffer.from('NO_SCHEDULING_ALLOWED_AFTER_SCHEDULED_RECURSION')
      assert.deepEqual([refused.ok, refused.out], [false, `0x${code.toString('hex')}`])
    })

    test('schedules no other call if it is executed at once', async () => {
      const { address, id, contract } = await agent()
      const second = await later(500)
      const again = (data: string) =>
        call(HSS, hss.encodeFunctionData('executeCallOnPayerSignature', [address, address, second, GAS, 0, data]))
      await run(contract, [again(stepsOf(contract, again('0x')))])
      const { json } = await network.mirror(`/schedules?account.id=${id}`)
      assert.equal(json.schedules.length, 1)
      assert.ok(json.schedules[0].executed_timestamp)
    })
  })

  // The last tests, because they move the clock away from the SDK's.
  test('runs a call that a contract scheduled, at its time and cost', async () => {
    const { address, id, contract } = await probe()
    await execute(new TransferTransaction().addHbarTransfer(treasury, -20).addHbarTransfer(id, 20), client)
    const made = await schedule(contract, address, 42)
    const { json } = await network.mirror(`/schedules/0.0.${Number(made)}`)
    assert.deepEqual([json.payer_account_id, json.wait_for_expiry, json.executed_timestamp], [id, true, null])
    assert.deepEqual(
      json.signatures.map((one: { type: string }) => one.type),
      ['CONTRACT'],
    )
    await network.advance(200_000)
    const count = new Contract(address, counter, provider)
    assert.equal(await method(count, 'count')(), 42n)
  })

  test('lets a call that is executed at its time schedule one more, and all ids differ', async () => {
    const { address, id, contract } = await agent()
    const second = await later(100)
    const schedule = (at: number, data: string): Step =>
      call(HSS, hss.encodeFunctionData('scheduleCall', [address, at, 3_000_000, 0, data]))
    const steps = (...of: Step[]) => contract.interface.encodeFunctionData('run', [of])
    await run(contract, [schedule(second, steps(schedule(second + 100, steps(schedule(second + 200, '0x')))))])
    await network.advance(400_000)
    const { json } = await network.mirror(`/schedules?account.id=${id}`)
    assert.deepEqual(
      json.schedules.map((one: { executed_timestamp: string | null }) => one.executed_timestamp !== null),
      [true, true, true],
    )
    const { json: all } = await network.mirror('/transactions?limit=100&order=desc')
    const ids = all.transactions.map(
      (one: { transaction_id: string; nonce: number; scheduled: boolean }) =>
        `${one.transaction_id}/${one.nonce}/${one.scheduled}`,
    )
    assert.deepEqual(ids, [...new Set(ids)])
  })
})
