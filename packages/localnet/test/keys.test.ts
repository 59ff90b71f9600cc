import assert from 'node:assert/strict'
import { createECDH, generateKeyPairSync } from 'node:crypto'
import { after, test } from 'node:test'
import type { proto } from '@hiero-ledger/proto'
import { PrivateKey } from '@hiero-ledger/sdk'
import fc from 'fast-check'
import { toLong } from '../src/protocol/encoding/int64.ts'
import { accountId } from '../src/protocol/ids.ts'
import {
  isActive,
  isValidKey,
  keyFromProto,
  keyToProto,
  type PublicKey,
  publicKey as publicKeyOf,
} from '../src/protocol/keys.ts'
import { Signatures, verifySignature } from '../src/protocol/signatures.ts'
import { testNetwork } from './support/network.ts'
import { body, RawClient, type Signer, signerFor, signerOf, transferOf } from './support/raw.ts'

const LEAVES = Array.from({ length: 6 }, (_, i) => ({ ed25519: Buffer.alloc(32, i + 1) }))

/** A key tree over few leaves, with every threshold between 1 and the number of keys. */
const { tree } = fc.letrec<{ tree: proto.IKey; leaf: proto.IKey; list: proto.IKey; threshold: proto.IKey }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('list'), tie('threshold')),
  leaf: fc.constantFrom(...LEAVES),
  list: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((keys) => ({ keyList: { keys } })),
  threshold: fc
    .array(tie('tree'), { minLength: 1, maxLength: 4 })
    .chain((keys) =>
      fc.integer({ min: 1, max: keys.length }).map((threshold) => ({ thresholdKey: { threshold, keys: { keys } } })),
    ),
}))

const signedBy = (leaves: readonly number[]) => (key: Parameters<Signatures['signedBy']>[0]) =>
  key.kind !== 'contract' && leaves.includes((key.bytes[0] ?? 0) - 1)

/** The protocol's definition, by plain counting. */
function expected(key: proto.IKey, leaves: readonly number[]): boolean {
  if (key.ed25519) return leaves.includes((key.ed25519[0] ?? 0) - 1)
  const keys = (key.keyList ?? key.thresholdKey?.keys)?.keys ?? []
  const needed = key.keyList ? keys.length : (key.thresholdKey?.threshold ?? 0)
  return keys.length > 0 && keys.filter((child) => expected(child, leaves)).length >= needed
}

const leafSet = fc.uniqueArray(fc.integer({ min: 0, max: LEAVES.length - 1 }))

test('A key is active exactly if enough of its keys are, at every depth', () => {
  fc.assert(
    fc.property(
      tree,
      leafSet,
      (key, leaves) => isActive(keyFromProto(key).rule, signedBy(leaves)) === expected(key, leaves),
    ),
  )
})

test('A further signature never makes an active key inactive', () => {
  fc.assert(
    fc.property(tree, leafSet, leafSet, (key, some, more) => {
      const { rule } = keyFromProto(key)
      return !isActive(rule, signedBy(some)) || isActive(rule, signedBy([...some, ...more]))
    }),
  )
})

test('A key is the same after it was kept as bytes', () => {
  fc.assert(
    fc.property(tree, (key) =>
      assert.deepEqual(keyFromProto(keyToProto(keyFromProto(key))).rule, keyFromProto(key).rule),
    ),
  )
})

test('Malformed keys are not valid, and lists without keys are never active', () => {
  const bad: proto.IKey[] = [
    {},
    { ed25519: Buffer.alloc(31) },
    { ECDSASecp256k1: Buffer.alloc(33, 4) },
    { keyList: { keys: [] } },
    { thresholdKey: { threshold: 0, keys: { keys: [LEAVES[0] ?? {}] } } },
    { thresholdKey: { threshold: 2, keys: { keys: [LEAVES[0] ?? {}] } } },
    { keyList: { keys: [{ keyList: { keys: [] } }] } },
  ]
  for (const key of bad) assert.equal(isValidKey(keyFromProto(key).rule), false, JSON.stringify(key))
  assert.equal(
    isActive(keyFromProto({ keyList: { keys: [] } }).rule, () => true),
    false,
  )
  assert.equal(
    isActive(keyFromProto({ thresholdKey: { threshold: 0, keys: { keys: [] } } }).rule, () => true),
    false,
  )
})

test('Signatures of the SDK verify on both curves, changed ones do not', () => {
  const message = Buffer.from('the body')
  for (const key of [PrivateKey.generateED25519(), PrivateKey.generateECDSA()]) {
    const kind = key.type === 'ED25519' ? 'ed25519' : 'secp256k1'
    const publicKey = {
      kind,
      bytes: Buffer.from(key.publicKey.toBytesRaw()),
      id: key.publicKey.toStringRaw(),
    } as PublicKey
    const signature = Buffer.from(key.sign(message))
    assert.equal(verifySignature(publicKey, message, signature), true)
    assert.equal(verifySignature(publicKey, Buffer.from('another'), signature), false)
    assert.equal(verifySignature(publicKey, message, signature.subarray(1)), false)
    assert.equal(verifySignature(publicKeyOf(kind, Buffer.alloc(33, 9)), message, signature), false)
  }
})

test('A signature counts for its own kind of key alone', () => {
  const ecdh = createECDH('secp256k1')
  ecdh.generateKeys()
  const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
  const message = Buffer.from('m')
  const signatures = new Signatures(message, [signer.pair(message)])
  assert.equal(signatures.signedBy({ kind: 'secp256k1', bytes: ecdh.getPublicKey(null, 'compressed'), id: 's' }), false)
  assert.equal(signatures.signedBy({ kind: 'ed25519', bytes: signer.publicKey, id: 'e' }), true)
})

test('The ledger lets an account pay exactly when its nested key is met', async () => {
  const network = await testNetwork({ after })
  const raw = new RawClient(network.grpc)
  after(() => raw.close())
  const signers = LEAVES.map(() => signerOf(generateKeyPairSync('ed25519').privateKey))
  const real = (key: proto.IKey): proto.IKey => {
    if (key.ed25519) return { ed25519: signers[(key.ed25519[0] ?? 1) - 1]?.publicKey ?? null }
    const list = (keys: proto.IKey[] | null | undefined) => ({ keys: (keys ?? []).map(real) })
    if (key.keyList) return { keyList: list(key.keyList.keys) }
    return { thresholdKey: { threshold: key.thresholdKey?.threshold ?? 0, keys: list(key.thresholdKey?.keys?.keys) } }
  }
  const pays = fc.asyncProperty(tree, leafSet, async (key, leaves) => {
    const account = await create(raw, real(key))
    const chosen = leaves.map((leaf) => signers[leaf]).filter((signer): signer is Signer => signer !== undefined)
    const code = await raw.run(
      body(
        transferOf([
          [account, -1n],
          [1023, 1n],
        ]),
        account,
      ),
      chosen,
    )
    assert.equal(code, expected(key, leaves) ? 'SUCCESS' : 'INVALID_SIGNATURE')
  })
  await fc.assert(pays, { numRuns: 60 })
})

async function create(raw: RawClient, key: proto.IKey): Promise<number> {
  const fields = body({
    cryptoCreateAccount: { key, initialBalance: toLong(10_000_000n), autoRenewPeriod: { seconds: toLong(7_776_000n) } },
  })
  assert.equal(await raw.run(fields, [signerFor(1022)]), 'SUCCESS')
  const { accountID } = await raw.receipt(fields)
  assert.ok(accountID && accountId(0))
  return Number(accountID.accountNum)
}
