import { KEY_UNREADABLE, keyFromText, type Ledger } from '@quorate/ledger'
import { ApiError, unprocessable } from '@quorate/platform'
import { type Leaf, publicKeyText, signsAlone } from '@quorate/verify'

/**
 * The keys that may log in for an account: those whose single signature the ledger would accept for it now.
 *
 * @throws 422 INVALID_ACCOUNT_ID, ACCOUNT_DELETED, or KEY_CANNOT_LOG_IN for a key of a contract, of several signers, of
 *     an unknown kind, or none
 * @throws 503 MIRROR_UNAVAILABLE
 */
export async function keysThatSignAlone(ledger: Ledger, accountId: string): Promise<Leaf[]> {
  const account = await ledger.mirror.account(accountId).catch((error: unknown) => {
    throw hasUnreadableKey(error) ? cannotLogIn(accountId, UNREADABLE) : error
  })
  if (!account) throw unprocessable('INVALID_ACCOUNT_ID', `There is no account ${accountId} on ${ledger.chain}`)
  if (account.deleted) throw unprocessable('ACCOUNT_DELETED', `The account ${accountId} was deleted`)
  const alone = account.key ? signsAlone(account.key) : []
  if (alone.length > 0) return alone
  throw cannotLogIn(accountId, reason(account.key))
}

const cannotLogIn = (accountId: string, why: string) =>
  unprocessable('KEY_CANNOT_LOG_IN', `No single key can sign for ${accountId}: ${why}`)

/** Whether a read of the mirror failed because the account's key is of a kind that cannot be read here. */
export const hasUnreadableKey = (error: unknown): boolean => error instanceof ApiError && error.code === KEY_UNREADABLE

function reason(key: { type: string } | null): string {
  if (!key) return 'it has no key on the ledger'
  return key.type === 'contract'
    ? 'its key is held by a contract'
    : 'its key needs several signatures; log in as one of its owners'
}

const UNREADABLE =
  'its key is of a kind that is not understood here; log in with an account that has an Ed25519 or ECDSA key'

/** Whether the public key that a client names, in whichever encoding, is this one. @throws 400 INVALID_KEY */
export const isThisKey = (claimed: string | { key: string }, leaf: Leaf): boolean =>
  publicKeyText(keyFromText(typeof claimed === 'string' ? claimed : claimed.key)) === publicKeyText(leaf)
