import type { Ledger, MirrorAccount } from '@quorate/ledger'
import { conflict, mapInBatches, unavailable } from '@quorate/platform'
import { type Key, leaves, publicKeyText, sameKey } from '@quorate/verify'
import { givesAllowance } from '../../model/allowances.ts'
import { receiverMayPay } from '../../model/custom-fees.ts'
import { OWNERS_CHANGED } from '../../model/errors.ts'
import { keyFromHex } from '../../model/keys.ts'
import { signingNow, signsIntent } from '../../model/modes.ts'
import { setsOwnKey } from '../../model/own-key.ts'
import { receiversIn } from '../../model/receivers.ts'
import type { Request } from '../../model/request.ts'
import { walletKey } from '../../model/wallet.ts'

/** How long the mirror may lag behind a change of a wallet's key that this service saw executed, in milliseconds. */
const MIRROR_LAG_MS = 60_000

/**
 * An account that is known to exist on the ledger, as the mirror shows it.
 *
 * @throws 503 `MIRROR_BEHIND` if the mirror does not know it: it is behind or being refilled, so the account's keys are
 * unknown
 */
async function knownAccount(ledger: Ledger, id: string): Promise<MirrorAccount> {
  const account = await ledger.mirror.account(id)
  if (account) return account
  throw unavailable('MIRROR_BEHIND', `The mirror of ${ledger.chain} does not know the account ${id} now: try again`)
}

/**
 * The wallet's account with its key on the ledger.
 *
 * @throws 409 `WALLET_DELETED`, or `WALLET_KEY_CHANGED` if the key there is not the owners'; 503 `MIRROR_BEHIND` while
 * the mirror still shows the key from before this service's last change
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
      `The mirror of ${ledger.chain} still shows the wallet's previous key, because it lags behind: try again in a few seconds`,
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
 * Every key that the ledger will ask for when it executes the request, as the accounts have them now. All must be
 * satisfied.
 *
 * @throws as {@link walletOnLedger}; 409 `SIGNER_GONE`; 409 `WALLET_CHANGED` if the body was made for other owners than
 * the current ones
 */
export async function keysNeeded(ledger: Ledger, request: Request, now: number): Promise<NeededKey[]> {
  const { accounts, newKey } = signingNow(request)
  const keys: NeededKey[] = await Promise.all(
    accounts.map(async ({ account, key }) => {
      const current = await signingAccount(ledger, request, account, now)
      const isOther = account === request.wallet && !sameKey(current.key, keyFromHex(key))
      if (isOther && (newKey || setsOwnKey(request) || givesAllowance(request)))
        throw conflict(OWNERS_CHANGED.code, OWNERS_CHANGED.message)
      return { account, key: current.key }
    }),
  )
  return newKey && request.newGovernance ? [...keys, { account: null, key: walletKey(request.newGovernance) }] : keys
}

/** The keys that the ledger asked for when the request was made. {@link keysNeeded} reads the current ones. */
export function keysKnown(request: Request): NeededKey[] {
  const { accounts, newKey } = signingNow(request)
  const known = accounts.map(({ account, key }): NeededKey => ({ account, key: keyFromHex(key) }))
  return newKey && request.newGovernance ? [...known, { account: null, key: walletKey(request.newGovernance) }] : known
}

/**
 * The keys of receivers whose signature has become necessary since the request was made: they have set
 * `receiverSigRequired`, or royalties of the token now fall back to a fee for the receiver. The ledger will ask for
 * these keys, too.
 *
 * @throws 422 RECEIVER_MUST_SIGN if royalties fall back to a fee for a receiver without a key; as {@link knownAccount},
 * since a receiver may require its signature
 */
export async function receiversKeys(ledger: Ledger, request: Request): Promise<NeededKey[]> {
  const { wallet, payload, signing } = request
  if (!wallet || !signsIntent(request)) return []
  const known = new Set(signing.accounts.map(({ account }) => account))
  const receivers = [...receiversIn(payload).difference(known)]
  const token =
    receivers.length > 0 && payload.type === 'NON_FUNGIBLE_UNIQUE'
      ? await ledger.mirror.tokenDetails(String(payload.tokenId))
      : null
  const keys = await mapInBatches(receivers, async (id): Promise<NeededKey[]> => {
    const receiver = await knownAccount(ledger, id)
    const mustSign = receiver.receiverSigRequired || (token !== null && receiverMayPay(token, wallet, receiver))
    return mustSign && receiver.key ? [{ account: id, key: receiver.key }] : []
  })
  return keys.flat()
}

/**
 * The leaf keys, as text, that an account uses to take part in a request: the keys that make it a present or future
 * owner of the wallet, and its own key if the ledger asks for that. For a current owner, only its key in the wallet
 * counts, even if its account has another one now.
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

/** The leaf keys, as text, that an account holds on the ledger now. @throws as {@link knownAccount} */
export async function leavesHeld(ledger: Ledger, account: string): Promise<Set<string>> {
  const { deleted, key } = await knownAccount(ledger, account)
  return deleted || !key ? new Set() : leavesOf([{ key }])
}

/**
 * Checks that accounts that become owners, or get another key in the wallet, still hold the keys in the request's body.
 * Months may have passed since the request, and owners replace stolen keys quickly. Other owners are not checked:
 * replacing one owner's key must be possible while another's is outdated.
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
