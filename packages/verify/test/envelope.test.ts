import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { ENVELOPES, fingerprint, inWords, openEnvelope } from '@quorate/verify'
import { bodyOf, EXAMPLES } from './bodies.ts'

const list = EXAMPLES['A withdrawal of hbars']?.().list ?? assert.fail()
const bodyBytes = bodyOf(list)
const sigMap = { sigPair: [{ pubKeyPrefix: Uint8Array.of(1, 2), ed25519: new Uint8Array(64).fill(7) }] }
const signed = proto.SignedTransaction.encode({ bodyBytes, sigMap }).finish()

describe('Envelopes', () => {
  test('Each of the four is recognised, and contains the same body', () => {
    const transaction = proto.Transaction.encode({ signedTransactionBytes: signed }).finish()
    for (const [index, bytes] of [list, transaction, signed, bodyBytes].entries()) {
      const { decoded, bodies } = openEnvelope(Uint8Array.from(bytes))
      assert.equal(decoded.message, ENVELOPES[index])
      assert.deepEqual(
        bodies.map((one) => Buffer.from(one.bodyBytes).toString('hex')),
        [Buffer.from(bodyBytes).toString('hex')],
      )
      assert.equal(openEnvelope(bytes, decoded.message as 'Transaction').decoded.message, decoded.message)
    }
    const older = proto.Transaction.encode({ bodyBytes, sigMap }).finish()
    assert.equal(openEnvelope(older).decoded.message, 'Transaction')
  })

  test('Signatures are returned as claims, with the part of the key that they name', () => {
    const [body] = openEnvelope(signed).bodies
    assert.deepEqual(
      body?.signatures.map(({ prefix, type, signature }) => [prefix.toHex(), type, signature.length]),
      [['0102', 'ed25519', 64]],
    )
  })

  test('Each of the requests is read in full', () => {
    for (const example of Object.values(EXAMPLES)) {
      const { decoded, bodies } = openEnvelope(example().list)
      assert.deepEqual([decoded.findings, bodies.length], [[], 1])
    }
  })

  test('Bytes that can be read as two kinds of envelope are refused, unless the caller says which kind they are', () => {
    // Field 1 is a TransactionID with an unknown field in a TransactionBody, and in a TransactionList a Transaction,
    // whose signedTransactionBytes are that field.
    const body = proto.TransactionBody.decode(bodyBytes)
    const inner = proto.SignedTransaction.encode({ bodyBytes }).finish()
    const id = proto.TransactionID.encode(body.transactionID ?? {}).finish()
    const both = Uint8Array.from([...id, 0x2a, ...lengthOf(inner.length), ...inner])
    const rest = proto.TransactionBody.encode({ nodeAccountID: body.nodeAccountID ?? {} }).finish()
    const bytes = Uint8Array.from([0x0a, ...lengthOf(both.length), ...both, ...rest])
    assert.throws(() => openEnvelope(bytes), {
      code: 'AMBIGUOUS_BYTES',
      message: /as a TransactionList and as a TransactionBody/,
    })
    const [one, other] = (['TransactionList', 'TransactionBody'] as const).map((name) => openEnvelope(bytes, name))
    assert.deepEqual(
      [one?.bodies[0]?.bodyBytes, other?.bodies[0]?.bodyBytes].map((body) => body?.length),
      [bodyBytes.length, bytes.length],
    )
    assert.equal(other?.decoded.findings[0]?.code, 'UNKNOWN_FIELD')
  })

  test('Bytes that are not a transaction are refused', () => {
    for (const bytes of [new Uint8Array(), Uint8Array.of(1, 2, 3), new Uint8Array(100).fill(0x0a)])
      assert.throws(() => openEnvelope(bytes), { code: 'NOT_A_TRANSACTION' })
    assert.throws(() => openEnvelope(Uint8Array.of(0x18, 1), 'SignedTransaction'), { code: 'NOT_A_TRANSACTION' })
  })
})

test('The fingerprint is 160 bits of a SHA-384 with a domain, in groups of base32', () => {
  const hash = createHash('sha384').update('Quorate body fingerprint v1\n').update(bodyBytes).digest('hex')
  const bits = BigInt(`0x${hash.slice(0, 40)}`)
    .toString(2)
    .padStart(160, '0')
  const letters = bits.replace(/.{5}/g, (five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)] ?? '')
  assert.equal(fingerprint(bodyBytes), letters.match(/.{4}/g)?.join(' '))
  assert.notEqual(fingerprint(bodyBytes.with(3, 0)), fingerprint(bodyBytes))
})

test('In words, every byte belongs to some line, and a key without a required part is shown field by field', () => {
  const whole = inWords(openEnvelope(list).decoded)
  assert.equal(Math.max(...whole.map(({ end }) => end)), list.length)
  // A key list with an empty key.
  const body = proto.TransactionBody.encode({
    ...proto.TransactionBody.decode(bodyBytes),
    cryptoTransfer: null,
    cryptoUpdateAccount: { key: { keyList: { keys: [{}] } } },
  }).finish()
  const names = inWords(openEnvelope(body).decoded).map(({ name }) => name)
  assert.deepEqual(names.slice(-3), ['key', 'keyList', 'keys[0]'])
})

const lengthOf = (length: number): number[] => (length > 0x7f ? [(length & 0x7f) | 0x80, length >> 7] : [length])
