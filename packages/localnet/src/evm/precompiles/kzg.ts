import { createHash } from 'node:crypto'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { bytesOf, integerAt } from './bytes.ts'

const { G1, G2, fields } = bls12_381
const INPUT_BYTES = 192
const FIELD_ELEMENTS = 4096n
const VERSION = 1
const ORDER = fields.Fr.ORDER

/** The secret of Ethereum's KZG ceremony times the generator of the second group (g2_monomial[1] of its setup). */
const SECRET_G2 =
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72' +
  '185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

/**
 * EIP-4844: checks that a committed polynomial has the value y at z. Input: commitment's hash, z, y, commitment, proof.
 */
export function pointEvaluation(input: Uint8Array): Uint8Array | undefined {
  if (input.length !== INPUT_BYTES) return undefined
  const commitment = input.subarray(96, 144)
  const versioned = createHash('sha256').update(commitment).digest()
  versioned[0] = VERSION
  const [z, y] = [integerAt(input, 32), integerAt(input, 64)]
  if (!versioned.equals(input.subarray(0, 32)) || z >= ORDER || y >= ORDER) return undefined
  try {
    const isRight = verify(G1.Point.fromBytes(commitment), z, y, G1.Point.fromBytes(input.subarray(144, 192)))
    return isRight ? Buffer.concat([bytesOf(FIELD_ELEMENTS, 32), bytesOf(ORDER, 32)]) : undefined
  } catch {
    return undefined
  }
}

type Point = typeof G1.Point.BASE

/** e(commitment - y·G1, -G2) · e(proof, (secret - z)·G2) = 1 */
function verify(commitment: Point, z: bigint, y: bigint, proof: Point): boolean {
  for (const point of [commitment, proof]) point.assertValidity()
  const difference = commitment.subtract(G1.Point.BASE.multiplyUnsafe(y))
  const shifted = G2.Point.fromHex(SECRET_G2).subtract(G2.Point.BASE.multiplyUnsafe(z))
  const pairs = [
    { g1: difference, g2: G2.Point.BASE.negate() },
    { g1: proof, g2: shifted },
  ].filter(({ g1, g2 }) => !g1.is0() && !g2.is0())
  return pairs.length === 0 || fields.Fp12.eql(bls12_381.pairingBatch(pairs), fields.Fp12.ONE)
}
