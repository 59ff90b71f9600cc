/**
 * A secret that only the members of a shared key can open, for records on a topic that all members must be able to
 * read. Each member opens it with its share, whose public point is public (ElGamal, with a hash of the Diffie-Hellman
 * secret as a one-time pad). Nothing here is authenticated: use the secret as the key of an authenticated cipher. The
 * boxes contain a hash of the secret, so that two members cannot find different secrets: an AES-GCM ciphertext can be
 * crafted that opens under two keys, to different plaintexts.
 */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/curves/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Point, publicPoint, readPoint, scalarFromBytes } from '../group/group.ts'
import { digest, keyFromSecret, scalarFromSeed } from '../group/hashing.ts'
import { type GroupKey, groupKeyDigest } from '../group-key.ts'
import type { Random } from '../signing/shares.ts'

const BYTES = 32

/** A new secret of 32 bytes, and the bytes from which each member gets it. */
export function createMemberBoxes(key: GroupKey, random: Random): { secret: Uint8Array; boxes: Uint8Array } {
  const secret = random(BYTES)
  const context = hexToBytes(groupKeyDigest(key))
  const ephemeral = scalarFromSeed(random(BYTES), context, 'member boxes')
  const point = publicPoint(ephemeral)
  const pads = key.members.map(({ number, verifyingShare }) =>
    padOf(context, number, point.toBytes(), readPoint(verifyingShare).multiply(ephemeral)),
  )
  const all = pads.map((pad) => xor(pad, secret))
  return { secret, boxes: concatBytes(point.toBytes(), ...all, commitmentTo(context, secret)) }
}

/** The secret that the member finds; undefined if the boxes are not for the members of this key. */
export function openMemberBox(
  key: GroupKey,
  { number, share }: { number: number; share: Uint8Array },
  boxes: Uint8Array,
): Uint8Array | undefined {
  const index = key.members.findIndex((member) => member.number === number)
  if (index < 0 || boxes.length !== BYTES * (key.members.length + 2)) return undefined
  const point = boxes.subarray(0, BYTES)
  try {
    const shared = readPoint(bytesToHex(point)).multiply(scalarFromBytes(share))
    const context = hexToBytes(groupKeyDigest(key))
    const pad = padOf(context, number, point, shared)
    const secret = xor(pad, boxes.subarray(BYTES * (index + 1), BYTES * (index + 2)))
    return bytesToHex(commitmentTo(context, secret)) === bytesToHex(boxes.subarray(-BYTES)) ? secret : undefined
  } catch {
    return undefined
  }
}

/** Reveals nothing about the secret, which is random. */
const commitmentTo = (context: Uint8Array, secret: Uint8Array): Uint8Array =>
  digest('Quorate frost member box secret v1', context, secret)

const padOf = (context: Uint8Array, number: number, point: Uint8Array, shared: Point): Uint8Array =>
  keyFromSecret(shared.toBytes(), context, concatBytes(utf8ToBytes(`Quorate frost member box v1 ${number}\n`), point))

const xor = (one: Uint8Array, other: Uint8Array): Uint8Array => one.map((byte, index) => byte ^ (other[index] ?? 0))
