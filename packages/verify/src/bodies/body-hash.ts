import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { sha256 } from '#primitives'

/**
 * Names the bodies of one write, such as the chunks of a long message in their order: SHA-256, in hex, of the SHA-256
 * of each.
 */
export const bodyHash = (bodies: readonly Uint8Array[]): string =>
  bytesToHex(sha256(concatBytes(...bodies.map((body) => sha256(body)))))
