import { generateKeyPairSync } from 'node:crypto'
import { keyFromText, type Signer, signerFromText } from '@quorate/ledger'
import type { Key, Leaf } from '@quorate/verify'
import fc from 'fast-check'

export const ed25519Signer = (): Signer => signerFromText(der(generateKeyPairSync('ed25519').privateKey))
export const secp256k1Signer = (): Signer =>
  signerFromText(der(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey))

const der = (key: { export(options: { format: 'der'; type: 'pkcs8' }): Buffer }): string =>
  key.export({ format: 'der', type: 'pkcs8' }).toString('hex')

/** Only a few, so that leaves repeat in different branches. */
export const someSigners: Signer[] = [...Array(4).keys()].flatMap(() => [ed25519Signer(), secp256k1Signer()])
export const someLeaves: Leaf[] = someSigners.map(({ publicKey }) => publicKey)
export const anyLeaf: fc.Arbitrary<Leaf> = fc.constantFrom(...someLeaves)
export const freshLeaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => ({ type: 'ed25519' as const, bytes })),
  fc
    .tuple(fc.constantFrom('02', '03'), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([sign, x]) => keyFromText(sign + x.toHex())),
)

const thresholdOf = (keys: Key[], at: number): Key => ({
  type: 'threshold',
  threshold: 1 + (at % keys.length),
  keys,
})

/** Keys that the network would accept: no contracts, and thresholds from 1 to the number of keys. */
export const keyOver = (leaf: fc.Arbitrary<Leaf>): fc.Arbitrary<Key> =>
  fc.letrec<{ key: Key }>((tie) => ({
    key: fc.oneof(
      { depthSize: 'small', maxDepth: 5, withCrossShrink: true },
      leaf,
      fc.array(tie('key'), { maxLength: 4 }).map((keys): Key => ({ type: 'list', keys })),
      fc
        .tuple(fc.array(tie('key'), { minLength: 1, maxLength: 5 }), fc.nat(9))
        .map(([keys, at]) => thresholdOf(keys, at)),
    ),
  })).key
