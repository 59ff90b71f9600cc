/**
 * The rounds of FROST(Ed25519, SHA-512) by `@noble/curves` (RFC 9591, section 6.1). This is its `ed25519_FROST`, except
 * that points are read by {@link readPoint}, which checks them as strictly, but each of them only once.
 */
import { createFROST } from '@noble/curves/abstract/frost.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { readPoint } from '../group/group.ts'

type PointConstructor = typeof ed25519.Point

/** The class of points with another way to read them. The class itself is frozen, and points are instances of both. */
const Point = Object.setPrototypeOf(
  Object.assign(function ReadOnce() {}, {
    prototype: ed25519.Point.prototype,
    fromBytes: (bytes: Uint8Array) => readPoint(bytesToHex(bytes)),
  }),
  ed25519.Point,
) as PointConstructor

/** The challenge has no prefix (`H2`), so that signatures are those of RFC 8032. */
export const frost = createFROST({ name: 'FROST-ED25519-SHA512-v1', Point, hash: sha512, H2: '' })
