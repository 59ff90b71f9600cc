import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { decodeMembers, encodeMembers, messageChunks } from '@quorate/ledger'
import { canonicalBytes, canonicalJson, MerkleTree, merkleRoot } from '@quorate/verify'
import { type DecisionRecord, decodeRecord, encodeRecord, parseLeaf, permittedOperation } from '@quorate/verify/recount'
import fc from 'fast-check'
import { ed25519Signer } from './arbitraries.ts'

describe('Canonical JSON (RFC 8785)', () => {
  test('is written as in the example of §3.2.2', () => {
    const value = {
      numbers: JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'),
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\u0022/",
      literals: [null, true, false],
    }
    const expected =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    assert.equal(canonicalJson(value), expected)
  })

  test('sorts keys as §3.2.3 does', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
    assert.equal(text, `{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(',')}}`)
  })

  test('has the same content as the value, and does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        // -0 is written 0.
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
        assert.equal(canonicalJson(reversed(value)), text)
      }),
    )
  })

  test('refuses values that JSON cannot carry, and values nested too deep', () => {
    for (const value of [Number.NaN, 1n, () => {}, 'half \ud800', { '\udfff': 1 }])
      assert.throws(() => canonicalJson(value), { statusCode: 400, code: 'NOT_JSON' })
    const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
    assert.throws(() => canonicalJson(deep), { statusCode: 400, code: 'NESTED_TOO_DEEP' })
  })
})

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}

/** Yields the value with one more field, once for each object in it; objects of any form stay unchanged. */
function* withNote(value: unknown): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { ...value, note: 1 }
  for (const [name, item] of Object.entries(value))
    for (const more of name === 'proposalData' ? [] : withNote(item))
      yield Array.isArray(value) ? value.with(Number(name), more) : { ...value, [name]: more }
}

describe('A Merkle root (RFC 9162)', () => {
  /** The test vectors of Certificate Transparency's reference implementation. */
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]

  test('equals that of the reference vectors, leaf by leaf', () => {
    const tree = new MerkleTree()
    assert.equal(tree.root(), createHash('sha256').digest('hex'))
    for (const [index, leaf] of leaves.entries()) {
      tree.add(Buffer.from(leaf, 'hex'))
      assert.equal(tree.root(), roots[index])
    }
    assert.equal(tree.size, 8)
  })

  test('equals the definition, for any number of leaves', () => {
    const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
    const defined = (list: Uint8Array[]): Buffer => {
      const [only = new Uint8Array()] = list
      if (list.length === 1) return sha256(Buffer.of(0), only)
      let split = 1
      while (split * 2 < list.length) split *= 2
      return sha256(Buffer.of(1), defined(list.slice(0, split)), defined(list.slice(split)))
    }
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 }), (list) => {
        assert.equal(merkleRoot(list), defined(list).toString('hex'))
      }),
    )
  })
})

describe('A record', () => {
  const decision: DecisionRecord = {
    quorate: 1,
    type: 'decision',
    chain: 'hedera:devnet',
    daoId: 'a',
    proposalId: 'b',
    status: 'PASSED',
    cancelled: false,
    decidedAt: '2026-01-01T00:00:00.000Z',
    result: { options: [], totalVotes: 0, totalWeight: '0', eligibleWeight: null, winner: 'YES' },
    batches: 0,
    proposalData: { operation: { method: 'POST', path: '/x', body: { amount: 1 } } },
  }

  test('is read as it was written; anything else is not a record', () => {
    assert.deepEqual(decodeRecord(encodeRecord(decision)), decision)
    fc.assert(fc.property(fc.uint8Array(), (bytes) => decodeRecord(bytes) === undefined))
    for (const other of [{}, { ...decision, quorate: 2 }, { ...decision, status: 'ACTIVE' }, [decision], null])
      assert.equal(decodeRecord(canonicalBytes(other)), undefined)
    const deep = JSON.stringify(decision).replace('"amount":1', `"amount":${'['.repeat(20_000)}${']'.repeat(20_000)}`)
    assert.equal(decodeRecord(Buffer.from(deep)), undefined)
  })

  test('is refused with a field that its kind does not have, wherever it is', () => {
    const head = { quorate: 1, chain: 'hedera:devnet', daoId: 'a', proposalId: 'b' }
    const votingRules = { threshold: 50, minVotingPeriod: 1, tokenWeighted: false, tokenId: null, decimals: 0 }
    const at = '2026-01-01T00:00:00.000Z'
    const { proposalId: _, ...ofDao } = head
    const records: object[] = [
      { ...ofDao, type: 'dao', name: 'n', ownerAddress: '0.0.5', votingRules, createdAt: at },
      { ...ofDao, type: 'membership', changes: [{ account: '0.0.5', change: 'added', changedAt: at }] },
      {
        ...head,
        type: 'proposal',
        title: 't',
        description: 'd',
        creatorAddress: '0.0.5',
        votingRules,
        votingOptions: ['YES', 'NO'],
        quorum: null,
        startTime: at,
        endTime: at,
        proposalData: {},
      },
      { ...head, type: 'electorate', members: 1, root: '0'.repeat(64) },
      { ...head, type: 'votes', batch: 1, first: 1, last: 1, root: '0'.repeat(64), leaves: 'b' },
      {
        ...decision,
        validUntil: '1767225600.000000000',
        proposalData: {},
        result: { ...decision.result, options: [{ option: 'YES', votes: 1, weight: '1' }] },
        cancellation: { keyAt: '1767225600.000000000', signatures: [{ publicKey: 'a', signature: 'b' }] },
      },
    ]
    for (const record of records) {
      assert.ok(decodeRecord(canonicalBytes(record)), JSON.stringify(record))
      for (const more of withNote(record))
        assert.equal(decodeRecord(canonicalBytes(more)), undefined, JSON.stringify(more))
    }
    const operation = { ...(decision.proposalData.operation as object), note: 1 }
    assert.equal(permittedOperation({ ...decision, proposalData: { operation } }), undefined)
    const leaf = {
      number: 1,
      voterAddress: '0.0.5',
      choice: 'YES',
      weight: '1',
      castAt: at,
      signatures: [{ publicKey: 'a', signature: 'b' }],
    }
    assert.ok(parseLeaf(canonicalJson(leaf)))
    for (const more of withNote(leaf)) assert.equal(parseLeaf(canonicalJson(more)), undefined, JSON.stringify(more))
  })

  test("A record of a network's members is signed by its publisher, and has no other fields", () => {
    const signer = ed25519Signer()
    const members = [
      {
        walletId: '0.0.5',
        url: 'http://127.0.0.1',
        publicKey: 'a'.repeat(64),
        operator: { id: 'a', name: 'b' },
        clusters: [{ id: 'a', name: 'b', nodes: ['c'] }],
      },
    ]
    const record = {
      quorate: 1 as const,
      type: 'members' as const,
      chain: 'hedera:devnet',
      topicId: '0.0.9',
      issuedAt: '2026-01-01T00:00:00Z',
      members,
    }
    const encoded = (value: object) => encodeMembers(value as typeof record, signer.sign)
    assert.ok(decodeMembers(encoded(record), signer.publicKey))
    for (const more of withNote(record))
      assert.equal(decodeMembers(encoded(more), signer.publicKey), undefined, JSON.stringify(more))
    const forged = { ...decision, members: [], signature: '0'.repeat(128) }
    assert.equal(decodeMembers(canonicalBytes(forged), signer.publicKey), undefined)
    assert.equal(decodeRecord(canonicalBytes(forged)), undefined)
    const unsigned = { ...record, signature: '0'.repeat(128) }
    assert.equal(decodeMembers(canonicalBytes(unsigned), signer.publicKey), undefined)
  })

  test("A record of a decision may name the time until which it may be carried out, in the ledger's form of times", () => {
    const until = { ...decision, validUntil: '1767225600.000000000' }
    assert.deepEqual(decodeRecord(encodeRecord(until)), until)
    for (const validUntil of ['2026-01-01T00:00:00.000Z', '1767225600', '-1.000000000', 1767225600]) {
      assert.throws(() => encodeRecord({ ...decision, validUntil } as DecisionRecord), {
        statusCode: 400,
        code: 'INVALID_RECORD',
      })
      assert.equal(decodeRecord(canonicalBytes({ ...decision, validUntil })), undefined, String(validUntil))
    }
  })

  test('A record of a membership names who joined or left', () => {
    const joined = { account: '0.0.5', change: 'added' as const, changedAt: '2026-01-01T00:00:00.000Z' }
    const head = { quorate: 1 as const, type: 'membership' as const, chain: 'hedera:devnet', daoId: 'a' }
    assert.deepEqual(decodeRecord(encodeRecord({ ...head, changes: [joined] })), { ...head, changes: [joined] })
    for (const changes of [[], [{ ...joined, change: 'paused' }]])
      assert.equal(decodeRecord(canonicalBytes({ ...head, changes })), undefined)
  })

  test('keeps the names as written, whatever names others have', () => {
    const text = Buffer.from(canonicalBytes(decision)).toString()
    const escaped = text.replace(/"(\w+)(\w)":/g, (_all, name: string, last: string) => {
      JSON.parse(`{"chain":1,"${name}\\\\":1}`)
      return `"${name}\\u00${last.charCodeAt(0).toString(16)}":`
    })
    assert.deepEqual(decodeRecord(Buffer.from(escaped)), decision)
    const needy = text.replace('"chain"', '"\\\\":1,"chain"')
    assert.equal(decodeRecord(Buffer.from(needy)), undefined)
  })

  test('A record of a decision permits one operation, if it passed', () => {
    assert.deepEqual(permittedOperation(decision), { method: 'POST', path: '/x', body: { amount: 1 } })
    const no = { ...decision, result: { ...decision.result, winner: 'Reject it' } }
    assert.equal(permittedOperation(no), undefined, 'another option than YES was adopted')
    assert.equal(permittedOperation({ ...decision, status: 'REJECTED' }), undefined)
    assert.equal(permittedOperation({ ...decision, proposalData: { operation: 'POST /x' } }), undefined)
    assert.equal(permittedOperation({ ...decision, proposalData: {} }), undefined)
    const encoded = { ...decision, proposalData: { operation: { method: 'POST', path: '/account%73' } } }
    assert.deepEqual(decodeRecord(encodeRecord(encoded)), encoded, 'as earlier versions wrote it')
    assert.equal(permittedOperation(encoded), undefined)
  })

  test('is split into messages that fit and can be joined again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        const chunks = messageChunks(bytes)
        assert.ok(chunks.length >= 1 && chunks.every(({ length }) => length <= 1024))
        assert.deepEqual(Buffer.concat(chunks), Buffer.from(bytes))
      }),
    )
  })
})
