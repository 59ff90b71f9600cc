/** Requests for any other transaction, in the form of the node API. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountId,
  ContractCreateTransaction,
  ContractExecuteTransaction,
  CustomFixedFee,
  Hbar,
  ScheduleCreateTransaction,
  TokenAssociateTransaction,
  TokenCreateTransaction,
  TokenMintTransaction,
  TopicCreateTransaction,
  TopicMessageSubmitTransaction,
  type Transaction,
  TransactionId,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { walletOperations } from '@quorate/ledger/operations'
import {
  approve,
  compareIntent,
  decode,
  type Key,
  keyJson,
  mirrorLedger,
  type OperationName,
  operationDefinitions,
  operationIn,
  operationWith,
  type StatedOperation,
  startsNow,
} from '@quorate/verify'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

/** A contract that returns 1, whatever is called. */
const RETURNS_ONE = '600a600c600039600a6000f3600160005260206000f3'
const FUNGIBLE = { tokenType: { _code: 0 }, supplyType: { _code: 0 } }
const NFTS = { tokenType: { _code: 1 }, supplyType: { _code: 1 }, maxSupply: '5' }
const ALL_KEYS = {
  adminKey: true,
  kycKey: true,
  freezeKey: true,
  wipeKey: true,
  supplyKey: true,
  pauseKey: true,
  feeScheduleKey: true,
}

describe("A request for one of the node API's operations", () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  let walletId: string
  let walletKey: Key
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
    walletId = await harness.wallet([ada, ben], 2)
    await harness.fund(walletId, 300)
    walletKey = (await harness.ledger.mirror.account(walletId))?.key ?? assert.fail()
  })
  after(() => harness.close())

  const operationOf = (name: OperationName, values: object): StatedOperation =>
    operationWith(name, values as Record<string, unknown>)

  /** Requests an operation, and compares its bytes with it. */
  async function ask(name: OperationName, values: object, more: object = {}): Promise<Answer['body']> {
    const operation = operationOf(name, values)
    const request = await harness.ask('operation', ada, { walletId, operation, ...more })
    const body = Buffer.from(request.bodyBytes, 'base64')
    const { transactionId } = request
    const intent = { operation: 'operation' as const, payload: { walletId, operation, ...more }, walletKey }
    const stated = { ...intent, requesterId: ada.id, transactionId, validStart: startsNow(harness.clock.now()) }
    assert.deepEqual(compareIntent(body, { ...stated, maxTransactionFee: 5_000_000_000n }), [], name)
    // The bytes state the same operation, so that other tools can submit them.
    const context = { walletId, walletKey, transactionId }
    const decoded = operationIn(decode(body), context)
    assert.deepEqual(compareIntent(body, { ...stated, payload: { walletId, operation: decoded, ...more } }), [], name)
    return request
  }

  async function carryOut(name: OperationName, values: object): Promise<Answer['body']> {
    const request = await ask(name, values)
    for (const person of [ada, ben]) assert.equal((await harness.sign(request, person, walletId)).status, 200, name)
    const { status, body } = await harness.execute('operation', ada, request)
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
    assert.equal(body.type, 'operation')
    return body
  }
  const refusal = async (operation: unknown, more: object = {}) => {
    const { status, body } = await harness.post('/multisig/wallet/operation/request', ada, {
      walletId,
      operation,
      ...more,
    })
    return [status, body.code]
  }
  const detailsOf = async (token: string) => (await harness.ledger.mirror.tokenDetails(token)) ?? assert.fail()

  test('carries out every operation, with bytes that say exactly what was asked for', async () => {
    const done = new Set<OperationName>()
    const run = async (name: OperationName, values: object) => {
      done.add(name)
      return carryOut(name, values)
    }
    const created = await run('create/token', {
      name: 'Gold of the club',
      symbol: 'GOLD',
      ...FUNGIBLE,
      decimals: 2,
      initialSupply: '100000',
      treasuryAccountId: walletId,
      memo: 'vault 7',
      ...ALL_KEYS,
      customFees: [
        { feeType: 'fixed', amount: '5', feeCollectorAccountId: walletId },
        {
          feeType: 'fractional',
          numerator: 1,
          denominator: 100,
          minimumAmount: 1,
          maximumAmount: 50,
          feeCollectorAccountId: walletId,
        },
      ],
    })
    const token = String(created.receipt.tokenId)
    assert.equal((await detailsOf(token)).totalSupply, 100_000n)
    await run('mint/token', { token, amount: '12345' })
    assert.equal((await detailsOf(token)).totalSupply, 112_345n)
    await run('burn/token', { token, amount: 345 })
    await run('update/token', { token, name: 'Gold', memo: '', supplyKey: keyJson(walletKey) })
    await run('update/fees', {
      token,
      customFees: { fixed_fees: [{ amount: '7', collector_account_id: walletId }] },
    })
    await run('pause/token', { token })
    assert.deepEqual(await refusal(operationOf('mint/token', { token, amount: 1 })), [422, 'TOKEN_IS_PAUSED'])
    await run('unpause/token', { token })
    await harness.onLedger(new TokenAssociateTransaction().setAccountId(cleo.id).setTokenIds([token]), cleo.key)
    for (const name of [
      'grant-kyc/token',
      'revoke-kyc/token',
      'freeze/token',
      'unfreeze/token',
      'grant-kyc/token',
    ] as const)
      await run(name, { token, walletId: cleo.id })
    const spenderAccountId = cleo.id
    await run('allowance/hbar', { type: 'hbar', spenderAccountId, amount: '250' })
    await run('allowance-delete/hbar', { type: 'hbar', spenderAccountId })
    await run('allowance/token', { type: 'token', tokenId: token, spenderAccountId, amount: '250' })
    await run('allowance-delete/token', { type: 'token', tokenId: token, spenderAccountId })
    done.add('wipe/token').add('wipe/nft')

    const art = String(
      (
        await run('create/token', {
          name: 'Art',
          symbol: 'ART',
          ...NFTS,
          treasuryAccountId: walletId,
          ...ALL_KEYS,
          customFees: [
            {
              feeType: 'royalty',
              numerator: 1,
              denominator: 20,
              fallbackFee: { amount: 9 },
              feeCollectorAccountId: walletId,
              allCollectorsAreExempt: true,
            },
          ],
        })
      ).receipt.tokenId,
    )
    await run('mint/nft', { token: art, metadata: ['ipfs://one', 'zwei – ü', ''] })
    await run('burn/nft', { token: art, serialNumbers: [2] })
    const nft = { type: 'nft', tokenId: art, spenderAccountId }
    await run('allowance/nft', { ...nft, serialNumbers: [1, 3] })
    await run('allowance/nfts', { ...nft, allSerials: true })
    await run('allowance-delete/nfts', { ...nft, allSerials: true })
    await run('delete/token', { token: art })

    const { receipt } = await run('create/topic', { key: keyJson(walletKey), memo: 'minutes' })
    const topic = String(receipt.topicId)
    await run('message/topic', { topic, message: 'The club meets on Monday.' })
    await run('update/topic', { topic, memo: 'the minutes' })
    await run('delete/topic', { topic })
    await run('create/account', { balance: '100000000', memo: 'reserve', isReceiverSignatureRequired: true })
    await run('update/account', { wallet: walletId, maxAutomaticTokenAssociations: 0, stakingNode: 0 })
    const contract = await harness.onLedger(
      new ContractCreateTransaction().setBytecode(Buffer.from(RETURNS_ONE, 'hex')).setGas(200_000),
      ada.key,
    )
    const called = await run('call/contract', {
      contract: String(contract.receipt.contractId),
      data: '0x12345678',
      gas: 60_000,
    })
    assert.equal(called.receipt.status, 'SUCCESS')
    const ofWallets = new Set(walletOperations.map(({ method, path }) => `${method} ${path}`))
    const ofTheNode = Object.entries(operationDefinitions).filter(
      ([, { method, path }]) => !ofWallets.has(`${method} ${path}`),
    )
    assert.deepEqual([...done].toSorted(), ofTheNode.map(([name]) => name).toSorted())
  })

  test('is refused if no words cover it, or if it names another wallet', async () => {
    const mint = operationOf('mint/token', { token: '0.0.5', amount: 1 })
    for (const [operation, code] of [
      [{ ...mint, path: '/hts/mint/token' }, 'INVALID_OPERATION'],
      [{ ...mint, method: 'DELETE' }, 'INVALID_OPERATION'],
      [{ ...mint, body: { amount: 1, sender: { id: ada.id } } }, 'INVALID_OPERATION'],
      [{ ...mint, body: { amount: 1, dao: { consensusTimestamp: '1.1' } } }, 'INVALID_OPERATION'],
      [{ ...mint, body: { amount: 0 } }, 'INVALID_OPERATION'],
      [{ ...mint, body: { amount: '-1' } }, 'INVALID_OPERATION'],
      [{ ...mint, body: {} }, 'INVALID_OPERATION'],
      [
        { method: 'POST', path: '/accounts/transfer/hbar', body: { from: walletId, to: ada.id, amount: 1 } },
        'INVALID_OPERATION',
      ],
      [operationOf('update/account', { wallet: ada.id, stakingNode: 0 }), 'INVALID_OPERATION'],
      [operationOf('update/account', { wallet: walletId }), 'INVALID_OPERATION'],
      [
        operationOf('mint/nft', { token: '0.0.5', metadata: Array.from({ length: 11 }, () => 'x') }),
        'INVALID_OPERATION',
      ],
    ] as const)
      assert.deepEqual(await refusal(operation), [400, code], JSON.stringify(operation))
    assert.deepEqual(await refusal(operationOf('mint/token', { token: '0.0.999999', amount: 1 })), [
      422,
      'INVALID_TOKEN_ID',
    ])
    assert.deepEqual(await refusal({ ...mint, more: 1 }), [400, 'VALIDATION_FAILED'])
  })

  test("is refused if the key of the token is not the wallet's, because its owners alone could not sign", async () => {
    const token = new TokenCreateTransaction().setTokenName('Theirs').setTokenSymbol('THEIRS')
    const created = await harness.onLedger(
      token.setTreasuryAccountId(harness.treasury.id).setSupplyKey(harness.treasury.key.publicKey),
    )
    const operation = operationOf('mint/token', { token: String(created.receipt.tokenId), amount: 1 })
    assert.deepEqual(await refusal(operation), [422, 'INVALID_SIGNATURE'])
  })

  test('calls no system contract and no schedule, where signatures of owners would count for other things', async () => {
    // A signature of a call of the schedule service signs the schedule, too, with every key.
    const own = new TransferTransaction().addHbarTransfer(ada.id, -7).addHbarTransfer(cleo.id, 7)
    const { receipt } = await harness.onLedger(new ScheduleCreateTransaction().setScheduledTransaction(own), cleo.key)
    const schedule = String(receipt.scheduleId)
    const word = Number(schedule.split('.')[2]).toString(16).padStart(64, '0')
    const data = `0xf0637961${word}`
    const call = (contract: string) => operationOf('call/contract', { contract, data, gas: 1_000_000 })
    for (const system of ['0.0.363', '0.0.359', '0.0.362', '0.0.364', '0.0.1', '0.0.1000'])
      assert.deepEqual(await refusal(call(system), { force: true }), [400, 'INVALID_OPERATION'], system)
    const facade = operationOf('call/contract', { contract: schedule, data: '0x06d15889', gas: 1_000_000 })
    assert.deepEqual(await refusal(facade, { force: true }), [422, 'INVALID_CONTRACT_ID'])
  })

  test('calls no token that would charge custom fees, which the request does not show', async () => {
    const fee = new CustomFixedFee().setHbarAmount(new Hbar(90)).setFeeCollectorAccountId(harness.treasury.id)
    const token = new TokenCreateTransaction().setTokenName('Trap').setTokenSymbol('TRAP').setInitialSupply(9)
    const { receipt } = await harness.onLedger(
      token.setTreasuryAccountId(harness.treasury.id).setCustomFees([fee]),
      harness.treasury.key,
    )
    const contract = String(receipt.tokenId)
    const [to, one] = [Number(cleo.id.split('.')[2]), 1].map((word) => word.toString(16).padStart(64, '0'))
    const call = (data: string) => operationOf('call/contract', { contract, data, gas: 900_000 })
    for (const data of [`0xa9059cbb${to}${one}`, `0x095ea7b3${to}${one}`, '0x12345678'])
      assert.deepEqual(await refusal(call(data), { force: true }), [422, 'CUSTOM_FEES'], data)
  })

  /** A fungible token under the wallet's key. */
  async function newToken(): Promise<string> {
    const values = { name: 'Points', symbol: 'PTS', ...FUNGIBLE, treasuryAccountId: walletId, supplyKey: true }
    const { receipt } = await carryOut('create/token', { ...values, pauseKey: true })
    return String(receipt.tokenId)
  }
  const supplyOf = async (token: string) => (await detailsOf(token)).totalSupply
  const statusFor = async (jobId: string, person: Person) =>
    (await harness.get(`/multisig/transaction/status/${jobId}`, person)).body

  test('writes to no topic that charges custom fees, at once, at a time or in a schedule', async () => {
    const fee = new CustomFixedFee().setHbarAmount(new Hbar(9)).setFeeCollectorAccountId(cleo.id)
    const at = new Date(harness.clock.now() + 86_400_000).toISOString()
    for (const create of [
      new TopicCreateTransaction().setCustomFees([fee]),
      new TopicCreateTransaction().setFeeScheduleKey(cleo.key.publicKey),
    ]) {
      const { receipt } = await harness.onLedger(create, cleo.key)
      const operation = operationOf('message/topic', { topic: String(receipt.topicId), message: 'hello' })
      for (const when of [{}, { executeAt: at }, { expiresAt: at }])
        assert.deepEqual(await refusal(operation, when), [422, 'CUSTOM_FEES'], JSON.stringify(when))
    }
  })

  /** The transaction that a lying service has Ada review with the real mirror, as the request that it states. */
  async function lie(name: OperationName, values: object, transaction: Transaction) {
    const operation = operationOf(name, values)
    const other = operationOf('allowance/hbar', { type: 'hbar', spenderAccountId: cleo.id, amount: '5' })
    const { jobId } = await harness.ask('operation', ada, { walletId, operation: other })
    const honest = await statusFor(jobId, ada)
    const window = { validStart: harness.ledger.validStart(), validDurationSeconds: 120 }
    const frozen = harness.ledger.freeze(transaction, { payer: walletId, ...window })
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
    const answer = { ...honest, payload: { walletId, operation }, transactionId: frozen.transactionId }
    const stated = { ...answer, bytes: base64(frozen.bytes), bodyBytes: base64(frozen.bodyBytes) }
    return approve(stated, {
      ...{ jobId, signerId: ada.id, owners: undefined, chain: honest.chain, now: harness.clock.now() },
      ledger: mirrorLedger(harness.net.mirrorRest),
      show() {},
      confirm: () => Promise.resolve(true),
      sign: (bytes) => ada.key.sign(bytes),
      send: async () => 'signed',
    })
  }

  test('is not signed for a topic that charges, even if the service says nothing of it', async () => {
    const fee = new CustomFixedFee().setHbarAmount(new Hbar(9)).setFeeCollectorAccountId(cleo.id)
    const say = async (create: TopicCreateTransaction) => {
      const { receipt } = await harness.onLedger(create.setAdminKey(cleo.key.publicKey), cleo.key)
      const topic = String(receipt.topicId)
      const message = new TopicMessageSubmitTransaction().setTopicId(topic).setMessage('hello')
      return lie('message/topic', { topic, message: 'hello' }, message)
    }
    assert.equal(await say(new TopicCreateTransaction()), 'signed')
    for (const [create, why] of [
      [new TopicCreateTransaction().setCustomFees([fee]), /charges custom fees for each message/],
      [new TopicCreateTransaction().setFeeScheduleKey(cleo.key.publicKey), /may charge custom fees/],
    ] as const)
      await assert.rejects(say(create), ({ code, message }) => code === 'BYTES_DIFFER' && why.test(message))
  })

  test('calls accounts, contracts and tokens on the ledger, and no id that a schedule may get later', async () => {
    const call = (contract: string) => {
      const data = Buffer.from('06d15889', 'hex')
      const transaction = new ContractExecuteTransaction().setContractId(contract).setGas(90_000)
      const values = { contract, data: '0x06d15889', gas: 90_000 }
      return lie('call/contract', values, transaction.setFunctionParameters(data))
    }
    const created = new ContractCreateTransaction().setBytecode(Buffer.from(RETURNS_ONE, 'hex')).setGas(200_000)
    const { receipt } = await harness.onLedger(created)
    for (const shown of [String(receipt.contractId), await newToken(), cleo.id])
      assert.equal(await call(shown), 'signed', shown)
    const [shard, realm, number] = (await harness.person()).id.split('.')
    const topic = String((await harness.onLedger(new TopicCreateTransaction())).receipt.topicId)
    for (const other of [`${shard}.${realm}.${Number(number) + 100}`, topic])
      await assert.rejects(call(other), /shows no contract or token/, other)
  })

  test('is executed once, however many owners execute it at the same time', async () => {
    const token = await newToken()
    const request = await ask('mint/token', { token, amount: 70 })
    for (const person of [ada, ben]) await harness.sign(request, person, walletId)
    const answers = await Promise.all([ada, ben, ada, ben].map((by) => harness.execute('operation', by, request)))
    for (const { status, body } of answers) assert.ok(status === 200 || status === 202, JSON.stringify(body))
    const [first] = await Promise.all([harness.execute('operation', ada, request), harness.jobs.idle()])
    assert.deepEqual([first.status, first.body.status, await supplyOf(token)], [200, 'success', 70n])
  })

  test('is not executed below the threshold, and rejected by owners as other requests are', async () => {
    const token = await newToken()
    const request = await ask('mint/token', { token, amount: 5 })
    await harness.sign(request, ada, walletId)
    const early = await harness.execute('operation', ada, request)
    assert.deepEqual([early.status, early.body.code], [422, 'THRESHOLD_NOT_MET'])
    const rejected = await harness.post(`/multisig/transaction/reject/${request.jobId}`, ben, { reason: 'too many' })
    assert.equal(rejected.status, 200, JSON.stringify(rejected.body))
    assert.deepEqual([(await statusFor(request.jobId, ada)).code, await supplyOf(token)], ['REJECTED', 0n])
  })

  test('is stored as asked for, in the history and for every owner', async () => {
    const token = await newToken()
    const asked = { walletId, operation: operationOf('pause/token', { token }) }
    const checked = await harness.post('/multisig/wallet/operation/check', ada, asked)
    assert.deepEqual([checked.status, checked.body], [200, { problems: [] }])
    const request = await ask('pause/token', { token }, { memo: 'Investigation' })
    const { operation, type, payload } = await statusFor(request.jobId, ben)
    assert.deepEqual([operation, type], ['operation', 'operation'])
    const stated = { walletId, operation: operationOf('pause/token', { token }), memo: 'Investigation' }
    assert.deepEqual(payload, stated)
    const [newest] = (await harness.get(`/multisig/wallet/${walletId}/history?limit=1`, ada)).body
    assert.deepEqual(newest.payload, stated)
  })

  test('waits for its time, or in a schedule of the ledger if the network keeps its type', async () => {
    const token = await newToken()
    const operation = operationOf('mint/token', { token, amount: 9 })
    const later = new Date(harness.clock.now() + 300_000).toISOString()
    const timed = await harness.ask('operation', ada, { walletId, operation, executeAt: later })
    for (const person of [ada, ben]) assert.equal((await harness.sign(timed, person, walletId)).status, 200)
    const kept = await harness.ask('operation', ada, { walletId, operation, expiresAt: later })
    assert.equal((await harness.sign(kept, ada, walletId)).status, 200)
    const draft = await statusFor(kept.jobId, ben)
    assert.equal((await harness.sign(draft, ben, walletId)).status, 200)
    const done = await statusFor(kept.jobId, ben)
    assert.deepEqual([done.status, done.schedule.state, await supplyOf(token)], ['success', 'executed', 9n])
    const pause = operationOf('pause/token', { token })
    assert.deepEqual(await refusal(pause, { expiresAt: later }), [422, 'NOT_SCHEDULABLE'])
    await harness.clock.advance(300_000 + 1_000)
    await harness.jobs.idle()
    assert.deepEqual([(await statusFor(timed.jobId, ada)).status, await supplyOf(token)], ['success', 18n])
  })

  test('is carried out by a schedule of the ledger, whatever default values the mirror leaves out', async () => {
    const token = await newToken()
    const made = { name: 'Points', symbol: 'PTS', treasuryAccountId: walletId, adminKey: true, supplyKey: true }
    const { receipt } = await carryOut('create/token', { ...made, ...FUNGIBLE })
    const spenderAccountId = cleo.id
    for (const [name, values] of [
      ['update/token', { token: String(receipt.tokenId), name: 'Stars', memo: '' }],
      ['create/token', { ...made, ...FUNGIBLE }],
      ['create/token', { ...made, ...NFTS }],
      ['mint/token', { token, amount: '5' }],
      ['burn/token', { token, amount: '5' }],
      ['create/account', { balance: '5' }],
      ['update/account', { wallet: walletId, maxAutomaticTokenAssociations: 0 }],
      ['allowance/token', { type: 'token', tokenId: token, spenderAccountId, amount: '5' }],
    ] as const) {
      const operation = operationOf(name, values)
      const expiresAt = new Date(harness.clock.now() + 300_000).toISOString()
      const request = await harness.ask('operation', ada, { walletId, operation, expiresAt })
      const created = await harness.sign(request, ada, walletId)
      assert.equal(created.status, 200, `${name}: ${JSON.stringify(created.body)}`)
      const draft = await statusFor(request.jobId, ben)
      assert.equal(draft.schedule.state, 'open', name)
      const signed = await approve(draft, {
        ...{ jobId: draft.jobId, signerId: ben.id, owners: undefined, chain: draft.chain, now: harness.clock.now() },
        ledger: mirrorLedger(harness.net.mirrorRest),
        show() {},
        confirm: async () => true,
        sign: (bytes) => ben.key.sign(bytes),
        send: () => harness.sign(draft, ben, walletId),
      })
      assert.equal(signed.status, 200, `${name}: ${JSON.stringify(signed.body)}`)
      const { status, schedule } = await statusFor(request.jobId, ben)
      assert.deepEqual([status, schedule.state], ['success', 'executed'], name)
    }
    assert.equal((await harness.ledger.mirror.token(String(receipt.tokenId)))?.name, 'Stars')
  })

  test('ends when the owners change, if it would give something to the former ones', async () => {
    const ours = await harness.wallet([ada, ben], 1)
    const executeAt = new Date(harness.clock.now() + 600_000).toISOString()
    const askAt = (name: OperationName, values: object) =>
      harness.ask('operation', ada, { walletId: ours, operation: operationOf(name, values), executeAt, force: true })
    const account = await askAt('create/account', { balance: '100000000' })
    const token = await askAt('create/token', {
      ...{ name: 'Gold', symbol: 'GOLD', ...FUNGIBLE, treasuryAccountId: ours, supplyKey: true },
    })
    const allowance = await askAt('allowance/hbar', { type: 'hbar', spenderAccountId: cleo.id, amount: '5' })
    const art = { name: 'Art', symbol: 'ART', ...NFTS, treasuryAccountId: walletId, supplyKey: true }
    const tokenId = String((await carryOut('create/token', art)).receipt.tokenId)
    const nft = { type: 'nft', tokenId, spenderAccountId: cleo.id }
    const all = await askAt('allowance/nfts', { ...nft, allSerials: true })
    const call = (data: string) => askAt('call/contract', { contract: nft.tokenId, data, gas: 900_000 })
    const [spender, amount] = [Number(cleo.id.split('.')[2]), 5].map((one) => one.toString(16).padStart(64, '0'))
    const approval = await call(`0x095ea7b3${spender}${amount}`)
    const unread = await call('0x12345678')
    const given = [account, token, allowance, all, approval, unread]
    const transfer = await call(`0xa9059cbb${spender}${amount}`)
    for (const request of [...given, transfer]) assert.equal((await harness.sign(request, ada, ours)).status, 200)
    const removal = await harness.ask('update', ada, { walletId: ours, action: 'remove', owner: { wallet: ben.id } })
    await harness.sign(removal, ada, ours)
    assert.equal((await harness.execute('update', ada, removal)).status, 200)
    const codes = []
    for (const { jobId } of [...given, transfer])
      codes.push((await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body.code ?? null)
    assert.deepEqual(codes, [...given.map(() => 'WALLET_CHANGED'), null])
  })

  const read = (bytes: Uint8Array, by = ada) =>
    harness.post('/multisig/wallet/operation/read', by, { walletId, bytes: Buffer.from(bytes).toString('base64') })
  const frozenBy = (transaction: Transaction, payer: string, nodes = ['0.0.3']): Uint8Array =>
    transaction
      .setTransactionId(TransactionId.generate(payer))
      .setNodeAccountIds(nodes.map((id) => AccountId.fromString(id)))
      .freeze()
      .toBytes()

  test('is read from the bytes of an SDK, for one node or for several', async () => {
    const mint = () => new TokenMintTransaction().setTokenId('0.0.2002').setAmount(5).setTransactionMemo('May')
    const expected = {
      operation: { method: 'POST', path: '/hts/mint/token/0.0.2002', body: { amount: '5' } },
      memo: 'May',
    }
    for (const nodes of [['0.0.3'], ['0.0.3', '0.0.4', '0.0.5']]) {
      const { status, body } = await read(frozenBy(mint(), walletId, nodes))
      assert.deepEqual([status, body], [200, expected])
    }
    const message = new TopicMessageSubmitTransaction().setTopicId('0.0.4001').setMessage('Hello')
    assert.equal((await read(frozenBy(message, walletId))).body.operation.path, '/hcs/0.0.4001/message')
  })

  test('is not read from bytes that say anything more', async () => {
    const mint = () => new TokenMintTransaction().setTokenId('0.0.2002').setAmount(5)
    const long = new TopicMessageSubmitTransaction().setTopicId('0.0.4001').setMessage('x'.repeat(3000))
    for (const [bytes, code] of [
      [frozenBy(mint(), ada.id), 'PAYER_NOT_WALLET'],
      [frozenBy(mint().setMetadata([Buffer.from('a')]), walletId), 'OPERATION_UNKNOWN'],
      [frozenBy(new ScheduleCreateTransaction().setScheduledTransaction(mint()), walletId), 'OPERATION_UNKNOWN'],
      [frozenBy(long, walletId), 'OPERATION_UNKNOWN'],
      [Buffer.from('not a transaction'), 'NOT_A_TRANSACTION'],
    ] as const) {
      const { body } = await read(bytes)
      assert.equal(body.code, code, JSON.stringify(body))
    }
    assert.equal((await read(frozenBy(mint(), walletId), cleo)).status, 403)
  })
})
