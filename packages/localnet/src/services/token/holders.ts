import type { proto } from '@hiero-ledger/proto'
import { check } from '#protocol/status-error.ts'
import { usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Account, Token, TokenRelation } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** The fields of a transaction about one account's use of one token. */
interface Named {
  readonly token?: proto.ITokenID | null
  readonly account?: proto.IAccountID | null
}

export interface AccountAndToken {
  readonly token: Token
  readonly account: Account
  readonly relation: TokenRelation
}

export function checkNamed({ token, account }: Named): void {
  check(token != null, 'INVALID_TOKEN_ID')
  check(account != null, 'INVALID_ACCOUNT_ID')
}

/** The account and its association with the token; account and token must be usable. */
export function usableHolder(state: State, named: Named): AccountAndToken {
  const token = usableToken(state, named.token)
  const account = usableAccount(state, named.account)
  const relation = state.relation(account.num, token.num)
  check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  return { token, account, relation }
}

/** Like {@link usableHolder}; the account must not be frozen for the token, either. */
export function unfrozenHolder(state: State, named: Named): AccountAndToken {
  const holder = usableHolder(state, named)
  check(!holder.relation.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  return holder
}
