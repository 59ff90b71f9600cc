import type { Ledger, MirrorAccount } from '@quorate/ledger'
import { conflict, unavailable } from '@quorate/platform'
import { type Key, leaves, publicKeyText, sameKey } from '@quorate/verify'
import { receiverMayPay } from '../../model/custom-fees.ts'
import { OWNERS_CHANGED } from '../../model/errors.ts'
import { keyFromHex } from '../../model/keys.ts'
import { signingNow, signsIntent } from '../../model/modes.ts'
import type { Request } from '../../model/request.ts'
import { walletKey } from '../../model/wallet.ts'

/** How long the mirror may lag behind a key change of a wallet that we have seen executed, in milliseconds. */
const MIRROR_LAG_MS = 60_000

/**
 * An account that was on the ledger before, as the mirror shows it.
 *
 * @throws 503 `MIRROR_BEHIND` where the mirror does not know it: it is behind or is being filled anew, so that nothing
 *     is known of the account's keys
 */
async function knownAccount(ledger: Ledger, id: string): Promise<MirrorAccount> {
  const account = await ledger.mirror.account(id)
  if (account) return account
  throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} does not know the account ${id} now: try again`)
}

/**
 * The wallet's account with its key, as the ledger has it.
 *
 * @throws 409 `WALLET_DELETED`, or `WALLET_KEY_CHANGED` where the key there is not the owners'; 503 `MIRROR_BEHIND`
 *     while the mirror still shows the key before our own last change
 */
export async function walletOnLedger(
  ledger: Ledger,
  wallet: { wallet: string; key: Key; previousKey: Key | null; changedAt: number },
  now: number,
): Promise<MirrorAccount & { key: Key }> {
  const account = await knownAccount(ledger, wallet.wallet)
  if (account.deleted) throw conflict('WALLET_DELETED', `The wallet ${wallet.wallet} was deleted on the ledger`)
  if (account.key && sameKey(account.key, wallet.key)) return { ...account, key: account.key }
  if (
    account.key &&
    wallet.previousKey &&
    sameKey(account.key, wallet.previousKey) &&
    now - wallet.changedAt < MIRROR_LAG_MS
  )
    throw unavailable(
      'MIRROR_BEHIND',
      `The mirror of ${ledger.chain} still shows the wallet's key before its last change`,
    )
  throw conflict(
    'WALLET_KEY_CHANGED',
    `The key of ${wallet.wallet} on the ledger no longer matches its owners: it was changed outside this service`,
  )
}

/** A key that the ledger will ask for, and the account that has it now; null for the new key that the body sets. */
export interface NeededKey {
  account: string | null
  key: Key
}

/**
 * Every key that the ledger will ask for when it executes the request, as the accounts have them now; all must be
 * satisfied.
 *
 * @throws as {@link walletOnLedger}, 409 `SIGNER_GONE`, and 409 `WALLET_CHANGED` where the body was made for other
 *     owners than the present ones
 */
export async function keysNeeded(ledger: Ledger, request: Request, now: number): Promise<NeededKey[]> {
  const { accounts, newKey } = signingNow(request)
  const keys: NeededKey[] = await Promise.all(
    accounts.map(async ({ account, key }) => {
      const current = await signingAccount(ledger, request, account, now)
      if (newKey && account === request.wallet && !sameKey(current.key, keyFromHex(key)))
        throw conflict(OWNERS_CHANGED.code, OWNERS_CHANGED.message)
      return { account, key: current.key }
    }),
  )
  return newKey && request.newGovernance ? [...keys, { account: null, key: walletKey(request.newGovernance) }] : keys
}

/** The keys that the ledger asked for when the request was made, as {@link keysNeeded} reads them from it now. */
export function keysKnown(request: Request): NeededKey[] {
  const { accounts, newKey } = signingNow(request)
  const known = accounts.map(({ account, key }): NeededKey => ({ account, key: keyFromHex(key) }))
  return newKey && request.newGovernance ? [...known, { account: null, key: walletKey(request.newGovernance) }] : known
}

/**
 * The key of a receiver that has to sign since the request was made, as it set `receiverSigRequired`, or as royalties
 * of the token now fall back to a fee of the receiver's: the ledger will ask for it, too.
 *
 * @throws 422 RECEIVER_MUST_SIGN where royalties fall back to a fee of a receiver that has no key; as
 *     {@link knownAccount}: the receiver may ask to sign
 */
export async function receiversKey(ledger: Ledger, request: Request): Promise<NeededKey[]> {
  const { wallet, payload, signing, operation } = request
  const { receiverId, tokenId, type } = payload
  if (operation !== 'withdraw' || !wallet || typeof receiverId !== 'string') return []
  if (!signsIntent(request)) return []
  if (signing.accounts.some(({ account }) => account === receiverId)) return []
  const [receiver, token] = await Promise.all([
    knownAccount(ledger, receiverId),
    type === 'NON_FUNGIBLE_UNIQUE' ? ledger.mirror.tokenDetails(String(tokenId)) : null,
  ])
  const mustSign = receiver.receiverSigRequired || (token !== null && receiverMayPay(token, wallet, receiver))
  return mustSign && receiver.key ? [{ account: receiverId, key: receiver.key }] : []
}

/**
 * The leaves, as texts, by which an account takes part in a request: the keys by which it is or becomes an owner of the
 * wallet, and its own key where the ledger asks for that. The leaf of a present owner is not among the latter, even if
 * the account holds it now.
 */
export function leavesOwned(request: Request, needed: NeededKey[], account: string): Set<string> {
  const present = request.governance?.owners ?? []
  const owned = [...present, ...(request.newGovernance?.owners ?? [])].filter(({ wallet }) => wallet === account)
  const asked = needed.filter((one) => one.account === account && account !== request.wallet)
  return leavesOf(owned).union(leavesOf(asked).difference(leavesOf(present)))
}

const leavesOf = (holders: { key: Key }[]): Set<string> =>
  new Set(holders.flatMap(({ key }) => leaves(key)).map(publicKeyText))

async function signingAccount(ledger: Ledger, request: Request, id: string, now: number): Promise<{ key: Key }> {
  if (id === request.wallet && request.governance)
    return walletOnLedger(
      ledger,
      { wallet: id, ...request.governance, changedAt: request.governance.changedAt.getTime() },
      now,
    )
  const account = await knownAccount(ledger, id)
  if (!account.key || account.deleted)
    throw conflict('SIGNER_GONE', `${id} must sign this, but it was deleted or has no key on the ledger`)
  return { key: account.key }
}

/** The leaves that an account holds on the ledger now, as texts. @throws as {@link knownAccount} */
export async function leavesHeld(ledger: Ledger, account: string): Promise<Set<string>> {
  const { deleted, key } = await knownAccount(ledger, account)
  return deleted || !key ? new Set() : leavesOf([{ key }])
}

/**
 * Checks that those whom a request makes owners, or gives another key in the wallet, still hold the keys that its body
 * sets: months may have passed, and a stolen key is replaced in a minute. Owners whose key in the wallet stays as it is
 * are not asked about, as a change that refreshes the key of one owner must be possible while that of another is old.
 *
 * @throws 409 `OWNER_KEY_ROTATED`, and as {@link knownAccount}
 */
export async function checkNewOwners(
  ledger: Ledger,
  { governance, newGovernance }: Pick<Request, 'governance' | 'newGovernance'>,
): Promise<void> {
  if (!newGovernance) return
  const present = governance?.owners ?? []
  const set = newGovernance.owners.filter(
    ({ wallet, key }) => !present.some((owner) => owner.wallet === wallet && sameKey(owner.key, key)),
  )
  const accounts = await Promise.all(set.map(({ wallet }) => knownAccount(ledger, wallet)))
  for (const [index, { wallet, key }] of set.entries()) {
    const account = accounts[index]
    if (account?.key && !account.deleted && sameKey(account.key, key)) continue
    throw conflict(
      'OWNER_KEY_ROTATED',
      `${wallet} no longer has the key on the ledger that this request would make an owner: create the request again`,
    )
  }
}
