/** The common parts of withdrawals (one receiver) and payments (several receivers). */
import type { Ledger, MirrorAccount, MirrorTokenDetails } from '@quorate/ledger'
import { badRequest, type RouteErrors, TokenId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { keyToHex } from '../model/keys.ts'
import type { Prepared } from './operation.ts'

export const Asset = Type.Union([Type.Literal('HBAR'), TokenId], { description: 'HBAR, or a token id' })

/** The errors of a transfer from a wallet. */
export const transferErrors: RouteErrors = {
  400: ['INVALID_AMOUNT', 'INVALID_MAX_CUSTOM_FEES', 'WRONG_TOKEN_TYPE'],
  422: [
    'ACCOUNT_FROZEN_FOR_TOKEN',
    'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
    'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
    'CUSTOM_FEES',
    'INSUFFICIENT_TOKEN_BALANCE',
    'INVALID_TOKEN_ID',
    'NO_REMAINING_AUTOMATIC_ASSOCIATIONS',
    'NO_SCHEDULE_PAYER',
    'RECEIVER_MUST_SIGN',
    'SCHEDULE_PAYER_INVOLVED',
    'TOKEN_IS_PAUSED',
    'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
    'TOKEN_WAS_DELETED',
    'WRONG_TOKEN_TYPE',
  ],
}

/** @throws 422 `ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS` if the receiver is the wallet itself */
export function checkReceiver(receiverId: string, walletId: string): void {
  if (receiverId === walletId)
    throw unprocessable('ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS', `The wallet ${walletId} can't pay itself`)
}

/** @throws 422 `INVALID_ACCOUNT_ID`, `ACCOUNT_DELETED` */
export async function receiverOf(id: string, ledger: Ledger): Promise<MirrorAccount> {
  const receiver = await ledger.mirror.account(id)
  if (!receiver) throw unprocessable('INVALID_ACCOUNT_ID', `The receiver ${id} does not exist on the ledger`)
  if (receiver.deleted) throw unprocessable('ACCOUNT_DELETED', `The receiver ${id} was deleted on the ledger`)
  return receiver
}

/**
 * The token that is moved; undefined for hbars.
 *
 * @throws 400 `WRONG_TOKEN_TYPE` for hbars; 422 `INVALID_TOKEN_ID`, `TOKEN_WAS_DELETED`, `WRONG_TOKEN_TYPE`
 */
export async function tokenOf(
  { tokenId, type }: { tokenId: string; type: MirrorTokenDetails['type'] },
  ledger: Ledger,
): Promise<MirrorTokenDetails | undefined> {
  if (tokenId === 'HBAR') {
    if (type !== 'FUNGIBLE_COMMON') throw badRequest('WRONG_TOKEN_TYPE', `type is ${type}: HBAR is FUNGIBLE_COMMON`)
    return undefined
  }
  const token = await ledger.mirror.tokenDetails(tokenId)
  if (!token) throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId} does not exist on the ledger`)
  if (token.deleted) throw unprocessable('TOKEN_WAS_DELETED', `The token ${tokenId} was deleted on the ledger`)
  if (token.type !== type) throw unprocessable('WRONG_TOKEN_TYPE', `The token ${tokenId} is ${token.type}, not ${type}`)
  return token
}

/** Makes a request wait for a receiver's signature, too, which must be in the executed bytes. */
export function signedBy({ signing }: Prepared, { id, key }: MirrorAccount): void {
  if (key) signing.accounts.push({ account: id, key: keyToHex(key) })
}
