import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Ceremony,
  type CeremonyRecord,
  createMember,
  decodeRecord,
  encodeRecord,
  type GroupKey,
  signRecord,
  type Unsigned,
} from '@quorate/frost'
import fc from 'fast-check'
import { publicPoint, readPoint } from '../src/group/group.ts'
import { scalarFromSeed } from '../src/group/hashing.ts'
import { proveEquality } from '../src/proofs/equality.ts'
import { bytesFrom, isEd25519, keyOf, openOn, rangeTo, run, signAs, startOf, type Tamper } from './network.ts'
import { signWith } from './signatures.ts'

type Change = (record: Unsigned<CeremonyRecord>, ceremony: Ceremony) => Unsigned<CeremonyRecord>
type Of<T extends CeremonyRecord['type']> = Extract<CeremonyRecord, { type: T }>

/** The member `number` writes what `change` makes of its records of one type. */
function cheat<T extends CeremonyRecord['type']>(
  number: number,
  type: T,
  change: (record: Unsigned<Of<T>>, ceremony: Ceremony) => Unsigned<CeremonyRecord>,
): Map<number, Tamper> {
  const tamper: Tamper = async (bytes, ceremony) => {
    const record = decodeRecord(bytes)
    if (record?.type !== type) return bytes
    const { signature: _, ...rest } = record as CeremonyRecord
    return encodeRecord(await signRecord<CeremonyRecord>((change as Change)(rest, ceremony), signAs(number)))
  }
  return new Map([[number, tamper]])
}

const swap = (text: string): string => (text.startsWith('0') ? '1' : '0') + text.slice(1)
const message = new TextEncoder().encode('a transaction body')

/** All others have a key without the cheater, which is named with its fault. */
async function assertOut(tamper: ReadonlyMap<number, Tamper>, number: number, fault: string): Promise<void> {
  const { ceremony, key, shares, messages } = await run(startOf(rangeTo(3), { threshold: 2 }), { tamper })
  assert.deepEqual(ceremony.status().out, [{ number, id: `0.0.${1000 + number}`, fault }])
  const others = rangeTo(3).filter((other) => other !== number)
  assert.deepEqual(
    key?.members.map((member) => member.number),
    others,
  )
  const used = key ?? assert.fail()
  assert.ok(isEd25519(used.publicKey, message, await signWith(used, shares, others.slice(0, 2), message)))
  assert.deepEqual(openOn(messages).status(), ceremony.status())
}

describe('a key generation continues without a member that', () => {
  const shareless = { to: 1, sealed: '00'.repeat(48) }
  const cases: readonly [name: string, tamper: ReadonlyMap<number, Tamper>, fault: string][] = [
    [
      'commits to too few coefficients',
      cheat(3, 'commit', (record) => ({ ...record, commitments: record.commitments?.slice(1) ?? [] })),
      'WRONG_COMMITMENTS',
    ],
    [
      'commits to a point of small order',
      cheat(3, 'commit', (record) => ({ ...record, commitments: ['00'.repeat(32), record.commitments?.[1] ?? ''] })),
      'WRONG_COMMITMENTS',
    ],
    [
      "copies another member's part of the key and its proof",
      cheat(3, 'commit', (record, ceremony) => {
        const [part] = ceremony.state.commits.get(1)?.points ?? []
        return { ...record, commitments: [part?.toHex() ?? '', record.commitments?.[1] ?? ''] }
      }),
      'WRONG_PROOF',
    ],
    [
      "copies another member's sealing key, whose secrets complaints would then open",
      cheat(3, 'commit', (record, ceremony) => ({
        ...record,
        sealing: ceremony.state.commits.get(1)?.sealing?.toHex() ?? '',
      })),
      'WRONG_PROOF',
    ],
    [
      'deals nothing to a member',
      cheat(3, 'deal', (record) => ({ ...record, shares: record.shares.slice(1) })),
      'INCOMPLETE_DEAL',
    ],
    [
      'deals to a member that does not exist',
      cheat(3, 'deal', (record) => ({ ...record, shares: record.shares.map((one) => ({ ...one, to: one.to + 10 })) })),
      'INCOMPLETE_DEAL',
    ],
    [
      'seals nonsense for a member',
      cheat(3, 'deal', (record) => ({ ...record, shares: [shareless, ...record.shares.slice(1)] })),
      'WRONG_SHARE',
    ],
    [
      'seals the share of another member',
      cheat(3, 'deal', (record) => ({
        ...record,
        shares: record.shares.map((one) => ({ ...one, sealed: record.shares[0]?.sealed ?? '' })),
      })),
      'WRONG_SHARE',
    ],
    [
      'complains about a right share, with true evidence',
      cheat(3, 'verdict', (record, ceremony) => ({ ...record, complaints: [trueEvidence(ceremony, 3, 1)] })),
      'FALSE_COMPLAINT',
    ],
    [
      'complains without evidence',
      cheat(3, 'verdict', (record, ceremony) => {
        const complaint = trueEvidence(ceremony, 3, 1)
        return { ...record, complaints: [{ ...complaint, proof: swap(complaint.proof) }] }
      }),
      'FALSE_COMPLAINT',
    ],
    [
      'complains about itself',
      cheat(3, 'verdict', (record, ceremony) => ({
        ...record,
        complaints: [{ ...trueEvidence(ceremony, 3, 1), dealer: 3 }],
      })),
      'FALSE_COMPLAINT',
    ],
    [
      'confirms another key',
      cheat(3, 'confirm', (record) => ({ ...record, result: swap(record.result) })),
      'WRONG_CONFIRMATION',
    ],
    [
      'confirms without its share',
      cheat(3, 'confirm', (record) => ({ ...record, proof: swap(record.proof) })),
      'WRONG_CONFIRMATION',
    ],
  ]
  for (const [name, tamper, fault] of cases) test(name, () => assertOut(tamper, 3, fault))

  for (const type of ['commit', 'deal', 'verdict', 'confirm'])
    test(`is silent from its ${type} on`, () => {
      let isSilent = false
      const tamper: Tamper = (bytes) => {
        isSilent ||= decodeRecord(bytes)?.type === type
        return isSilent ? undefined : bytes
      }
      return assertOut(new Map([[3, tamper]]), 3, 'SILENT')
    })
})

test('a verdict stays the same after others have blamed the same dealer, so that a member can finish writing it', async () => {
  const tamper = cheat(5, 'deal', (record) => ({
    ...record,
    shares: record.shares.map((one) => ({ ...one, sealed: '00'.repeat(48) })),
  }))
  const { messages } = await run(startOf(rangeTo(5), { threshold: 2 }), { tamper })
  const records = messages.map(({ bytes }) => decodeRecord(bytes))
  const first = records.findIndex((record) => record?.type === 'verdict')
  const number = rangeTo(4).find((one) => one !== records[first]?.from) ?? assert.fail()
  const verdict = async (count: number) => {
    const member = { number, seed: bytesFrom(`seed  ${number} generate 1`), sign: signAs(number) }
    return decodeRecord((await createMember(openOn(messages.slice(0, count)), member).next(0n)) ?? assert.fail())
  }
  const before = await verdict(first)
  assert.ok(before?.type === 'verdict' && before.complaints.length === 1)
  assert.deepEqual(await verdict(first + 1), before)
})

/** What member `number` can truly show about its secret with `dealer`. */
function trueEvidence({ state }: Ceremony, number: number, dealer: number) {
  const seed = bytesFrom(`seed  ${number} generate 1`)
  const other = state.commits.get(dealer)?.sealing ?? assert.fail()
  const receiving = scalarFromSeed(seed, state.context, 'receiving')
  const claim = { context: state.context, key: publicPoint(receiving), other, shared: other.multiply(receiving) }
  return { dealer, shared: claim.shared.toHex(), proof: proveEquality(claim, receiving, 7n) }
}

/** Another hex digit somewhere in one of the record's texts of hex digits. */
function altered(record: CeremonyRecord, seed: number): CeremonyRecord {
  const { signature, ceremony, ...content } = record
  const json = JSON.stringify(content)
  const texts = [...json.matchAll(/"[0-9a-f]{64,}"/g)]
  const found = texts[seed % Math.max(texts.length, 1)]
  if (!found) return record
  const at = found.index + 1 + (seed % (found[0].length - 2))
  return { ...JSON.parse(json.slice(0, at) + swap(json.slice(at))), signature, ceremony }
}

test('whatever dishonest members alter in their records, honest ones are never blamed, and have a key or keep theirs', async () => {
  const cases = fc.record({
    cheaters: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 2 }),
    type: fc.constantFrom('commit', 'deal', 'verdict', 'confirm'),
    seed: fc.nat(),
    kind: fc.constantFrom('generate', 'reshare', 'refresh'),
  })
  const old = keyOf(await run(startOf(rangeTo(4), { threshold: 2 })))
  await fc.assert(
    fc.asyncProperty(cases, async ({ cheaters, type, seed, kind }) => {
      const tamper = new Map(
        cheaters.map((number): [number, Tamper] => [
          number,
          async (bytes) => {
            const record = decodeRecord(bytes) as CeremonyRecord
            if (record.type !== type) return bytes
            const { signature: _, ...rest } = altered(record, seed)
            return encodeRecord(await signRecord<CeremonyRecord>(rest as Unsigned<CeremonyRecord>, signAs(number)))
          },
        ]),
      )
      const previous = kind === 'generate' ? undefined : old.key
      const start = startOf(rangeTo(4), { kind, threshold: 2 }, previous)
      const { ceremony, key, messages, shares } = await run(start, { previous, shares: old.shares, tamper })
      const out = ceremony.status().out.map(({ number }) => number)
      assert.ok(
        out.every((number) => cheaters.includes(number)),
        `${out}`,
      )
      // A change is given up if it would leave out silent members so that none may fail any more.
      const isSilent = ceremony.status().out.some(({ fault }) => fault === 'SILENT')
      if (!key && previous && out.length === 2 && isSilent) return
      const honest = rangeTo(4).filter((number) => !cheaters.includes(number))
      const used = key ?? assert.fail(ceremony.status().failure)
      assert.ok(isEd25519(used.publicKey, message, await signWith(used, shares, honest.slice(0, 2), message)))
      assert.deepEqual(openOn(messages, previous).status(), ceremony.status())
    }),
    { numRuns: process.env.TEST_LONG ? 40 : 10 },
  )
})

describe('a wrong share', () => {
  test('of a member that deals its old share is blamed on it, and the others keep the public key', async () => {
    const old = keyOf(await run(startOf(rangeTo(4), { threshold: 2 })))
    const start = startOf([3, 4, 5], { kind: 'reshare', threshold: 2, from: 3 }, old.key)
    const nonsense = cheat(2, 'deal', (record) => ({
      ...record,
      shares: record.shares.map((one) => ({ ...one, sealed: swap(one.sealed) })),
    }))
    const run2 = await run(start, { previous: old.key, shares: old.shares, tamper: nonsense })
    assert.deepEqual(run2.ceremony.status().out, [{ number: 2, id: '0.0.1002', fault: 'WRONG_SHARE' }])
    assert.equal(run2.key?.publicKey, old.key.publicKey)
  })

  test('of a helper fails a repair and names the helper', async () => {
    const old = keyOf(await run(startOf(rangeTo(4), { threshold: 2 })))
    const start = startOf(rangeTo(4), { kind: 'repair', threshold: 2, helpers: [1, 3], repaired: 2 }, old.key)
    for (const round of [1, 2]) {
      const nonsense = cheat(3, 'deal', (record) => ({
        ...record,
        shares: record.shares.map((one) => ({
          ...one,
          sealed: record.round === round ? swap(one.sealed) : one.sealed,
        })),
      }))
      const { ceremony } = await run(start, { previous: old.key, shares: old.shares, tamper: nonsense })
      assert.deepEqual(ceremony.status().out, [{ number: 3, id: '0.0.1003', fault: 'WRONG_SHARE' }])
      assert.equal(ceremony.status().failure, '1 members can deal shares, but 2 are needed')
    }
  })

  test('that is dealt from another share than the old one is blamed on the dealer', async () => {
    const old = keyOf(await run(startOf(rangeTo(3), { threshold: 2 })))
    const start = startOf(rangeTo(3), { kind: 'reshare', threshold: 2 }, old.key)
    const other = new Map(old.shares).set(1, old.shares.get(2) ?? assert.fail())
    const run2 = await run(start, { previous: old.key, shares: other })
    assert.deepEqual(run2.ceremony.status().out, [{ number: 1, id: '0.0.1001', fault: 'WRONG_COMMITMENTS' }])
    assert.equal(run2.key?.publicKey, old.key.publicKey)
  })
})

describe('a topic that others write to', () => {
  const start = startOf(rangeTo(3), { threshold: 2 })

  test('does not change the result by records of another ceremony, forged ones, repeated ones and nonsense', async () => {
    const { messages, ceremony } = await run(start)
    const other = await run(startOf(rangeTo(3), { threshold: 2, epoch: 2 }))
    const forged = messages.slice(1).map(({ bytes }) => {
      const record = decodeRecord(bytes) as CeremonyRecord
      return encodeRecord({ ...record, signature: swap(record.signature) })
    })
    const foreign = other.messages.map(({ bytes }) => bytes)
    const spaced = messages.map(({ bytes }) => Buffer.from(Buffer.from(bytes).toString().replace(',', ', ')))
    const strange = ['{}', 'null', '[]', '{"type":"constructor"}', '{"type":"__proto__"}', '\u0000', '{"frost":1}']
    const noise = [...forged, ...foreign, ...spaced, ...strange.map((text) => Buffer.from(text)), Buffer.alloc(20_000)]
    const [first = assert.fail(), ...rest] = messages
    const mixed = rest.flatMap((message) => [...noise.map((bytes) => ({ ...message, bytes })), message, message])
    const numbered = mixed.map((message, index) => ({
      ...message,
      completedAt: message.completedAt.replace('000000001', String(index + 1).padStart(9, '0')),
    }))
    // The records come some nanoseconds later among the noise.
    const { deadline } = ceremony.status()
    assert.deepEqual({ ...openOn([first, ...numbered]).status(), deadline }, ceremony.status())
  })

  test('is read once: reordered and repeated messages change nothing', async () => {
    const { messages, ceremony } = await run(start)
    const replay = openOn(messages.flatMap((message) => [message, message]))
    for (const message of messages) assert.equal(replay.apply(message), false)
    assert.deepEqual(replay.status(), ceremony.status())
  })
})

describe('a start is refused', () => {
  const open = (fields: Partial<Parameters<typeof startOf>[1]>, numbers = [1, 2, 3], previous?: GroupKey) =>
    run(startOf(numbers, { threshold: 2, ...fields }, previous), { previous })
  const invalid = { code: 'START_INVALID' }
  const [one, two] = startOf([1, 2], { threshold: 1 }).members

  test('with a threshold above its members, the same member twice, or another chain or topic', async () => {
    await assert.rejects(open({ threshold: 4 }), invalid)
    await assert.rejects(open({}, [1, 1, 2]), invalid)
    await assert.rejects(open({}, [2, 1]), invalid)
    await assert.rejects(open({ members: [one ?? assert.fail(), { ...one, number: 2 } as never] }), invalid)
    await assert.rejects(open({ members: [one, { ...two, key: one?.key }] as never }), invalid)
    await assert.rejects(open({ chain: 'mainnet' }), invalid)
    await assert.rejects(open({ topic: '0.0.9' }), invalid)
    await assert.rejects(open({ from: 9 }), invalid)
    await assert.rejects(open({ phaseSeconds: 1 }), invalid)
    await assert.rejects(open({}, rangeTo(31)), invalid)
  })

  test('with fields of another kind', async () => {
    await assert.rejects(open({ holder: 1 }), invalid)
    await assert.rejects(open({ kind: 'split', holder: 1 }), invalid)
    await assert.rejects(open({ kind: 'split', holder: 4, publicKey: publicPoint(5n).toHex() }), invalid)
    await assert.rejects(open({ kind: 'split', holder: 1, publicKey: '00'.repeat(32) }), invalid)
    await assert.rejects(open({ kind: 'reshare' }), invalid)
  })

  test('with another key than the one that it changes, or numbers that were given to others', async () => {
    const { key } = keyOf(await run(startOf([1, 2, 3], { threshold: 2 })))
    const swapped = startOf([1, 2], { threshold: 2 }).members.map((member) => ({
      ...member,
      number: 3 - member.number,
    }))
    await assert.rejects(open({ kind: 'reshare', epoch: 3 }, [1, 2, 3], key), invalid)
    await assert.rejects(open({ kind: 'reshare', members: swapped.reverse() }, [1, 2, 3], key), invalid)
    await assert.rejects(open({ kind: 'refresh' }, [1, 2, 4], key), invalid)
    await assert.rejects(open({ kind: 'refresh', threshold: 3 }, [1, 2, 3], key), invalid)
    await assert.rejects(open({ kind: 'repair', helpers: [1], repaired: 2 }, [1, 2, 3], key), invalid)
    await assert.rejects(open({ kind: 'repair', helpers: [1, 2], repaired: 2 }, [1, 2, 3], key), invalid)
    await assert.rejects(open({ kind: 'repair', helpers: [3, 1], repaired: 2 }, [1, 2, 3], key), invalid)
    await assert.rejects(open({ kind: 'repair', helpers: [1, 3], repaired: 2 }, [1, 2], key), invalid)
    await assert.rejects(run(startOf([1, 2, 3], { kind: 'reshare', threshold: 2 }, key)), invalid)
  })
})

describe('what members write', () => {
  test('has other secrets in another ceremony, even from the same seed', async () => {
    const first = await run(startOf([1, 2], { threshold: 2 }))
    const second = await run({ ...startOf([1, 2], { threshold: 2 }), phaseSeconds: 61 })
    const commits = [first, second].map(({ ceremony }) => ceremony.state.commits.get(1))
    assert.ok(!commits[0]?.points[0]?.equals(commits[1]?.points[0] ?? readPoint('')))
    assert.ok(!commits[0]?.receiving?.equals(commits[1]?.receiving ?? readPoint('')))
  })

  test('needs a seed of 32 bytes, and the secret to deal', async () => {
    const { ceremony, key } = await run(startOf([1, 2], { threshold: 2 }))
    const options = { number: 1, seed: new Uint8Array(31), sign: signAs(1) }
    assert.throws(() => createMember(ceremony, options), { code: 'SEED_INVALID' })
    const reshare = startOf([1, 2], { kind: 'reshare', threshold: 2 }, key)
    await assert.rejects(run(reshare, { previous: key }), { code: 'NO_SHARE' })
  })
})
