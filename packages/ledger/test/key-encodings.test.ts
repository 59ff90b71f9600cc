import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { describe, test } from 'node:test'
import { proto } from '@hiero-ledger/proto'
import { KeyList, PublicKey, type Key as SdkKey } from '@hiero-ledger/sdk'
import { keyFromText, keyToMirror, keyToProto, keyToSdk } from '@quorate/ledger'
import { ApiError } from '@quorate/platform'
import {
  type Key,
  keyFromMirror,
  keyFromProto,
  type Leaf,
  MAX_KEY_DEPTH,
  publicKeyText,
  sameKey,
  VerifyError,
} from '@quorate/verify'
import fc from 'fast-check'
import { anyLeaf, freshLeaf, keyOver, someLeaves } from './arbitraries.ts'

const refused = (code: string, statusCode: number) => (error: unknown) =>
  (error instanceof ApiError || error instanceof VerifyError) && error.code === code && error.statusCode === statusCode
const invalid = refused('INVALID_KEY', 400)
const [leaf] = someLeaves as [(typeof someLeaves)[0]]
const secp = someLeaves.filter(({ type }) => type === 'secp256k1')

/** SubjectPublicKeyInfo as OpenSSL writes it. */
const spkiDer = ({ type, bytes }: Leaf): Buffer =>
  Buffer.from(
    (type === 'ed25519' ? '302a300506032b6570032100' : '3036301006072a8648ce3d020106052b8104000a032200') +
      bytes.toHex(),
    'hex',
  )

describe('the encodings of keys', () => {
  test('take a leaf as raw hex, as DER of OpenSSL and as DER of the SDKs, with or without 0x', () => {
    fc.assert(
      fc.property(anyLeaf, (key) => {
        const sdk = keyToSdk(key) as PublicKey
        const texts = [publicKeyText(key), spkiDer(key).toString('hex'), sdk.toStringDer(), sdk.toStringRaw()]
        for (const text of texts) {
          assert.deepEqual(keyFromText(text), key)
          assert.deepEqual(keyFromText(`0x${text.toUpperCase()}`), key)
        }
      }),
    )
  })

  test('compress an uncompressed secp256k1 key, raw or DER', () => {
    for (const key of secp) {
      const jwk = createPublicKey({ key: spkiDer(key), format: 'der', type: 'spki' }).export({ format: 'jwk' })
      const raw = Buffer.concat([
        Buffer.from([4]),
        ...[jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url')),
      ])
      assert.deepEqual(keyFromText(raw.toString('hex')), key)
      assert.deepEqual(keyFromText(`3056301006072a8648ce3d020106052b8104000a034200${raw.toString('hex')}`), key)
    }
  })

  test("convert any key to protobuf, the mirror's and the SDK's form and back", () => {
    fc.assert(
      fc.property(keyOver(freshLeaf), (key) => {
        assert.ok(sameKey(keyFromProto(keyToProto(key)), key))
        const mirrored = keyFromMirror(keyToMirror(key))
        assert.ok(mirrored && sameKey(mirrored, key))
      }),
    )
    fc.assert(
      fc.property(keyOver(anyLeaf), (key) => {
        const sdk = proto.Key.encode(keyToSdk(key)._toProtobufKey() as proto.IKey).finish()
        assert.ok(sameKey(keyFromProto(sdk), key))
      }),
    )
  })

  test('write what the SDK writes', () => {
    const sdkKeys = [
      PublicKey.fromString(publicKeyText(leaf)),
      PublicKey.fromBytesECDSA(secp[0]?.bytes ?? new Uint8Array()),
    ]
    const sdk: SdkKey = new KeyList(sdkKeys, 1)
    const key: Key = { type: 'threshold', threshold: 1, keys: [leaf, ...secp.slice(0, 1)] }
    assert.deepEqual(
      Buffer.from(keyToProto(key)),
      Buffer.from(proto.Key.encode(sdk._toProtobufKey() as proto.IKey).finish()),
    )
  })

  test('read the absence of a key as null and an empty list as a list', () => {
    assert.equal(keyFromMirror(null), null)
    assert.deepEqual(keyFromMirror({ _type: 'ProtobufEncoded', key: '3200' }), { type: 'list', keys: [] })
  })

  test('read keys of contracts, RSA and P-384 as unsatisfiable, and refuse to write them', () => {
    const contracts: proto.IKey[] = [
      { contractID: { contractNum: 5 as unknown as null } },
      { delegatableContractId: { contractNum: 5 as unknown as null } },
      { RSA_3072: new Uint8Array(8) },
      { ECDSA_384: new Uint8Array(8) },
    ]
    for (const message of contracts) {
      assert.deepEqual(keyFromProto(proto.Key.encode(message).finish()), { type: 'contract' })
    }
    assert.throws(() => keyToProto({ type: 'list', keys: [{ type: 'contract' }] }), refused('CONTRACT_KEY', 422))
    assert.throws(() => keyToSdk({ type: 'contract' }), refused('CONTRACT_KEY', 422))
  })

  test('refuse text that is not a key, say what was expected, and quote only its beginning', () => {
    const texts = [
      '',
      '0x',
      'zz',
      'abc',
      '00',
      '04'.repeat(65),
      '05'.repeat(33),
      '11'.repeat(31),
      '30'.repeat(60),
      '11'.repeat(5000),
    ]
    const rsa = '30819f300d06092a864886f70d010101050003818d0030818902818100'
    for (const text of [...texts, rsa, `302a300506032b6570032100${'11'.repeat(31)}`]) {
      assert.throws(
        () => keyFromText(text),
        (error) => invalid(error) && String(error).length < 200,
      )
    }
  })

  test('refuse bytes that are not a key, empty keys and impossible thresholds', () => {
    const bad: proto.IKey[] = [
      {},
      { ed25519: new Uint8Array(31) },
      { ECDSASecp256k1: new Uint8Array(33) },
      { thresholdKey: { threshold: 0, keys: { keys: [{ ed25519: leaf.bytes }] } } },
      { thresholdKey: { threshold: 2, keys: { keys: [{ ed25519: leaf.bytes }] } } },
      { keyList: { keys: [{}] } },
    ]
    for (const message of bad) assert.throws(() => keyFromProto(proto.Key.encode(message).finish()), invalid)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          keyFromProto(bytes)
        } catch (error) {
          assert.ok(invalid(error))
        }
      }),
    )
  })

  test('read keys as deep as the network accepts, and refuse deeper and larger ones', () => {
    const nested = (levels: number): Uint8Array => {
      let key: proto.IKey = { ed25519: leaf.bytes }
      for (let level = 1; level < levels; level++) key = { keyList: { keys: [key] } }
      return proto.Key.encode(key).finish()
    }
    assert.ok(keyFromProto(nested(MAX_KEY_DEPTH)))
    assert.throws(() => keyFromProto(nested(MAX_KEY_DEPTH + 1)), invalid)
    assert.throws(() => keyFromProto(nested(1000)), invalid)
    const broad = proto.Key.encode({ keyList: { keys: Array(300).fill({ ed25519: leaf.bytes }) } }).finish()
    assert.throws(() => keyFromProto(broad), invalid)
  })

  test('refuse a mirror key of an unknown type', () => {
    assert.throws(() => keyFromMirror({ _type: 'ED448', key: '11'.repeat(57) }), invalid)
    assert.throws(() => keyFromMirror({ _type: 'ED25519', key: '11'.repeat(33) }), invalid)
  })
})
