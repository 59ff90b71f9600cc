// Leaf       a public key that signs: Ed25519 or ECDSA secp256k1
// Key        what the ledger requires of an account: a leaf, all of a list, or M of a list, nested
// key id     a leaf's raw bytes as lower-case hex (64 characters Ed25519, 66 secp256k1): how a leaf is named everywhere
// signers    the ids of leaves that have given a verified signature

import { bytesToHex } from '@noble/hashes/utils.js'

export type Leaf = { type: 'ed25519' | 'secp256k1'; bytes: Uint8Array }
export type Key =
  | Leaf
  | { type: 'list'; keys: Key[] }
  | { type: 'threshold'; threshold: number; keys: Key[] }
  | { type: 'contract' }

/** The network refuses keys nested deeper than this (BAD_ENCODING), so nothing deeper is ever read. */
export const MAX_KEY_DEPTH = 15

/** A leaf's id: its raw bytes (32 Ed25519, 33 compressed secp256k1) as lower-case hex. */
export const publicKeyText = (leaf: Leaf): string => bytesToHex(leaf.bytes)

/** Every leaf once, in the order of the key. */
export function leaves(key: Key): Leaf[] {
  const found = new Map<string, Leaf>()
  const visit = (part: Key): void => {
    if (part.type === 'contract') return
    if (part.type === 'list' || part.type === 'threshold') part.keys.forEach(visit)
    else if (!found.has(publicKeyText(part))) found.set(publicKeyText(part), part)
  }
  visit(key)
  return [...found.values()]
}

/** Whether these signatures activate the key. They never activate an empty list or a contract key. */
export function satisfied(key: Key, signers: ReadonlySet<string>): boolean {
  switch (key.type) {
    case 'contract':
      return false
    case 'list':
      return key.keys.length > 0 && key.keys.every((part) => satisfied(part, signers))
    case 'threshold':
      return key.keys.filter((part) => satisfied(part, signers)).length >= Math.max(1, key.threshold)
    default:
      return signers.has(publicKeyText(key))
  }
}

/**
 * The signatures that a key still lacks.
 *
 * `count` is the least number of further signatures (Infinity if no signatures are enough); a leaf in several branches
 * counts once for each. `leaves` are those that have not signed and belong to a branch that is not satisfied yet.
 */
export function missing(key: Key, signers: ReadonlySet<string>): { count: number; leaves: Leaf[] } {
  const open = new Map<string, Leaf>()
  const visit = (part: Key): void => {
    if (part.type === 'contract' || satisfied(part, signers)) return
    if (part.type === 'list' || part.type === 'threshold') part.keys.forEach(visit)
    else open.set(publicKeyText(part), part)
  }
  visit(key)
  return { count: lacking(key, signers), leaves: [...open.values()] }
}

function lacking(key: Key, signers: ReadonlySet<string>): number {
  if (key.type === 'contract') return Number.POSITIVE_INFINITY
  if (key.type !== 'list' && key.type !== 'threshold') return signers.has(publicKeyText(key)) ? 0 : 1
  const wanted = key.type === 'list' ? Math.max(1, key.keys.length) : Math.max(1, key.threshold)
  if (key.keys.length < wanted) return Number.POSITIVE_INFINITY
  const costs = key.keys.map((part) => lacking(part, signers)).sort((a, b) => a - b)
  return costs.slice(0, wanted).reduce((sum, cost) => sum + cost, 0)
}

/** The leaves whose single signature activates the key: any of a 1-of-N, none of a 2-of-3 of distinct keys. */
export const signsAlone = (key: Key): Leaf[] =>
  leaves(key).filter((leaf) => satisfied(key, new Set([publicKeyText(leaf)])))

/**
 * Whether both keys have the same structure, order, threshold and leaves. A contract key equals only the same object. A
 * list of a single leaf equals the leaf: mirror nodes show both as the leaf (`encodeKey` in hiero-mirror-node's
 * rest/utils.js).
 */
export const sameKey = (a: Key, b: Key): boolean => sameStructure(asMirrorsShow(a), asMirrorsShow(b))

function asMirrorsShow(key: Key): Key {
  if (key.type !== 'list' && !(key.type === 'threshold' && key.threshold === 1)) return key
  const [only, ...others] = key.keys
  return only && others.length === 0 && isLeaf(only) ? only : key
}

function sameStructure(a: Key, b: Key): boolean {
  if (a === b) return true
  if (a.type === 'contract' || b.type === 'contract' || a.type !== b.type) return false
  if (isLeaf(a) || isLeaf(b)) return isLeaf(a) && isLeaf(b) && publicKeyText(a) === publicKeyText(b)
  if (a.type === 'threshold' && b.type === 'threshold' && a.threshold !== b.threshold) return false
  return (
    a.keys.length === b.keys.length && a.keys.every((part, i) => sameStructure(part, b.keys[i] ?? { type: 'contract' }))
  )
}

export const isLeaf = (key: Key): key is Leaf => key.type === 'ed25519' || key.type === 'secp256k1'
