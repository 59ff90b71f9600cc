import { createHash } from 'node:crypto'
import { keyFromText, keyToProto, type Ledger } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { isLeaf, type Key, type Leaf, publicKeyText, signsAlone, VerifyError } from '@quorate/verify'
import { KEY_UNREADABLE } from '@quorate/verify/recount'

/**
 * The keys that may log in for an account: those whose signature alone satisfies the account's current key on the
 * ledger.
 *
 * @throws 422 INVALID_ACCOUNT_ID, ACCOUNT_DELETED, or KEY_CANNOT_LOG_IN if the account has no key, or if its key is a
 *     contract's, needs several signatures or is of an unknown kind
 * @throws 503 MIRROR_UNAVAILABLE
 */
export async function keysThatSignAlone(ledger: Ledger, accountId: string): Promise<Leaf[]> {
  const key = await accountKey(ledger, accountId)
  const alone = key ? signsAlone(key) : []
  if (alone.length > 0) return alone
  throw cannotLogIn(`No single key can sign for ${accountId}: ${reason(key)}`)
}

/**
 * The key of an account that can be satisfied by several signatures together.
 *
 * @throws like {@link keysThatSignAlone}, but KEY_CANNOT_LOG_IN only if the account has no key, or its key involves a
 *     contract
 */
export async function keyThatSignsTogether(ledger: Ledger, accountId: string): Promise<Key> {
  const key = await accountKey(ledger, accountId)
  if (key && keyHash(key) !== undefined) return key
  const why = key ? 'a contract holds a part of its key' : 'it has no key on the ledger'
  throw cannotLogIn(`${accountId} cannot log in by signatures: ${why}`)
}

/**
 * The SHA-256 of a key, to detect that the key has changed since a session began. Undefined for a key that involves a
 * contract, because contract ids are not read here.
 */
export const keyHash = (key: Key): string | undefined =>
  isOfContract(key) ? undefined : createHash('sha256').update(keyToProto(key)).digest('hex')

const isOfContract = (key: Key): boolean => key.type === 'contract' || (!isLeaf(key) && key.keys.some(isOfContract))

/** @throws 422 INVALID_ACCOUNT_ID, ACCOUNT_DELETED, or KEY_CANNOT_LOG_IN for a key of an unknown kind */
async function accountKey(ledger: Ledger, accountId: string): Promise<Key | null> {
  const account = await ledger.mirror.account(accountId).catch((error: unknown) => {
    throw hasUnreadableKey(error) ? cannotLogIn(`${accountId} cannot log in: ${UNREADABLE}`) : error
  })
  if (!account) throw unprocessable('INVALID_ACCOUNT_ID', `The account ${accountId} does not exist on ${ledger.chain}`)
  if (account.deleted) throw unprocessable('ACCOUNT_DELETED', `The account ${accountId} was deleted`)
  return account.key
}

const cannotLogIn = (message: string) => unprocessable('KEY_CANNOT_LOG_IN', message)

/** Whether a mirror read failed because the account's key is of a kind that is not supported here. */
export const hasUnreadableKey = (error: unknown): boolean =>
  error instanceof VerifyError && error.code === KEY_UNREADABLE

function reason(key: { type: string } | null): string {
  if (!key) return 'it has no key on the ledger'
  return key.type === 'contract'
    ? 'its key is held by a contract'
    : 'its key needs several signatures: log in as one of its owners, then request a login for the account with POST /auth/multisig/request'
}

const UNREADABLE = 'its key is of an unsupported kind; log in with an account that has an Ed25519 or ECDSA key'

/** Whether this is the public key that the client sent, in any encoding. @throws 400 INVALID_KEY */
export const isThisKey = (claimed: string | { key: string }, leaf: Leaf): boolean =>
  publicKeyText(keyFromText(typeof claimed === 'string' ? claimed : claimed.key, 'publicKey')) === publicKeyText(leaf)
