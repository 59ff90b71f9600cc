import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import { type MirrorJson, testNetwork } from './support/network.ts'
import { body, RawClient, signerFor } from './support/raw.ts'

/** The mirror accepts every value that it prints, as a parameter of the same kind. */
const network = await testNetwork({ after })
const raw = new RawClient(network.grpc)
after(() => raw.close())
const signers = [1022, 1023].map(signerFor)
const key = { ed25519: signerFor(1023).publicKey }
const [owner, holder] = [accountId(1022), accountId(1023)]
const autoRenewPeriod = { seconds: toLong(7_776_000n) }
const LIST = { keyList: { keys: [key] } }
const THRESHOLD = { thresholdKey: { threshold: 1, keys: { keys: [key] } } }
const DEEP = { keyList: { keys: [LIST] } }
const ADDRESS = Buffer.alloc(20, 0xab)

async function done(fields: proto.ITransactionBody): Promise<proto.ITransactionReceipt> {
  const transaction = body({ transactionFee: toLong(10n ** 11n), ...fields })
  assert.equal(await raw.run(transaction, signers), 'SUCCESS')
  return raw.receipt(transaction)
}
const move = (from: proto.IAccountID, to: proto.IAccountID) => [
  { accountID: from, amount: toLong(-9n) },
  { accountID: to, amount: toLong(9n) },
]
const accountUnder = async (accountKey: proto.IKey): Promise<string> => {
  const { accountID } = await done({
    cryptoCreateAccount: { key: accountKey, autoRenewPeriod, initialBalance: toLong(5n) },
  })
  return `0.0.${accountID?.accountNum}`
}
const tokenNamed = async (name: string, adminKey: proto.IKey, tokenType: 0 | 1 = 0): Promise<proto.ITokenID> => {
  const common = { name, symbol: 's', treasury: owner, adminKey, supplyKey: key, autoRenewPeriod, tokenType }
  const { tokenID } = await done({ tokenCreation: { ...common, initialSupply: toLong(tokenType === 0 ? 100n : 0n) } })
  return tokenID ?? assert.fail()
}

const under = [await accountUnder(LIST), await accountUnder(THRESHOLD), await accountUnder(DEEP)]
const coin = await tokenNamed('Grüße ÄÖÜ', LIST)
const art = await tokenNamed('ΚΟΣΜΟΣ', THRESHOLD, 1)
const deep = await tokenNamed('Ünlü', DEEP)
await done({ tokenMint: { token: art, metadata: [Buffer.from('1'), Buffer.from('2')] } })
await done({ cryptoTransfer: { transfers: { accountAmounts: move(owner, { alias: ADDRESS }) } } })
const waiting = await done({ cryptoCreateAccount: { key, autoRenewPeriod } })
await done({ tokenAirdrop: { tokenTransfers: [{ token: coin, transfers: move(owner, waiting.accountID ?? {}) }] } })
await done({ tokenAssociate: { account: holder, tokens: [coin, art] } })
const nft = { senderAccountID: owner, receiverAccountID: holder, serialNumber: toLong(1n) }
await done({ cryptoTransfer: { tokenTransfers: [{ token: art, nftTransfers: [nft] }] } })
await done({
  cryptoApproveAllowance: {
    cryptoAllowances: [{ owner, spender: holder, amount: toLong(5n) }],
    tokenAllowances: [{ owner, spender: holder, tokenId: coin, amount: toLong(5n) }],
    nftAllowances: [{ owner, spender: holder, tokenId: art, approvedForAll: { value: true } }],
  },
})
const { topicID } = await done({ consensusCreateTopic: { adminKey: LIST, autoRenewAccount: owner, autoRenewPeriod } })
await done({ consensusSubmitMessage: { topicID: topicID ?? null, message: Buffer.from('m') } })
await done({
  scheduleCreate: {
    payerAccountID: owner,
    adminKey: key,
    scheduledTransactionBody: { cryptoTransfer: { transfers: { accountAmounts: move(accountId(1024), owner) } } },
  },
})

const of = (id: { tokenNum?: unknown; topicNum?: unknown } | null | undefined) => `0.0.${id?.tokenNum ?? id?.topicNum}`
const PATHS = [
  '/accounts?limit=100',
  '/accounts/0.0.1022',
  '/accounts/0.0.1012',
  '/accounts/0.0.1022/tokens',
  '/accounts/0.0.1023/nfts',
  '/accounts/0.0.1022/allowances/crypto',
  '/accounts/0.0.1022/allowances/tokens',
  '/accounts/0.0.1022/allowances/nfts',
  '/accounts/0.0.1022/airdrops/outstanding',
  '/balances?limit=100',
  '/tokens?limit=100',
  `/tokens/${of(coin)}`,
  `/tokens/${of(coin)}/balances`,
  `/tokens/${of(art)}/nfts`,
  `/tokens/${of(art)}/nfts/1/transactions`,
  `/topics/${of(topicID)}`,
  `/topics/${of(topicID)}/messages`,
  '/schedules',
  '/transactions?limit=100',
  '/blocks',
  '/network/nodes',
]

/** The places that accept a value with this name. */
function questions(name: string, value: string): string[] {
  const text = encodeURIComponent(value)
  if (name === 'alias') return [`/accounts/${value}`, `/accounts/0.0.${value}`]
  if (name === 'evm_address')
    return [`/accounts/${value}`, `/accounts/${value.slice(2)}`, `/balances?account.id=${value}`]
  if (name === 'key')
    return ['/accounts?account.publickey', '/balances?account.publickey', '/tokens?publickey'].map(
      (q) => `${q}=${text}`,
    )
  if (name === 'transaction_id') return [`/transactions/${value}`]
  if (name === 'transaction_hash') return [`/transactions/${text}`]
  if (/token_id$|denominating_token_id$/.test(name))
    return [`/tokens/${value}`, `/tokens?token.id=${value}`, `/tokens/${value}/balances`]
  if (/topic_id$/.test(name)) return [`/topics/${value}`, `/topics/${value}/messages`]
  if (/schedule_id$/.test(name)) return [`/schedules/${value}`, `/schedules?schedule.id=${value}`]
  if (/timestamp$/.test(name)) return [`/transactions?timestamp=lte:${value}`, `/balances?timestamp=${value}`]
  if (name === 'hash') return [`/blocks/${value}`]
  if (
    /^(?:account|owner|spender|payer_account_id|treasury_account_id|sender_id|receiver_id)$|account(?:_id)?$/.test(name)
  )
    return [
      `/accounts/${value}`,
      `/accounts?account.id=${value}`,
      `/balances?account.id=${value}`,
      `/transactions?account.id=${value}`,
    ]
  return []
}

/** All texts of an answer, each with its field's name. Only a single key can be a parameter. */
function* textsIn(json: MirrorJson, name = ''): Generator<[string, string]> {
  if (typeof json === 'string') yield [name, json]
  if (typeof json !== 'object' || json === null || json._type === 'ProtobufEncoded') return
  for (const [field, value] of Object.entries(json))
    yield* textsIn(value as MirrorJson, Array.isArray(json) ? name : field)
}

test('the mirror accepts as parameters the values that it returns', async () => {
  const asked = new Map<string, string>()
  for (const path of PATHS) {
    const { status, json } = await network.mirror(path)
    assert.equal(status, 200, path)
    for (const [name, value] of textsIn(json))
      for (const question of questions(name, value)) asked.set(question, `${name} of ${path}`)
  }
  const names = new Set([...asked.values()].map((from) => from.split(' ')[0]))
  for (const name of [
    'alias',
    'evm_address',
    'key',
    'transaction_id',
    'transaction_hash',
    'token_id',
    'topic_id',
    'schedule_id',
    'hash',
  ])
    assert.ok(names.has(name), `nothing was printed under ${name}`)
  for (const [question, from] of asked) {
    const { status, text } = await network.mirror(question)
    assert.equal(status, 200, `${question}, ${from}: ${text}`)
  }
})

test('an account is found by the alias of its EVM address as it is printed', async () => {
  const { json } = await network.mirror(`/accounts/0x${ADDRESS.toString('hex')}`)
  for (const text of [json.alias, `0.0.${json.alias}`, `0.${json.alias}`])
    assert.equal((await network.mirror(`/accounts/${text}`)).json.account, json.account)
})

test('a list or threshold key of one key is found by that key, one further down is not', async () => {
  const hex = key.ed25519.toString('hex')
  const [list, threshold, below] = under
  const { json: accounts } = await network.mirror(`/accounts?account.publickey=${hex}&limit=100`)
  const { json: balances } = await network.mirror(`/balances?account.publickey=${hex}&limit=100`)
  for (const rows of [accounts.accounts, balances.balances]) {
    const found = rows.map(({ account }: { account: string }) => account)
    assert.deepEqual(
      [list, threshold, below].map((account) => found.includes(account)),
      [true, true, false],
    )
    assert.ok(found.includes('0.0.1023'))
  }
  const { json } = await network.mirror(`/tokens?publickey=${hex}`)
  assert.deepEqual(
    json.tokens.map((row: { token_id: string }) => row.token_id),
    [of(coin), of(art)],
  )
  const held = await network.mirror(`/tokens/${of(coin)}/balances?account.publickey=${hex}`)
  assert.deepEqual(
    held.json.balances.map((row: { account: string }) => row.account),
    ['0.0.1023'],
  )
})

test('a name is found in upper and lower case of every alphabet', async () => {
  for (const [name, token] of [
    ['äöü', coin],
    ['GRÜSSE', null],
    ['grüße', coin],
    ['κοσμο', art],
    ['ünlü', deep],
    ['ÜNLÜ', deep],
  ] as const) {
    const { json } = await network.mirror(`/tokens?name=${encodeURIComponent(name)}`)
    assert.deepEqual(
      json.tokens.map((row: { token_id: string }) => row.token_id),
      token ? [of(token)] : [],
      name,
    )
  }
})
