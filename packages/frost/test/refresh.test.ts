/**
 * A refresh against arithmetic that shares nothing with the package: plain integers modulo the group's order. There are
 * no published vectors (see `vectors.test.ts`).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ed25519 } from '@noble/curves/ed25519.js'
import { aggregate, decodeRecord, type GroupKey } from '@quorate/frost'
import fc from 'fast-check'
import { isEd25519, keyOf, rangeTo, run, startOf } from './network.ts'
import { signerOf, signWith } from './signatures.ts'

/** The order of the group (RFC 8032, section 5.1). */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const message = new TextEncoder().encode('a transaction body')

type Value = readonly [x: number, y: bigint]

const modulo = (value: bigint): bigint => ((value % ORDER) + ORDER) % ORDER

/** By Fermat's little theorem. */
function inverse(value: bigint): bigint {
  let [result, base] = [1n, modulo(value)]
  for (let exponent = ORDER - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = modulo(result * base)
    base = modulo(base * base)
  }
  return result
}

/** The coefficients of the polynomial through these values, the constant first (Lagrange). */
function polynomialThrough(values: readonly Value[]): bigint[] {
  const sum = values.map(() => 0n)
  for (const [x, y] of values) {
    let [basis, denominator] = [[1n], 1n]
    for (const [other] of values) {
      if (other === x) continue
      // Times (X - other).
      basis = [0n, ...basis].map((above, power) => modulo(above - BigInt(other) * (basis[power] ?? 0n)))
      denominator = modulo(denominator * BigInt(x - other))
    }
    const factor = modulo(y * inverse(denominator))
    for (const [power, coefficient] of basis.entries()) sum[power] = modulo((sum[power] ?? 0n) + factor * coefficient)
  }
  return sum
}

const valueAt = (coefficients: readonly bigint[], x: number): bigint =>
  coefficients.reduce((sum, coefficient, power) => modulo(sum + coefficient * BigInt(x) ** BigInt(power)), 0n)

const valuesOf = (shares: ReadonlyMap<number, Uint8Array>): Value[] =>
  [...shares].map(([number, share]) => [number, BigInt(`0x${Buffer.from(share).reverse().toString('hex')}`)])

const publicOf = (scalar: bigint): string => ed25519.Point.BASE.multiply(scalar).toHex()

/** All choices of so many of these. */
function choices<T>(all: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return all.flatMap((first, index) => choices(all.slice(index + 1), size - 1).map((rest) => [first, ...rest]))
}

const isMixed = (numbers: readonly number[], renewed: ReadonlySet<number>): boolean =>
  numbers.some((number) => renewed.has(number)) && numbers.some((number) => !renewed.has(number))

interface Shared {
  key: GroupKey
  shares: Map<number, Uint8Array>
}

/** Signs although some members have kept their old shares. */
async function signMixed(old: Shared, refreshed: Shared, numbers: readonly number[], renewed: ReadonlySet<number>) {
  const signers = numbers.map((number) => {
    const { key, shares } = renewed.has(number) ? refreshed : old
    return signerOf(key, shares, number)
  })
  const commitments = signers.map((signer) => signer.commit())
  const shares = new Map<number, string>()
  for (const [index, number] of numbers.entries())
    shares.set(number, (await signers[index]?.sign(message, commitments)) ?? assert.fail())
  return aggregate(refreshed.key, commitments, message, shares)
}

test('a refresh adds polynomials of zero to the shares, and old shares do not fit the new ones', async () => {
  const cases = fc.record({
    threshold: fc.integer({ min: 2, max: 3 }),
    spare: fc.integer({ min: 1, max: 2 }),
    salt: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ threshold, spare, salt }) => {
      const numbers = rangeTo(threshold + spare)
      const old = keyOf(await run(startOf(numbers, { threshold }), { salt: `${salt}` }))
      const start = startOf(numbers, { kind: 'refresh', threshold }, old.key)
      const finished = await run(start, { previous: old.key, shares: old.shares, salt: `${salt}` })
      const refreshed = keyOf(finished)
      const { publicKey } = old.key

      const before = polynomialThrough(valuesOf(old.shares).slice(0, threshold))
      const after = valuesOf(refreshed.shares)
      const zero = polynomialThrough(after.slice(-threshold).map(([x, y]) => [x, modulo(y - valueAt(before, x))]))
      assert.equal(zero[0], 0n)
      for (const [x, y] of after) {
        assert.equal(y, modulo(valueAt(before, x) + valueAt(zero, x)))
        assert.equal(refreshed.key.members.find(({ number }) => number === x)?.verifyingShare, publicOf(y))
      }
      const committed = finished.messages.flatMap(({ bytes }) => {
        const record = decodeRecord(bytes)
        return record?.type === 'commit' ? [record.commitments ?? []] : []
      })
      assert.equal(committed.length, numbers.length)
      for (const [index, coefficient] of zero.slice(1).entries()) {
        const points = committed.map((commitments) => ed25519.Point.fromHex(commitments[index] ?? ''))
        assert.equal(points.reduce((sum, point) => sum.add(point)).toHex(), publicOf(coefficient))
      }

      assert.equal(refreshed.key.publicKey, publicKey)
      for (const some of choices(after, threshold)) assert.equal(publicOf(polynomialThrough(some)[0] ?? 0n), publicKey)
      const last = numbers.slice(-threshold)
      assert.ok(isEd25519(publicKey, message, await signWith(refreshed.key, refreshed.shares, last, message)))

      const renewed = new Set(numbers.filter((number) => number % 2 === 0))
      const half = [...valuesOf(old.shares).filter(([x]) => !renewed.has(x)), ...after.filter(([x]) => renewed.has(x))]
      for (const some of choices(half, threshold)) {
        const isWhole = !isMixed(
          some.map(([x]) => x),
          renewed,
        )
        assert.equal(publicOf(polynomialThrough(some)[0] ?? 0n) === publicKey, isWhole)
      }
      const cheaters = last.filter((number) => !renewed.has(number))
      await assert.rejects(signMixed(old, refreshed, last, renewed), { code: 'SHARES_INVALID', cheaters })
    }),
    { numRuns: process.env.TEST_LONG ? 12 : 3 },
  )
})
