import { checkMemo } from '@quorate/ledger'
import { badRequest, checkTitle } from '@quorate/platform'
import { isProposalMemo } from '@quorate/verify'

/**
 * Checks the purpose of a transaction, which becomes its memo.
 *
 * @throws 400 `BLANK_TEXT`, `HIDDEN_CHARACTER`, `VALIDATION_FAILED`; 422 `MEMO_TOO_LONG`
 */
export function checkPurpose(memo: string): void {
  checkTitle(memo, 'memo')
  checkMemo(memo)
  if (isProposalMemo(memo))
    throw badRequest(
      'VALIDATION_FAILED',
      `memo is "${memo}": only requests that a DAO decided have such memos. Choose other words`,
    )
}
