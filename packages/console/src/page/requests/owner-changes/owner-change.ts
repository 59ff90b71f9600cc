/**
 * The owners of a wallet before and after a request. Before a signature, they come from the compared bytes and the keys
 * on the ledger, because the service could show the page other owners than it gave the comparison.
 */
import type { MultisigTypes } from '@quorate/client'
import { sameKey } from '@quorate/verify'
import type { Check } from '../../approve/check.ts'
import type { Reader, Stated } from '../sentences/sentence.ts'

export interface Owner {
  wallet: string
  name?: string | undefined
}

export interface OwnerChange {
  now: Owner[]
  later: Owner[]
  /** Signatures that are needed now and then. */
  before: number
  after: number
}

/** The change that a form asks for. Undefined if it changes nothing. */
export function ownerChangeOf(
  payload: Stated['payload'],
  { settings }: Pick<MultisigTypes['Wallet'], 'settings'>,
): OwnerChange | undefined {
  const { owner, action, threshold } = payload
  const { wallet, name } = (owner ?? {}) as { wallet?: unknown; name?: unknown }
  if (typeof wallet !== 'string' || (action !== 'add' && action !== 'remove')) return undefined
  const now = settings.owners
  const isOwner = now.some((one) => one.wallet === wallet)
  const joins = { wallet, ...(typeof name === 'string' ? { name } : {}) }
  const later = action === 'remove' ? now.filter((one) => one.wallet !== wallet) : isOwner ? now : [...now, joins]
  return {
    now,
    later,
    before: settings.threshold,
    after: typeof threshold === 'number' ? threshold : settings.threshold,
  }
}

type Compared = Pick<Check, 'verdict' | 'change' | 'gone'>

/**
 * The change in the compared bytes. Undefined if the bytes differ or change no owners, or if the owner of a key is not
 * known.
 */
export function confirmedChange(
  { verdict, change, gone }: Compared,
  names: ReadonlyMap<string, string>,
): OwnerChange | undefined {
  if (verdict !== 'trusted' || !change?.before) return undefined
  const { before, after } = change
  const ownersOf = ({ parts }: typeof after): Owner[] =>
    parts.flatMap(({ account, key }) => {
      // If an owner's account has a new key, no account has the owner's earlier key.
      const wallet = account ?? (gone && sameKey(gone.key, key) ? gone.account : undefined)
      return wallet === undefined ? [] : [{ wallet, name: names.get(wallet) }]
    })
  const [now, later] = [ownersOf(before), ownersOf(after)]
  if (now.length < before.parts.length || later.length < after.parts.length) return undefined
  return { now, later, before: before.threshold, after: after.threshold }
}

/**
 * The facts about current owners that a sentence needs, from the compared bytes: whether the added account is an owner
 * already, and the threshold.
 */
export function confirmedOwners(
  { payload }: Pick<Stated, 'payload'>,
  check: Compared | undefined,
): Pick<Reader, 'owners' | 'threshold'> {
  if (check?.verdict !== 'trusted' || !check.change?.before) return {}
  const { change, gone } = check
  const { wallet } = Object(payload.owner)
  const isPresent = change.comes.length === 0 || gone != null
  return { owners: new Set(isPresent ? [String(wallet)] : []), threshold: change.before?.threshold }
}
