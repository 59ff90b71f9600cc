import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { AccountId, PrivateKey, Timestamp, TransactionId, TransferTransaction } from '@hiero-ledger/sdk'
import { signaturesFrom, signaturesIn, verifiedSignatures, withSignatures } from '@quorate/ledger'
import { ApiError } from '@quorate/platform'
import { publicKeyText } from '@quorate/verify'
import fc from 'fast-check'
import { ed25519Signer, secp256k1Signer } from './arbitraries.ts'

const transfer = (...nodes: string[]) =>
  new TransferTransaction()
    .setTransactionId(TransactionId.withValidStart(AccountId.fromString('0.0.1001'), new Timestamp(1_700_000_000, 5)))
    .setNodeAccountIds(nodes.map((node) => AccountId.fromString(node)))
    .addHbarTransfer('0.0.1001', -1)
    .addHbarTransfer('0.0.1002', 1)
    .freeze()

const invalid = (error: unknown) => error instanceof ApiError && error.code === 'INVALID_TRANSACTION_BYTES'
const alice = ed25519Signer()
const bob = secp256k1Signer()
const candidates = [alice.publicKey, bob.publicKey]

describe('signatures in bytes', () => {
  test("are found in an SDK's TransactionList, for every node", async () => {
    const [one, two] = [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]
    const transaction = await (await transfer('0.0.3', '0.0.4').sign(one)).sign(two)
    const found = signaturesIn(transaction.toBytes())
    assert.equal(found.length, 2)
    for (const { bodyBytes, signatures } of found) {
      assert.ok(bodyBytes)
      assert.deepEqual(
        new Set(signatures.map(({ prefix }) => prefix.toHex())),
        new Set([one.publicKey.toStringRaw(), two.publicKey.toStringRaw()]),
      )
    }
  })

  test('are found in a Transaction of either form, in a SignedTransaction and in a SignatureMap', () => {
    const bodyBytes = signaturesIn(transfer('0.0.3').toBytes())[0]?.bodyBytes ?? new Uint8Array()
    const signatures = [alice, bob].map((signer) => ({
      publicKey: signer.publicKey,
      signature: signer.sign(bodyBytes),
    }))
    const bytes = withSignatures(bodyBytes, signatures)
    const signed = proto.Transaction.decode(bytes).signedTransactionBytes ?? new Uint8Array()
    const { sigMap } = proto.SignedTransaction.decode(signed)
    const old = proto.Transaction.encode({ bodyBytes, sigMap: sigMap ?? null }).finish()
    for (const form of [bytes, signed, old]) {
      const [found] = signaturesIn(form)
      assert.deepEqual(found?.bodyBytes, bodyBytes)
      assert.equal(verifiedSignatures(bodyBytes, found?.signatures ?? [], candidates).length, 2)
    }
    const [map] = signaturesIn(proto.SignatureMap.encode(sigMap ?? {}).finish())
    assert.equal(map?.bodyBytes, null)
    assert.equal(verifiedSignatures(bodyBytes, map?.signatures ?? [], candidates).length, 2)
  })

  test('count only if they verify: junk, other bodies and other keys are left out', () => {
    const body = new Uint8Array([1, 2, 3])
    const good = { prefix: alice.publicKey.bytes, signature: alice.sign(body), kind: 'ed25519' as const }
    const junk = [
      { ...good, signature: new Uint8Array(64) },
      { ...good, signature: alice.sign(new Uint8Array([3])) },
      { ...good, prefix: bob.publicKey.bytes },
      { ...good, kind: 'secp256k1' as const },
    ]
    assert.deepEqual(verifiedSignatures(body, junk, candidates), [])
    assert.deepEqual(verifiedSignatures(body, [...junk, good, good], candidates), [
      { publicKey: alice.publicKey, signature: good.signature },
    ])
  })

  test('are resolved from any prefix of the key, including an empty one', () => {
    const body = new Uint8Array([9])
    fc.assert(
      fc.property(fc.constantFrom(alice, bob), fc.nat(33), (signer, length) => {
        const { type, bytes } = signer.publicKey
        const found = { prefix: bytes.slice(0, length), signature: signer.sign(body), kind: type }
        const [resolved, ...others] = verifiedSignatures(body, [found], candidates)
        assert.equal(resolved && publicKeyText(resolved.publicKey), publicKeyText(signer.publicKey))
        assert.deepEqual(others, [])
      }),
      { numRuns: 40 },
    )
  })

  test('may come as 64 raw bytes, or as a SignatureMap', () => {
    const body = new Uint8Array([7])
    for (const signer of [alice, bob]) {
      const signature = signer.sign(body)
      const map = proto.SignatureMap.encode({
        sigPair: [
          {
            pubKeyPrefix: signer.publicKey.bytes,
            ...(signer === alice ? { ed25519: signature } : { ECDSASecp256k1: signature }),
          },
        ],
      }).finish()
      for (const form of [signature, map]) {
        assert.deepEqual(verifiedSignatures(body, signaturesFrom(form), candidates), [
          { publicKey: signer.publicKey, signature },
        ])
      }
    }
  })

  test('are refused with the same error in any other bytes', () => {
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array(10),
      new Uint8Array(300_000),
      new TextEncoder().encode('hello'),
    ]) {
      assert.throws(() => signaturesIn(bytes), invalid)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          signaturesIn(bytes)
        } catch (error) {
          assert.ok(invalid(error))
        }
      }),
    )
  })

  test('Signatures of other types and lengths are left out', () => {
    const map = proto.SignatureMap.encode({
      sigPair: [
        { pubKeyPrefix: alice.publicKey.bytes, ed25519: new Uint8Array(63) },
        { pubKeyPrefix: alice.publicKey.bytes, ed25519: alice.sign(new Uint8Array()) },
      ],
    }).finish()
    assert.equal(signaturesIn(map)[0]?.signatures.length, 1)
  })
})

describe('signatures from outside', () => {
  const body = new Uint8Array([5])
  const pair = (prefix: Uint8Array, signature: Uint8Array = new Uint8Array(64).fill(1)) => ({
    pubKeyPrefix: prefix,
    ed25519: signature,
  })
  const mapOf = (pairs: proto.ISignaturePair[]) =>
    Uint8Array.from(proto.SignatureMap.encode({ sigPair: pairs }).finish())
  const junk = (count: number) => Array.from({ length: count }, () => pair(new Uint8Array()))
  const tooMany = (error: unknown) => error instanceof ApiError && error.code === 'TOO_MANY_SIGNATURES'
  const found = (count: number, prefix = new Uint8Array()) =>
    Array.from({ length: count }, () => ({ prefix, signature: new Uint8Array(64), kind: 'ed25519' as const }))
  /** Counts the verifications instead of doing them. */
  const counting = () => {
    let count = 0
    const verifies = () => {
      count++
      return false
    }
    return { verifies, tried: () => count }
  }

  test('are counted before they are decoded: in a map, in a transaction of either form and in a list of them', () => {
    const bodyBytes = signaturesIn(transfer('0.0.3').toBytes())[0]?.bodyBytes ?? new Uint8Array()
    const forms = (pairs: proto.ISignaturePair[]) => {
      const sigMap = { sigPair: pairs }
      const signed = proto.SignedTransaction.encode({ bodyBytes, sigMap }).finish()
      const transaction = { signedTransactionBytes: signed }
      return [
        mapOf(pairs),
        signed,
        proto.Transaction.encode({ bodyBytes, sigMap }).finish(),
        proto.Transaction.encode(transaction).finish(),
        proto.TransactionList.encode({ transactionList: [transaction] }).finish(),
      ].map((bytes) => Uint8Array.from(bytes))
    }
    for (const form of forms(junk(100))) assert.equal(signaturesFrom(form).length, 100)
    for (const form of forms(junk(1_000))) assert.throws(() => signaturesIn(form), tooMany)
    for (const form of forms(junk(101))) assert.throws(() => signaturesIn(form), tooMany)
    const hidden = Buffer.concat([mapOf(junk(60)), mapOf(junk(60))])
    assert.throws(() => signaturesIn(hidden), tooMany)
  })

  test('are searched for in a bounded number of fields, wherever these are', () => {
    const inList = (content: Uint8Array, times: number) =>
      Uint8Array.from(
        proto.TransactionList.encode({
          transactionList: Array.from({ length: times }, () => ({ signedTransactionBytes: content })),
        }).finish(),
      )
    const empty = (field: number, count: number) =>
      new Uint8Array(2 * count).map((_, at) => (at % 2 === 0 ? (field << 3) | 2 : 0))
    for (const field of [2, 4, 5]) {
      assert.throws(() => signaturesIn(empty(field, 60_000)), tooMany)
      assert.throws(() => signaturesIn(inList(empty(field, 60_000), 1)), tooMany)
      assert.throws(() => signaturesIn(inList(empty(field, 200), 250)), tooMany, 'in all transactions together')
      assert.throws(() => signaturesIn(empty(field, 100)), invalid)
    }
  })

  test('Signatures in copies for many nodes are counted together, and so are the copies', () => {
    const bodyBytes = signaturesIn(transfer('0.0.3').toBytes())[0]?.bodyBytes ?? new Uint8Array()
    const copies = (count: number, pairs: number) => {
      const signed = proto.SignedTransaction.encode({ bodyBytes, sigMap: { sigPair: junk(pairs) } }).finish()
      const transactionList = Array.from({ length: count }, () => ({ signedTransactionBytes: signed }))
      return Uint8Array.from(proto.TransactionList.encode({ transactionList }).finish())
    }
    assert.equal(signaturesIn(copies(20, 10)).length, 20)
    assert.throws(() => signaturesIn(copies(21, 50)), tooMany)
    assert.throws(() => signaturesFrom(copies(21, 10)), tooMany, 'over one body they are too many together')
    assert.throws(() => signaturesIn(new Uint8Array(100_000).map((_, at) => (at % 2 === 0 ? 10 : 0))), tooMany)
  })

  test('are tried only on the keys that their prefix names', () => {
    const signers = Array.from({ length: 60 }, () => ed25519Signer())
    const keys = signers.map(({ publicKey }) => publicKey)
    const given = signers.map(({ publicKey }) => ({
      prefix: publicKey.bytes,
      signature: new Uint8Array(64),
      kind: 'ed25519' as const,
    }))
    const { verifies, tried } = counting()
    assert.deepEqual(verifiedSignatures(body, given.slice(0, 40), keys, { verifies }), [])
    assert.equal(tried(), 40)
    assert.equal(
      verifiedSignatures(
        body,
        signers.map(({ publicKey, sign }) => ({
          prefix: publicKey.bytes,
          signature: sign(body),
          kind: 'ed25519' as const,
        })),
        keys,
      ).length,
      60,
    )
  })

  test('are refused before the first verification if they would be tried too often', () => {
    const keys = Array.from({ length: 20 }, () => ed25519Signer().publicKey)
    const { verifies, tried } = counting()
    assert.throws(() => verifiedSignatures(body, found(1_000), keys, { verifies }), tooMany)
    assert.throws(() => verifiedSignatures(body, found(100), keys, { verifies }), tooMany)
    assert.throws(() => verifiedSignatures(body, found(7), keys), tooMany, '7 signatures without prefix, 20 keys')
    assert.equal(tried(), 0)
    const raw = signaturesFrom(new Uint8Array(64).fill(3))
    assert.deepEqual(verifiedSignatures(body, raw, keys, { verifies }), [], 'one raw signature fits 20 keys')
    assert.equal(tried(), 20)
  })
})
