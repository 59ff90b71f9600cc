import { accountId, accountNumber, NOWHERE } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { checkUnlinked } from '#services/node/nodes.ts'
import { isSystemEntity, usableAccount } from '#services/validation.ts'
import type { Account } from '#state/entities.ts'
import { moveHbar } from '#state/hbar.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { FEE_COLLECTION } from '#transaction/fees.ts'

/** CryptoDelete: deletes an account that holds no tokens; its hbar goes to another account. */
export const deleteAccount = define('cryptoDelete', {
  type: 12,
  name: 'CRYPTODELETE',
  price: { functionality: 'CryptoDelete', base: 49_000_000n },

  precheck({ deleteAccountID, transferAccountID }) {
    check(deleteAccountID != null && transferAccountID != null, 'ACCOUNT_ID_DOES_NOT_EXIST')
    const target = accountNumber(deleteAccountID)
    const isSame = target !== NOWHERE && target === accountNumber(transferAccountID)
    check(!isSame, 'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT')
  },

  signers({ deleteAccountID, transferAccountID }, { state }) {
    const target = state.account(deleteAccountID)
    check(target !== undefined, 'INVALID_ACCOUNT_ID')
    const beneficiary = state.account(transferAccountID)
    check(beneficiary !== undefined, 'INVALID_TRANSFER_ACCOUNT_ID')
    check(beneficiary.num !== FEE_COLLECTION, 'TRANSFER_TO_FEE_COLLECTION_ACCOUNT_NOT_ALLOWED')
    check(!isSystemEntity(target.num), 'ENTITY_NOT_ALLOWED_TO_DELETE')
    return beneficiary.receiverSigRequired ? [target.key.rule, beneficiary.key.rule] : [target.key.rule]
  },

  handle({ deleteAccountID, transferAccountID }, context) {
    const { state } = context
    const target = usableAccount(state, deleteAccountID)
    const beneficiary = usableAccount(state, transferAccountID, 'INVALID_TRANSFER_ACCOUNT_ID')
    check(target.num !== beneficiary.num, 'TRANSFER_ACCOUNT_SAME_AS_DELETE_ACCOUNT')
    deleteAndTransfer(context, target, beneficiary)
    context.receipt.accountID = accountId(target.num)
    context.entity = target.num
  },
})

/**
 * Deletes an account or a contract that nothing depends on. Its hbar and its due staking reward go to another account
 * (TokenServiceApiImpl).
 */
export function deleteAndTransfer(context: HandleContext, target: Account, beneficiary: Account): void {
  const { state } = context
  checkUnlinked(state, target.num)
  check(target.treasuryOf === 0, 'ACCOUNT_IS_TREASURY')
  check(state.airdropCount(target.num) === 0, 'ACCOUNT_HAS_PENDING_AIRDROPS')
  check(!holdsTokens(state, target.num), 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES')
  moveHbar(state, target.num, beneficiary.num, target.balance, 'INSUFFICIENT_ACCOUNT_BALANCE')
  state.accounts.put(target.num, { ...target, balance: 0n, deleted: true })
  context.heir = beneficiary.num
}

function holdsTokens(state: State, account: number): boolean {
  return state.relationsOf(account).some(({ balance }) => balance > 0n)
}
