/** Shamir's polynomials over the group's order (RFC 9591, appendix C.1, and section 4.2). */
import { IDENTITY, type Point, Scalars } from './group.ts'

/** The value at `x` of the polynomial with these coefficients, of which the first is the constant. */
export function evaluate(coefficients: readonly bigint[], x: number): bigint {
  return coefficients.reduceRight((value, coefficient) => Scalars.add(Scalars.mul(value, BigInt(x)), coefficient), 0n)
}

/** The public point of the value at `x`, from the points of the coefficients (RFC 9591, appendix C.2). */
export function evaluatePoints(coefficients: readonly Point[], x: number): Point {
  return coefficients.reduceRight((value, point) => value.multiplyUnsafe(BigInt(x)).add(point), IDENTITY)
}

/**
 * The Lagrange coefficient of `number` among `numbers` for the value at `at`: 0 for the secret (RFC 9591, section 4.2,
 * derive_interpolating_value), a member's number for its share.
 */
export function interpolation(numbers: readonly number[], number: number, at = 0): bigint {
  if (new Set(numbers).size < numbers.length || !numbers.includes(number))
    throw new Error(`the numbers ${numbers.join(', ')} must be different and contain ${number}`)
  let [numerator, denominator] = [1n, 1n]
  for (const other of numbers) {
    if (other === number) continue
    numerator = Scalars.mul(numerator, Scalars.create(BigInt(at - other)))
    denominator = Scalars.mul(denominator, Scalars.create(BigInt(number - other)))
  }
  return Scalars.div(numerator, denominator)
}
