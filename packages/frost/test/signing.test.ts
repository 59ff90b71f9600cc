import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  aggregate,
  createCoordinator,
  createSigner,
  type ShareRequest,
  type SignerAnswer,
  verifyShare,
} from '@quorate/frost'
import fc from 'fast-check'
import { dealt } from './dealing.ts'
import { isEd25519, rangeTo } from './network.ts'
import { signerOf } from './signatures.ts'

const message = new TextEncoder().encode('a transaction body')
const { key, shares } = dealt(2, 3)
const swap = (text: string): string => (text.startsWith('0') ? '1' : '0') + text.slice(1)
const swapShare = (share: string): string => `${swap(share.slice(0, 62))}00`

/** Different bytes with each call, and the same for each counter. */
function counter(): (bytes: number) => Uint8Array {
  let calls = 0
  return (bytes) => new Uint8Array(bytes).fill(++calls)
}

describe('a signer', () => {
  test('uses a nonce once, even if it is asked twice at the same time', async () => {
    const [one, two] = [signerOf(key, shares, 1), signerOf(key, shares, 2)]
    const commitments = [one.commit(), two.commit()]
    const twice = await Promise.allSettled([
      one.sign(message, commitments),
      one.sign(Buffer.from('other'), commitments),
    ])
    assert.deepEqual(
      twice.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
    await assert.rejects(one.sign(message, commitments), { code: 'NONCE_UNKNOWN' })
  })

  test('signs nothing with a commitment that is stored as used, as after its memory was restored from a backup', async () => {
    const used = new Set<string>()
    const share = shares.get(1) ?? assert.fail()
    const remember = (hash: string): boolean => !used.has(hash) && Boolean(used.add(hash))
    const signers = [1, 2].map(() => createSigner({ key, number: 1, share, remember, random: counter() }))
    const other = signerOf(key, shares, 2).commit()
    const [first, second] = signers.map((signer) => [signer, signer.commit()] as const)
    assert.ok(first && second)
    await first[0].sign(message, [first[1], other])
    await assert.rejects(second[0].sign(message, [second[1], other]), { code: 'NONCE_USED' })
  })

  test('returns no share if its commitment could not be stored, and never uses the nonce', async () => {
    const failing = {
      remember: () => Promise.reject(new Error('the disk is full')),
      random: counter(),
    }
    const signer = createSigner({ key, number: 1, share: shares.get(1) ?? assert.fail(), ...failing })
    const commitments = [signer.commit(), signerOf(key, shares, 2).commit()]
    await assert.rejects(signer.sign(message, commitments), /disk is full/)
    await assert.rejects(signer.sign(message, commitments), { code: 'NONCE_UNKNOWN' })
  })

  test('forgets the oldest of more than 256 commitments that nobody used', async () => {
    const signer = signerOf(key, shares, 1)
    const [oldest, ...rest] = rangeTo(257).map(() => signer.commit())
    const other = signerOf(key, shares, 2).commit()
    await assert.rejects(signer.sign(message, [oldest ?? assert.fail(), other]), { code: 'NONCE_UNKNOWN' })
    await signer.sign(message, [rest[0] ?? assert.fail(), other])
  })

  test('refuses commitments of too few, of strangers, of one member twice and of unusable points', async () => {
    const signer = signerOf(key, shares, 1)
    const own = signer.commit()
    const other = signerOf(key, shares, 2).commit()
    const invalid = { code: 'COMMITMENTS_INVALID' }
    await assert.rejects(signer.sign(message, [own]), invalid)
    await assert.rejects(signer.sign(message, [own, own]), invalid)
    await assert.rejects(signer.sign(message, [own, { ...other, number: 4 }]), invalid)
    const small = ['01', 'ec'].map((byte) => byte.padEnd(62, byte === 'ec' ? 'f' : '0') + (byte === 'ec' ? '7f' : '00'))
    for (const hiding of [...small, '00'.repeat(32), 'ff'.repeat(32), other.binding, other.hiding.toUpperCase()])
      await assert.rejects(signer.sign(message, [own, { ...other, hiding }]), { ...invalid, cheaters: [2] })
    await signer.sign(message, [own, other])
  })

  test('needs the share that its member has in this epoch', () => {
    for (const number of [2, 4])
      assert.throws(() => signerOf(key, new Map([[number, shares.get(1) ?? assert.fail()]]), number), {
        code: 'SHARE_INVALID',
      })
    assert.throws(() => signerOf(key, new Map([[1, new Uint8Array(32)]]), 1), { code: 'SCALAR_INVALID' })
  })
})

test('a signature names every member whose share is wrong or missing', async () => {
  const signers = [1, 2, 3].map((number) => signerOf(key, shares, number))
  const commitments = signers.map((signer) => signer.commit())
  const signed = await Promise.all(signers.map((signer) => signer.sign(message, commitments)))
  const [one = '', two = '', three = ''] = signed
  for (const wrong of [
    swapShare(two),
    '',
    'ff'.repeat(32),
    '00'.repeat(32),
    three,
    two.slice(2),
    two.toUpperCase().replace(/\d/g, 'A'),
  ])
    assert.throws(
      () =>
        aggregate(
          key,
          commitments,
          message,
          new Map([
            [1, one],
            [2, wrong],
            [3, three],
          ]),
        ),
      { code: 'SHARES_INVALID', cheaters: [2] },
      wrong,
    )
  assert.throws(() => aggregate(key, commitments, message, new Map([[2, two]])), { cheaters: [1, 3] })
  assert.equal(verifyShare(key, commitments, Buffer.from('another body'), { number: 1, share: one }), false)
})

test('fewer members than the threshold cannot sign, whatever they do', async () => {
  const { key, shares } = dealt(3, 5)
  const signers = [1, 2].map((number) => signerOf(key, shares, number))
  const commitments = signers.map((signer) => signer.commit())
  for (const signer of signers) await assert.rejects(signer.sign(message, commitments), { code: 'COMMITMENTS_INVALID' })
  // With a lower threshold, which members would have to agree to, their shares give another key's signature.
  const lower = { ...key, threshold: 2 }
  const cheating = [1, 2].map((number) => signerOf(lower, shares, number))
  const list = cheating.map((signer) => signer.commit())
  const signed = await Promise.all(cheating.map((signer) => signer.sign(message, list)))
  assert.throws(() => aggregate(lower, list, message, new Map(signed.map((share, index) => [index + 1, share]))), {
    message: /not those of this key/,
  })
})

describe('a coordinator', () => {
  /** What a member does when it is asked. */
  type Way = 'honest' | 'silent' | 'lying' | 'replaying' | 'broken'

  /**
   * Members answer one at a time, in the order that `pick` chooses.
   * @returns the coordinator and how many sessions it opened
   */
  async function sign(threshold: number, ways: readonly Way[], pick: (waiting: number) => number) {
    const { key, shares } = dealt(threshold, ways.length)
    const coordinator = createCoordinator(key, message)
    const members = ways.map((way, index) => ({ way, number: index + 1, signer: signerOf(key, shares, index + 1) }))
    const firsts = members.map(({ number, signer }): SignerAnswer => ({ from: number, commitment: signer.commit() }))
    const waiting: (SignerAnswer | ShareRequest)[] = [...firsts]
    let sessions = 0
    while (waiting.length > 0) {
      const [next] = waiting.splice(pick(waiting.length), 1)
      if (!next) break
      if ('from' in next) {
        const requests = coordinator.receive(next)
        if (requests.length > 0) sessions++
        waiting.push(...requests)
      } else {
        const { way, number, signer } = members[next.to - 1] ?? assert.fail()
        if (way === 'silent') continue
        const own = next.commitments.find((commitment) => commitment.number === number) ?? assert.fail()
        const share = await signer.sign(message, next.commitments)
        const commitment = way === 'replaying' ? own : signer.commit()
        waiting.push({
          from: number,
          session: next.session,
          share: way === 'lying' ? swapShare(share) : share,
          commitment: way === 'broken' ? { ...commitment, binding: '00'.repeat(32) } : commitment,
        })
      }
    }
    return { key, sessions, ...coordinator.status() }
  }

  test('has a signature whenever a threshold is honest, in at most n - t + 1 sessions', async () => {
    const way = fc.constantFrom<Way>('honest', 'silent', 'lying', 'replaying', 'broken')
    const cases = fc.integer({ min: 2, max: 4 }).chain((threshold) =>
      fc.record({
        threshold: fc.constant(threshold),
        others: fc.array(way, { maxLength: 3 }),
        order: fc.infiniteStream(fc.nat()),
        shuffle: fc.nat(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ({ threshold, others, order, shuffle }) => {
        const honest = Array.from({ length: threshold }, (): Way => 'honest')
        const all = [...others, ...honest]
        const ways = all.map((_, index) => all[(index + shuffle) % all.length] ?? 'honest')
        const result = await sign(threshold, ways, (waiting) => Number(order.next().value) % waiting)
        assert.ok(isEd25519(result.key.publicKey, message, result.signature ?? assert.fail()))
        assert.ok(result.sessions <= ways.length - threshold + 1)
        for (const cheater of result.cheaters)
          assert.ok(['lying', 'replaying', 'broken'].includes(ways[cheater - 1] ?? ''), `${cheater}`)
      }),
      { numRuns: process.env.TEST_LONG ? 80 : 12 },
    )
  })

  test('knows when too many have cheated', async () => {
    const result = await sign(2, ['lying', 'lying', 'honest'], () => 0)
    assert.deepEqual([result.signature, result.cheaters, result.isPossible], [undefined, [1, 2], false])
  })

  test('ignores strangers, answers that nobody asked for, and answers for another session', async () => {
    const coordinator = createCoordinator(key, message)
    const [one, two] = [1, 2].map((number) => signerOf(key, shares, number))
    assert.ok(one && two)
    const first = one.commit()
    assert.deepEqual(coordinator.receive({ from: 9, commitment: { ...first, number: 9 } }), [])
    assert.deepEqual(coordinator.receive({ from: 1, session: 4, share: '', commitment: first }), [])
    assert.deepEqual(coordinator.receive({ from: 1, commitment: first }), [])
    assert.deepEqual(coordinator.receive({ from: 1, commitment: one.commit() }), [])
    const requests = coordinator.receive({ from: 2, commitment: two.commit() })
    assert.deepEqual(
      requests.map(({ to, session }) => [to, session]),
      [
        [1, 0],
        [2, 0],
      ],
    )
    assert.equal(requests[0]?.commitments[0], first)
    assert.deepEqual(coordinator.receive({ from: 1, session: 1, share: '', commitment: one.commit() }), [])
    assert.deepEqual(coordinator.receive({ from: 1, commitment: one.commit() }), [])
    assert.deepEqual(coordinator.status(), { signature: undefined, cheaters: [], pending: [1, 2], isPossible: true })
  })

  test('is not needed with a threshold of one', () => {
    assert.throws(() => createCoordinator({ ...key, threshold: 1 }, message), { code: 'THRESHOLD_TOO_LOW' })
  })
})
