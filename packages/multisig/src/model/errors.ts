import { conflict, forbidden, unprocessable } from '@quorate/platform'

/** The same error for a wallet or request that the session may not see and for one that does not exist. */
export const notFoundOrDenied = () => forbidden('FORBIDDEN', 'Not found, or access denied')

/** The error for a signature in the name of an account that may not sign a request. */
export const notAnOwner = (account: string) =>
  unprocessable('NOT_AN_OWNER', `${account} is not an owner of this wallet`)

/** The error for a signature by a key that its sender's account no longer holds, or no longer owns the wallet with. */
export const keyRotated = (account: string) =>
  conflict(
    'OWNER_KEY_ROTATED',
    `The key of ${account} on the ledger has changed since it became an owner: refresh the owner with update/request, action add`,
  )

/** The error for a signature from an account that has rejected the request. */
export const alreadyRejected = (account: string) => conflict('ALREADY_REJECTED', `${account} has rejected this request`)

/** The error of a request that depends on the wallet's key, and that previous owners requested. */
export const OWNERS_CHANGED = {
  code: 'WALLET_CHANGED',
  message: 'The owners or the threshold have changed since this was requested: create the request again',
}
