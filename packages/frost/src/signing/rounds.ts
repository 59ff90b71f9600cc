/**
 * The rounds of FROST(Ed25519, SHA-512) by `@noble/curves` (RFC 9591, section 6.1). This is its `ed25519_FROST`, except
 * that points are read by {@link readPoint}, which checks each as strictly, but only once.
 */
import { createFROST } from '@noble/curves/abstract/frost.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { type Point, readPoint } from '../group/group.ts'

/** A point that {@link readPoint} has found in the subgroup of prime order, so that noble need not check it again. */
const checked = (point: Point): Point => Object.create(point, { isTorsionFree: { value: () => true } })

/** noble's class of points, which is frozen, with another way to read them. Points are instances of both. */
const CheckedPoint = Object.setPrototypeOf(
  Object.assign(function CheckedPoint() {}, {
    prototype: ed25519.Point.prototype,
    fromBytes: (bytes: Uint8Array): Point => checked(readPoint(bytesToHex(bytes))),
  }),
  ed25519.Point,
) as typeof ed25519.Point

/** The challenge has no prefix (`H2`), so that signatures are those of RFC 8032. */
export const frost = createFROST({ name: 'FROST-ED25519-SHA512-v1', Point: CheckedPoint, hash: sha512, H2: '' })
