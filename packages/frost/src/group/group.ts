/**
 * The group of FROST(Ed25519, SHA-512): the subgroup of prime order of edwards25519 (RFC 9591, section 6.1). Only
 * {@link readPoint} and {@link readScalar} read input from outside; they refuse everything that is not canonical.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { hexToBytes } from '@noble/curves/utils.js'
import { FrostError } from '../error.ts'
import { MAX_KNOWN_POINTS } from '../limits.ts'

export type Point = ReturnType<typeof ed25519.Point.fromBytes>

export const BASE: Point = ed25519.Point.BASE
export const IDENTITY: Point = ed25519.Point.ZERO
/** Arithmetic modulo the group's order. */
export const Scalars = ed25519.Point.Fn

/**
 * Points that were read before, by their text, least recently used first. To check a point takes about 0.5 ms, and
 * each signature uses the same public key and verifying shares, and each commitment several times.
 */
const known = new Map<string, Point>()

/**
 * Reads a point of prime order from 32 bytes of lower-case hex (RFC 9591, section 3.1, DeserializeElement). A text
 * that was read recently is not checked again.
 * @throws FrostError `POINT_INVALID` for another encoding, the identity, and points with a component of small order
 */
export function readPoint(text: string): Point {
  const point = known.get(text) ?? checkedPoint(text)
  known.delete(text)
  known.set(text, point)
  const [oldest] = known.keys()
  if (known.size > MAX_KNOWN_POINTS && oldest !== undefined) known.delete(oldest)
  return point
}

function checkedPoint(text: string): Point {
  let point: Point
  try {
    point = ed25519.Point.fromBytes(hexToBytes(text))
  } catch {
    throw new FrostError('POINT_INVALID', `${text.slice(0, 64)} is not a point of edwards25519`)
  }
  if (point.is0() || !point.isTorsionFree() || point.toHex() !== text)
    throw new FrostError('POINT_INVALID', `${text} is not in the subgroup of prime order`)
  return point
}

/**
 * Reads a scalar from 1 to the order - 1 from 32 bytes of lower-case hex, little-endian.
 * @throws FrostError `SCALAR_INVALID`
 */
export function readScalar(text: string): bigint {
  try {
    return scalarFromBytes(hexToBytes(text))
  } catch {
    throw new FrostError('SCALAR_INVALID', 'expected a scalar from 1 to the order - 1 in 32 bytes of hex')
  }
}

/** Like {@link readScalar}, from bytes. The error never contains the bytes, since most scalars are secrets. */
export function scalarFromBytes(bytes: Uint8Array): bigint {
  let scalar = 0n
  try {
    scalar = Scalars.fromBytes(bytes)
  } catch {}
  if (scalar === 0n)
    throw new FrostError('SCALAR_INVALID', 'expected a scalar from 1 to the order - 1, little-endian, in 32 bytes')
  return scalar
}

/** The public point of a secret, in constant time as far as BigInt allows. */
export const publicPoint = (secret: bigint): Point => BASE.multiply(secret)

export const sumOfPoints = (points: Iterable<Point>): Point => {
  let sum = IDENTITY
  for (const point of points) sum = sum.add(point)
  return sum
}

export const sumOfScalars = (scalars: Iterable<bigint>): bigint => {
  let sum = 0n
  for (const scalar of scalars) sum = Scalars.add(sum, scalar)
  return sum
}
