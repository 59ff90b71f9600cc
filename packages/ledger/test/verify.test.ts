import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { PrivateKey } from '@hiero-ledger/sdk'
import { signaturesFrom, signerFromText, verifiedSignatures } from '@quorate/ledger'
import { canonicalSignature, signatureIn, verify, verifyWalletMessage, walletMessage } from '@quorate/verify'
import fc from 'fast-check'
import { ed25519Signer, secp256k1Signer, someSigners } from './arbitraries.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** n of SEC 2, §2.4.1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
function highS(signature: Uint8Array): Uint8Array {
  const s = ORDER - BigInt(`0x${signature.subarray(32).toHex()}`)
  return new Uint8Array([...signature.subarray(0, 32), ...Uint8Array.fromHex(s.toString(16).padStart(64, '0'))])
}

describe('signatures', () => {
  test('Signatures of both types verify over any message, only by their own key', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...someSigners),
        fc.constantFrom(...someSigners),
        fc.uint8Array(),
        (signer, other, message) => {
          const signature = signer.sign(message)
          assert.equal(signature.length, 64)
          assert.ok(verify(signer.publicKey, message, signature))
          assert.equal(verify(other.publicKey, message, signature), other === signer)
          assert.ok(!verify(signer.publicKey, new Uint8Array([...message, 0]), signature))
        },
      ),
      { numRuns: 50 },
    )
  })

  test('agree with the SDK, which reads and makes the same ones', () => {
    const message = utf8('a body')
    for (const key of [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]) {
      const signer = signerFromText(key.toStringDer())
      assert.ok(verify(signer.publicKey, message, key.sign(message)))
      assert.ok(key.publicKey.verify(message, signer.sign(message)))
      const raw = signerFromText(key.toStringRaw(), signer.publicKey.type)
      assert.deepEqual(raw.publicKey, signer.publicKey)
    }
  })

  test('Signatures of secp256k1 verify with either s and with the recovery id, and have one canonical form', () => {
    const signer = secp256k1Signer()
    const message = utf8('a body')
    const signature = signer.sign(message)
    const { publicKey } = signer
    for (const s of [signature, highS(signature)])
      for (const v of [[], [0], [1], [27], [28]]) {
        const given = new Uint8Array([...s, ...v])
        assert.ok(verify(publicKey, message, given))
        assert.ok(verifyWalletMessage(publicKey, message, given))
        assert.deepEqual(canonicalSignature('secp256k1', given), signature)
        const pair = { pubKeyPrefix: publicKey.bytes, ECDSASecp256k1: given }
        const map = Uint8Array.from(proto.SignatureMap.encode({ sigPair: [pair] }).finish())
        for (const bytes of [given, map]) {
          const verified = verifiedSignatures(message, signaturesFrom(bytes), [publicKey])
          assert.deepEqual(verified, [{ publicKey, signature }], 'services keep the one form')
        }
        assert.deepEqual(signatureIn(map).subarray(0, 32), signature.subarray(0, 32))
      }
    for (const v of [2, 26, 29, 255])
      assert.equal(canonicalSignature('secp256k1', new Uint8Array([...signature, v])), undefined)
    const tooLarge = new Uint8Array([...signature.subarray(0, 32), ...Uint8Array.fromHex(ORDER.toString(16))])
    assert.equal(canonicalSignature('secp256k1', tooLarge), undefined)
    const ed25519 = ed25519Signer()
    const other = ed25519.sign(message)
    assert.deepEqual(canonicalSignature('ed25519', other), other)
    assert.equal(canonicalSignature('ed25519', new Uint8Array([...other, 0])), undefined)
  })

  test('are false, and throw nothing, if they are malformed or their key is not a point of the curve', () => {
    const message = utf8('a body')
    const { publicKey } = ed25519Signer()
    for (const length of [0, 63, 65, 128]) assert.equal(verify(publicKey, message, new Uint8Array(length)), false)
    const noPoint = { type: 'secp256k1' as const, bytes: new Uint8Array(33).fill(0xff).with(0, 2) }
    assert.equal(verify(noPoint, message, new Uint8Array(64)), false)
    assert.equal(verify(secp256k1Signer().publicKey, message, new Uint8Array(64)), false)
  })

  test('Signatures of wallets count raw and with the prefix, its length in bytes or in UTF-16 units', () => {
    for (const signer of [ed25519Signer(), secp256k1Signer()]) {
      const message = utf8('{"url":"https://exämple"}')
      const units = '{"url":"https://exämple"}'.length
      for (const signed of [message, walletMessage(message), walletMessage(message, units)]) {
        assert.ok(verifyWalletMessage(signer.publicKey, message, signer.sign(signed)))
      }
      assert.ok(!verifyWalletMessage(signer.publicKey, message, signer.sign(walletMessage(message, 3))))
      assert.ok(!verifyWalletMessage(signer.publicKey, utf8('{}'), signer.sign(message)))
    }
  })

  test('Signing with an unreadable private key fails without repeating its text in the error', () => {
    for (const secret of [
      'deadbeef',
      'not hex at all',
      '11'.repeat(31),
      `302e020100300506032b657004220420${'22'.repeat(10)}`,
    ]) {
      assert.throws(
        () => signerFromText(secret),
        (error: Error) => !error.message.includes(secret) && /private key/.test(error.message),
      )
    }
  })
})
