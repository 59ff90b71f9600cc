/** Turns a ledger key into a tree that can be drawn, with the owners of its parts and who has signed. */
import { isLeaf, type Key, keyText, MAX_KEY_DEPTH, publicKeyText, sameKey, satisfied } from '@quorate/verify'

export interface KeyNode {
  /** The position in the tree: the indexes of its parents and its own. */
  path: string
  type: Key['type']
  /** The raw bytes of a public key in hex. */
  hex?: string
  /** How many of its parts must sign. A list needs all of them. */
  needed: number
  /** How many parts it has, including those that are not drawn. */
  of: number
  /** The account with exactly this key. */
  owner?: string | undefined
  /** Whether the present signatures satisfy it. */
  isSigned: boolean
  /** How many of its parts are satisfied. */
  signed: number
  /** Whether the same public key also occurs in another part. One signature counts for both. */
  isRepeated: boolean
  parts: KeyNode[]
  /** How many of its parts are not drawn. */
  omitted: number
}

export interface KeyTreeOptions {
  /** Accounts by the text of their keys ({@link keyText}). */
  owners?: ReadonlyMap<string, string>
  /** The public keys of valid signatures, in hex. */
  signers?: ReadonlySet<string>
  /** The maximum number of levels and of parts to draw. */
  maxDepth?: number
  maxParts?: number
}

const MAX_PARTS = 200
const NOBODY: ReadonlySet<string> = new Set()

/** Builds the tree level by level, so that a large key loses its deepest parts. */
export function keyTree(key: Key, options: KeyTreeOptions = {}): KeyNode {
  const { owners, signers = NOBODY, maxDepth = MAX_KEY_DEPTH, maxParts = MAX_PARTS } = options
  const counts = countsOf(key)
  const nodeOf = (part: Key, path: string): KeyNode => {
    const keys = partsOf(part)
    const hex = isLeaf(part) ? publicKeyText(part) : undefined
    return {
      path,
      type: part.type,
      owner: owners?.get(keyText(part)),
      parts: [],
      omitted: keys.length,
      ...(hex === undefined ? {} : { hex }),
      needed: part.type === 'threshold' ? part.threshold : keys.length,
      of: keys.length,
      isSigned: satisfied(part, signers),
      signed: keys.filter((one) => satisfied(one, signers)).length,
      isRepeated: hex !== undefined && (counts.get(hex) ?? 0) > 1,
    }
  }
  const root = nodeOf(key, '0')
  let level: [Key, KeyNode][] = [[key, root]]
  let drawn = 1
  for (let depth = 1; depth < maxDepth && level.length > 0; depth++) {
    const next: [Key, KeyNode][] = []
    for (const [part, node] of level) {
      const inside = partsOf(part).slice(0, maxParts - drawn)
      drawn += inside.length
      node.parts = inside.map((one, index) => nodeOf(one, `${node.path}.${index}`))
      node.omitted = node.of - inside.length
      next.push(...inside.map((one, index): [Key, KeyNode] => [one, node.parts[index] as KeyNode]))
    }
    level = next
  }
  return root
}

const partsOf = (key: Key): readonly Key[] => (key.type === 'list' || key.type === 'threshold' ? key.keys : [])

/** How often each public key occurs in the key. */
function countsOf(key: Key): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const visit = (part: Key): void => {
    if (isLeaf(part)) counts.set(publicKeyText(part), (counts.get(publicKeyText(part)) ?? 0) + 1)
    partsOf(part).forEach(visit)
  }
  visit(key)
  return counts
}

/** Whether the key is `part`, or contains it at any depth. */
export const hasKey = (key: Key, part: Key): boolean =>
  sameKey(key, part) || partsOf(key).some((one) => hasKey(one, part))

/**
 * Returns accounts by key, as {@link KeyTreeOptions.owners}. If several accounts have the same key, the first one wins.
 */
export function ownersByKey(keys: Iterable<readonly [account: string, key: Key | undefined]>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const [account, key] of keys) {
    const text = key && keyText(key)
    if (text !== undefined && !owners.has(text)) owners.set(text, account)
  }
  return owners
}
