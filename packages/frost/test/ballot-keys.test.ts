import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { x25519 } from '@noble/curves/ed25519.js'
import {
  ballotKeyOf,
  type Dealing,
  dealBallotKey,
  FrostError,
  isBallotKeyShare,
  openBallotKey,
  openDealing,
  partOf,
} from '@quorate/frost'
import fc from 'fast-check'
import { dealt } from './dealing.ts'

/** Random bytes that follow from a seed. */
function randomFrom(seed: number) {
  let count = 0
  return (bytes: number) =>
    Uint8Array.from(createHash('shake256', { outputLength: bytes }).update(`${seed} ${count++}`).digest())
}
const purpose = 'a vote'
const sizes = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }), fc.nat())
  .map(([threshold, more, seed]) => ({ threshold, members: threshold + more, seed }))

function made({ threshold, members, seed }: { threshold: number; members: number; seed: number }) {
  const { key, shares } = dealt(threshold, members, `${seed}`)
  const place = { key, purpose }
  const random = randomFrom(seed)
  const dealings = key.members.map(({ number }) => dealBallotKey(place, number, random))
  const holders = [...shares].map(([number, share]) => ({ number, share }))
  const parts = new Map(holders.map((holder) => [holder.number, partOf(place, holder, dealings)]))
  return { key, place, dealings, holders, parts, random }
}

describe('a ballot key', () => {
  test('is computed from any threshold of parts, and not from fewer', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, turn) => {
        const { parts } = made(size)
        const all = [...parts]
        const start = turn % all.length
        const chosen = [...all.slice(start), ...all.slice(0, start)].slice(0, size.threshold)
        const [[, first]] = all as [[number, (typeof all)[0][1]]]
        const shares = new Map(chosen.map(([number, { share }]) => [number, share]))
        const secret = openBallotKey(first, shares)
        assert.equal(Buffer.from(x25519.getPublicKey(secret)).toString('hex'), ballotKeyOf(first))
        assert.equal(new Set(all.map(([, part]) => String(part.commitments))).size, 1)
        for (const [number, { share }] of chosen) assert.ok(isBallotKeyShare(first, number, share))
        const fewer = new Map([...shares].slice(1))
        assert.throws(() => openBallotKey(first, fewer), FrostError)
      }),
      { numRuns: 6 },
    )
  })

  test('a clamped private key agrees with others as X25519 does', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { parts, random } = made({ threshold: 2, members: 3, seed })
        const [part] = parts.values()
        const secret = openBallotKey(part ?? assert.fail(), new Map([...parts].map(([n, { share }]) => [n, share])))
        assert.deepEqual([(secret[0] ?? 1) & 7, (secret[31] ?? 0) & 0xc0], [0, 0x40])
        const voter = random(32)
        const publicKey = Uint8Array.from(Buffer.from(ballotKeyOf(part ?? assert.fail()), 'hex'))
        assert.deepEqual(
          x25519.getSharedSecret(voter, publicKey),
          x25519.getSharedSecret(secret, x25519.getPublicKey(voter)),
        )
      }),
      { numRuns: 4 },
    )
  })

  test('names the dealers whose dealings are wrong for a member', () => {
    const { place, dealings, holders, random } = made({ threshold: 2, members: 3, seed: 1 })
    const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = dealings
    const holder = holders[0] ?? assert.fail()
    const other = dealBallotKey({ ...place, purpose: 'another vote' }, 2, random)
    const wrong: Dealing[] = [
      { ...second, sealed: [...third.sealed] },
      { ...second, sealed: second.sealed.slice(1) },
      { ...second, commitments: [...third.commitments] },
      { ...second, commitments: second.commitments.slice(1) },
      { ...second, commitments: [...second.commitments, second.commitments[0] ?? ''] },
      { ...second, proof: third.proof },
      { ...second, ephemeral: third.ephemeral },
      // A dealer that repeats another's dealing as its own.
      { ...first, from: 2 },
      other,
      { ...second, ephemeral: '01'.padEnd(64, '0') },
    ]
    for (const dealing of wrong) {
      assert.equal(openDealing(place, holder, dealing), undefined)
      assert.throws(
        () => partOf(place, holder, [first, dealing, third]),
        (error) => error instanceof FrostError && String(error.cheaters) === '2',
      )
    }
    assert.throws(() => partOf(place, holder, [first]), /2 or more different members/)
    assert.throws(() => partOf(place, holder, [first, first]), /2 or more different members/)
    assert.equal(openDealing(place, { ...holder, share: holders[1]?.share ?? assert.fail() }, first), undefined)
  })

  test('distinguishes a wrong part from a right one', () => {
    const { parts } = made({ threshold: 2, members: 3, seed: 2 })
    const part = parts.get(1) ?? assert.fail()
    assert.ok(isBallotKeyShare(part, 1, part.share))
    assert.ok(!isBallotKeyShare(part, 2, part.share))
    assert.ok(!isBallotKeyShare(part, 1, new Uint8Array(32)))
    assert.ok(!isBallotKeyShare(part, 1, new Uint8Array(32).fill(255)))
    const shares = new Map([
      [1, part.share],
      [2, part.share],
    ])
    assert.throws(() => openBallotKey(part, shares), FrostError)
  })
})
