/** Every function of every system contract, called in the name of a key that did not sign. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  AccountCreateTransaction,
  Hbar,
  PrivateKey,
  TokenCreateTransaction,
  TokenMintTransaction,
  TokenType,
} from '@hiero-ledger/sdk'
import { JsonRpcProvider, Wallet } from 'ethers'
import { type AbiValue, encode, parseTypes } from '../src/services/contract/system/abi.ts'
import { accountFacade } from '../src/services/contract/system/account-service.ts'
import { tokenFacade } from '../src/services/contract/system/hts/index.ts'
import { functionsOf } from '../src/services/contract/system/index.ts'
import { execute, testNetwork } from './support/network.ts'

const network = await testNetwork({ after }, { ports: { rpc: 0 } })
const { client, mirror } = network
const provider = new JsonRpcProvider(network.rpc ?? '', undefined, {
  cacheTimeout: -1,
  pollingInterval: 20,
  staticNetwork: true,
})
after(() => provider.destroy())

const numberOf = (id: { toString(): string } | null): number => Number(String(id).split('.')[2])
const bytesOf = (num: number): Buffer => Buffer.from(num.toString(16).padStart(40, '0'), 'hex')

/** The parts of a tuple between its own commas. */
function partsOf(tuple: string): string[] {
  const parts: string[] = []
  let [depth, part] = [0, '']
  for (const letter of tuple.slice(1, -1)) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return part === '' ? parts : [...parts, part]
}

/** A value of a type: 1 and true, and these addresses in turn. */
function argumentOf(type: string, next: () => Buffer): AbiValue {
  if (type.endsWith('[]')) return [argumentOf(type.slice(0, -2), next)]
  if (type.startsWith('(')) return partsOf(type).map((part) => argumentOf(part, next))
  if (type === 'address') return next()
  if (type === 'bool') return true
  if (type === 'string') return 'x'
  return type === 'bytes' ? Buffer.alloc(0) : 1n
}

function dataOf(selector: string, signature: string, addresses: readonly Buffer[]): Buffer {
  const types = signature.slice(signature.indexOf('('))
  let count = 0
  const next = (): Buffer => addresses[count++ % addresses.length] ?? Buffer.alloc(20)
  const values = partsOf(types).map((type) => argumentOf(type, next))
  const encoded = values.length > 0 ? encode(parseTypes(types), values) : Buffer.alloc(0)
  return Buffer.concat([Buffer.from(selector, 'hex'), encoded])
}

test('moves and changes nothing of an account or token that has the same key as the caller', async () => {
  const [key, mine] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
  const create = () => new AccountCreateTransaction().setInitialBalance(new Hbar(500))
  const victim = (await execute(create().setKeyWithoutAlias(key.publicKey), client)).accountId
  await execute(create().setKeyWithAlias(key.publicKey, mine.publicKey), client, mine)
  const token = (type: TokenType) =>
    new TokenCreateTransaction()
      .setTokenName('t')
      .setTokenSymbol('t')
      .setTokenType(type)
      .setInitialSupply(type === TokenType.FungibleCommon ? 1000 : 0)
      .setTreasuryAccountId(String(victim))
      .setAdminKey(key)
      .setSupplyKey(key)
      .setWipeKey(key)
      .setFreezeKey(key)
      .setKycKey(key)
      .setPauseKey(key)
      .setFeeScheduleKey(key)
      .setMetadataKey(key)
  const coin = (await execute(token(TokenType.FungibleCommon), client, key)).tokenId
  const art = (await execute(token(TokenType.NonFungibleUnique), client, key)).tokenId
  assert.ok(victim && coin && art)
  await execute(new TokenMintTransaction().setTokenId(art).addMetadata(Buffer.from('a')), client, key)

  const paths = [
    `/accounts/${victim}?transactions=false`,
    ...['allowances/crypto', 'allowances/tokens', 'tokens', 'nfts'].map((list) => `/accounts/${victim}/${list}`),
    ...[coin, art].map((id) => `/tokens/${id}`),
  ]
  const seen = async () =>
    Promise.all(
      paths.map(async (path) => {
        const { balance, ...rest } = (await mirror(path)).json
        return balance ? { ...rest, balance: { ...balance, timestamp: null } } : rest
      }),
    )
  const before = await seen()

  const thief = new Wallet(mine.toStringRaw(), provider)
  const own = Buffer.from(thief.address.slice(2), 'hex')
  const [person, fungible, unique] = [victim, coin, art].map((id) => bytesOf(numberOf(id))) as [Buffer, Buffer, Buffer]
  const orders = [
    [fungible, person, own],
    [unique, person, own],
    [person, own, fungible],
  ]
  const targets = [
    ...[...functionsOf].map(([num, functions]) => ({ to: bytesOf(num), functions })),
    ...[fungible, unique].map((to) => ({ to, functions: tokenFacade })),
    { to: person, functions: accountFacade },
  ]
  let nonce = 0
  for (const { to, functions } of targets)
    for (const [selector, { signature, isView }] of functions)
      for (const order of isView ? [] : orders) {
        const data = `0x${dataOf(selector, signature, order).toString('hex')}`
        const call = { to: `0x${to.toString('hex')}`, data, gasLimit: 1_000_000, nonce: nonce++ }
        await thief.sendTransaction({ ...call, chainId: 298, gasPrice: 710_000_000_000n })
      }
  assert.ok(nonce > 150)
  assert.equal(await provider.getTransactionCount(thief.address), nonce)
  assert.deepEqual(await seen(), before)
})
