import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { publicPoint, readPoint, readScalar, Scalars } from '../src/group/group.ts'
import { evaluate, interpolation } from '../src/group/polynomials.ts'
import { isEqual, proveEquality } from '../src/proofs/equality.ts'
import { isKnown, proveKnowledge } from '../src/proofs/knowledge.ts'
import { deltasOf, repairedShare, sigmaOf } from '../src/shares/repair.ts'
import { openShare, sealShare } from '../src/shares/sealing.ts'
import { isEd25519, keyOf, rangeTo, run, startOf } from './network.ts'
import { signWith } from './signatures.ts'

const scalar = fc.bigInt({ min: 1n, max: Scalars.ORDER - 1n })
const context = fc.uint8Array({ minLength: 32, maxLength: 32 })
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 255 }), { minLength: 1, maxLength: 6 })
const flip = (hex: string, at: number): string =>
  hex.slice(0, at) + (Number.parseInt(hex[at] ?? '0', 16) ^ 1).toString(16) + hex.slice(at + 1)

test('as many values of a polynomial as it has coefficients give any other value; fewer do not', () => {
  fc.assert(
    fc.property(
      numbers,
      fc.integer({ min: 0, max: 255 }),
      fc.array(scalar, { minLength: 6, maxLength: 6 }),
      (xs, at, all) => {
        const coefficients = all.slice(0, xs.length)
        const valueBy = (used: readonly number[]) =>
          used.reduce(
            (sum, x) => Scalars.add(sum, Scalars.mul(evaluate(coefficients, x), interpolation(used, x, at))),
            0n,
          )
        assert.equal(valueBy(xs), evaluate(coefficients, at))
        const fewer = xs.slice(1)
        if (!xs.includes(at) && fewer.length > 0) assert.notEqual(valueBy(fewer), evaluate(coefficients, at))
      },
    ),
    { numRuns: 50 },
  )
})

test('a proof of knowledge is accepted for its point, number and context only', () => {
  fc.assert(
    fc.property(scalar, scalar, context, fc.nat({ max: 127 }), (secret, nonce, bytes, at) => {
      const claim = { number: 3, context: bytes }
      const point = publicPoint(secret)
      const proof = proveKnowledge(claim, secret, nonce)
      assert.ok(isKnown(claim, point, proof))
      assert.ok(!isKnown({ ...claim, number: 4 }, point, proof))
      assert.ok(!isKnown({ ...claim, context: bytes.map((byte) => byte ^ 1) }, point, proof))
      assert.ok(!isKnown(claim, point.double(), proof))
      assert.ok(!isKnown(claim, point, flip(proof, at)))
    }),
    { numRuns: 15 },
  )
})

test('a proof of equality is accepted for the true shared secret only', () => {
  fc.assert(
    fc.property(scalar, scalar, scalar, context, fc.nat({ max: 127 }), (secret, dealer, nonce, bytes, at) => {
      const other = publicPoint(dealer)
      const claim = { context: bytes, key: publicPoint(secret), other, shared: other.multiply(secret) }
      const proof = proveEquality(claim, secret, nonce)
      assert.ok(isEqual(claim, proof))
      assert.ok(!isEqual({ ...claim, shared: claim.shared.double() }, proof))
      assert.ok(!isEqual({ ...claim, other: claim.key }, proof) || other.equals(claim.key))
      assert.ok(!isEqual(claim, flip(proof, at)))
      const lie = { ...claim, shared: claim.shared.double() }
      assert.ok(!isEqual(lie, proveEquality(lie, secret, nonce)))
    }),
    { numRuns: 15 },
  )
})

test('a sealed share opens with its secret, at its place, unaltered', () => {
  fc.assert(
    fc.property(scalar, scalar, context, fc.nat({ max: 95 }), (share, secret, bytes, at) => {
      const place = { context: bytes, round: 1, dealer: 2, receiver: 3 }
      const shared = publicPoint(secret)
      const sealed = sealShare(place, shared, share)
      assert.equal(openShare(place, shared, sealed), share)
      assert.equal(openShare(place, shared.double(), sealed), undefined)
      for (const other of [{ round: 2 }, { dealer: 3 }, { receiver: 2 }, { context: bytes.map((byte) => byte ^ 1) }])
        assert.equal(openShare({ ...place, ...other }, shared, sealed), undefined)
      assert.equal(openShare(place, shared, flip(sealed, at)), undefined)
    }),
    { numRuns: 15 },
  )
})

test('points and scalars are read from their one canonical form', () => {
  const order = Buffer.from(Scalars.ORDER.toString(16).padStart(64, '0'), 'hex').reverse().toString('hex')
  for (const text of ['00'.repeat(32), order, 'ff'.repeat(32), '01', '', 'zz'.repeat(32)])
    assert.throws(() => readScalar(text), { code: 'SCALAR_INVALID' }, text)
  // Of order 1, 2, 4 and 8, and with y above the field's order.
  const eight = '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'
  const spelled = [`01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`, '00'.repeat(32), eight, `ee${'ff'.repeat(30)}7f`]
  const good = publicPoint(5n)
  const mixed = good.add(ed25519.Point.fromHex(eight)).toHex()
  for (const text of [...spelled, mixed, '', good.toHex().slice(2), good.toHex().toUpperCase()])
    assert.throws(() => readPoint(text), { code: 'POINT_INVALID' }, text)
  assert.ok(readPoint(good.toHex()).equals(good))
})

test('helpers give a member its share back, whoever they are', () => {
  fc.assert(
    fc.property(numbers, fc.array(scalar, { minLength: 42, maxLength: 42 }), (all, secrets) => {
      fc.pre(all.length > 1)
      const [repaired = 0, ...helpers] = all
      const coefficients = secrets.slice(0, helpers.length)
      const deltas = helpers.map((number, index) =>
        deltasOf(
          evaluate(coefficients, number),
          { number, helpers, repaired },
          secrets.slice(7 * index + 7, 7 * index + 6 + helpers.length),
        ),
      )
      const sigmas = helpers.map((_, index) => sigmaOf(deltas.map((one) => one[index] ?? 0n)))
      assert.equal(repairedShare(sigmas), evaluate(coefficients, repaired))
    }),
    { numRuns: 30 },
  )
})

test('whatever ceremonies follow each other, any threshold of the last members signs with the first public key', async () => {
  const size = fc.integer({ min: 2, max: 4 })
  const step = fc.record({
    kind: fc.constantFrom('reshare', 'refresh', 'repair'),
    size,
    threshold: size,
    shift: fc.nat({ max: 2 }),
    pick: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(size, size, fc.array(step, { minLength: 1, maxLength: 2 }), async (count, atMost, steps) => {
      let { key, shares } = keyOf(await run(startOf(rangeTo(count), { threshold: Math.min(count, atMost) })))
      const { publicKey } = key
      for (const { kind, size, threshold, shift, pick } of steps) {
        const present = key.members.map(({ number }) => number)
        const [repaired = 0, ...rest] = [
          ...present.slice(pick % present.length),
          ...present.slice(0, pick % present.length),
        ]
        const helpers = rest.slice(0, key.threshold).sort((one, other) => one - other)
        if (kind === 'repair' && helpers.length < key.threshold) continue
        const start =
          kind === 'reshare'
            ? startOf(
                rangeTo(size).map((number) => number + shift),
                { kind, threshold: Math.min(size, threshold) },
                key,
              )
            : kind === 'refresh'
              ? startOf(present, { kind, threshold: key.threshold }, key)
              : startOf(present, { kind: 'repair', threshold: key.threshold, helpers, repaired }, key)
        const finished = await run(start, { previous: key, shares, salt: `${key.epoch}` })
        const next = keyOf(finished)
        key = next.key
        shares = kind === 'repair' ? new Map([...shares, ...next.shares]) : next.shares
      }
      assert.equal(key.publicKey, publicKey)
      const members = key.members.map(({ number }) => number)
      const message = new TextEncoder().encode('a transaction body')
      for (const signing of [members.slice(0, key.threshold), members.slice(-key.threshold), members])
        assert.ok(isEd25519(publicKey, message, await signWith(key, shares, signing, message)))
    }),
    { numRuns: process.env.TEST_LONG ? 16 : 4 },
  )
})
