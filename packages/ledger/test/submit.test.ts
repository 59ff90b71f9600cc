import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AccountUpdateTransaction, Transaction } from '@hiero-ledger/sdk'
import {
  type FinalOutcome,
  keyToSdk,
  MAX_TRANSACTION_BYTES,
  type Outcome,
  openLedger,
  signaturesIn,
  signedSize,
  withSignatures,
} from '@quorate/ledger'
import { ApiError } from '@quorate/platform'
import type { Key } from '@quorate/verify'
import { ed25519Signer, secp256k1Signer } from './arbitraries.ts'
import { accountUnder, type Harness, OPERATOR, openHarness, signaturesBy, signed, transfer } from './harness.ts'

const DAY_MS = 86_400_000

const unavailable = (error: unknown) =>
  error instanceof ApiError &&
  error.statusCode === 503 &&
  error.code === 'LEDGER_UNAVAILABLE' &&
  !!error.retryAfterSeconds

function final(outcome: Outcome): FinalOutcome {
  assert.equal(outcome.state, 'final')
  return outcome as FinalOutcome
}

describe('a transaction', () => {
  let harness: Harness
  before(async () => {
    harness = await openHarness()
  })
  after(() => harness[Symbol.asyncDispose]())
  const balance = async (id: string) => (await harness.ledger.mirror.account(id))?.balance ?? 0n

  test('is frozen for one node with the given payer, start and duration, and the SDK can read it', () => {
    const validStart = { seconds: 1_800_000_000n, nanos: 7 }
    const how = { payer: '0.0.1023', validStart, validDurationSeconds: 150 }
    const frozen = harness.ledger.freeze(transfer('0.0.1023', '0.0.1024', 1), how)
    assert.equal(frozen.transactionId, '0.0.1023@1800000000.000000007')
    assert.equal(frozen.expiresAt, 1_800_000_150_001)
    const read = Transaction.fromBytes(frozen.bytes)
    assert.equal(read.transactionId?.toString(), frozen.transactionId)
    assert.deepEqual(read.nodeAccountIds?.map(String), [frozen.nodeId])
    assert.equal(read.transactionValidDuration, 150)
    assert.deepEqual(signaturesIn(frozen.bytes), [{ bodyBytes: frozen.bodyBytes, signatures: [] }])
  })

  test("starts after the previous one by a random step, so that nobody can derive its id from another's", () => {
    const starts = Array.from({ length: 200 }, () => harness.ledger.validStart())
    const nanos = starts.map(({ seconds, nanos }) => seconds * 1_000_000_000n + BigInt(nanos))
    const gaps = nanos.slice(1).map((start, index) => start - (nanos[index] ?? 0n))
    assert.ok(gaps.every((gap) => gap > 0n))
    assert.ok(new Set(gaps).size > 180, `${new Set(gaps).size} different gaps of ${gaps.length}`)
  })

  test('keeps its exact body when signatures are added, and its final size is known before', () => {
    const signers = [...Array(20).keys()].map((i) => (i % 2 ? ed25519Signer() : secp256k1Signer()))
    const { frozen } = signed(harness, transfer(OPERATOR, '0.0.1024', 1), OPERATOR)
    const signatures = signaturesBy(frozen.bodyBytes, signers)
    const bytes = withSignatures(frozen.bodyBytes, signatures)
    assert.deepEqual(signaturesIn(bytes)[0]?.bodyBytes, frozen.bodyBytes)
    assert.equal(
      signedSize(
        frozen.bodyBytes,
        signers.map(({ publicKey }) => publicKey),
      ),
      bytes.length,
    )
    assert.ok(bytes.length < MAX_TRANSACTION_BYTES)
    assert.deepEqual(withSignatures(frozen.bodyBytes, [...signatures, ...signatures].reverse()), bytes)
  })

  test('is refused before it is sent if it is too large with its signatures', async () => {
    const { frozen } = signed(harness, transfer(OPERATOR, '0.0.1024', 1), OPERATOR)
    const signers = Array.from({ length: 100 }, ed25519Signer)
    const bytes = withSignatures(frozen.bodyBytes, signaturesBy(frozen.bodyBytes, signers))
    await assert.rejects(harness.ledger.submit(bytes), { statusCode: 422, code: 'TRANSACTION_OVERSIZE' })
  })

  test('moves what it says when submitted, and returns its receipt', async () => {
    const before = await balance('0.0.1024')
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 5), '0.0.1023')
    const outcome = final(await harness.ledger.submit(bytes))
    assert.deepEqual(outcome, {
      state: 'final',
      transactionId: frozen.transactionId,
      status: 'SUCCESS',
      success: true,
      phase: 'consensus',
      receipt: { status: 'SUCCESS' },
      accepted: true,
    })
    assert.equal(await balance('0.0.1024'), before + 5n)
  })

  test('is executed once if it is submitted ten times at once, with the same answer to all', async () => {
    const before = await balance('0.0.1024')
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 11), '0.0.1023')
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => harness.ledger.submit(bytes)))
    for (const outcome of outcomes) assert.equal(final(outcome).status, 'SUCCESS')
    assert.equal(await balance('0.0.1024'), before + 11n)
  })

  test('A transaction of a threshold account needs as many signatures as its threshold, of either type, and invalid ones do not count', async () => {
    const owners = [ed25519Signer(), secp256k1Signer(), ed25519Signer()]
    const key: Key = { type: 'threshold', threshold: 2, keys: owners.map(({ publicKey }) => publicKey) }
    const wallet = await accountUnder(harness, key)
    const account = await harness.ledger.mirror.account(wallet)
    assert.deepEqual(account?.key, key)
    const validStart = harness.ledger.validStart()
    const frozen = harness.ledger.freeze(transfer(wallet, '0.0.1024', 1), {
      payer: wallet,
      validStart,
      validDurationSeconds: 60,
    })
    const one = signaturesBy(frozen.bodyBytes, owners.slice(0, 1))
    const refused = final(await harness.ledger.submit(withSignatures(frozen.bodyBytes, one)))
    assert.deepEqual([refused.status, refused.success, refused.phase], ['INVALID_SIGNATURE', false, 'precheck'])
    const two = signaturesBy(frozen.bodyBytes, owners.slice(0, 2))
    assert.ok(final(await harness.ledger.submit(withSignatures(frozen.bodyBytes, two))).success)
  })

  test('is final if it fails at consensus, with the code and without success', async () => {
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.999999', 5), '0.0.1023')
    const outcome = final(await harness.ledger.submit(bytes))
    assert.deepEqual([outcome.success, outcome.phase], [false, 'consensus'])
    assert.equal(outcome.status, 'INVALID_ACCOUNT_ID')
    assert.equal(final(await harness.ledger.outcome(outcome.transactionId)).status, 'INVALID_ACCOUNT_ID')
  })

  test('A transaction that a busy node refuses was certainly not submitted: 503, and the same bytes succeed later', async () => {
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    await harness.network.setFault({ kind: 'busy', calls: 1 })
    await assert.rejects(harness.ledger.submit(bytes), unavailable)
    assert.ok(final(await harness.ledger.submit(bytes)).success)
  })

  test('is refused if it becomes valid in an hour; one that becomes valid in a moment may be sent again', async () => {
    const at = async (seconds: number) => {
      const validStart = { seconds: BigInt(Math.floor(harness.clock.now() / 1000) + seconds), nanos: 1 }
      const frozen = harness.ledger.freeze(transfer('0.0.1023', '0.0.1024', 1), {
        payer: '0.0.1023',
        validStart,
        validDurationSeconds: 120,
      })
      const signer = harness.signers.get('0.0.1023') ?? assert.fail()
      return harness.ledger.submit(withSignatures(frozen.bodyBytes, signaturesBy(frozen.bodyBytes, [signer])))
    }
    for (const seconds of [3_600, 10 ** 10, 10 ** 17])
      await assert.rejects(at(seconds), { statusCode: 422, code: 'INVALID_TRANSACTION_START' })
    await assert.rejects(at(30), unavailable)
  })

  test('was executed once if its answer is lost, and that outcome is returned', async () => {
    const before = await balance('0.0.1024')
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 3), '0.0.1023')
    await harness.network.setFault({ kind: 'lost', calls: 1 })
    assert.ok(final(await harness.ledger.submit(bytes)).success)
    assert.equal(await balance('0.0.1024'), before + 3n)
  })

  test('is sent again until the deadline if it may have arrived but did not', async () => {
    const before = await balance('0.0.1024')
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 3), '0.0.1023')
    await harness.network.setFault({ kind: 'unreachable', calls: 2 })
    assert.ok(final(await harness.ledger.submit(bytes)).success)
    assert.equal(await balance('0.0.1024'), before + 3n)
    const other = signed(harness, transfer('0.0.1023', '0.0.1024', 4), '0.0.1023')
    await harness.network.setFault({ kind: 'unreachable', calls: 1_000 })
    assert.deepEqual(await harness.ledger.submit(other.bytes, { deadlineMs: 10 }), { state: 'unknown' })
    await harness.network.setFault({ kind: 'unreachable', calls: 0 })
    assert.ok(final(await harness.ledger.submit(other.bytes)).success)
    assert.equal(await balance('0.0.1024'), before + 7n)
  })

  test('is unknown, not failed, while its receipt is unavailable', async () => {
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    await harness.network.setFault({ kind: 'unreachable', calls: 1_000, on: 'queries' })
    await harness.network.setFault({ kind: 'unreachable', calls: 1_000, on: 'mirror' })
    assert.deepEqual(await harness.ledger.submit(bytes, { deadlineMs: 20 }), { state: 'unknown' })
    await harness.network.setFault({ kind: 'unreachable', calls: 0, on: 'mirror' })
    const outcome = final(await harness.ledger.outcome(frozen.transactionId))
    assert.ok(outcome.success)
    assert.match(outcome.consensusTimestamp ?? '', /^\d+\.\d{9}$/)
    await harness.network.setFault({ kind: 'unreachable', calls: 0, on: 'queries' })
    assert.ok(final(await harness.ledger.outcome(frozen.transactionId)).success)
  })

  test('is executed once, whatever goes wrong, if its caller resends the same bytes until it is final', async () => {
    const before = await balance('0.0.1025')
    const kinds = ['busy', 'unreachable', 'lost', 'busy', 'lost'] as const
    const settled = async (bytes: Uint8Array): Promise<FinalOutcome> => {
      for (;;) {
        try {
          const outcome = await harness.ledger.submit(bytes, { deadlineMs: 100 })
          if (outcome.state === 'final') return outcome
        } catch (error) {
          assert.ok(unavailable(error), String(error))
        }
      }
    }
    const one = async (index: number) => {
      const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1025', 1), '0.0.1023')
      await harness.network.setFault({ kind: kinds[index % kinds.length] ?? 'busy', calls: 1 + (index % 3) })
      if (index % 4 === 0) await harness.network.setFault({ kind: 'unreachable', calls: 2, on: 'queries' })
      return settled(bytes)
    }
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => one(index)))
    for (const outcome of outcomes) assert.equal(outcome.status, 'SUCCESS')
    await harness.network.setFault({ kind: 'busy', calls: 0 })
    await harness.network.setFault({ kind: 'unreachable', calls: 0, on: 'queries' })
    assert.equal(await balance('0.0.1025'), before + 60n)
  })

  test('A transaction of the service is paid and signed by the operator', async () => {
    const outcome = final(await harness.ledger.execute(transfer(OPERATOR, '0.0.1024', 1)))
    assert.ok(outcome.success)
    assert.ok(outcome.transactionId.startsWith(`${OPERATOR}@`))
    const without = openLedger({ chain: 'hedera:devnet', nodes: [], mirrorUrl: harness.network.mirrorRest })
    await assert.rejects(without.execute(transfer(OPERATOR, '0.0.1024', 1)), { code: 'NO_OPERATOR' })
    without.close()
  })

  test('gives the id of the created entity, which the mirror shows', async () => {
    const { publicKey } = ed25519Signer()
    const id = await accountUnder(harness, publicKey)
    const account = await harness.ledger.mirror.account(id)
    assert.deepEqual(
      [account?.id, account?.key, account?.balance, account?.deleted],
      [id, publicKey, 1_000_000_000n, false],
    )
  })

  test('A transaction that rotates a key is seen on the mirror', async () => {
    const [old, fresh] = [ed25519Signer(), secp256k1Signer()]
    const id = await accountUnder(harness, old.publicKey)
    const update = new AccountUpdateTransaction().setAccountId(id).setKey(keyToSdk(fresh.publicKey))
    const how = { payer: id, validStart: harness.ledger.validStart(), validDurationSeconds: 60 }
    const { bodyBytes } = harness.ledger.freeze(update, how)
    const outcome = await harness.ledger.submit(withSignatures(bodyBytes, signaturesBy(bodyBytes, [old, fresh])))
    assert.ok(final(outcome).success)
    assert.deepEqual((await harness.ledger.mirror.account(id))?.key, fresh.publicKey)
  })

  test('is refused before anything is sent if the bytes are not a transaction', async () => {
    const invalid = { statusCode: 400, code: 'INVALID_TRANSACTION_BYTES' }
    for (const bytes of [new Uint8Array(), new Uint8Array(100), new TextEncoder().encode('not a transaction')]) {
      await assert.rejects(harness.ledger.submit(bytes), invalid)
    }
    await assert.rejects(harness.ledger.outcome('0.0.5'), { statusCode: 400, code: 'INVALID_TRANSACTION_ID' })
  })

  test('was certainly not submitted if its node is unknown or does not listen', async () => {
    const nowhere = openLedger({
      chain: 'hedera:devnet',
      nodes: [{ nodeId: '0.0.3', address: '127.0.0.1:1' }],
      mirrorUrl: harness.network.mirrorRest,
    })
    const unknownNode = openLedger({
      chain: 'hedera:devnet',
      nodes: [{ nodeId: '0.0.9', address: harness.network.grpc }],
      mirrorUrl: harness.network.mirrorRest,
    })
    const { bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    for (const ledger of [nowhere, unknownNode]) {
      await assert.rejects(ledger.submit(bytes), unavailable)
      ledger.close()
    }
    assert.ok(final(await harness.ledger.submit(bytes)).success)
  })
})

describe('the end of a window', () => {
  test('makes an unexecuted transaction final as expired, and not before', async () => {
    await using harness = await openHarness()
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    const { expiresAt, transactionId } = frozen
    assert.deepEqual(await harness.ledger.outcome(transactionId, { expiresAt }), { state: 'unknown' })
    await harness.advance(expiresAt - harness.clock.now() + 1_000)
    const outcome = final(await harness.ledger.outcome(transactionId, { expiresAt }))
    assert.deepEqual([outcome.status, outcome.success, outcome.phase], ['TRANSACTION_EXPIRED', false, 'expired'])
    assert.equal(final(await harness.ledger.submit(bytes)).phase, 'expired')
  })

  test('does not change the outcome of an executed transaction, however often it is queried', async () => {
    await using harness = await openHarness()
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.ok(final(await harness.ledger.submit(bytes)).success)
    for (const minutes of [2, 10, 10_000]) {
      await harness.advance(minutes * 60_000)
      assert.ok(final(await harness.ledger.submit(bytes)).success)
      assert.ok(final(await harness.ledger.outcome(frozen.transactionId, { expiresAt: frozen.expiresAt })).success)
    }
  })

  test('decides nothing while the node is silent, on a network that may be quiet', async () => {
    await using harness = await openHarness()
    const { frozen } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    await harness.advance(200_000)
    await harness.network.setFault({ kind: 'unreachable', calls: 1, on: 'queries' })
    const { transactionId, expiresAt } = frozen
    assert.deepEqual(await harness.ledger.outcome(transactionId, { expiresAt }), { state: 'unknown' })
    assert.equal(final(await harness.ledger.outcome(transactionId, { expiresAt })).phase, 'expired')
  })

  test('is not final on a public network while the mirror is behind, even if a node has no receipt', async () => {
    await using harness = await openHarness({ chain: 'hedera:testnet' })
    const { frozen } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    const { transactionId, expiresAt } = frozen
    const other = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.ok(final(await harness.ledger.submit(other.bytes)).success)
    // The mirror's newest transaction is younger than receipts are kept, and older than the window's end.
    await harness.advance(expiresAt - harness.clock.now() + 20_000)
    assert.deepEqual(await harness.ledger.outcome(transactionId, { expiresAt }), { state: 'unknown' })
  })

  test('is final on a public network only once the mirror has passed it', async () => {
    await using harness = await openHarness({ chain: 'hedera:testnet' })
    // The ledger writes its own transactions when a day ends (UTC), which would let the mirror pass the window.
    await harness.advance(DAY_MS - (harness.clock.now() % DAY_MS))
    const { frozen } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    const { transactionId, expiresAt } = frozen
    await harness.advance(3_600_000)
    assert.deepEqual(await harness.ledger.outcome(transactionId, { expiresAt }), { state: 'unknown' })
    const other = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    assert.ok(final(await harness.ledger.submit(other.bytes)).success)
    assert.equal(final(await harness.ledger.outcome(transactionId, { expiresAt })).phase, 'expired')
  })

  test('is not final on a public network while one machine of the mirror may still be behind another', async () => {
    await using harness = await openHarness({ chain: 'hedera:testnet' })
    const { frozen, bytes } = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
    const { transactionId, expiresAt } = frozen
    assert.ok(final(await harness.ledger.submit(bytes)).success)
    const passed = async (seconds: number) => {
      await harness.advance(expiresAt - harness.clock.now() + seconds * 1_000)
      const other = signed(harness, transfer('0.0.1023', '0.0.1024', 1), '0.0.1023')
      assert.ok(final(await harness.ledger.submit(other.bytes)).success)
    }
    // The machine that is asked for the transaction does not have it yet. Another one shows the newest transaction.
    const { mirror } = harness.ledger
    const { transaction } = mirror
    mirror.transaction = async (id) => (id === transactionId ? null : transaction(id))
    const asked = () => harness.ledger.outcome(transactionId, { expiresAt, mirrorOnly: true })
    await passed(50)
    assert.deepEqual(await asked(), { state: 'unknown' })
    mirror.transaction = transaction
    assert.ok(final(await asked()).success)
  })
})
