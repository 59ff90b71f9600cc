import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  type CeremonyRecord,
  decodeRecord,
  encodeRecord,
  type GroupKey,
  groupKeyDigest,
  refusalRecord,
  scalarOfEd25519Seed,
  signAlone,
  signRecord,
  type Unsigned,
} from '@quorate/frost'
import { isEd25519, keyOf, openOn, rangeTo, run, signAs, startOf, type Tamper } from './network.ts'
import { signWith } from './signatures.ts'

type Proven = Extract<CeremonyRecord, { type: 'proven' }>

const message = new TextEncoder().encode('a transaction body')
const assertSigns = async (key: GroupKey, shares: Map<number, Uint8Array>, numbers: readonly number[]) =>
  assert.ok(isEd25519(key.publicKey, message, await signWith(key, shares, numbers, message)), `${numbers}`)

describe('key generation', () => {
  test('gives every member a share of a key that any threshold of them signs with', async () => {
    const { key, shares } = keyOf(await run(startOf(rangeTo(5), { threshold: 3 })))
    assert.deepEqual([key.threshold, key.epoch, key.members.length], [3, 1, 5])
    assert.equal(key.dkgId, '0.0.1234@1764000001.000000001')
    for (const numbers of [[1, 2, 3], [2, 4, 5], [1, 3, 4, 5], rangeTo(5)]) await assertSigns(key, shares, numbers)
  })

  test('gives observers the same state as members', async () => {
    const { messages, ceremony } = await run(startOf(rangeTo(4), { threshold: 2 }))
    assert.deepEqual(openOn(messages).status(), ceremony.status())
  })

  test('continues with members that are restarted after each record', async () => {
    const { key, shares } = keyOf(await run(startOf(rangeTo(3), { threshold: 2 }), { restarts: [1, 3] }))
    await assertSigns(key, shares, [1, 3])
  })

  test('makes the key of a network of one node', async () => {
    const { key, shares } = keyOf(await run(startOf([1], { threshold: 1 })))
    const signature = signAlone(shares.get(1) ?? assert.fail(), message, randomBytes)
    assert.ok(isEd25519(key.publicKey, message, signature))
  })

  test('leaves out silent members at the end of a phase', async () => {
    const silent = new Map([[4, () => undefined]])
    const { key, shares, ceremony } = await run(startOf(rangeTo(4), { threshold: 3 }), { tamper: silent })
    assert.deepEqual(ceremony.status().out, [{ number: 4, id: '0.0.1004', fault: 'SILENT' }])
    await assertSigns(key ?? assert.fail(), shares, [1, 2, 3])
  })

  test('fails if fewer members than the threshold are left', async () => {
    const silent = new Map([3, 4].map((number) => [number, () => undefined]))
    const { key, ceremony } = await run(startOf(rangeTo(4), { threshold: 3 }), { tamper: silent })
    assert.equal(key, undefined)
    assert.equal(ceremony.status().failure, '2 members can deal shares, but 3 are needed')
  })
})

describe('a key that is split', () => {
  test('keeps its public key, and any threshold of members signs with it', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
    const { scalar, publicKey } = scalarOfEd25519Seed(seed)
    const start = startOf(rangeTo(3), { kind: 'split', threshold: 2, publicKey, holder: 2 })
    const { key, shares } = keyOf(await run(start, { shares: new Map([[2, scalar]]) }))
    assert.equal(key.publicKey, publicKey)
    await assertSigns(key, shares, [1, 3])
  })
})

describe('a reshare', () => {
  test('keeps the public key with other members and another threshold', async () => {
    const old = keyOf(await run(startOf(rangeTo(4), { threshold: 2 })))
    const start = startOf([2, 3, 5, 6, 7], { kind: 'reshare', threshold: 3 }, old.key)
    const { key, shares } = keyOf(await run(start, { previous: old.key, shares: old.shares }))
    assert.deepEqual([key.publicKey, key.epoch, key.threshold], [old.key.publicKey, 2, 3])
    await assertSigns(key, shares, [5, 6, 7])
    await assertSigns(key, shares, [2, 3, 5])
  })

  test('needs only a threshold of the old members', async () => {
    const old = keyOf(await run(startOf(rangeTo(4), { threshold: 2 })))
    const start = startOf([2, 3, 5], { kind: 'reshare', threshold: 2 }, old.key)
    const silent = new Map([1, 4].map((number) => [number, () => undefined]))
    const { key, shares } = keyOf(await run(start, { previous: old.key, shares: old.shares, tamper: silent }))
    assert.equal(key.publicKey, old.key.publicKey)
    await assertSigns(key, shares, [3, 5])
  })

  test('moves a key from a threshold of one to several, and back', async () => {
    const alone = keyOf(await run(startOf([1], { threshold: 1 })))
    const several = startOf([1, 2, 3], { kind: 'reshare', threshold: 2 }, alone.key)
    const { key, shares } = keyOf(await run(several, { previous: alone.key, shares: alone.shares }))
    await assertSigns(key, shares, [2, 3])
    const back = keyOf(
      await run(startOf([3], { kind: 'reshare', threshold: 1, from: 3 }, key), { previous: key, shares }),
    )
    assert.ok(
      isEd25519(alone.key.publicKey, message, signAlone(back.shares.get(3) ?? assert.fail(), message, randomBytes)),
    )
  })
})

describe('a ceremony that replaces shares', () => {
  const lastRecords = async (tamper: Tamper) => {
    const old = keyOf(await run(startOf(rangeTo(3), { threshold: 2 })))
    const start = startOf(rangeTo(3), { kind: 'refresh', threshold: 2 }, old.key)
    const all = new Map(rangeTo(3).map((number) => [number, tamper]))
    return (await run(start, { previous: old.key, shares: old.shares, tamper: all })).ceremony.status()
  }
  const changed = (change: (record: Proven) => Unsigned<Proven>): Tamper => {
    return async (bytes) => {
      const record = decodeRecord(bytes)
      if (record?.type !== 'proven') return bytes
      const { signature: _, ...rest } = change(record) as Proven
      return encodeRecord(await signRecord<Proven>(rest, signAs(record.from)))
    }
  }

  test('fails if the new shares have not signed a test message in time', async () => {
    const { phase, failure, key, out } = await lastRecords((bytes) =>
      decodeRecord(bytes)?.type === 'proven' ? undefined : bytes,
    )
    assert.deepEqual([phase, key, out], ['failed', undefined, []])
    assert.equal(failure, 'the new shares have not signed a test message')
  })

  test('fails if the new group could not sign without one of its members, although the old group could', async () => {
    const old = keyOf(await run(startOf(rangeTo(4), { threshold: 2 })))
    const silent = (...numbers: number[]) => new Map(numbers.map((number) => [number, () => undefined]))
    for (const kind of ['refresh', 'reshare'] as const) {
      const start = startOf(rangeTo(4), { kind, threshold: 2 }, old.key)
      const options = { previous: old.key, shares: old.shares }
      const one = (await run(start, { ...options, tamper: silent(4) })).ceremony.status()
      assert.deepEqual([one.phase, one.key?.members.length], ['done', 3])
      const two = (await run(start, { ...options, tamper: silent(3, 4) })).ceremony.status()
      assert.deepEqual([two.phase, two.failure], ['failed', '2 members can have shares, but 3 are needed'])
    }
  })

  test('does not count a signature over another test message, and blames nobody for it', async () => {
    const { phase, out } = await lastRecords(changed((record) => ({ ...record, nonce: '1'.repeat(32) })))
    assert.deepEqual([phase, out], ['failed', []])
  })

  test('is done with the signature of the new shares', async () => {
    const { phase, key, candidate } = await lastRecords(changed((record) => record))
    assert.deepEqual([phase, candidate, key?.epoch], ['done', undefined, 2])
  })
})

describe('a refresh', () => {
  test('keeps the public key and changes every share', async () => {
    const old = keyOf(await run(startOf(rangeTo(4), { threshold: 3 })))
    const start = startOf(rangeTo(4), { kind: 'refresh', threshold: 3 }, old.key)
    const { key, shares } = keyOf(await run(start, { previous: old.key, shares: old.shares }))
    assert.equal(key.publicKey, old.key.publicKey)
    for (const [number, share] of shares) assert.notDeepEqual(share, old.shares.get(number))
    await assertSigns(key, shares, [1, 3, 4])
  })

  test('makes old shares useless together with new ones', async () => {
    const old = keyOf(await run(startOf(rangeTo(3), { threshold: 2 })))
    const start = startOf(rangeTo(3), { kind: 'refresh', threshold: 2 }, old.key)
    const { key, shares } = keyOf(await run(start, { previous: old.key, shares: old.shares }))
    const mixed = new Map([...shares, [1, old.shares.get(1) ?? assert.fail()]])
    await assert.rejects(signWith(key, mixed, [1, 2], message), { code: 'SHARE_INVALID' })
  })
})

describe('a rotation', () => {
  const rotate = async (fields: Partial<Parameters<typeof startOf>[1]> = {}, numbers = rangeTo(3)) => {
    const old = keyOf(await run(startOf(rangeTo(3), { threshold: 2 })))
    const start = startOf(numbers, { kind: 'rotate', threshold: 2, ...fields }, old.key)
    return { old, rotated: await run(start, { previous: old.key, salt: 'rotate' }) }
  }

  test('makes a new key that names the one that it replaces, and leaves the old shares as they are', async () => {
    const { old, rotated } = await rotate()
    const { key, shares } = keyOf(rotated)
    assert.notEqual(key.publicKey, old.key.publicKey)
    assert.deepEqual([key.epoch, key.replaced], [2, [old.key.publicKey]])
    await assertSigns(key, shares, [1, 3])
    await assertSigns(old.key, old.shares, [2, 3])
  })

  test('may have other members and another threshold', async () => {
    const { rotated } = await rotate({ threshold: 3 }, [2, 3, 4])
    const { key, shares } = keyOf(rotated)
    await assertSigns(key, shares, [2, 3, 4])
  })

  test('stays listed in the key through further ceremonies', async () => {
    const { old, rotated } = await rotate()
    const { key, shares } = keyOf(rotated)
    const start = startOf(rangeTo(3), { kind: 'refresh', threshold: 2 }, key)
    const refreshed = keyOf(await run(start, { previous: key, shares }))
    assert.deepEqual(refreshed.key.replaced, [old.key.publicKey])
    assert.notEqual(groupKeyDigest(key), groupKeyDigest({ ...key, replaced: [] }))
    const again = keyOf(
      await run(startOf(rangeTo(3), { kind: 'rotate', threshold: 2 }, refreshed.key), { previous: refreshed.key }),
    )
    assert.deepEqual(again.key.replaced, [old.key.publicKey, key.publicKey])
  })
})

describe('a member that refuses', () => {
  const refusing: Tamper = async (_bytes, ceremony) => {
    const { dkgId, phase } = ceremony.status()
    const first = { bytes: Uint8Array.of(), consensusTimestamp: dkgId.split('@')[1] ?? '' }
    if (phase !== 'commit') return undefined
    const bytes = await refusalRecord(first, { number: 3, reason: 'another threshold', sign: signAs(3) })
    const { signature: _, ...record } = decodeRecord(bytes) as Extract<CeremonyRecord, { type: 'refuse' }>
    const bound = { ...record, ceremony: Buffer.from(ceremony.state.context).toString('hex') }
    return encodeRecord(await signRecord<CeremonyRecord>(bound, signAs(3)))
  }

  test('is left out immediately, with its reason', async () => {
    const { ceremony, key } = await run(startOf(rangeTo(3), { threshold: 2 }), { tamper: new Map([[3, refusing]]) })
    const out = [{ number: 3, id: '0.0.1003', fault: 'REFUSED' as const, reason: 'another threshold' }]
    assert.deepEqual(ceremony.status().out, out)
    assert.equal(key?.members.length, 2)
  })

  test('binds its refusal to one ceremony', async () => {
    const { messages } = await run(startOf(rangeTo(3), { threshold: 2 }))
    const [first = assert.fail()] = messages
    const bytes = await refusalRecord(first, { number: 3, reason: 'no', sign: signAs(3) })
    const later = { ...first, consensusTimestamp: '1764000009.000000001', completedAt: '1764000009.000000001' }
    const own = openOn([first])
    const time = '1764000010.000000001'
    assert.ok(own.apply({ bytes, consensusTimestamp: time, completedAt: time }))
    assert.deepEqual(
      own.status().out.map(({ fault }) => fault),
      ['REFUSED'],
    )
    const other = openOn([later])
    assert.equal(other.apply({ bytes, consensusTimestamp: time, completedAt: time }), false)
  })
})

describe('a repair', () => {
  test('gives a member its lost share back, and changes nothing else', async () => {
    const old = keyOf(await run(startOf(rangeTo(5), { threshold: 3 })))
    const fields = { kind: 'repair' as const, threshold: 3, helpers: [1, 4, 5], repaired: 2 }
    const left = new Map([...old.shares].filter(([number]) => number !== 2))
    const { key, shares } = keyOf(await run(startOf(rangeTo(5), fields, old.key), { previous: old.key, shares: left }))
    assert.deepEqual(key, old.key)
    assert.deepEqual([...shares], [[2, old.shares.get(2)]])
  })
})
