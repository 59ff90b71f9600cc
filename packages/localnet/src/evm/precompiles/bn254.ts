import { bn254 } from '@noble/curves/bn254.js'
import { bytesOf, integerAt } from './bytes.ts'

const { G1, G2, fields } = bn254
const PAIR_BYTES = 192
const ORDER = fields.Fp.ORDER

/** The point of the first group at an offset. @throws Error if it is not on the curve */
function pointAt(input: Uint8Array, at: number) {
  const [x, y] = [integerAt(input, at), integerAt(input, at + 32)]
  if (x === 0n && y === 0n) return G1.Point.ZERO
  const point = G1.Point.fromAffine({ x, y })
  point.assertValidity()
  return point
}

/** The point of the second group at an offset: coordinates in the quadratic extension, imaginary part first. */
function twistPointAt(input: Uint8Array, at: number) {
  const parts = [0, 32, 64, 96].map((offset) => integerAt(input, at + offset))
  const [x1 = 0n, x0 = 0n, y1 = 0n, y0 = 0n] = parts
  if (parts.some((part) => part >= ORDER)) throw new Error('A coordinate is not in the field')
  if (parts.every((part) => part === 0n)) return G2.Point.ZERO
  const point = G2.Point.fromAffine({
    x: fields.Fp2.create({ c0: x0, c1: x1 }),
    y: fields.Fp2.create({ c0: y0, c1: y1 }),
  })
  point.assertValidity()
  return point
}

function encoded(point: ReturnType<typeof pointAt>): Uint8Array {
  const { x, y } = point.toAffine()
  return Buffer.concat([bytesOf(x, 32), bytesOf(y, 32)])
}

/** The output of a computation; undefined if its input is invalid. */
function attempt(work: () => Uint8Array): Uint8Array | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** EIP-196: the sum of two points. */
export const bn254Add = (input: Uint8Array): Uint8Array | undefined =>
  attempt(() => encoded(pointAt(input, 0).add(pointAt(input, 64))))

/** EIP-196: a point times an integer. */
export const bn254Multiply = (input: Uint8Array): Uint8Array | undefined =>
  attempt(() => {
    const scalar = integerAt(input, 64) % fields.Fr.ORDER
    const point = pointAt(input, 0)
    return encoded(scalar === 0n ? G1.Point.ZERO : point.multiplyUnsafe(scalar))
  })

export const bn254PairingGas = ({ length }: Uint8Array): number => 45_000 + 34_000 * Math.floor(length / PAIR_BYTES)

/** EIP-197: 1 if the product of the pairings of all pairs is 1, else 0. */
export function bn254Pairing(input: Uint8Array): Uint8Array | undefined {
  if (input.length % PAIR_BYTES !== 0) return undefined
  return attempt(() => {
    const pairs = []
    for (let at = 0; at < input.length; at += PAIR_BYTES) {
      const [g1, g2] = [pointAt(input, at), twistPointAt(input, at + 64)]
      if (!g1.is0() && !g2.is0()) pairs.push({ g1, g2 })
    }
    const isOne = pairs.length === 0 || fields.Fp12.eql(bn254.pairingBatch(pairs), fields.Fp12.ONE)
    return bytesOf(isOne ? 1n : 0n, 32)
  })
}
