import { forbidden, unprocessable } from '@quorate/platform'

/** One error for a wallet or request that the session may not see, and for one that does not exist. */
export const notFoundOrDenied = () => forbidden('FORBIDDEN', 'Not found, or access denied')

/** The error for a signature in the name of an account that may not sign a request. */
export const notAnOwner = (account: string) => unprocessable('NOT_AN_OWNER', `${account} is no owner of this wallet`)

/** Why a change of owners that was asked under others is not executed. */
export const OWNERS_CHANGED = {
  code: 'WALLET_CHANGED',
  message: 'The owners or the threshold have changed since this was asked: ask again',
}
