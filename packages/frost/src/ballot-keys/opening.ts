/**
 * Parts of a ballot key together give an X25519 private key (RFC 7748) that opens ballots sealed with HPKE (RFC 9180).
 */
import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js'
import { FrostError } from '../error.ts'
import { readPoint, Scalars, scalarFromBytes, sumOfScalars } from '../group/group.ts'
import { interpolation } from '../group/polynomials.ts'
import { type BallotKeyPart, isOn } from './dealing.ts'

/** The X25519 public key of a ballot key, hex. */
export const ballotKeyOf = ({ commitments: [first = ''] }: Pick<BallotKeyPart, 'commitments'>): string =>
  bytesToHex(ed25519.utils.toMontgomery(hexToBytes(first)))

/** Whether the share is the member's part of the key. */
export function isBallotKeyShare(
  { commitments }: Pick<BallotKeyPart, 'commitments'>,
  number: number,
  share: Uint8Array,
): boolean {
  try {
    return isOn(commitments.map(readPoint), number, scalarFromBytes(share))
  } catch {
    return false
  }
}

/**
 * The X25519 private key, 32 bytes, from the valid shares of a threshold of members.
 *
 * @param shares by member number
 * @throws FrostError `PARTS_MISSING`
 */
export function openBallotKey(
  { commitments }: Pick<BallotKeyPart, 'commitments'>,
  shares: ReadonlyMap<number, Uint8Array>,
): Uint8Array {
  const some = [...shares].slice(0, commitments.length)
  const numbers = some.map(([number]) => number)
  if (some.length < commitments.length)
    throw new FrostError(
      'PARTS_MISSING',
      `The ballot key needs ${commitments.length} parts, but there are ${some.length}`,
    )
  const secret = sumOfScalars(
    some.map(([number, share]) => Scalars.mul(interpolation(numbers, number), scalarFromBytes(share))),
  )
  const key = x25519KeyOf(secret)
  if (bytesToHex(x25519.getPublicKey(key)) !== ballotKeyOf({ commitments }))
    throw new FrostError('PARTS_MISSING', 'The parts do not combine to the expected ballot key: at least one is wrong')
  return key
}

const LEAST = 1n << 251n

/**
 * Turns a scalar into the form that RFC 7748 requires: eight times a number from 2^251 to 2^252. X25519 ignores the
 * sign, so the scalar or its negative has this form, except for one scalar in 2^127.
 */
function x25519KeyOf(scalar: bigint): Uint8Array {
  const eighth = Scalars.div(scalar, 8n)
  const multiple = 8n * (eighth >= LEAST ? eighth : Scalars.ORDER - eighth)
  return Uint8Array.from({ length: 32 }, (_, at) => Number((multiple >> BigInt(8 * at)) & 0xffn))
}
