import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PrivateKey } from '@hiero-ledger/sdk'
import { type Harness, openHarness, type Person, signed } from './harness.ts'

describe('A wallet, from creation to withdrawal', () => {
  let harness: Harness
  let ada: Person
  let ben: Person
  let cleo: Person
  before(async () => {
    harness = await openHarness()
    ;[ada, ben, cleo] = (await harness.people(3)) as [Person, Person, Person]
  })
  after(() => harness.close())

  const withdrawal = (walletId: string, amountOrSerial: number, receiverId = ada.id) => ({
    walletId,
    receiverId,
    tokenId: 'HBAR',
    type: 'FUNGIBLE_COMMON',
    amountOrSerial,
  })

  test("is created only on the session's chain and for its application", async () => {
    const settings = { owners: [{ wallet: ada.id, name: 'Ada' }], threshold: 1 }
    const create = (more: object) =>
      harness.post('/multisig/wallet/create/request', ada, { name: 'Mine', settings, ...more })
    assert.equal((await create({ chain: 'hedera:devnet', smartApp: '' })).status, 200)
    const elsewhere = await create({ chain: 'hedera:mainnet' })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'WRONG_CHAIN'])
    const other = await create({ smartApp: 'another' })
    assert.deepEqual([other.status, other.body.code], [400, 'WRONG_SMART_APP'])
  })

  test("is created by its caller, with a threshold key over the owners' keys on the ledger", async () => {
    const request = await harness.ask('create', ada, {
      name: 'Treasury',
      description: 'of the team',
      balance: 5_0000_0000,
      settings: { owners: [ada, ben, cleo].map(({ id }) => ({ wallet: id, name: id })), threshold: 2 },
      maxAutomaticTokenAssociations: 3,
    })
    assert.equal(typeof request.jobId, 'string')
    assert.ok(Buffer.from(request.bytes, 'base64').length > 0)
    await harness.sign(request, ada)
    const { status, body } = await harness.execute('create', ada, request)
    assert.equal(status, 200)
    assert.equal(body.status, 'success')
    assert.equal(body.receipt.status, 'SUCCESS')

    const account = await harness.ledger.mirror.account(body.walletId)
    assert.equal(account?.balance, 5_0000_0000n)
    assert.equal(account?.maxAutomaticTokenAssociations, 3)
    assert.ok(account?.key?.type === 'threshold' && account.key.threshold === 2 && account.key.keys.length === 3)

    const wallet = await harness.get(`/multisig/wallet/${body.walletId}`, ben)
    assert.equal(wallet.status, 200)
    assert.equal(wallet.body.wallet, body.walletId)
    assert.equal(wallet.body.name, 'Treasury')
    assert.equal(wallet.body.description, 'of the team')
    assert.equal(wallet.body.chain, 'hedera:devnet')
    assert.equal(wallet.body.settings.threshold, 2)
    assert.deepEqual(
      wallet.body.settings.owners.map((owner: { wallet: string }) => owner.wallet),
      [ada.id, ben.id, cleo.id],
    )
    assert.equal(wallet.body.assets[0].balance, 5_0000_0000)
    const [entry] = wallet.body.history
    assert.equal(entry.type, 'create')
    assert.deepEqual(
      entry.events.map((event: { action: string; status: string }) => `${event.action} ${event.status}`),
      ['request pending', 'signature success', 'execute success'],
    )
  })

  test('pays out with two signatures, and not with one', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ben, withdrawal(walletId, 7_0000_0000))
    await harness.sign(request, ben, walletId)
    const refused = await harness.execute('withdraw', ben, request)
    assert.equal(refused.status, 422)
    assert.equal(refused.body.code, 'THRESHOLD_NOT_MET')
    assert.deepEqual(
      refused.body.details,
      [ada, cleo].map(({ id, key }) => ({ publicKey: key.publicKey.toStringRaw(), accountId: id })),
    )
    assert.equal(
      refused.body.message,
      `1 verified signature is not enough. 1 more signature needed, from ${ada.id} or ${cleo.id}`,
    )

    const before = (await harness.ledger.mirror.account(ada.id))?.balance ?? 0n
    assert.equal((await harness.sign(request, cleo, walletId)).status, 200)
    const executed = await harness.execute('withdraw', ada, request)
    assert.equal(executed.status, 200)
    assert.equal(executed.body.receipt.status, 'SUCCESS')
    assert.match(executed.body.transactionId, new RegExp(`^${walletId}@`), 'the wallet pays')
    assert.match(executed.body.consensusTimestamp, /^\d+\.\d{9}$/)
    assert.equal(((await harness.ledger.mirror.account(ada.id))?.balance ?? 0n) - before, 7_0000_0000n)
    const { transactionId } = executed.body
    const ofTransaction = async (id: string) => {
      const { body } = await harness.get(`/multisig/wallet/${walletId}/history?transactionId=${id}&total=true`, ada)
      return body.map(({ jobId }: { jobId: string }) => jobId)
    }
    assert.deepEqual(await ofTransaction(transactionId), [request.jobId])
    const asMirrorsWriteIt = transactionId.replace('@', '-').replace(/\.(\d+)$/, '-$1')
    assert.deepEqual(await ofTransaction(asMirrorsWriteIt), [request.jobId])
    assert.deepEqual(await ofTransaction('0.0.7@1700000000.000000001'), [])
    const wrong = await harness.get(`/multisig/wallet/${walletId}/history?transactionId=7`, ada)
    assert.equal(wrong.status, 400)
  })

  test('accepts signatures within the executed bytes, as 0x hex and as an array of numbers', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const { Transaction } = await import('@hiero-ledger/sdk')
    for (const form of [
      (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`,
      (bytes: Uint8Array) => [...bytes],
      (bytes: Uint8Array) => Buffer.from(bytes).toString('base64'),
      (bytes: Uint8Array) => ({ ...bytes }),
      (bytes: Uint8Array) => Buffer.from(bytes).toJSON(),
    ]) {
      const request = await harness.ask('withdraw', ben, withdrawal(walletId, 1000))
      const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
      await transaction.sign(ben.key)
      await transaction.sign(cleo.key)
      const executed = await harness.post('/multisig/wallet/withdraw/execute', ben, {
        jobId: request.jobId,
        bytes: form(transaction.toBytes()),
      })
      assert.equal(executed.status, 200, JSON.stringify(executed.body))
    }
  })

  test('counts secp256k1 signatures with a high s, and as r‖s‖v', async () => {
    const owners = await Promise.all([0, 1, 2].map(() => harness.person(PrivateKey.generateECDSA())))
    const walletId = await harness.wallet(owners, 3)
    const request = await harness.ask('withdraw', owners[0] as Person, withdrawal(walletId, 7, ben.id))
    const forms = [highS, withRecoveryId, (signature: Uint8Array) => withRecoveryId(highS(signature))]
    for (const [index, owner] of owners.entries()) {
      const raw = owner.key.sign(Buffer.from(request.bodyBytes, 'base64'))
      const { status, body } = await harness.post(`/multisig/transaction/sign/${request.jobId}`, owner, {
        ...{ walletId, senderId: owner.id, historyId: request.historyId },
        signature: `0x${Buffer.from(forms[index]?.(raw) ?? []).toString('hex')}`,
      })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const { status, body } = await harness.execute('withdraw', owners[0] as Person, request)
    assert.deepEqual([status, body.receipt?.status], [200, 'SUCCESS'], JSON.stringify(body))
  })

  test('returns its status with what is still missing', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ada, withdrawal(walletId, 1))
    const status = () => harness.get(`/multisig/transaction/status/${request.jobId}`, cleo).then(({ body }) => body)
    const open = await status()
    assert.equal(open.status, 'pending')
    assert.equal(open.type, 'withdraw')
    assert.equal(open.walletId, walletId)
    assert.equal(open.bytes, request.bytes)
    assert.equal(open.historyId, request.historyId)
    assert.deepEqual(open.missing, [ada.id, ben.id, cleo.id])
    await harness.sign(request, ben, walletId)
    assert.deepEqual((await status()).missing, [ada.id, cleo.id])
    await harness.sign(request, ada, walletId)
    assert.deepEqual((await status()).missing, [])
    assert.deepEqual(
      (await status()).signatures.map((signature: { senderId: string }) => signature.senderId),
      [ben.id, ada.id],
    )
    await harness.execute('withdraw', ada, request)
    const final = await status()
    assert.equal(final.status, 'success')
    assert.equal(final.receipt.status, 'SUCCESS')
  })

  test('gives the first answer again to a repeated signature or execution', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ada, withdrawal(walletId, 1))
    const first = await harness.sign(request, ada, walletId)
    assert.deepEqual((await harness.sign(request, ada, walletId)).body, first.body)
    await harness.sign(request, ben, walletId)
    const executed = await harness.execute('withdraw', ada, request)
    assert.deepEqual((await harness.execute('withdraw', ben, request)).body, executed.body)
    assert.deepEqual((await harness.sign(request, ada, walletId)).body, first.body, 'also after the execution')
  })

  test("lets one owner relay another's signature", async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ada, withdrawal(walletId, 1))
    assert.equal((await harness.sign(request, ben, walletId, ada)).status, 200)
    assert.equal((await harness.sign(request, cleo, walletId, ada)).status, 200)
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
  })

  test('stakes to a node and unstakes', async () => {
    const walletId = await harness.wallet([ada, ben], 1)
    const stake = await harness.ask('stake', ada, { walletId, nodeId: 0 })
    await harness.sign(stake, ada, walletId)
    assert.equal((await harness.execute('stake', ada, stake)).status, 200)
    assert.equal((await harness.ledger.mirror.account(walletId))?.stakedNodeId, 0)
    const unstake = await harness.ask('stake', ada, { walletId })
    await harness.sign(unstake, ben, walletId)
    assert.equal((await harness.execute('stake', ada, unstake)).status, 200)
    assert.equal((await harness.ledger.mirror.account(walletId))?.stakedNodeId, null)
    const history = await harness.get(`/multisig/wallet/${walletId}/history`, ada)
    assert.equal(history.body[0].type, 'update')
    const unknown = await harness.post('/multisig/wallet/stake/request', ada, { walletId, nodeId: 99 })
    assert.equal(unknown.status, 422)
    assert.equal(unknown.body.code, 'INVALID_STAKING_ID')
  })

  test('gives ten concurrent executions the same outcome, and moves the funds once', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ada, withdrawal(walletId, 3_0000_0000, cleo.id))
    await harness.sign(request, ada, walletId)
    await harness.sign(request, ben, walletId)
    const before = (await harness.ledger.mirror.account(cleo.id))?.balance ?? 0n
    const answers = await Promise.all(Array.from({ length: 10 }, () => harness.execute('withdraw', ada, request)))
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, answers[0]?.body)
    }
    assert.equal(((await harness.ledger.mirror.account(cleo.id))?.balance ?? 0n) - before, 3_0000_0000n)
    const { body: history } = await harness.get(`/multisig/wallet/${walletId}/history`, ada)
    assert.equal(history[0].events.filter((event: { action: string }) => event.action === 'execute').length, 1)
  })

  test('counts both of two owners who sign at the same instant, 150 times over', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    for (let round = 0; round < 150; round += 10) {
      const requests = await Promise.all(
        Array.from({ length: 10 }, () => harness.ask('withdraw', ada, withdrawal(walletId, 1))),
      )
      await Promise.all(
        requests.flatMap((request) => [harness.sign(request, ada, walletId), harness.sign(request, ben, walletId)]),
      )
      for (const request of requests) {
        const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
        assert.equal(body.signatures.length, 2)
        assert.deepEqual(body.missing, [])
      }
    }
  })

  test('never counts junk in submitted bytes, and refuses a body that differs in one byte', async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const stranger = await harness.person()
    const { Transaction } = await import('@hiero-ledger/sdk')
    const request = await harness.ask('withdraw', ada, withdrawal(walletId, 1))
    const transaction = Transaction.fromBytes(Buffer.from(request.bytes, 'base64'))
    transaction.addSignature(ada.key.publicKey, ada.key.sign(Buffer.from(request.bodyBytes, 'base64')))
    transaction.addSignature(ben.key.publicKey, new Uint8Array(64).fill(7))
    transaction.addSignature(cleo.key.publicKey, stranger.key.sign(Buffer.from(request.bodyBytes, 'base64')))
    await transaction.sign(stranger.key)
    const bytes = Buffer.from(transaction.toBytes()).toString('base64')
    const junk = await harness.execute('withdraw', ada, { jobId: request.jobId, bytes })
    assert.equal(junk.status, 422)
    assert.equal(junk.body.code, 'THRESHOLD_NOT_MET')

    await harness.sign(request, ada, walletId)
    await harness.sign(request, ben, walletId)
    const body = Buffer.from(request.bodyBytes, 'base64')
    const list = Buffer.from(request.bytes, 'base64')
    const at = list.indexOf(body)
    for (const offset of [body.length - 1, Math.floor(body.length / 2)]) {
      const changed = Buffer.from(list)
      changed.writeUInt8((changed.readUInt8(at + offset) + 1) % 256, at + offset)
      const answer = await harness.execute('withdraw', ada, { jobId: request.jobId, bytes: changed.toString('base64') })
      assert.ok([400, 422].includes(answer.status))
      assert.ok(['BODY_MISMATCH', 'INVALID_TRANSACTION_BYTES'].includes(answer.body.code), answer.body.code)
    }
    const other = await harness.ask('withdraw', ada, withdrawal(walletId, 1))
    const mixed = await harness.execute('withdraw', ada, { jobId: request.jobId, bytes: other.bytes })
    assert.equal(mixed.body.code, 'BODY_MISMATCH')
    assert.equal((await harness.execute('withdraw', ada, request)).status, 200)
  })

  test("refuses a signature that is not the sender's, is over something else, or is malformed", async () => {
    const walletId = await harness.wallet([ada, ben, cleo], 2)
    const request = await harness.ask('withdraw', ada, withdrawal(walletId, 1))
    const sign = (signature: unknown, senderId = ada.id) =>
      harness.post(`/multisig/transaction/sign/${request.jobId}`, ada, {
        walletId,
        senderId,
        historyId: request.historyId,
        signature,
      })
    const wrong = [
      [signed(ben, request.bodyBytes), 422, 'INVALID_SIGNATURE'],
      [signed(ada, Buffer.from('something else').toString('base64')), 422, 'INVALID_SIGNATURE'],
      [`0x${'00'.repeat(64)}`, 422, 'INVALID_SIGNATURE'],
      ['0x1234', 400, 'INVALID_TRANSACTION_BYTES'],
      ['not bytes!', 400, 'VALIDATION_FAILED'],
      [[1, 2, 300], 400, 'VALIDATION_FAILED'],
      [{ 0: 1, 2: 3 }, 400, 'INVALID_BYTES'],
      [null, 400, 'VALIDATION_FAILED'],
    ] as const
    for (const [signature, status, code] of wrong) {
      const answer = await sign(signature)
      assert.equal(answer.status, status, JSON.stringify([signature, answer.body]))
      if (!(signature === signed(ben, request.bodyBytes))) assert.equal(answer.body.code, code)
    }
    const whole = await sign(signed(ada, request.bytes))
    assert.equal(whole.body.code, 'INVALID_SIGNATURE')
    assert.match(whole.body.message, /over bodyBytes: decode those of GET .* and sign them\. bytes is the transaction/)
    assert.equal((await sign(signed(ada, request.bodyBytes), (await harness.person()).id)).body.code, 'NOT_AN_OWNER')
    const { body } = await harness.get(`/multisig/transaction/status/${request.jobId}`, ada)
    assert.deepEqual(body.signatures, [])
  })
})

/** The order n from SEC 2, §2.4.1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** The other valid signature, with a high s. HSMs, KMSs and OpenSSL produce it half of the time. */
function highS(signature: Uint8Array): Uint8Array {
  const s = ORDER - BigInt(`0x${signature.subarray(32).toHex()}`)
  return new Uint8Array([...signature.subarray(0, 32), ...Uint8Array.fromHex(s.toString(16).padStart(64, '0'))])
}

const withRecoveryId = (signature: Uint8Array): Uint8Array => new Uint8Array([...signature, 27])
