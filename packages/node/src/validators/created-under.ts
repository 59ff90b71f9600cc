/**
 * The memo of the transaction that created an entity says which validator the entity is bound to (`bindingMemo` of
 * `@quorate/verify`), so every node can read it from the ledger. Anybody can write such a memo. It binds an entity only
 * if the entity was created with exactly the keys that a node gives under this validator. Then only the network, and
 * with `partial` also the sender, can change anything.
 */
import type { Creation } from '@quorate/ledger'
import { type Key, type Leaf, leaves, publicKeyText, sameKey } from '@quorate/verify'

export type Security = 'none' | 'partial' | 'full'

/** Whether an entity was created with exactly the keys of this security level, and cannot be changed in other ways. */
export function isCreatedUnder(security: Security, networkKeys: readonly Leaf[], creation: Creation): boolean {
  const { kind, keys, hasOtherWays } = creation
  const given = Object.values(keys).filter((key) => key !== null)
  const own = new Set(networkKeys.map(publicKeyText))
  const isNetwork = (leaf: Leaf): boolean => own.has(publicKeyText(leaf))
  if (security === 'none') return !given.some((key) => leaves(key).some(isNetwork))
  const [first] = given
  if (!first || hasOtherWays || !given.every((key) => sameKey(key, first))) return false
  // Without the submit key others could write on the topic; without the admin key nobody could change it.
  if (kind === 'topic' && !(keys.admin_key && keys.submit_key)) return false
  return networkKeys.some((key) => (security === 'full' ? sameKey(first, key) : isPair(first, key)))
}

/** Whether a key is a list of a sender's key and the network's key. A list needs all of its keys. */
const isPair = (key: Key, networkKey: Leaf): boolean =>
  key.type === 'list' && key.keys.length === 2 && sameKey(key.keys[1] as Key, networkKey)
