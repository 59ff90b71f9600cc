/**
 * Works out the key that a request gives a wallet, from the keys on the ledger: which stay, which are removed and which
 * are added. The service's statements about owners are checked against their keys there.
 */

import { type Difference, difference } from '../bodies/compare.ts'
import { keyText } from '../bodies/summaries.ts'
import { VerifyError } from '../error.ts'
import { type Key, leaves, publicKeyText, sameKey } from '../keys/keys.ts'
import type { StatedRequest } from './stated.ts'

/** One owner's part of a wallet's key. */
export interface KeyPart {
  key: Key
  /** The account that has this key on the ledger; null if none is known. */
  account: string | null
}

/** How a request changes the keys of a wallet. */
export interface KeyChange {
  /** null for a new wallet. */
  before: { threshold: number; parts: KeyPart[] } | null
  after: { threshold: number; parts: KeyPart[] }
  /** Parts of the key before that are not in the key after. */
  goes: KeyPart[]
  /** Parts of the key after that were not in the key before. */
  comes: KeyPart[]
}

/** A key that is removed: the owner's current key, or an earlier one of its account. */
export interface GoneKey {
  key: Key
  /** The owner whose key it was, as the request states. */
  account: string
  /** Whether the account still has this key; false if the owner has changed its key since. */
  isPresent: boolean
}

export interface NewKey {
  key: Key
  change: KeyChange
  /** null if no key is removed. */
  gone: GoneKey | null
  /** Empty if the keys before and after differ exactly as the request states. */
  differences: Difference[]
}

interface Reading {
  signerId: string
  /** Undefined if the service does not show them. */
  owners: readonly string[] | undefined
  keyOf(accountId: string): Promise<Key | null>
  /** The keys that the account had before. */
  earlierKeysOf(accountId: string, walletId: string): Promise<Key[]>
}

/**
 * The key that a creation or an owner change makes; undefined for other operations.
 *
 * @throws VerifyError NO_KEY, WALLET_KEY_CHANGED, OWNERS_HIDDEN, OWNER_KEY_ROTATED
 */
export async function newKeyOf(request: StatedRequest, reading: Reading): Promise<NewKey | undefined> {
  if (request.operation === 'create') return created(request.payload as unknown as Creation, reading)
  if (request.operation !== 'update' || request.walletId === null) return undefined
  return changed(request.walletId, request.payload as unknown as Update, reading)
}

interface Creation {
  settings: { threshold: number; owners: { wallet: string }[] }
}

async function created({ settings: { threshold, owners } }: Creation, { keyOf }: Reading): Promise<NewKey> {
  const parts: KeyPart[] = []
  for (const { wallet } of owners) parts.push({ key: needed(await keyOf(wallet), wallet), account: wallet })
  const after = { threshold, parts }
  return {
    ...keyIn(after),
    change: { before: null, after, goes: [], comes: parts },
    gone: null,
    differences: unsoundIn(after),
  }
}

interface Update {
  action: 'add' | 'remove'
  owner: { wallet: string }
  threshold?: number
}

async function changed(walletId: string, { action, owner, threshold }: Update, reading: Reading): Promise<NewKey> {
  const present = needed(await reading.keyOf(walletId), walletId)
  const before = partsOf(present, walletId)
  await checkShown(present, walletId, reading)
  const changing = { account: owner.wallet, key: await reading.keyOf(owner.wallet) }
  const place = await placeOf(changing, before.parts, { ...reading, walletId })
  const old = before.parts[place]
  const isPresent = old !== undefined && changing.key !== null && sameKey(old.key, changing.key)
  if (old && isPresent) old.account = changing.account
  const parts = [...before.parts]
  if (action === 'remove') {
    if (place >= 0) parts.splice(place, 1)
  } else {
    const key = needed(changing.key, changing.account)
    // An owner who is added again keeps its position.
    parts.splice(place < 0 ? parts.length : place, place < 0 ? 0 : 1, { key, account: changing.account })
  }
  const after = { threshold: threshold ?? before.threshold, parts }
  const change = { before, after, goes: lacking(before.parts, parts), comes: lacking(parts, before.parts) }
  const gone =
    old && (action === 'remove' || !isPresent) ? { key: old.key, account: changing.account, isPresent } : null
  return {
    ...keyIn(after),
    change,
    gone,
    differences: [
      ...againstIntention(change, { action, account: changing.account, key: changing.key, walletId }),
      ...(await againstHistory(change, { gone, changing, walletId }, reading)),
      ...(await ownKeyGone(gone, reading)),
      ...unsoundIn(after),
    ],
  }
}

const keyIn = ({ threshold, parts }: KeyChange['after']): { key: Key } => ({
  key: { type: 'threshold', threshold, keys: parts.map(({ key }) => key) },
})

/** Mirrors show the key of a wallet with one owner as that owner's key. */
function partsOf(present: Key, walletId: string): { threshold: number; parts: KeyPart[] } {
  const part = (key: Key): KeyPart => ({ key, account: null })
  if (present.type === 'threshold') return { threshold: present.threshold, parts: present.keys.map(part) }
  if (present.type === 'ed25519' || present.type === 'secp256k1') return { threshold: 1, parts: [part(present)] }
  throw new VerifyError(
    'WALLET_KEY_CHANGED',
    `The key of ${walletId} on the ledger does not have the form of a wallet's key: a threshold over its owners' keys, or a single key`,
  )
}

/** @throws VerifyError OWNERS_HIDDEN if the service hides the owners from a signer whose key is in the wallet's key */
async function checkShown(present: Key, walletId: string, { owners, signerId, keyOf }: Reading): Promise<void> {
  if (owners) return
  const own = await keyOf(signerId)
  if (!own || shareLeaf(own, present))
    throw new VerifyError(
      'OWNERS_HIDDEN',
      `The key of ${signerId} is part of the key of ${walletId}, but the service hides the wallet's owners, so its statements about them cannot be checked`,
    )
}

function shareLeaf(one: Key, other: Key): boolean {
  const texts = new Set(leaves(one).map(publicKeyText))
  return leaves(other).some((leaf) => texts.has(publicKeyText(leaf)))
}

/**
 * The index of an owner's part in the wallet's key; -1 if it has none. Checks that every other owner's part is its
 * current key.
 *
 * @throws VerifyError WALLET_KEY_CHANGED, OWNER_KEY_ROTATED
 */
async function placeOf(
  { account, key }: { account: string; key: Key | null },
  parts: KeyPart[],
  { owners, keyOf, walletId }: Reading & { walletId: string },
): Promise<number> {
  if (!owners) return parts.findIndex((part) => key !== null && sameKey(part.key, key))
  if (owners.length !== parts.length || new Set(owners).size !== owners.length)
    throw new VerifyError(
      'WALLET_KEY_CHANGED',
      `The key of ${walletId} on the ledger has ${parts.length} parts, which are not the keys of the owners ${owners.join(', ')}`,
    )
  for (const [index, id] of owners.entries()) {
    const part = parts[index]
    if (!part || id === account) continue
    if (!sameKey(part.key, needed(await keyOf(id), id)))
      throw new VerifyError(
        'OWNER_KEY_ROTATED',
        `The key of ${id} in the wallet is not the one that the account has now: let its owners replace it first (update --add ${id})`,
      )
    part.account = id
  }
  return owners.indexOf(account)
}

/** The parts that are not among the others. */
const lacking = (parts: readonly KeyPart[], others: readonly KeyPart[]): KeyPart[] =>
  parts.filter(({ key }) => !others.some((other) => sameKey(other.key, key)))

/**
 * A removal takes one key away and adds none. An addition adds the account's key, and may remove only its older one.
 */
function againstIntention(
  { after, goes, comes }: KeyChange,
  { action, account, key, walletId }: { action: Update['action']; account: string; key: Key | null; walletId: string },
): Difference[] {
  const found: Difference[] = []
  const check = (holds: boolean, message: string): void => {
    if (!holds) found.push(difference('cryptoUpdateAccount.key', message))
  }
  check(after.parts.length > 0, `No key is left in ${walletId}`)
  if (action === 'remove') {
    check(goes.length === 1 && comes.length === 0, `${account} is not an owner of ${walletId}, so nobody is removed`)
    const stays = key !== null && after.parts.some((part) => shareLeaf(part.key, key))
    check(!stays, `The key that ${account} has on the ledger stays in ${walletId}, though the account is removed`)
    return found
  }
  check(
    key !== null && after.parts.filter((part) => sameKey(part.key, key)).length === 1,
    `The key of ${account} is not in ${walletId} exactly once`,
  )
  check(goes.length <= 1 && comes.length <= 1, `The key of ${account} is not the only one that changes in ${walletId}`)
  return found
}

/**
 * Only the service says which part of the wallet's key belongs to which owner. If the owner's account has another key
 * now, the ledger must show that it had this part's key before. A new key must replace such an older one: the account
 * may not keep both.
 */
async function againstHistory(
  { after, comes }: KeyChange,
  of: { gone: GoneKey | null; changing: { account: string; key: Key | null }; walletId: string },
  { earlierKeysOf }: Reading,
): Promise<Difference[]> {
  const { gone, changing, walletId } = of
  const { account, key } = changing
  const isUnknown = gone !== null && !gone.isPresent
  if (!isUnknown && comes.length === 0) return []
  const had = await earlierKeysOf(account, walletId)
  const isEarlier = (one: Key): boolean => had.some((other) => sameKey(one, other))
  const found: Difference[] = []
  if (isUnknown && !isEarlier(gone.key))
    found.push(
      difference(
        'cryptoUpdateAccount.key',
        `The removed key is not known as a present or earlier key of ${account}: ${keyText(gone.key)}`,
      ),
    )
  const stays = after.parts.find((part) => !(key !== null && sameKey(part.key, key)) && isEarlier(part.key))
  if (comes.length > 0 && stays)
    found.push(
      difference(
        'cryptoUpdateAccount.key',
        `An earlier key of ${account} stays in ${walletId} in addition to its current one: ${keyText(stays.key)}`,
      ),
    )
  return found
}

/** Stops a signer from removing its own key under another owner's name. */
async function ownKeyGone(gone: GoneKey | null, { signerId, keyOf }: Reading): Promise<Difference[]> {
  if (!gone || gone.account === signerId) return []
  const own = await keyOf(signerId)
  if (!own || !shareLeaf(own, gone.key)) return []
  return [
    difference('cryptoUpdateAccount.key', `The key of ${signerId} is removed, but the request names ${gone.account}`),
  ]
}

/** Faults that make a key unsafe for any wallet, whoever its owners are. */
function unsoundIn({ threshold, parts }: KeyChange['after']): Difference[] {
  if (threshold > parts.length)
    return [difference('key', `${threshold} keys must sign from then on, but there are only ${parts.length}`)]
  return sharedIn(parts)
}

/** One signature must not count for two owners. */
function sharedIn(parts: readonly KeyPart[]): Difference[] {
  const seen = new Set<string>()
  for (const { key } of parts) {
    const own = leaves(key).map(publicKeyText)
    const shared = own.find((text) => seen.has(text))
    if (shared !== undefined)
      return [difference('key', `Two owners share the key ${shared}: one signature would count as two`)]
    for (const text of own) seen.add(text)
  }
  return []
}

/** @throws VerifyError NO_KEY */
export function needed(key: Key | null, accountId: string | null): Key {
  if (key) return key
  throw new VerifyError('NO_KEY', `The ledger shows no key of ${accountId}, so the bytes can't be compared`)
}
