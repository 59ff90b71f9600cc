import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { sha256 } from '#primitives'

const hash = (prefix: 0 | 1, ...parts: Uint8Array[]): Uint8Array => sha256(concatBytes(Uint8Array.of(prefix), ...parts))

/**
 * The Merkle tree hash of a list (RFC 9162 §2.1.1), built leaf by leaf. Its memory grows with the logarithm of the
 * number of leaves.
 */
export class MerkleTree {
  /** Roots of complete subtrees, the largest first: one for each bit of `#size`. */
  readonly #peaks: Uint8Array[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(leaf: Uint8Array): void {
    let root = hash(0, leaf)
    for (let size = this.#size; size & 1; size = Math.floor(size / 2)) {
      const left = this.#peaks.pop()
      if (left) root = hash(1, left, root)
    }
    this.#peaks.push(root)
    this.#size++
  }

  /** The root in hex; without leaves, the hash of an empty string. */
  root(): string {
    const [last, ...larger] = this.#peaks.toReversed()
    if (!last) return bytesToHex(sha256(new Uint8Array()))
    return bytesToHex(larger.reduce((right, left) => hash(1, left, right), last))
  }
}

/** The root over these leaves, in hex. */
export function merkleRoot(leaves: Iterable<Uint8Array>): string {
  const tree = new MerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}
