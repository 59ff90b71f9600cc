/** IPNS names and records, against the reference implementation (`ipns` of npm) and against attackers. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encode } from '@ipld/dag-cbor'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import {
  compareRecords,
  dataToSign,
  ipnsName,
  ipnsRecord,
  MAX_RECORD_BYTES,
  type RecordFields,
  readIpnsName,
  readRecord,
  recordData,
} from '@quorate/verify/ipns'
import fc from 'fast-check'
import { base16 } from 'multiformats/bases/base16'
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'

const secret = new Uint8Array(32).fill(7)
const KEYS = {
  ed25519: {
    key: { type: 'ed25519', bytes: ed25519.getPublicKey(secret) },
    sign: (bytes: Uint8Array) => ed25519.sign(bytes, secret),
  },
  secp256k1: {
    key: { type: 'secp256k1', bytes: secp256k1.getPublicKey(secret) },
    sign: (bytes: Uint8Array) => secp256k1.sign(sha256(bytes), secret, { prehash: false, format: 'der' }),
  },
} as const
const types = fc.constantFrom('ed25519', 'secp256k1')

const FIELDS: RecordFields = {
  value: '/ipfs/bafkqaddwgevxmmraojswg33smq',
  sequence: 3n,
  validUntil: Date.parse('2030-01-02T03:04:05.678Z'),
  ttlMs: 300_000,
}
const made = (type: keyof typeof KEYS, fields = FIELDS): Uint8Array => {
  const data = recordData(fields)
  return ipnsRecord(data, KEYS[type].sign(dataToSign(data)))
}
const signedData = (data: Uint8Array): Uint8Array => ipnsRecord(data, KEYS.ed25519.sign(dataToSign(data)))
const isInvalid = { code: 'IPNS_RECORD_INVALID' }

describe('A name', () => {
  test('is read from each of its forms', () => {
    // The name in the specification's sixth test vector.
    const name = 'k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f'
    const read = readIpnsName(name)
    assert.equal(read?.key.type, 'ed25519')
    assert.equal(read?.name, name)
    assert.equal(ipnsName(read.key), name)
    const cid = CID.parse(name, base36)
    const peerId = base58btc.baseEncode(cid.multihash.bytes)
    assert.match(peerId, /^12D3KooW/)
    for (const form of [
      peerId,
      name.toUpperCase(),
      cid.toString(base32),
      cid.toString(base58btc),
      cid.toString(base16),
    ])
      assert.equal(readIpnsName(form)?.name, name, form)
    assert.match(ipnsName(KEYS.secp256k1.key), /^kz/)
  })

  test('contains its key, in every base', () => {
    fc.assert(
      fc.property(types, (type) => {
        const { key } = KEYS[type]
        assert.deepEqual(readIpnsName(ipnsName(key)), { name: ipnsName(key), key })
      }),
    )
  })

  test('is nothing else: other texts are no names', () => {
    const others = [
      '',
      'k',
      'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG',
      'example.com',
      'bafkqaaa',
      'z'.repeat(5000),
    ]
    for (const text of others) assert.equal(readIpnsName(text), undefined, text)
    fc.assert(fc.property(fc.string({ maxLength: 120 }), (text) => assert.equal(readIpnsName(text), undefined)))
  })
})

describe('A record', () => {
  for (const type of ['ed25519', 'secp256k1'] as const)
    test(`of ${type} says what was signed`, () => {
      assert.deepEqual(readRecord(KEYS[type].key, made(type)), FIELDS)
    })

  test('never verifies with an altered, missing or additional byte, nor under another key', () => {
    fc.assert(
      fc.property(
        types,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('alter', 'cut', 'append'),
        (type, at, flip, how) => {
          const record = made(type)
          const place = at % record.length
          const changed =
            how === 'alter'
              ? record.with(place, (record[place] ?? 0) ^ flip)
              : how === 'cut'
                ? record.subarray(0, place)
                : concatBytes(record, Uint8Array.of(flip))
          assert.throws(() => readRecord(KEYS[type].key, changed), isInvalid)
        },
      ),
      { numRuns: 300 },
    )
    const other = { type: 'ed25519' as const, bytes: ed25519.getPublicKey(new Uint8Array(32).fill(8)) }
    assert.throws(() => readRecord(other, made('ed25519')), isInvalid)
  })

  test('is read or refused, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isSigned) => {
        const record = isSigned ? signedData(bytes) : bytes
        assert.throws(() => readRecord(KEYS.ed25519.key, record), isInvalid)
      }),
    )
    const deep = new Uint8Array(9_000).fill(0x81)
    assert.throws(() => readRecord(KEYS.ed25519.key, signedData(deep)), isInvalid)
    assert.throws(() => readRecord(KEYS.ed25519.key, new Uint8Array(MAX_RECORD_BYTES + 1)), isInvalid)
  })

  test('with unusable fields is refused, though its key signed it', () => {
    const text = (value: string) => new TextEncoder().encode(value)
    const good = {
      Value: text('/ipfs/x'),
      Validity: text('2030-01-01T00:00:00Z'),
      ValidityType: 0,
      Sequence: 1,
      TTL: 1,
    }
    const of = (change: object) => signedData(Uint8Array.from(encode({ ...good, ...change })))
    assert.equal(readRecord(KEYS.ed25519.key, of({ _more: [[1]] })).value, '/ipfs/x')
    for (const change of [
      { Value: '/ipfs/x' },
      { Value: Uint8Array.of(0xff) },
      { ValidityType: 1 },
      { Validity: text('tomorrow') },
      { Validity: text('2030-01-01T00:00:00+02:00') },
      { Sequence: -1 },
      { Sequence: 1.5 },
      { Sequence: 2n ** 63n },
      { TTL: 'soon' },
    ])
      assert.throws(() => readRecord(KEYS.ed25519.key, of(change)), isInvalid)
  })

  test('is signed for nothing else: the ledger hashes and formats differ, and the prefix says what it is', () => {
    const data = recordData(FIELDS)
    assert.equal(new TextDecoder().decode(dataToSign(data).subarray(0, 15)), 'ipns-signature:')
    // A ledger signature by an ECDSA key over the same bytes is not valid here.
    const ledgers = secp256k1.sign(keccak_256(dataToSign(data)), secret, { prehash: false, format: 'der' })
    assert.throws(() => readRecord(KEYS.secp256k1.key, ipnsRecord(data, ledgers)), isInvalid)
  })

  test('of a higher sequence is newer, then the one that is valid longer', () => {
    const { sequence, validUntil } = FIELDS
    assert.ok(compareRecords({ ...FIELDS, sequence: sequence + 1n, validUntil: 0 }, FIELDS) > 0)
    assert.ok(compareRecords({ ...FIELDS, validUntil: validUntil + 1 }, FIELDS) > 0)
    assert.equal(compareRecords(FIELDS, { ...FIELDS, value: '/ipfs/other' }), 0)
  })
})
