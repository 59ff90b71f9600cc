import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import * as node from '../src/primitives/node.ts'
import * as plain from '../src/primitives/plain.ts'

const bits = fc.record({ at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }) })
const flipped = (bytes: Uint8Array, { at, flip }: { at: number; flip: number }): Uint8Array =>
  bytes.with(at % bytes.length, (bytes[at % bytes.length] ?? 0) ^ flip)

const { Point } = ed25519
const ORDER = Point.Fn.ORDER
const littleEndian = (number: bigint): Uint8Array => Uint8Array.fromHex(number.toString(16).padStart(64, '0')).reverse()

const overSha256 =
  ({ verifySecp256k1 }: typeof node | typeof plain) =>
  (...given: [key: Uint8Array, message: Uint8Array, signature: Uint8Array]): boolean =>
    verifySecp256k1(...given, 'sha256')
const secp256k1Pair = () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' })

describe('The primitives for services and for browsers', () => {
  test('have the same functions', () => {
    assert.deepEqual(Object.keys(plain).sort(), Object.keys(node).sort())
  })

  test('compute the same hashes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        assert.equal(plain.sha256(bytes).toHex(), createHash('sha256').update(bytes).digest('hex'))
        assert.equal(node.sha256(bytes).toHex(), plain.sha256(bytes).toHex())
      }),
    )
  })

  for (const [name, [byNode, plainly], pair, algorithm] of [
    ['Ed25519', [node.verifyEd25519, plain.verifyEd25519], () => generateKeyPairSync('ed25519'), null],
    ['secp256k1', [node.verifySecp256k1, plain.verifySecp256k1], secp256k1Pair, 'keccak-256'],
    ['secp256k1 over SHA-256', [overSha256(node), overSha256(plain)], secp256k1Pair, 'sha256'],
  ] as const)
    test(`accept the same signatures of ${name}, whatever was changed`, () => {
      const { privateKey, publicKey } = pair()
      const raw = rawKey(publicKey.export({ format: 'jwk' }))
      const message = fc.uint8Array({ maxLength: 100 })
      fc.assert(
        fc.property(message, bits, fc.constantFrom('none', 'signature', 'message', 'key'), (given, change, where) => {
          const signature = Uint8Array.from(sign(algorithm, given, { key: privateKey, dsaEncoding: 'ieee-p1363' }))
          const changed = (part: string, bytes: Uint8Array) =>
            part === where && bytes.length > 0 ? flipped(bytes, change) : bytes
          const [key, text, proof] = [changed('key', raw), changed('message', given), changed('signature', signature)]
          const answer = byNode(key, text, proof)
          assert.equal(plainly(key, text, proof), answer)
          if (where === 'none') assert.ok(answer)
        }),
        { numRuns: 60 },
      )
    })

  test('accept the same signatures on the quick path', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const raw = rawKey(publicKey.export({ format: 'jwk' }))
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 100 }), bits, fc.boolean(), async (message, change, isChanged) => {
        const signature = Uint8Array.from(sign(null, message, privateKey))
        const given = isChanged ? flipped(signature, change) : signature
        for (const { isQuicklyVerified } of [node, plain])
          assert.equal(await isQuicklyVerified(raw, message, given), node.verifyEd25519(raw, message, given))
      }),
      { numRuns: 60 },
    )
  })

  test('refuse keys of small order, however they are encoded', async () => {
    // Points of small order, and their encodings with a y of p or more, and with the sign bit of zero.
    const small = [
      '0100000000000000000000000000000000000000000000000000000000000000',
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0000000000000000000000000000000000000000000000000000000000000080',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '0100000000000000000000000000000000000000000000000000000000000080',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    ].map((hex) => Uint8Array.fromHex(hex))
    for (const key of small)
      for (const r of small)
        for (const s of [0n, 1n, ORDER, ORDER - 1n])
          for (const message of [Uint8Array.of(), Uint8Array.of(1), Uint8Array.of(2)]) {
            const signature = Uint8Array.from([...r, ...littleEndian(s)])
            assert.ok(!node.verifyEd25519(key, message, signature))
            assert.ok(!plain.verifyEd25519(key, message, signature), `${key.toHex()} ${signature.toHex()}`)
            assert.ok(!(await plain.isQuicklyVerified(key, message, signature)))
          }
  })

  test('agree on signatures that differ by a point of small order, or whose own point has one', async () => {
    const torsion = Point.fromBytes(
      Uint8Array.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
    )
    const secret = 12_345n
    const counts = new Map<string, number>()
    for (const [mixed, nonce, shift] of cases()) {
      const own = Point.BASE.multiply(secret)
      const key = (mixed ? own.add(torsion) : own).toBytes()
      const message = Uint8Array.of(Number(nonce), Number(shift))
      const r = Point.BASE.multiplyUnsafe(nonce).add(torsion.multiplyUnsafe(shift)).toBytes()
      const hash = sha512(Uint8Array.from([...r, ...key, ...message]))
      const k = BigInt(`0x${Uint8Array.from(hash).reverse().toHex()}`) % ORDER
      const signature = Uint8Array.from([...r, ...littleEndian((nonce + k * secret) % ORDER)])
      const answer = node.verifyEd25519(key, message, signature)
      assert.equal(plain.verifyEd25519(key, message, signature), answer)
      assert.ok(answer || !(await plain.isQuicklyVerified(key, message, signature)))
      // With the cofactor, all of them are valid.
      assert.ok(ed25519.verify(signature, message, key))
      counts.set(`${mixed} ${answer}`, (counts.get(`${mixed} ${answer}`) ?? 0) + 1)
    }
    assert.equal(counts.size, 4, 'some of each are taken, and some refused')
  })
})

/**
 * `mixed`: whether the key has a part of small order. R is `nonce` times the base point plus `shift` times a point of
 * small order.
 */
const cases = (): [mixed: boolean, nonce: bigint, shift: bigint][] =>
  [false, true].flatMap((mixed) =>
    [0n, 5n, 6n, 7n].flatMap((nonce) =>
      Array.from({ length: 8 }, (_, shift): [boolean, bigint, bigint] => [mixed, nonce, BigInt(shift)]),
    ),
  )

function rawKey({ kty, x = '', y = '' }: { kty?: string; x?: string; y?: string }): Uint8Array {
  const bytes = Buffer.from(x, 'base64url')
  if (kty === 'OKP') return Uint8Array.from(bytes)
  return Uint8Array.from([2 + ((Buffer.from(y, 'base64url').at(-1) ?? 0) & 1), ...bytes])
}
