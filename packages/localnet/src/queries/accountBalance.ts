import type { proto } from '@hiero-ledger/proto'
import { accountId, tokenId } from '../ids.ts'
import { toLong } from '../int64.ts'
import { defineQuery } from '../queryDefinition.ts'
import { require } from '../refusal.ts'
import type { State } from '../state/state.ts'

/** CryptoGetAccountBalance: tinybars and every token. */
export const accountBalance = defineQuery('cryptogetAccountBalance', {
  response: 'cryptogetAccountBalance',
  isPaid: false,
  answer(query, { state }) {
    require(query.contractID == null, 'INVALID_CONTRACT_ID')
    require(query.accountID != null, 'INVALID_ACCOUNT_ID')
    const account = state.account(query.accountID)
    require(account !== undefined, 'INVALID_ACCOUNT_ID')
    require(!account.deleted, 'ACCOUNT_DELETED')
    return {
      accountID: accountId(account.num),
      balance: toLong(account.balance),
      tokenBalances: tokenBalances(account.num, state),
    }
  },
})

function tokenBalances(account: number, state: State): proto.ITokenBalance[] {
  return Array.from(state.relationsOf(account), ({ token, balance }) => ({
    tokenId: tokenId(token),
    balance: toLong(balance),
    decimals: state.tokens.get(token)?.decimals ?? 0,
  }))
}
