import type { proto } from '@hiero-ledger/proto'
import { toLong } from '#protocol/encoding/int64.ts'
import { accountId, tokenId } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { State } from '#state/state.ts'
import { defineQuery } from './query-definition.ts'

/** tokens.maxRelsPerInfoQuery: an answer has only the first relations. */
export const MAX_RELATIONS = 1_000

/** CryptoGetAccountBalance: the balance in tinybars and of every token. */
export const accountBalance = defineQuery('cryptogetAccountBalance', {
  response: 'cryptogetAccountBalance',
  isPaid: false,
  answer(query, { state }) {
    const account = query.contractID ? state.contractAccount(query.contractID) : state.account(query.accountID)
    check(account !== undefined, query.contractID ? 'INVALID_CONTRACT_ID' : 'INVALID_ACCOUNT_ID')
    check(!account.deleted, query.contractID ? 'CONTRACT_DELETED' : 'ACCOUNT_DELETED')
    return {
      accountID: accountId(account.num),
      balance: toLong(account.balance),
      tokenBalances: tokenBalances(account.num, state),
    }
  },
})

function tokenBalances(account: number, state: State): proto.ITokenBalance[] {
  return Array.from(state.relationsOf(account).take(MAX_RELATIONS), ({ token, balance }) => ({
    tokenId: tokenId(token),
    balance: toLong(balance),
    decimals: state.tokens.get(token)?.decimals ?? 0,
  }))
}
