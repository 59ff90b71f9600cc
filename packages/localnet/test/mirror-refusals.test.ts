import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { TokenCreateTransaction, TopicCreateTransaction } from '@hiero-ledger/sdk'
import { execute, testNetwork } from './support/network.ts'

const network = await testNetwork({ after })
const { client, mirror } = network
const { topicId } = await execute(new TopicCreateTransaction(), client)
const MESSAGES = `/topics/${topicId}/messages`
const OWNER = '/accounts/0.0.1022'

/** Queries that the Mirror Node refuses, by the class or function in its sources that refuses them. */
const REFUSED: Record<string, [query: string, text: string][]> = {
  'rest/controllers/bound.js parse': [
    [`${OWNER}/nfts?token.id=0.0.5&token.id=0.0.6`, 'Only one equal (eq) operator is allowed for token.id'],
    [`${OWNER}/nfts?token.id=gt:5&token.id=gte:6`, 'Only one gt/gte operator is allowed for token.id'],
    [`${OWNER}/nfts?token.id=lt:5&token.id=lte:6`, 'Only one lt/lte operator is allowed for token.id'],
    [`${OWNER}/nfts?token.id=ne:5`, 'Not equal (ne) operator is not supported for token.id'],
    [`${OWNER}/nfts?token.id=5&serialnumber=ne:1`, 'Not equal (ne) operator is not supported for serialnumber'],
    [`${OWNER}/allowances/tokens?spender.id=1&spender.id=2`, 'Only one equal (eq) operator is allowed for spender.id'],
    [
      `${OWNER}/allowances/tokens?spender.id=gt:1&spender.id=gt:2`,
      'Only one gt/gte operator is allowed for spender.id',
    ],
    [
      `${OWNER}/allowances/tokens?spender.id=lt:1&spender.id=lt:2`,
      'Only one lt/lte operator is allowed for spender.id',
    ],
    [`${OWNER}/allowances/tokens?spender.id=ne:1`, 'Not equal (ne) operator is not supported for spender.id'],
    [`${OWNER}/allowances/tokens?spender.id=1&token.id=ne:1`, 'Not equal (ne) operator is not supported for token.id'],
  ],
  'rest/controllers/baseController.js validateBounds': [
    [`${OWNER}/nfts?token.id=5&token.id=gt:1`, "Can't support both range and equal for token.id"],
    [`${OWNER}/nfts?serialnumber=1`, 'serialnumber without a token.id parameter filter'],
    [`${OWNER}/nfts?token.id=gt:5&serialnumber=gt:1`, 'token.id must have gte or eq operator'],
    [`${OWNER}/nfts?token.id=lt:5&serialnumber=lt:1`, 'token.id must have lte or eq operator'],
    [`${OWNER}/allowances/tokens?token.id=5`, 'token.id without a spender.id parameter filter'],
    [`${OWNER}/allowances/tokens?spender.id=gt:5&token.id=gt:1`, 'spender.id must have gte or eq operator'],
    [`${OWNER}/allowances/tokens?spender.id=lt:5&token.id=lt:1`, 'spender.id must have lte or eq operator'],
    [`${OWNER}/allowances/tokens?spender.id=5&spender.id=lt:9`, "Can't support both range and equal for spender.id"],
  ],
  'rest/controllers/accountController.js': [
    [`${OWNER}/nfts?spender.id=gt:1&spender.id=gte:2`, 'Multiple range params not allowed for spender.id'],
    [`${OWNER}/nfts?spender.id=lt:1&spender.id=lte:2`, 'Multiple range params not allowed for spender.id'],
    [`${OWNER}/nfts?spender.id=ne:1`, 'Not equals (ne) comparison operator is not supported'],
    [`${OWNER}/rewards?timestamp=ne:1`, 'Not equal (ne) operator is not supported for timestamp'],
    [`${OWNER}/nfts?token.id=5&serialnumber=0`, 'Invalid parameter: serialnumber'],
  ],
  'rest/controllers/cryptoAllowanceController.js': [
    [`${OWNER}/allowances/crypto?spender.id=ne:1`, 'Not equal (ne) operator is not supported for spender.id'],
  ],
  'rest/controllers/tokenController.js': [
    [`${OWNER}/tokens?token.id=ne:1`, 'Not equal (ne) operator is not supported for token.id'],
  ],
  'rest/balances.js parseAccountIdQueryParam': [
    [`/balances?account.id=gt:0x${'12'.repeat(20)}`, 'Invalid parameter: account.id'],
    [`/balances?account.id=0x${'12'.repeat(20)}&account.id=0x${'13'.repeat(20)}`, 'Invalid parameter: account.id'],
  ],
  'rest/tokens.js getTokensRequest (EntityId.parse)': [
    ['/tokens?account.id=gt:1000', 'Invalid parameter: account.id'],
    ['/tokens?account.id=eq:1022', 'Invalid parameter: account.id'],
    ['/tokens?account.id=1022&account.id=1023', 'Invalid parameter: account.id'],
  ],
  'rest/tokens.js isValidTokenInfoTimestampFilterOp': [
    ['/tokens/0.0.5?timestamp=gt:1', 'Invalid parameter: timestamp'],
    ['/tokens/0.0.5?timestamp=ne:1', 'Invalid parameter: timestamp'],
  ],
  'rest/topicmessage.js': [
    [`${MESSAGES}?sequencenumber=ne:1`, 'Not equal (ne) operator is not supported for sequencenumber'],
    [`${MESSAGES}?sequencenumber=1&sequencenumber=2`, 'Only one equal (eq) operator is allowed for sequencenumber'],
    [`${MESSAGES}?sequencenumber=0`, 'Invalid parameter: sequencenumber'],
  ],
  'rest/utils.js filterValidityChecks': [
    ['/transactions/0.0.2-1-1?nonce=gt:1', 'Invalid parameter: nonce'],
    ['/transactions/0.0.2-1-1?nonce=2147483648', 'Invalid parameter: nonce'],
    ['/accounts?balance=ne:true', 'Invalid parameter: balance'],
    ['/accounts?account.balance=-1', 'Invalid parameter: account.balance'],
  ],
  'rest/controllers/networkController.js': [
    ['/network/nodes?file.id=101&file.id=102', 'Invalid parameter: file.id'],
    ['/network/nodes?file.id=gt:101', 'Invalid parameter: file.id'],
    ['/network/nodes?file.id=103', 'Invalid parameter: file.id'],
  ],
}

/**
 * Queries that the Java part of the Mirror Node refuses (`Bound`, `AllowancesController`), with the details of its
 * answers.
 */
const REFUSED_IN_DETAIL: [query: string, detail: string][] = [
  [`${OWNER}/allowances/nfts?token.id=gt:5`, 'token.id parameter must have account.id present'],
  [`${OWNER}/allowances/nfts?account.id=gte:5&token.id=ne:5`, 'Unsupported range operator ne for token.id'],
  [`${OWNER}/allowances/nfts?account.id=ne:5`, 'Unsupported range operator ne for account.id'],
  [`${OWNER}/allowances/nfts?account.id=gte:9&account.id=lte:5`, 'Invalid range provided for account.id'],
  [`${OWNER}/allowances/nfts?account.id=gte:5&token.id=gt:9&token.id=lt:5`, 'Invalid range provided for token.id'],
  [`${OWNER}/allowances/nfts?account.id=5&account.id=gt:1`, "Can't support both range and equal for account.id"],
  ['/network/supply?timestamp=ne:1', 'Unsupported range operator ne for timestamp'],
  ['/network/supply?timestamp=gt:9&timestamp=lt:5', 'Invalid range provided for timestamp'],
  ['/network/exchangerate?timestamp=ne:1', 'Unsupported range operator ne for timestamp'],
  ['/network/exchangerate?timestamp=gt:9&timestamp=lt:5', 'Invalid range provided for timestamp'],
]

test('Queries that the Mirror Node refuses are refused in its words', async () => {
  for (const [source, queries] of Object.entries(REFUSED))
    for (const [query, message] of queries) {
      const { status, json } = await mirror(query)
      assert.deepEqual([status, json], [400, { _status: { messages: [{ message }] } }], `${source}: ${query}`)
    }
  for (const [query, detail] of REFUSED_IN_DETAIL) {
    const { status, json } = await mirror(query)
    assert.deepEqual([status, json], [400, { _status: { messages: [{ message: 'Bad Request', detail }] } }], query)
  }
})

test('One answer reports all problems of a query, as InvalidArgumentError.forRequestValidation does', async () => {
  const many = Array.from({ length: 101 }, () => 'token.id=1').join('&')
  const { status, json } = await mirror(`${OWNER}/tokens?limit=0&color=red&order=up&${many}`)
  assert.equal(status, 400)
  assert.deepEqual(
    json._status.messages.map(({ message }: { message: string }) => message),
    [
      'Parameter values count exceeds maximum number allowed: token.id count: 101 max: 100',
      'Invalid parameter: limit',
      'Invalid parameter: order',
      'Unknown query parameter: color',
    ],
  )
})

test('A token is found by its long-zero EVM address, in paths and in token.id (EvmAddressType.NUM_ALIAS)', async () => {
  const create = new TokenCreateTransaction()
    .setTokenName('Address')
    .setTokenSymbol('ADR')
    .setTreasuryAccountId('0.0.1022')
  const { tokenId } = await execute(create, client)
  const address = `0x${Number(tokenId?.num).toString(16).padStart(40, '0')}`
  for (const [byAddress, byId] of [
    [`/tokens/${address}`, `/tokens/${tokenId}`],
    [`/tokens?token.id=${address}`, `/tokens?token.id=${tokenId}`],
    [`${OWNER}/tokens?token.id=${address}`, `${OWNER}/tokens?token.id=${tokenId}`],
  ] as const) {
    const answer = await mirror(byAddress)
    assert.equal(answer.status, 200, byAddress)
    assert.deepEqual(answer.json, (await mirror(byId)).json)
  }
  for (const list of ['balances', 'nfts']) {
    const { status, json } = await mirror(`/tokens/${address}/${list}`)
    assert.deepEqual([status, json[list].length], [200, list === 'balances' ? 1 : 0])
  }
  assert.equal((await mirror(`/tokens/0x${'12'.repeat(20)}`)).status, 400)
})

test('An account that is not there holds no tokens (getTokensRequest joins token_account)', async () => {
  for (const holder of ['0.0.999999', `0x${'12'.repeat(20)}`]) {
    const { status, json } = await mirror(`/tokens?account.id=${holder}`)
    assert.deepEqual([status, json], [200, { tokens: [], links: { next: null } }])
  }
})
