import { keyToProto, MAX_TRANSACTION_BYTES, type MirrorAccount } from '@quorate/ledger'
import { unprocessable } from '@quorate/platform'
import { type Key, leaves, publicKeyText } from '@quorate/verify'

/** An owner of a wallet: an account, the owners' name for it, and the key that it held on the ledger when it joined. */
export interface Owner {
  wallet: string
  name: string
  key: Key
}

/** The owners who govern a wallet: any `threshold` of them can act (M of N). */
export interface Governance {
  owners: Owner[]
  threshold: number
}

/** How many bytes one signature adds to a transaction: public key, 64 bytes of signature, and framing. */
const SIGNATURE_BYTES = 110
/** The size of a transaction's body without the key that it sets, in bytes. */
const BODY_MARGIN_BYTES = 512

/** The key of the wallet's account: a threshold key over the owners' keys, in the owners' order. */
export const walletKey = ({ owners, threshold }: Governance): Key => ({
  type: 'threshold',
  threshold,
  keys: owners.map((owner) => owner.key),
})

/** Checks that the threshold does not exceed the number of owners. @throws 422 `INVALID_THRESHOLD` */
export function checkThreshold(threshold: number, owners: number): void {
  if (threshold > owners)
    throw unprocessable(
      'INVALID_THRESHOLD',
      `A threshold of ${threshold} can't be reached by ${owners} owner${owners === 1 ? '' : 's'}: choose 1 to ${owners}`,
    )
}

/**
 * Checks the list of owners before any account is read from the mirror.
 * @throws 422 `TOO_MANY_OWNERS`, `OWNER_REPEATED`
 */
export function checkOwners(owners: readonly Pick<Owner, 'wallet'>[], maxOwners: number): void {
  if (owners.length > maxOwners)
    throw unprocessable('TOO_MANY_OWNERS', `${owners.length} owners: a wallet has at most ${maxOwners}`)
  const accounts = new Set<string>()
  for (const { wallet } of owners) {
    if (accounts.has(wallet)) throw unprocessable('OWNER_REPEATED', `${wallet} is named twice among the owners`)
    accounts.add(wallet)
  }
}

/** All accounts under one network key share it, so the wallet's key can include only one of them. */
export const oneGuardedOwner = (first: string, second: string) =>
  unprocessable(
    'ONE_GUARDED_OWNER',
    `${first} and ${second} are both guarded by a network key: a wallet can have only one such owner`,
  )

/**
 * Checks that these owners can govern a wallet together: no repeated owner, no shared key, at most `maxOwners`, and
 * keys small enough that a later change of owners still fits in a transaction with everybody's signatures.
 *
 * @throws 422 `OWNER_REPEATED`, `OWNERS_SHARE_KEY`, `TOO_MANY_OWNERS`, `WALLET_TOO_LARGE` or `INVALID_THRESHOLD`
 */
export function checkGovernance({ owners, threshold }: Governance, maxOwners: number): void {
  checkOwners(owners, maxOwners)
  checkThreshold(threshold, owners.length)
  const holders = new Map<string, string>()
  for (const { wallet, key } of owners) {
    for (const leaf of leaves(key)) {
      const text = publicKeyText(leaf)
      const holder = holders.get(text)
      if (holder !== undefined && holder !== wallet)
        throw unprocessable(
          'OWNERS_SHARE_KEY',
          `${holder} and ${wallet} share the key ${text}: one signature would count as two`,
        )
      holders.set(text, wallet)
    }
  }
  // The next change of owners carries the new key in its body and may need the signatures of old and new owners.
  const largest =
    BODY_MARGIN_BYTES + 2 * keyToProto(walletKey({ owners, threshold })).length + holders.size * SIGNATURE_BYTES
  if (largest > MAX_TRANSACTION_BYTES)
    throw unprocessable(
      'WALLET_TOO_LARGE',
      `A later change with the signatures of all ${holders.size} keys would not fit into ${MAX_TRANSACTION_BYTES} bytes: name fewer owners, or owners with smaller keys`,
    )
}

/** Whether the key contains a contract key: contracts can't sign. */
const underContract = (key: Key): boolean =>
  key.type === 'contract' || ((key.type === 'list' || key.type === 'threshold') && key.keys.some(underContract))

/**
 * The current key of an account that is to own or pay for a wallet.
 *
 * @throws 422 with the ledger's `INVALID_ACCOUNT_ID` or `ACCOUNT_DELETED`, `OWNER_WITHOUT_KEY` or
 * `OWNER_UNDER_CONTRACT`
 */
export function signingKey(id: string, account: MirrorAccount | null): Key {
  if (!account) throw unprocessable('INVALID_ACCOUNT_ID', `The account ${id} does not exist on the ledger`)
  if (account.deleted) throw unprocessable('ACCOUNT_DELETED', `The account ${id} was deleted on the ledger`)
  if (!account.key || leaves(account.key).length === 0)
    throw unprocessable('OWNER_WITHOUT_KEY', `The account ${id} has no key on the ledger, so it could never sign`)
  if (underContract(account.key))
    throw unprocessable(
      'OWNER_UNDER_CONTRACT',
      `The account ${id} is under a contract's key, which can't sign a request`,
    )
  return account.key
}
