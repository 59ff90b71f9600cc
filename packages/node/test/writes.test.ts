import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import {
  AccountCreateTransaction,
  AccountId,
  ContractCreateTransaction,
  ContractId,
  Hbar,
  PrivateKey,
  TokenAssociateTransaction,
  Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyFromText, withSignatures } from '@quorate/ledger'
import { operations } from '@quorate/ledger/operations'
import { inlined } from '@quorate/platform/testing'
import { keyFromMirror } from '@quorate/verify'
import { signedIn } from '../src/writes/signatures.ts'
import { type Harness, loggedIn, OPERATOR, openHarness } from './harness.ts'
import { type Person, signed, walletsOf } from './wallets.ts'

/** A contract that returns 1 for any call. */
const RETURNS_ONE = '600a600c600039600a6000f3600160005260206000f3'

type Wallets = ReturnType<typeof walletsOf>

describe('Writes on the ledger', () => {
  let harness: Harness
  let wallets: Wallets
  let ada: Person
  let ben: Person
  before(async () => {
    harness = await openHarness({}, {}, { mirrorTimeoutMs: 10_000 })
    wallets = walletsOf(harness)
    ada = await wallets.person()
    ben = await wallets.person(PrivateKey.generateECDSA())
  })
  after(async () => {
    wallets.client.close()
    await harness[Symbol.asyncDispose]()
  })

  const refusal = async (path: string, body: object, by = ada, method = 'POST') => {
    const answer = await harness.ask(path, { method, token: by.token, body })
    return [answer.status, answer.body.code]
  }

  test('create, change, fill and delete a topic', async () => {
    const key = ada.key.publicKey.toStringDer()
    const { topicId, consensusTimestamp } = await wallets.done(ada, 'POST', '/hcs', { key, memo: 'first' })
    assert.match(consensusTimestamp, /^\d+\.\d{9}$/)
    await wallets.done(ada, 'PUT', `/hcs/${topicId}`, { memo: 'second', sender: { id: ada.id, key } })
    const shown = await wallets.mirror(`/topics/${topicId}`)
    assert.deepEqual([shown.memo, shown.admin_key.key], ['second', ada.key.publicKey.toStringRaw()])
    const signature = Buffer.from(ada.key.sign(Buffer.from('hello'))).toString('hex')
    const message = { message: 'hello', signature: `0x${signature}` }
    assert.equal((await wallets.done(ada, 'POST', `/hcs/${topicId}/message`, message)).topicSequenceNumber, 1)
    assert.deepEqual(await refusal(`/hcs/${topicId}/message`, { ...message, message: 'other' }), [
      422,
      'INVALID_SIGNATURE',
    ])
    await wallets.done(ada, 'DELETE', `/hcs/${topicId}`, { sender: { id: ada.id, key } })
    assert.equal((await wallets.mirror(`/topics/${topicId}`)).deleted, true)
    assert.deepEqual(await refusal(`/hcs/${topicId}`, { memo: 'third' }, ada, 'PUT'), [422, 'INVALID_TOPIC_ID'])
  })

  test('need a payer that can sign, which a contract cannot', async () => {
    const create = new AccountCreateTransaction().setKeyWithoutAlias(ContractId.fromString('0.0.1001'))
    const { accountId } = await wallets.onLedger(create)
    for (const id of ['0.0.800', `${accountId}`])
      assert.deepEqual(await refusal('/hcs', { sender: { id } }), [422, 'KEY_REQUIRED'], id)
  })

  test('fail if the payer put another body under the id at another node, even if one node accepted these bytes', async () => {
    const path = '/accounts/transfer/hbar'
    const amount = 5
    const answer = await harness.ask(path, { token: ada.token, body: { from: ada.id, to: ben.id, amount } })
    const other = new TransferTransaction()
      .addHbarTransfer(ada.id, Hbar.fromTinybars(-1))
      .addHbarTransfer(OPERATOR, Hbar.fromTinybars(1))
      .setTransactionId(TransactionId.fromString(answer.body.transactionId))
      .setNodeAccountIds([new AccountId(3)])
      .freeze()
    const [{ bytes } = assert.fail()] = signedIn((await other.sign(ada.key)).toBytes())
    const before = (await harness.ledger.mirror.account(ben.id))?.balance
    const { submit } = harness.ledger
    // Both nodes accepted their transaction before consensus. The receipt for the id belongs to the body that came
    // first.
    harness.ledger.submit = async () => {
      const outcome = await submit(bytes)
      return outcome.state === 'final' ? { ...outcome, accepted: true } : outcome
    }
    const raced = await wallets.submit(answer, ada)
    harness.ledger.submit = submit
    assert.deepEqual([raced.status, raced.body.code], [409, 'SUPERSEDED'], JSON.stringify(raced.body))
    const again = await wallets.submit(answer, ada)
    assert.deepEqual([again.status, again.body.code], [409, 'SUPERSEDED'])
    assert.equal((await harness.ledger.mirror.account(ben.id))?.balance, before)
  })

  test('are refused before submission if their start is invalid; a submitted write always gets an answer', async (t) => {
    const asked = await harness.ask('/accounts/transfer/hbar', {
      token: ada.token,
      body: { from: ada.id, to: ben.id, amount: 5 },
    })
    const body = proto.TransactionBody.decode(Buffer.from(asked.body.bodyBytes, 'base64'))
    const submit = async (start: object) => {
      const transactionID = {
        ...body.transactionID,
        transactionValidStart: { ...body.transactionID?.transactionValidStart, ...start },
      }
      const bodyBytes = proto.TransactionBody.encode({ ...body, transactionID }).finish()
      const signature = { publicKey: keyFromText(ada.key.publicKey.toStringDer()), signature: ada.key.sign(bodyBytes) }
      const bytes = Buffer.from(withSignatures(bodyBytes, [signature])).toString('base64')
      return harness.ask('/transactions/submit', { token: ada.token, body: { bytes } })
    }
    const balance = async () => (await harness.ledger.mirror.account(ben.id))?.balance
    const before = await balance()
    for (const start of [{ nanos: 1_000_000_000 }, { nanos: 2_147_483_647 }, { nanos: -1 }, { seconds: -1 }]) {
      const { status, body: said } = await submit(start)
      assert.deepEqual([status, said.code], [400, 'INVALID_TRANSACTION_BYTES'], JSON.stringify(start))
    }
    assert.equal(await balance(), before)
    const { execution } = harness.ledger
    t.after(() => {
      harness.ledger.execution = execution
    })
    harness.ledger.execution = async () => {
      throw new TypeError('a mirror that answers nonsense')
    }
    const done = await submit({ nanos: 999_999_999 })
    assert.deepEqual([done.status, done.body.status], [200, 'SUCCESS'], JSON.stringify(done.body))
    assert.notEqual(await balance(), before)
  })

  test('treat null in an optional field as if the field were absent', async () => {
    const { accountId } = await wallets.done(ada, 'POST', '/accounts', {
      ...{
        sender: { id: ada.id, key: null },
        dao: null,
        balance: null,
        memo: 'kept',
        maxAutomaticTokenAssociations: 3,
      },
    })
    assert.equal((await wallets.mirror(`/accounts/${accountId}`)).max_automatic_token_associations, 3)
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      ...{ name: 'N', symbol: 'N', adminKey: true, kycKey: true, memo: 'kept', maxSupply: null, customFees: null },
      ...{ sender: null, isOfflineTransaction: null, maxTransactionFee: null, validatorConsensusTimestamp: null },
    })
    await wallets.done(ada, 'PATCH', `/hts/update/${tokenId}`, { name: 'M', memo: null, kycKey: null })
    const token = await wallets.mirror(`/tokens/${tokenId}`)
    assert.deepEqual([token.name, token.memo, Boolean(token.kyc_key)], ['M', 'kept', true])
    assert.deepEqual(await refusal('/hcs', { memo: 'x', unknown: null }), [400, 'VALIDATION_FAILED'])
  })

  test('send messages of up to twenty chunks, each signed', async () => {
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { memo: 'open' })
    const message = 'é'.repeat(1500)
    const asked = await harness.ask(`/hcs/${topicId}/message`, { token: ada.token, body: { message } })
    assert.equal(asked.body.chunks.length, 3)
    assert.equal((await wallets.submit(asked, ada)).body.topicSequenceNumber, 1)
    const { messages } = await wallets.mirror(`/topics/${topicId}/messages`)
    assert.equal(messages.length, 3)
    const joined = Buffer.concat(messages.map((one: { message: string }) => Buffer.from(one.message, 'base64')))
    assert.equal(joined.toString(), message)
    assert.deepEqual(messages[2].chunk_info.total, 3)
    const path = `/hcs/${topicId}/message`
    assert.deepEqual(await refusal(path, { message: 'x'.repeat(20 * 1024 + 1) }), [422, 'MESSAGE_SIZE_TOO_LARGE'])
    assert.equal((await refusal(path, { message: 'x'.repeat(20 * 1024) }))[0], 200)
  })

  const everyKey = {
    freezeKey: true,
    pauseKey: true,
    adminKey: true,
    kycKey: true,
    wipeKey: true,
    supplyKey: true,
    feeScheduleKey: true,
  }

  test('exercise all keys of a fungible token', async () => {
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      sender: { id: ada.id, key: ada.key.publicKey.toStringDer() },
      name: 'Coin',
      treasuryAccountId: ada.id,
      symbol: 'COIN',
      decimals: 2,
      initialSupply: 1000,
      supplyType: { _code: 1 },
      maxSupply: 100_000,
      maxTransactionFee: 50_00000000,
      tokenType: { _code: 0 },
      ...everyKey,
      customFees: [
        { feeType: 'fractional', numerator: 1, denominator: 100, feeCollectorAccountId: ada.id },
        { feeType: 'fixed', amount: 7, feeCollectorAccountId: ada.id },
      ],
      freezeDefault: false,
      memo: 'a coin',
    })
    const shown = await wallets.mirror(`/tokens/${tokenId}`)
    assert.deepEqual(
      [shown.name, shown.decimals, shown.total_supply, shown.max_supply, shown.supply_type, shown.memo],
      ['Coin', '2', '1000', '100000', 'FINITE', 'a coin'],
    )
    const act = (path: string, body?: object) => wallets.done(ada, 'POST', `/hts/${path}/${tokenId}`, body)
    assert.equal((await act('mint/token', { amount: 500 })).totalSupply, 1500)
    assert.equal((await act('burn/token', { amount: '100' })).totalSupply, 1400)
    const transfer = { token_id: tokenId, from: ada.id, to: ben.id, amount: 50, decimals: 2, memo: 'rent' }
    assert.deepEqual(await refusal('/accounts/transfer/token', { ...transfer, decimals: 3 }), [
      422,
      'UNEXPECTED_TOKEN_DECIMALS',
    ])
    const { tokenId: free } = await wallets.done(ada, 'POST', '/hts/create/token', {
      name: 'F',
      symbol: 'F',
      initialSupply: 9,
    })
    await wallets.done(ada, 'POST', '/accounts/transfer/token', { token_id: free, from: ada.id, to: ben.id, amount: 4 })
    const held = await wallets.mirror(`/accounts/${ben.id}/tokens?token.id=${free}`)
    assert.equal(held.tokens[0].balance, 4)
    await associate(tokenId)
    await act('grant-kyc', { walletId: ben.id })
    await wallets.done(ada, 'POST', '/accounts/transfer/token', transfer)
    await act('freeze', { walletId: ben.id })
    assert.deepEqual(await refusal('/accounts/transfer/token', { ...transfer, from: ben.id, to: ada.id, amount: 1 }), [
      422,
      'ACCOUNT_FROZEN_FOR_TOKEN',
    ])
    await act('unfreeze', { walletId: ben.id })
    await act('wipe/token', { amount: 20, account_id: ben.id })
    await act('revoke-kyc', { walletId: ben.id })
    const relation = (await wallets.mirror(`/accounts/${ben.id}/tokens?token.id=${tokenId}`)).tokens[0]
    assert.deepEqual([relation.kyc_status, relation.freeze_status], ['REVOKED', 'UNFROZEN'])
    await act('pause')
    assert.deepEqual(await refusal(`/hts/mint/token/${tokenId}`, { amount: 1 }), [422, 'TOKEN_IS_PAUSED'])
    await act('unpause')
    const update = {
      currentTreasury: ada.id,
      name: 'Coin 2',
      symbol: 'C2',
      memo: 'newer',
      supplyKey: ben.key.publicKey.toStringDer(),
    }
    await wallets.done(ada, 'PATCH', `/hts/update/${tokenId}`, update)
    const fees = { fixed_fees: [{ amount: 3, collector_account_id: ada.id }], fractional_fees: [], royalty_fees: [] }
    await wallets.done(ada, 'PATCH', `/hts/update/${tokenId}/fees`, { customFees: fees })
    const updated = await wallets.mirror(`/tokens/${tokenId}`)
    assert.deepEqual([updated.name, updated.symbol, updated.memo], ['Coin 2', 'C2', 'newer'])
    assert.equal(updated.supply_key.key, ben.key.publicKey.toStringRaw())
    await wallets.done(ada, 'DELETE', `/hts/delete/${tokenId}`)
    assert.equal((await wallets.mirror(`/tokens/${tokenId}`)).deleted, true)
  })

  const associate = (tokenId: string) =>
    wallets.onLedger(new TokenAssociateTransaction().setAccountId(ben.id).setTokenIds([tokenId]), ben.key)

  test('manage an NFT from mint to burn, at most ten at a time', async () => {
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      name: 'Art',
      symbol: 'ART',
      tokenType: { _code: 1 },
      ...everyKey,
      kycKey: false,
      customFees: [
        {
          feeType: 'royalty',
          numerator: 1,
          denominator: 10,
          fallbackFee: { hbarAmount: 5 },
          feeCollectorAccountId: ada.id,
        },
      ],
    })
    const mint = `/hts/mint/nft/${tokenId}`
    assert.deepEqual((await wallets.done(ada, 'POST', mint, { metadata: ['same'], quantity: 4 })).serials, [1, 2, 3, 4])
    assert.deepEqual((await wallets.done(ada, 'POST', mint, { metadata: ['a', 'b'], quantity: 2 })).serials, [5, 6])
    assert.deepEqual(await refusal(mint, { metadata: ['a'], quantity: 11 }), [400, 'VALIDATION_FAILED'])
    assert.deepEqual(await refusal(mint, { metadata: ['a', 'b'], quantity: 3 }), [400, 'INVALID_METADATA'])
    assert.deepEqual(await refusal(`/hts/mint/token/${tokenId}`, { amount: 1 }), [422, 'INVALID_TOKEN_MINT_METADATA'])
    const give = { nft: tokenId, from: ada.id, to: ben.id, serial_number: 1, memo: 'yours' }
    await wallets.done(ada, 'POST', '/accounts/transfer/nft', give)
    assert.deepEqual(await refusal('/accounts/transfer/nft', give), [422, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO'])
    assert.equal((await wallets.mirror(`/tokens/${tokenId}/nfts/1`)).account_id, ben.id)
    const allow = { type: 'nft', tokenId, ownerAccountId: ada.id, spenderAccountId: ben.id, serialNumbers: [2] }
    await wallets.done(ada, 'POST', '/accounts/allowance/approve', allow)
    assert.equal((await wallets.mirror(`/tokens/${tokenId}/nfts/2`)).spender, ben.id)
    await wallets.done(ada, 'POST', '/accounts/allowance/delete', { ...allow, spenderAccountId: undefined })
    assert.equal((await wallets.mirror(`/tokens/${tokenId}/nfts/2`)).spender, null)
    await wallets.done(ada, 'POST', `/hts/wipe/nft/${tokenId}`, { serialNumbers: [1], account_id: ben.id })
    await wallets.done(ada, 'POST', `/hts/burn/nft/${tokenId}`, { serialNumbers: [2, 3] })
    assert.equal((await wallets.mirror(`/tokens/${tokenId}`)).total_supply, '3')
  })

  test('create, change and delete an account', async () => {
    const { accountId } = await wallets.done(ada, 'POST', '/accounts', {
      memo: 'savings',
      sender: { id: ada.id, key: ben.key.publicKey.toStringDer() },
      balance: 1_000_000,
      maxAutomaticTokenAssociations: 3,
      isReceiverSignatureRequired: false,
    })
    const made = await wallets.mirror(`/accounts/${accountId}`)
    assert.deepEqual(
      [made.memo, made.balance.balance, made.key.key],
      ['savings', 1_000_000, ben.key.publicKey.toStringRaw()],
    )
    const change = { memo: 'new', maxAutomaticTokenAssociations: -1, isReceiverSignatureRequired: true, stakingNode: 0 }
    await wallets.done(ada, 'PUT', `/accounts/${accountId}`, change, ben.key)
    const changed = await wallets.mirror(`/accounts/${accountId}`)
    assert.deepEqual(
      [changed.memo, changed.max_automatic_token_associations, changed.receiver_sig_required, changed.staked_node_id],
      ['new', -1, true, 0],
    )
    await wallets.done(ada, 'DELETE', `/accounts/${accountId}`, { transferAccountId: ben.id }, ben.key)
    assert.equal((await wallets.mirror(`/accounts/${accountId}`)).deleted, true)
  })

  test('allow others to spend hbars and tokens, and end the allowance', async () => {
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      name: 'A',
      symbol: 'A',
      initialSupply: 9,
    })
    const hbar = { type: 'hbar', ownerAccountId: ada.id, spenderAccountId: ben.id, amount: 12 }
    const token = { ...hbar, type: 'token', tokenId, amount: 3 }
    for (const body of [hbar, token]) await wallets.done(ada, 'POST', '/accounts/allowance/approve', body)
    const amounts = async () => {
      const [hbars, tokens] = [
        await wallets.mirror(`/accounts/${ada.id}/allowances/crypto`),
        await wallets.mirror(`/accounts/${ada.id}/allowances/tokens`),
      ]
      return [hbars, tokens].map(({ allowances }) => allowances[0]?.amount)
    }
    assert.deepEqual(await amounts(), [12, 3])
    for (const body of [hbar, token]) await wallets.done(ada, 'POST', '/accounts/allowance/delete', body)
    assert.deepEqual(await amounts(), [undefined, undefined])
    assert.deepEqual(await refusal('/accounts/allowance/approve', { ...token, tokenId: undefined }), [
      400,
      'FIELD_REQUIRED',
    ])
  })

  test('call a contract', async () => {
    const creation = new ContractCreateTransaction().setBytecode(Buffer.from(RETURNS_ONE, 'hex')).setGas(200_000)
    const { contractId: contract } = await wallets.onLedger(creation, ada.key)
    await wallets.done(ada, 'POST', `/contracts/${contract}/call`, { data: '0x0a754de6', gas: 60_000 })
    const { results } = await wallets.mirror(`/contracts/${contract}/results`)
    assert.deepEqual([results[0].function_parameters, results[0].gas_limit], ['0x0a754de6', 60_000])
    assert.deepEqual(await refusal('/contracts/0.0.999999/call', { gas: 60_000 }), [422, 'INVALID_CONTRACT_ID'])
    assert.equal((await refusal(`/contracts/${contract}/call`, { data: '0xA', gas: 60_000 }))[0], 400)
  })

  test('transfer hbars, and swap both legs or neither', async () => {
    const balance = async (id: string) => (await wallets.mirror(`/accounts/${id}`)).balance.balance
    const before = await balance(ben.id)
    await wallets.done(ada, 'POST', '/accounts/transfer/hbar', { amount: 1234, from: ada.id, to: ben.id, memo: 'x' })
    assert.equal(await balance(ben.id), before + 1234)
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      name: 'S',
      symbol: 'S',
      initialSupply: 90,
      decimals: 1,
    })
    const swap = { from: ada.id, to: ben.id, token_id: tokenId, decimals: 1, amount: 30 }
    const body = { ...swap, counter: { token_id: 'HBAR', amount: 500 } }
    const asked = await harness.ask('/accounts/transfer/atomic-swap', { token: ada.token, body })
    assert.deepEqual((await wallets.submit(asked, ada)).body.code, 'INVALID_SIGNATURE')
    assert.equal(await balance(ben.id), before + 1234)
    await wallets.done(ada, 'POST', '/accounts/transfer/atomic-swap', body, ben.key)
    assert.equal(await balance(ben.id), before + 1234 - 500)
    assert.equal((await wallets.mirror(`/accounts/${ben.id}/tokens?token.id=${tokenId}`)).tokens[0].balance, 30)
  })

  test("swap with only the specification's fields: if both sign, they settle the return between them", async () => {
    const cy = await wallets.person()
    const token = { name: 'S', symbol: 'S', initialSupply: 90, decimals: 1 }
    const { tokenId } = await wallets.done(cy, 'POST', '/hts/create/token', token)
    const { accountId } = await wallets.done(cy, 'POST', '/accounts', { maxAutomaticTokenAssociations: 1 })
    const body = { from: cy.id, to: accountId, token_id: tokenId, decimals: 1, amount: 30, sender: { id: cy.id } }
    await wallets.done(cy, 'POST', '/accounts/transfer/atomic-swap', body)
    const held = async (id: string) => (await wallets.mirror(`/accounts/${id}/tokens?token.id=${tokenId}`)).tokens[0]
    assert.equal((await held(accountId)).balance, 30)
  })

  test('Writes that would change nothing on the ledger are refused, with the fields that can be sent', async () => {
    const cy = await wallets.person()
    const token = { name: 'N', symbol: 'N', adminKey: true }
    const { tokenId } = await wallets.done(cy, 'POST', '/hts/create/token', token)
    for (const [method, path, bodies, field] of [
      ['PUT', `/accounts/${cy.id}`, [{}, { memo: null }, { sender: { id: cy.id } }], 'stakingNode'],
      ['PATCH', `/hts/update/${tokenId}`, [{}, { name: null }, { currentTreasury: cy.id }], 'newTreasuryAccountId'],
    ] as const)
      for (const body of bodies) {
        const { status, body: told } = await harness.ask(path, { method, token: cy.token, body })
        assert.deepEqual([status, told.code], [400, 'NOTHING_TO_UPDATE'], JSON.stringify(body))
        assert.match(told.message, new RegExp(`memo.*${field}`))
      }
    assert.deepEqual(await refusal(`/hcs/0.0.1001`, {}, cy, 'PUT'), [400, 'VALIDATION_FAILED'])
  })

  test('document the unit of every amount that they accept', async () => {
    const { paths } = (await (await fetch(`${harness.url}/api/docs-json`)).json()) as {
      paths: Record<string, Record<string, { requestBody?: unknown }>>
    }
    const told: string[] = []
    const untold: string[] = []
    const look = (schema: unknown, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      for (const [name, value] of Object.entries(schema)) {
        if (name === 'description' && /^an amount in /.test(String(value)))
          (/^an amount in the smallest unit:/.test(value) ? untold : told).push(place)
        look(value, `${place}/${name}`)
      }
    }
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { requestBody }] of Object.entries(methods)) look(requestBody, `${method} ${path}`)
    assert.deepEqual(untold, [])
    for (const field of ['hbarAmount', 'maxTransactionFee', 'minimumAmount', 'initialSupply', 'balance', 'amount'])
      assert.ok(
        told.some((place) => place.endsWith(`/${field}`)),
        field,
      )
  })

  test('are bytes for one node, which the public SDK can submit and another account may pay for and sign', async () => {
    const asked = await harness.ask('/accounts/transfer/hbar', {
      token: ada.token,
      body: { amount: 5, from: ben.id, to: ada.id, sender: { id: ben.id } },
    })
    assert.match(asked.body.transactionId, new RegExp(`^${ben.id}@`))
    assert.ok(Date.parse(asked.body.expiresAt) > harness.clock.now())
    const transaction = Transaction.fromBytes(Buffer.from(asked.body.bytes, 'base64'))
    assert.equal(transaction.nodeAccountIds?.length, 1)
    const response = await (await transaction.sign(ben.key)).execute(wallets.client)
    assert.equal(String((await response.getReceipt(wallets.client)).status), 'SUCCESS')

    const again = await harness.ask('/accounts/transfer/hbar', {
      token: ada.token,
      body: { amount: 6, from: ada.id, to: ben.id },
    })
    const raw = ada.key.sign(Buffer.from(again.body.bodyBytes, 'base64'))
    const submitted = await harness.ask('/transactions/submit', {
      token: ben.token,
      body: { bytes: again.body.bytes, signature: `0x${Buffer.from(raw).toString('hex')}` },
    })
    assert.equal(submitted.body.status, 'SUCCESS')
    const twice = await harness.ask('/transactions/submit', {
      token: ben.token,
      body: { bytes: await signed(again, ada.key) },
    })
    assert.deepEqual(twice.body, submitted.body)
  })

  test("are executed by the node for its operator only, and never with the operator's money for others", async () => {
    const token = await loggedIn(harness, OPERATOR)
    const body = { amount: 77, from: OPERATOR, to: ada.id }
    const done = await harness.ask('/accounts/transfer/hbar', { token, body })
    assert.equal(done.body.status, 'SUCCESS')
    assert.match(done.body.consensusTimestamp, /^\d+\.\d{9}$/)
    const offline = await harness.ask('/accounts/transfer/hbar', {
      token,
      body: { ...body, isOfflineTransaction: true },
    })
    assert.equal(offline.body.status, 'SIGNATURE_REQUIRED')
    const others = await harness.ask('/accounts/transfer/hbar', {
      token: ada.token,
      body: { ...body, sender: { id: OPERATOR } },
    })
    assert.equal(others.body.status, 'SIGNATURE_REQUIRED')
    assert.equal((await wallets.submit(others, ada)).body.code, 'INVALID_SIGNATURE')
    const asUser = await harness.ask('/hcs', { token, body: { sender: { id: ada.id } } })
    assert.equal(asUser.body.status, 'SIGNATURE_REQUIRED')
    const long = await harness.ask('/hcs', { token, body: { memo: 'ours' } })
    const message = await harness.ask(`/hcs/${long.body.topicId}/message`, {
      token,
      body: { message: 'm'.repeat(2000) },
    })
    assert.deepEqual([message.body.status, message.body.topicSequenceNumber], ['SUCCESS', 1])
  })

  test('list who must sign, with which keys, and how many of them', async () => {
    const token = ada.token
    const own = { accountId: ada.id, role: 'key', publicKeys: [ada.key.publicKey.toStringDer()], missing: 1 }
    const bens = { accountId: ben.id, role: 'key', publicKeys: [ben.key.publicKey.toStringDer()], missing: 1 }
    const signersOf = async (path: string, body: object, method = 'POST') =>
      (await harness.ask(path, { method, token, body })).body.signers
    assert.deepEqual(await signersOf('/accounts/transfer/hbar', { amount: 1, from: ada.id, to: ben.id }), [own])
    assert.deepEqual(await signersOf('/accounts/transfer/hbar', { amount: 1, from: ben.id, to: ada.id }), [own, bens])
    const parts = [PrivateKey.generateED25519(), PrivateKey.generateED25519(), PrivateKey.generateED25519()]
    const publicKeys = parts.map(({ publicKey }) => publicKey.toStringDer())
    const key = { threshold: 2, keys: publicKeys }
    assert.deepEqual(await signersOf('/hcs', { key }), [own, { role: 'newKey', publicKeys, missing: 2 }])
    const asked = await harness.ask('/hcs', { token, body: { key } })
    const { topicId } = (await wallets.submit(asked, ada, ...parts.slice(1))).body
    const admin = { topicId, role: 'adminKey', publicKeys, missing: 2 }
    assert.deepEqual(await signersOf(`/hcs/${topicId}`, { memo: 'other', sender: { key } }, 'PUT'), [own, admin])
  })

  test("are not paid for by the operator if the ledger would need somebody else's signature", async () => {
    const token = await loggedIn(harness, OPERATOR)
    const before = (await wallets.mirror(`/accounts/${OPERATOR}`)).balance.balance
    for (const [method, path, body] of [
      ['POST', '/accounts/transfer/hbar', { amount: 1, from: ada.id, to: OPERATOR }],
      ['PUT', `/accounts/${ada.id}`, { memo: 'theirs' }],
      ['POST', '/hcs', { key: ada.key.publicKey.toStringDer() }],
      ['POST', '/hts/create/token', { name: 'T', symbol: 'T', treasuryAccountId: ada.id }],
    ] as const) {
      const answer = await harness.ask(path, { method, token, body })
      assert.deepEqual([answer.status, answer.body.code], [422, 'INVALID_SIGNATURE'], `${path} ${answer.body.message}`)
      const offline = await harness.ask(path, { method, token, body: { ...body, isOfflineTransaction: true } })
      assert.equal(offline.body.status, 'SIGNATURE_REQUIRED')
    }
    assert.equal((await wallets.mirror(`/accounts/${OPERATOR}`)).balance.balance, before)
    const { body: art } = await harness.ask('/hts/create/token', {
      token,
      body: { name: 'A', symbol: 'A', tokenType: { _code: 1 }, supplyKey: true },
    })
    await harness.ask(`/hts/mint/nft/${art.tokenId}`, { token, body: { metadata: ['1'] } })
    const nft = { nft: art.tokenId, from: OPERATOR, to: ada.id, serial_number: 1 }
    const given = await harness.ask('/accounts/transfer/nft', { token, body: nft })
    assert.equal(given.body.status, 'SUCCESS', JSON.stringify(given.body))
  })

  test('refuse a name with invisible characters', async () => {
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', { name: 'A', symbol: 'A', adminKey: true })
    for (const [method, path, body] of [
      ['POST', '/hts/create/token', { name: 'Gold\u200b', symbol: 'G' }],
      ['POST', '/hts/create/token', { name: 'Gold', symbol: 'G\u202e' }],
      ['PATCH', `/hts/update/${tokenId}`, { name: 'Go\nld' }],
      ['PATCH', `/hts/update/${tokenId}`, { symbol: '\ufeffG' }],
    ] as const) {
      const answer = await harness.ask(path, { method, token: ada.token, body })
      assert.deepEqual([answer.status, answer.body.code], [400, 'HIDDEN_CHARACTER'], path)
    }
  })

  test('refuse a key with too many parts, at any depth', async () => {
    const leaf = ada.key.publicKey.toStringRaw()
    const wide = [1, 2, 3].map(() => Array.from({ length: 180 }, () => leaf))
    const hollow = Array.from({ length: 150 }, () => [[[leaf]]])
    for (const key of [wide, hollow, { threshold: 1, key: wide }]) {
      const { status, body } = await harness.ask('/hcs', { method: 'POST', token: ada.token, body: { key } })
      assert.deepEqual([status, body.code], [400, 'INVALID_KEY'])
      assert.match(body.message, /more than 500/)
    }
  })

  test('accept key lists as the mirror and the SDK name them, and name an invalid key in a list', async () => {
    const [own, other] = [ada.key.publicKey.toStringRaw(), PrivateKey.generateED25519().publicKey.toStringRaw()]
    for (const key of [
      { keys: [own, other], threshold: 1 },
      { key: [own, other], threshold: 1 },
    ]) {
      const { topicId } = await wallets.done(ada, 'POST', '/hcs', { key })
      const { admin_key } = await wallets.mirror(`/topics/${topicId}`)
      const read = keyFromMirror(admin_key)
      assert.ok(read?.type === 'threshold' && read.threshold === 1 && read.keys.length === 2, JSON.stringify(admin_key))
    }
    const refusal = async (key: object) =>
      (await harness.ask('/hcs', { method: 'POST', token: ada.token, body: { key } })).body
    const { code, message } = await refusal({ keys: [own, 'ffff'], threshold: 1 })
    assert.deepEqual([code, /^(body\/)?key\/keys\/1: "ffff"/.test(message)], ['INVALID_KEY', true], message)
    assert.match((await refusal({ keys: [own], threshold: 2 })).message, /key\/threshold is 2: expected 1 to 1/)
    assert.match((await refusal({ keys: [own], key: [other] })).message, /has both key and keys/)
  })

  test('say what to send instead of an invalid key or amount', async () => {
    const post = async (path: string, body: object): Promise<string> =>
      (await harness.ask(path, { method: 'POST', token: ada.token, body })).body.message
    assert.match(
      await post('/hcs', { key: 'x' }),
      /^body\/key is "x": expected a public key in hex .* or a list of keys /,
    )
    assert.match(
      await post('/hcs', { key: {} }),
      /^body\/key is an object of 0 fields: expected a public key in hex .* or an object with key or an object with keys$/,
    )
    assert.match(await post('/hcs', { key: [5] }), /^key\/0 is not a key: expected a public key in hex /)
    assert.match(await post('/hcs', { sender: 0 }), /^body\/sender is 0: expected an object with any of id, key$/)
    assert.match(await post('/hts/burn/token/0.0.5', { amount: 0 }), /^body\/amount is 0: expected an integer from 1 /)
  })

  test('are answered completely from the mirror once the ledger has forgotten them', async () => {
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      ...{ name: 'A', symbol: 'A', tokenType: { _code: 1 }, supplyKey: true },
    })
    const { topicId } = await wallets.done(ada, 'POST', '/hcs', { memo: 'm' })
    const asked = [
      await harness.ask(`/hts/mint/nft/${tokenId}`, { token: ada.token, body: { metadata: ['1', '2'] } }),
      await harness.ask(`/hcs/${topicId}/message`, { token: ada.token, body: { message: 'hi' } }),
      await harness.ask('/accounts', { token: ada.token, body: { balance: 1 } }),
    ]
    const submit = async (bytes: string) => harness.ask('/transactions/submit', { token: ada.token, body: { bytes } })
    const bytes = await Promise.all(asked.map((one) => signed(one, ada.key)))
    const told = await Promise.all(bytes.map(submit))
    assert.deepEqual([told[0]?.body.serials, told[0]?.body.totalSupply], [[1, 2], 2])
    assert.equal(told[1]?.body.topicSequenceNumber, 1)
    await harness.clock.advance(600_000)
    const again = await Promise.all(bytes.map(submit))
    assert.deepEqual(
      again.map(({ body }) => body),
      told.map(({ body }) => body),
    )
  })

  test('need a session, name an invalid field, and are refused before signing if the ledger would refuse them', async () => {
    assert.equal((await harness.ask('/hcs', { body: {} })).status, 401)
    for (const [path, body, field] of [
      ['/accounts/transfer/hbar', { amount: -1, from: ada.id, to: ben.id }, 'body/amount'],
      ['/accounts/transfer/hbar', { amount: 1, from: 'ada', to: ben.id }, 'body/from'],
      ['/accounts/transfer/hbar', { amount: 1, from: ada.id }, 'body/to'],
      ['/hts/create/token', { name: 'x', symbol: 'y', supplyType: { _code: 2 } }, 'body/supplyType/_code'],
      ['/hcs', { memo: 'x', nonsense: 1 }, 'body/nonsense'],
    ] as const) {
      const answer = await harness.ask(path, { token: ada.token, body })
      assert.equal(answer.status, 400, path)
      assert.equal(answer.body.details[0].path, field)
    }
    const cases: [string, object, string][] = [
      ['/accounts/transfer/hbar', { amount: 1, from: ada.id, to: '0.0.999999' }, 'INVALID_ACCOUNT_ID'],
      [
        '/accounts/transfer/hbar',
        { amount: '99999999999999', from: ada.id, to: ben.id },
        'INSUFFICIENT_ACCOUNT_BALANCE',
      ],
      ['/hcs', { sender: { id: '0.0.999999' } }, 'PAYER_ACCOUNT_NOT_FOUND'],
      ['/hts/pause/0.0.999999', {}, 'INVALID_TOKEN_ID'],
      ['/hcs/0.0.999999/message', { message: 'x' }, 'INVALID_TOPIC_ID'],
      ['/accounts/transfer/token', { amount: 1, from: ada.id, to: ben.id, token_id: '0.0.999999' }, 'INVALID_TOKEN_ID'],
      ['/hts/create/token', { name: 'x', symbol: 'y', tokenType: { _code: 1 } }, 'TOKEN_HAS_NO_SUPPLY_KEY'],
      ['/hts/create/token', { name: 'é'.repeat(51), symbol: 'y' }, 'TOKEN_NAME_TOO_LONG'],
      ['/hts/create/token', { name: 'x', symbol: 'é'.repeat(51) }, 'TOKEN_SYMBOL_TOO_LONG'],
      ['/hts/create/token', { name: 'x', symbol: 'y', tokenType: { _code: 1 }, decimals: 1 }, 'INVALID_TOKEN_DECIMALS'],
      [
        '/hts/create/token',
        { name: 'x', symbol: 'y', tokenType: { _code: 1 }, initialSupply: 1 },
        'INVALID_TOKEN_INITIAL_SUPPLY',
      ],
      ['/hts/create/token', { name: 'x', symbol: 'y', maxSupply: 1 }, 'INVALID_TOKEN_MAX_SUPPLY'],
      ['/hts/create/token', { name: 'x', symbol: 'y', freezeDefault: true }, 'TOKEN_HAS_NO_FREEZE_KEY'],
      ['/hts/create/token', { name: 'x', symbol: 'y', memo: 'é'.repeat(99) }, 'MEMO_TOO_LONG'],
      ['/hcs', { memo: 'é'.repeat(99) }, 'MEMO_TOO_LONG'],
    ]
    for (const [path, body, code] of cases) assert.deepEqual(await refusal(path, body), [422, code], path)
    const { tokenId } = await wallets.done(ada, 'POST', '/hts/create/token', {
      name: 'K',
      symbol: 'K',
      initialSupply: 5,
    })
    for (const [path, code, body] of [
      [`/hts/mint/token/${tokenId}`, 'TOKEN_HAS_NO_SUPPLY_KEY', { amount: 1 }],
      [`/hts/pause/${tokenId}`, 'TOKEN_HAS_NO_PAUSE_KEY', undefined],
      [`/hts/freeze/${tokenId}`, 'TOKEN_HAS_NO_FREEZE_KEY', { walletId: ben.id }],
    ] as const)
      assert.deepEqual(await refusal(path, body ?? {}), [422, code])
  })

  test('are in the OpenAPI description with inputs and answers, and need a valid session', async () => {
    const body = inlined((await harness.ask('/api/docs-json')).body)
    const rows = [...operations, { method: 'POST', path: '/transactions/submit' }]
    assert.equal(operations.length, 4 + 16 + 9 + 3 + 1, 'topics, tokens, accounts, moves to another key, calls')
    for (const { method, path } of rows) {
      const row = body.paths[path][method.toLowerCase()]
      assert.ok(row.requestBody.content['application/json'].schema.properties, path)
      assert.ok(row.responses['200'].content['application/json'].schema, path)
      const url = path.replaceAll(/\{\w+\}/g, '0.0.5')
      assert.equal((await harness.ask(url, { method, body: {} })).body.code, 'UNAUTHORIZED', path)
      const forged = `${ada.token.slice(0, -4)}AAAA`
      assert.equal((await harness.ask(url, { method, body: {}, token: forged })).body.code, 'TOKEN_INVALID', path)
    }
  })
})
