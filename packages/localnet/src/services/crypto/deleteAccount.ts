import { define } from '../../definition.ts'
import { accountId, accountNumber, NOWHERE } from '../../ids.ts'
import { require } from '../../refusal.ts'
import type { State } from '../../state/state.ts'
import { isSystemEntity, usableAccount } from '../validation.ts'
import { moveHbar } from './hbar.ts'

/** CryptoDelete: an account without tokens ends, its hbar goes to another. */
export const deleteAccount = define('cryptoDelete', {
  type: 12,
  name: 'CRYPTODELETE',

  precheck({ deleteAccountID, transferAccountID }) {
    require(deleteAccountID != null && transferAccountID != null, 'ACCOUNT_ID_DOES_NOT_EXIST')
    const target = accountNumber(deleteAccountID)
    const isSame = target !== NOWHERE && target === accountNumber(transferAccountID)
    require(!isSame, 'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT')
  },

  signers({ deleteAccountID, transferAccountID }, { state }) {
    const target = state.account(deleteAccountID)
    require(target !== undefined, 'INVALID_ACCOUNT_ID')
    const beneficiary = state.account(transferAccountID)
    require(beneficiary !== undefined, 'INVALID_TRANSFER_ACCOUNT_ID')
    require(!isSystemEntity(target.num), 'ENTITY_NOT_ALLOWED_TO_DELETE')
    return beneficiary.receiverSigRequired ? [target.key.rule, beneficiary.key.rule] : [target.key.rule]
  },

  handle({ deleteAccountID, transferAccountID }, handling) {
    const { state } = handling
    const target = usableAccount(state, deleteAccountID)
    const beneficiary = usableAccount(state, transferAccountID, 'INVALID_TRANSFER_ACCOUNT_ID')
    require(target.num !== beneficiary.num, 'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT')
    require(target.treasuryOf === 0, 'ACCOUNT_IS_TREASURY')
    require(state.airdropCount(target.num) === 0, 'ACCOUNT_HAS_PENDING_AIRDROPS')
    require(!holdsTokens(state, target.num), 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')
    moveHbar(state, target.num, beneficiary.num, target.balance, 'INSUFFICIENT_ACCOUNT_BALANCE')
    state.accounts.put(target.num, { ...target, balance: 0n, deleted: true })
    handling.receipt.accountID = accountId(target.num)
    handling.entity = target.num
  },
})

function holdsTokens(state: State, account: number): boolean {
  return state.relationsOf(account).some(({ balance }) => balance > 0n)
}
