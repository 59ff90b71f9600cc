import { hash } from 'node:crypto'

const sha256 = (prefix: 0 | 1, ...parts: Uint8Array[]): Uint8Array =>
  Uint8Array.from(hash('sha256', Buffer.concat([Buffer.of(prefix), ...parts]), 'buffer'))

/**
 * The Merkle tree hash of a list (RFC 9162 §2.1.1), built leaf by leaf in memory that grows with the logarithm of their
 * number.
 */
export class MerkleTree {
  /** Roots of complete subtrees, the largest first: one for each bit of `#size`. */
  readonly #peaks: Uint8Array[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(leaf: Uint8Array): void {
    let node = sha256(0, leaf)
    for (let size = this.#size; size & 1; size = Math.floor(size / 2)) {
      const left = this.#peaks.pop()
      if (left) node = sha256(1, left, node)
    }
    this.#peaks.push(node)
    this.#size++
  }

  /** The root in hex; without leaves, the hash of an empty string. */
  root(): string {
    const [last, ...larger] = this.#peaks.toReversed()
    if (!last) return hash('sha256', '', 'hex')
    return Buffer.from(larger.reduce((right, left) => sha256(1, left, right), last)).toString('hex')
  }
}

/** The root over these leaves, in hex. */
export function merkleRoot(leaves: Iterable<Uint8Array>): string {
  const tree = new MerkleTree()
  for (const leaf of leaves) tree.add(leaf)
  return tree.root()
}
