/** Operations that only wallets have: airdrops, files, schedules of others, and consensus nodes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  AccountId,
  AccountUpdateTransaction,
  CustomFixedFee,
  Hbar,
  Long,
  NodeUpdateTransaction,
  ScheduleCreateTransaction,
  ScheduleSignTransaction,
  TokenCreateTransaction,
  type Transaction,
  TransferTransaction,
} from '@hiero-ledger/sdk'
import { keyToSdk } from '@quorate/ledger'
import { walletOperations } from '@quorate/ledger/operations'
import {
  approve,
  type Key,
  mirrorLedger,
  type OperationName,
  operationDefinitions,
  operationFromBytes,
  operationWith,
} from '@quorate/verify'
import { type Answer, type Harness, openHarness, type Person } from './harness.ts'

const IN_90_DAYS_MS = 90 * 86_400_000

describe('A request for an operation that the node API does not have', () => {
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
    await harness.onLedger(
      new AccountUpdateTransaction().setAccountId(cleo.id).setMaxAutomaticTokenAssociations(0),
      cleo.key,
    )
    walletKey = (await harness.ledger.mirror.account(walletId))?.key ?? assert.fail()
  })
  after(() => harness.close())

  /** Reviews the request as its signers do, with the ledger's mirror, and signs it. */
  async function reviewed(jobId: string, person: Person): Promise<string[]> {
    const answer = (await harness.get(`/multisig/transaction/status/${jobId}`, person)).body
    let sentences: string[] = []
    await approve(answer, {
      ...{ jobId, signerId: person.id, owners: undefined, chain: answer.chain, now: harness.clock.now() },
      ledger: mirrorLedger(harness.net.mirrorRest),
      show(seen) {
        sentences = [...seen.sentences]
      },
      confirm: async () => true,
      sign: (bytes) => person.key.sign(bytes),
      send: () => harness.sign(answer, person, walletId),
    })
    return sentences
  }
  /** SDKs sort the receivers of an airdrop. */
  const sorted = (sentence = '') => [...sentence].sort().join('')
  const done = new Set<OperationName>()
  async function run(name: OperationName, values: object): Promise<{ receipt: Answer['body']; words: string }> {
    done.add(name)
    const operation = operationWith(name, values as Record<string, unknown>)
    const request = await harness.ask('operation', ada, { walletId, operation })
    // Bytes of another tool that say the same are read as the same operation.
    const read = operationFromBytes(Buffer.from(request.bodyBytes, 'base64'), { walletId, walletKey })
    const again = await harness.ask('operation', ada, { walletId, operation: read.operation })
    const [first, ...more] = await reviewed(request.jobId, ada)
    assert.equal(sorted((await reviewed(again.jobId, ada))[0]), sorted(first))
    await reviewed(request.jobId, ben)
    const { status, body } = await harness.execute('operation', ada, request)
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
    return { receipt: body.receipt, words: [first, ...more].join(' ') }
  }
  const refusal = async (name: OperationName, values: object) => {
    const operation = operationWith(name, values as Record<string, unknown>)
    const { status, body } = await harness.post('/multisig/wallet/operation/request', ada, { walletId, operation })
    return [status, body.code]
  }
  async function token(create: TokenCreateTransaction): Promise<string> {
    const of = create.setTokenName('Points').setTokenSymbol('PTS').setTreasuryAccountId(harness.treasury.id)
    return String((await harness.onLedger(of, harness.treasury.key)).receipt.tokenId)
  }

  test('airdrops tokens, cancels what nobody claimed, and returns a balance to its treasury', async () => {
    const own = {
      name: 'Points',
      symbol: 'PTS',
      supplyType: { _code: 0 },
      treasuryAccountId: walletId,
      supplyKey: true,
    }
    const create = async (values: object) => {
      const operation = operationWith('create/token', { ...own, ...values })
      const request = await harness.ask('operation', ada, { walletId, operation })
      for (const person of [ada, ben]) await harness.sign(request, person, walletId)
      return String((await harness.execute('operation', ada, request)).body.receipt.tokenId)
    }
    const points = await create({ tokenType: { _code: 0 }, decimals: 2, initialSupply: '1000' })
    const tokens = await run('airdrop/token', {
      token: points,
      airdrops: [
        { receiverId: cleo.id, amount: '250' },
        { receiverId: ben.id, amount: 50 },
      ],
    })
    assert.match(tokens.words, new RegExp(`2\\.50 "PTS" \\(token ${points}\\) to ${cleo.id}`))
    assert.deepEqual(
      await refusal('airdrop/token', { token: points, airdrops: [{ receiverId: cleo.id, amount: 951 }] }),
      [422, 'INSUFFICIENT_TOKEN_BALANCE'],
    )
    const art = await create({ tokenType: { _code: 1 } })
    const mint = await harness.ask('operation', ada, {
      ...{ walletId, operation: operationWith('mint/nft', { token: art, metadata: ['ipfs://a', 'ipfs://b'] }) },
    })
    for (const person of [ada, ben]) await harness.sign(mint, person, walletId)
    await harness.execute('operation', ada, mint)
    await run('airdrop/nft', { token: art, receiverId: cleo.id, serialNumbers: [1, 2] })
    const airdrops = [
      { receiverId: cleo.id, tokenId: points },
      { receiverId: cleo.id, tokenId: art, serialNumber: 1 },
    ]
    const cancelled = await run('cancel/airdrop', { airdrops })
    assert.match(cancelled.words, new RegExp(`all of the token ${points} to ${cleo.id}; NFT 1 of the token ${art} to`))
    assert.deepEqual(await refusal('cancel/airdrop', { airdrops }), [422, 'INVALID_PENDING_AIRDROP_ID'])

    const theirs = await token(new TokenCreateTransaction().setInitialSupply(1000))
    await harness.onLedger(
      new TransferTransaction()
        .addTokenTransfer(theirs, harness.treasury.id, -70)
        .addTokenTransfer(theirs, walletId, 70),
      harness.treasury.key,
    )
    assert.deepEqual(await refusal('reject/token', { tokens: [{ tokenId: points }] }), [422, 'ACCOUNT_IS_TREASURY'])
    await run('reject/token', { tokens: [{ tokenId: theirs }] })
    assert.equal((await harness.ledger.mirror.holding(walletId, theirs))?.balance, 0n)
  })

  test('airdrops no token that would charge custom fees, which the request does not show', async () => {
    const fee = new CustomFixedFee().setHbarAmount(new Hbar(9)).setFeeCollectorAccountId(harness.treasury.id)
    const theirs = await token(new TokenCreateTransaction().setInitialSupply(1000).setCustomFees([fee]))
    await harness.onLedger(
      new TransferTransaction()
        .addTokenTransfer(theirs, harness.treasury.id, -70)
        .addTokenTransfer(theirs, walletId, 70),
      harness.treasury.key,
    )
    const airdrops = [{ receiverId: cleo.id, amount: 7 }]
    assert.deepEqual(await refusal('airdrop/token', { token: theirs, airdrops }), [422, 'CUSTOM_FEES'])
  })

  test('creates, extends, changes and deletes a file under its own key', async () => {
    const expiresAt = new Date(harness.clock.now() + IN_90_DAYS_MS).toISOString()
    const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
    const created = await run('create/file', { contents: hex('Minutes: agreed'), memo: 'May', key: true, expiresAt })
    assert.match(created.words, /creates a file; Contents: "Minutes: agreed"; Memo: "May"; Key/)
    const file = String(created.receipt.fileId)
    const appended = await run('append/file', { file, contents: '0x00ff' })
    assert.match(appended.words, new RegExp(`appends 2 bytes 0x00ff to the file ${file}`))
    await run('update/file', { file, contents: hex('Minutes: refused'), memo: '' })
    await run('delete/file', { file })
  })

  /** A schedule of Cleo's. */
  async function scheduled(
    transaction: Transaction,
    more = (create: ScheduleCreateTransaction) => create,
    signers: Person[] = [],
  ) {
    const create = more(new ScheduleCreateTransaction().setScheduledTransaction(transaction))
    const keys = [cleo, ...signers].map(({ key }) => key)
    return String((await harness.onLedger(create, ...keys)).receipt.scheduleId)
  }
  const pays = (from: string, tinybars: number) =>
    new TransferTransaction()
      .addHbarTransfer(from, Hbar.fromTinybars(-tinybars))
      .addHbarTransfer(cleo.id, Hbar.fromTinybars(tinybars))

  test("signs and deletes others' schedules, whose contents signers see in words", async () => {
    const schedule = await scheduled(pays(walletId, 700).setTransactionMemo('Rent'))
    const signed = await run('sign/schedule', { schedule })
    assert.match(signed.words, new RegExp(`It contains: Transfer from ${walletId}, .*0\\.000007 ℏ to ${cleo.id}`))
    assert.match(signed.words, /The memo of what it contains is "Rent"\./)
    assert.notEqual((await harness.ledger.mirror.schedule(schedule))?.executedTimestamp, null)
    assert.deepEqual(await refusal('sign/schedule', { schedule }), [422, 'SCHEDULE_ALREADY_EXECUTED'])

    const dan = await harness.person()
    const ours = await scheduled(pays(dan.id, 701), (create) => create.setAdminKey(keyToSdk(walletKey)), [ada, ben])
    const deleted = await run('delete/schedule', { schedule: ours })
    assert.match(deleted.words, /It contains something that cannot be put in words/)
    assert.equal((await harness.ledger.mirror.schedule(ours))?.deleted, true)
    const theirs = await scheduled(pays(walletId, 702), (create) => create.setAdminKey(cleo.key.publicKey))
    assert.deepEqual(await refusal('delete/schedule', { schedule: theirs }), [422, 'INVALID_SIGNATURE'])
    const fixed = await scheduled(pays(walletId, 703))
    assert.deepEqual(await refusal('delete/schedule', { schedule: fixed }), [422, 'SCHEDULE_IS_IMMUTABLE'])
  })

  test('signs no schedule that takes from an owner, or that nobody can put in words', async () => {
    const takesKey = new AccountUpdateTransaction().setAccountId(walletId).setKey(cleo.key.publicKey)
    const both = pays(walletId, 5).addHbarTransfer(ada.id, -7).addHbarTransfer(cleo.id, 7)
    for (const transaction of [pays(ada.id, 800), both, takesKey])
      assert.deepEqual(await refusal('sign/schedule', { schedule: await scheduled(transaction) }), [
        422,
        'OPERATION_UNKNOWN',
      ])
  })

  test('a service that asks for a signature of such a schedule is refused by the signer', async () => {
    for (const [transaction, payer, why] of [
      [pays(ada.id, 900), cleo.id, /cannot be put in words/],
      [pays(walletId, 900), ada.id, /your signature could count for it/],
    ] as const) {
      const schedule = await scheduled(transaction, (create) => create.setPayerAccountId(AccountId.fromString(payer)))
      const operation = operationWith('allowance/hbar', { type: 'hbar', spenderAccountId: cleo.id, amount: '5' })
      const { jobId } = await harness.ask('operation', ada, { walletId, operation })
      const honest = (await harness.get(`/multisig/transaction/status/${jobId}`, ada)).body
      const window = { validStart: harness.ledger.validStart(), validDurationSeconds: 120 }
      const frozen = harness.ledger.freeze(new ScheduleSignTransaction().setScheduleId(schedule), {
        ...{ payer: walletId, ...window },
      })
      const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
      const lie = {
        ...{ ...honest, payload: { walletId, operation: operationWith('sign/schedule', { schedule }) } },
        ...{ transactionId: frozen.transactionId, bytes: base64(frozen.bytes), bodyBytes: base64(frozen.bodyBytes) },
      }
      const signing = approve(lie, {
        ...{ jobId, signerId: ada.id, owners: undefined, chain: honest.chain, now: harness.clock.now() },
        ledger: mirrorLedger(harness.net.mirrorRest),
        show() {},
        confirm: async () => true,
        sign: (bytes) => ada.key.sign(bytes),
        send: async () => 'signed',
      })
      await assert.rejects(signing, why)
    }
  })

  test('changes and deletes a consensus node by its admin key', async () => {
    const given = new NodeUpdateTransaction().setNodeId(Long.ZERO).setAdminKey(keyToSdk(walletKey))
    await harness.onLedger(given, ada.key, ben.key)
    const node = '0'
    const changed = await run('update/node', { node, description: 'Club', serviceEndpoints: ['node.example:50211'] })
    assert.match(changed.words, new RegExp(`changes the consensus node ${node}; Description: "Club"; Addresses`))
    await run('delete/node', { node })
    assert.deepEqual(await refusal('delete/node', { node: '99' }), [422, 'INVALID_NODE_ID'])
  })

  test('is tested here for every operation without an endpoint of the node API', () => {
    const expected = walletOperations.map(({ method, path }) => `${method} ${path}`).sort()
    const tested = [...done].map((name) => `${operationDefinitions[name].method} ${operationDefinitions[name].path}`)
    assert.deepEqual(tested.sort(), expected)
  })
})
