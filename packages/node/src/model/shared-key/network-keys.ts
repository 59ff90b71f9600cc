import { type Key, type Leaf, leaves, publicKeyText } from '@quorate/verify'

/**
 * The network's keys on a chain. New entities get the first one. Entities from before the nodes made a shared key have
 * the node's own key.
 */
export type NetworkKeys = readonly [Leaf, ...Leaf[]]

/** The network's keys that are part of a key, without duplicates. */
export function networkKeysIn(networkKeys: readonly Leaf[], key: Key | null): Leaf[] {
  const parts = new Set(key === null ? [] : leaves(key).map(publicKeyText))
  return networkKeys.filter((own) => parts.has(publicKeyText(own)))
}

/** The key with the network's current key in place of the network's earlier ones. */
export function withPresentKey([present, ...others]: NetworkKeys, key: Key): Key {
  if (key.type === 'list' || key.type === 'threshold')
    return { ...key, keys: key.keys.map((part) => withPresentKey([present, ...others], part)) }
  return networkKeysIn(others, key).length > 0 ? present : key
}

export const holdsNetworkKey = (networkKeys: readonly Leaf[], key: Key | null): boolean =>
  networkKeysIn(networkKeys, key).length > 0
