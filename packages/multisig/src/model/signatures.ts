/** Works out which signatures a request has, and which it lacks. */
import { type Key, leaves, missing, publicKeyText, sameKey, satisfied } from '@quorate/verify'
import { keyFromHex } from './keys.ts'
import { signingNow, signsIntent } from './modes.ts'
import type { CountedSignature, Rejection, Request } from './request.ts'
import { walletKey } from './wallet.ts'

/** Whether a signature counts: it was verified, and its key was seen on the ledger. */
export const counts = ({ byMirror, unconfirmed }: CountedSignature): boolean => !byMirror && !unconfirmed

/** The keys whose signatures count. */
export const signedKeys = (request: Request): Set<string> =>
  new Set(request.signatures.filter(counts).map((signature) => signature.publicKey))

/** The request's signatures and the added ones, which replace earlier ones by the same keys. */
export const withAdded = (signatures: CountedSignature[], added: CountedSignature[]): CountedSignature[] => {
  const keys = new Set(added.map(({ publicKey }) => publicKey))
  return [...signatures.filter(({ publicKey }) => !keys.has(publicKey)), ...added]
}

/**
 * Signatures by keys that are no longer part of the wallet's key, because their owner was removed or has another key
 * there. The ledger does not count them.
 */
export function formerOwnersSignatures(request: Request): CountedSignature[] {
  const former = [
    ...keysAtRequest(request),
    ...(request.governance?.previousKey ? [request.governance.previousKey] : []),
  ]
  const present = new Set(presentKeys(request).flatMap(leaves).map(publicKeyText))
  const gone = new Set(former.flatMap(leaves).map(publicKeyText)).difference(present)
  return request.signatures.filter(({ publicKey }) => gone.has(publicKey))
}

/** The keys that the ledger asks for, as they were when the request was made. */
export const keysAtRequest = (request: Request): Key[] => keysAsked(request, keyFromHex)

/**
 * The keys that the ledger asks for, with the wallet's key taken from its current owners. Execution reads them from the
 * ledger again.
 */
export const presentKeys = (request: Request, signing = signingNow(request)): Key[] =>
  keysAsked(
    request,
    (key, account) => (account === request.wallet && request.governance ? request.governance.key : keyFromHex(key)),
    signing,
  )

function keysAsked(
  request: Request,
  keyOf: (key: string, account: string) => Key,
  { accounts, newKey } = signingNow(request),
): Key[] {
  return [
    ...accounts.map(({ account, key }) => keyOf(key, account)),
    ...(newKey && request.newGovernance ? [walletKey(request.newGovernance)] : []),
  ]
}

/**
 * The accounts behind the request's keys, with those keys: the old and new owners, and other accounts that must sign.
 * An owner may have two keys.
 */
export function people(
  request: Request,
  signing = signingNow(request),
  hasOwners = signsIntent(request),
): Map<string, Key[]> {
  const owners = hasOwners ? [...(request.governance?.owners ?? []), ...(request.newGovernance?.owners ?? [])] : []
  const others = signing.accounts.filter(({ account }) => account !== request.wallet)
  const all = [
    ...owners.map(({ wallet, key }) => ({ account: wallet, key })),
    ...others.map(({ account, key }) => ({ account, key: keyFromHex(key) })),
  ]
  return new Map(
    [...Map.groupBy(all, ({ account }) => account)].map(([who, entries]) => [who, entries.map(({ key }) => key)]),
  )
}

/**
 * The leaf keys, as text, of old and new owners who have rejected the request, each with its owner. A signature by such
 * a leaf does not count, whichever account sends it: anybody can create an account whose key contains another account's
 * leaf.
 */
export function rejectedLeaves({
  governance,
  newGovernance,
  rejections,
}: Pick<Request, 'governance' | 'newGovernance'> & { rejections: Pick<Rejection, 'account'>[] }): Map<string, string> {
  const owners = [...(governance?.owners ?? []), ...(newGovernance?.owners ?? [])]
  const ownerOf = new Map(
    owners.flatMap(({ wallet, key }) => leaves(key).map((leaf) => [publicKeyText(leaf), wallet] as const)),
  )
  const rejecting = new Set(rejections.map(({ account }) => account))
  return new Map([...ownerOf].filter(([, owner]) => rejecting.has(owner)))
}

/**
 * The leaf keys, as text, of current owners whose key in the wallet is replaced by this request. Their accounts have
 * other keys now, so they cannot sign with the old ones.
 */
function replacedLeaves({ governance, newGovernance }: Pick<Request, 'governance' | 'newGovernance'>): Set<string> {
  const next = new Map(newGovernance?.owners.map(({ wallet, key }) => [wallet, key]))
  const gone = (governance?.owners ?? []).flatMap(({ wallet, key }) => {
    const kept = next.get(wallet)
    return kept && !sameKey(kept, key) ? leaves(key) : []
  })
  const kept = [...next.values()].flatMap(leaves).map(publicKeyText)
  return new Set(gone.map(publicKeyText)).difference(new Set(kept))
}

/**
 * What is still missing for the keys that the ledger will ask for: at least this many signatures, each by one of these
 * public keys (raw, hex). Keys that cannot help are left out: those of accounts that have rejected the request, and
 * keys that their owners have replaced.
 */
export function missingKeys(request: Request): { signatures: number; publicKeys: Set<string> } {
  const signers = signedKeys(request)
  const lacking = presentKeys(request).map((key) => missing(key, signers))
  return {
    signatures: Math.max(0, ...lacking.map(({ count }) => count)),
    publicKeys: new Set(lacking.flatMap(({ leaves }) => leaves).map(publicKeyText)).difference(uselessLeaves(request)),
  }
}

/**
 * The leaf keys, as text, that cannot help: those of owners who have rejected the request, or who have another key now.
 */
export const uselessLeaves = (request: Request): Set<string> =>
  new Set(rejectedLeaves(request).keys()).union(replacedLeaves(request))

/**
 * The signatures needed for one of the keys that the ledger will ask for. Counts are Infinity if signatures alone never
 * suffice.
 */
export interface Need {
  /** The account that has the key; null for the new key that the body sets. */
  account: string | null
  /** The least number of signatures that satisfy it. */
  needed: number
  /** The least number of signatures that are still missing. */
  missing: number
  /** The accounts whose signature could still help. */
  from: string[]
}

/**
 * The needs of each key that the ledger will ask for. A change of owners needs the current key and the new one. While a
 * scheduled request's ScheduleCreate waits for its requester, these are already the needs of the scheduled transaction,
 * so that the count does not change later: the requester's signature counts for both.
 */
export function needsOf(request: Request): Need[] {
  const signers = signedKeys(request)
  const { accounts } = request.signing
  const useless = uselessLeaves(request)
  const all = people(request, request.signing, true)
  return presentKeys(request, request.signing).map((key, index) => {
    const lacking = missing(key, signers)
    return {
      account: accounts[index]?.account ?? null,
      needed: missing(key, new Set()).count,
      missing: lacking.count,
      from: accountsOf(request, new Set(lacking.leaves.map(publicKeyText)).difference(useless), all),
    }
  })
}

/**
 * The accounts whose signature could still help. Accounts that have rejected the request are left out. Nobody is
 * missing once every key that the ledger will ask for is satisfied.
 */
export const missingSigners = (request: Request, { publicKeys } = missingKeys(request)): string[] =>
  accountsOf(request, publicKeys)

/** Whether the request is open, and the account's signature could still help. */
export const isWaitingFor = (request: Request, account: string): boolean =>
  request.state === 'pending' && missingSigners(request).includes(account)

/** The accounts with one of these keys that have not rejected the request. */
function accountsOf(request: Request, open: ReadonlySet<string>, all = people(request)): string[] {
  const rejecting = new Set(request.rejections.map(({ account }) => account))
  return [...all]
    .filter(([account]) => !rejecting.has(account))
    .filter(([, held]) => held.flatMap(leaves).some((leaf) => open.has(publicKeyText(leaf))))
    .map(([account]) => account)
}

/**
 * Whether the request could still be executed if everybody who has not rejected it signed. A rejection before a
 * scheduled request's schedule exists already counts against the scheduled transaction, whoever signs the
 * ScheduleCreate.
 */
export function canStillPass(request: Request): boolean {
  const keys = presentKeys(request, request.signing)
  const able = new Set(keys.flatMap(leaves).map(publicKeyText)).difference(rejectedLeaves(request))
  const signers = able.union(signedKeys(request))
  return keys.every((key) => satisfied(key, signers))
}

/** The reason given when a request that {@link isRejected} is closed. */
export const REJECTED = {
  code: 'REJECTED',
  message: 'The owners who have not rejected the request cannot reach its threshold',
}

/** The code and message of a request that its requester has rejected. */
export const withdrawnBy = (requester: string) => ({
  code: 'WITHDRAWN',
  message: `${requester} has withdrawn the request`,
})

/** Whether current owners' rejections prevent the request from being executed. */
export const isRejected = (request: Request): boolean => request.rejections.length > 0 && !canStillPass(request)
