import type { proto } from '@hiero-ledger/proto'
import { define } from '../../definition.ts'
import { tokenNumber } from '../../ids.ts'
import { require } from '../../refusal.ts'
import { usableAccount } from '../validation.ts'
import { newRelation, usableToken } from './relations.ts'

/** No token twice, none without a number. */
export function checkTokenIds(tokens: readonly proto.ITokenID[] | null | undefined): void {
  const numbers = (tokens ?? []).map(tokenNumber)
  require(!numbers.includes(0), 'INVALID_TOKEN_ID')
  require(new Set(numbers).size === numbers.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST')
}

/** TokenAssociate: the account may hold these tokens from now on. */
export const associateTokens = define('tokenAssociate', {
  type: 40,
  name: 'TOKENASSOCIATE',

  precheck({ account, tokens }) {
    require(account != null, 'INVALID_ACCOUNT_ID')
    checkTokenIds(tokens)
  },

  signers({ account }, { state }) {
    const found = state.account(account)
    require(found !== undefined, 'INVALID_ACCOUNT_ID')
    return [found.key.rule]
  },

  handle({ account: id, tokens }, handling) {
    const { state, now } = handling
    const account = usableAccount(state, id)
    for (const tokenId of tokens ?? []) {
      const token = usableToken(state, tokenId)
      require(state.relation(account.num, token.num) === undefined, 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT')
      state.putRelation(newRelation(account.num, token, now, false))
    }
    handling.entity = account.num
  },
})
