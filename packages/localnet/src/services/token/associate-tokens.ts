import type { proto } from '@hiero-ledger/proto'
import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { lengths } from '#transaction/prices.ts'
import { newRelation, usableToken } from '../token-relations.ts'
import { usableAccount } from '../validation.ts'

/** Checks that every token id has a number and occurs once. */
export function checkTokenIds(tokens: readonly proto.ITokenID[] | null | undefined): void {
  const numbers = (tokens ?? []).map(tokenNumber)
  check(!numbers.includes(0), 'INVALID_TOKEN_ID')
  check(new Set(numbers).size === numbers.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST')
}

/** TokenAssociate: associates an account with tokens. */
export const associateTokens = define('tokenAssociate', {
  type: 40,
  name: 'TOKENASSOCIATE',
  price: {
    functionality: 'TokenAssociateToAccount',
    base: 499_000_000n,
    extras: ({ tokens }) => [['TOKEN_ASSOCIATE', lengths(tokens), 1]],
  },

  precheck({ account, tokens }) {
    check(account != null, 'INVALID_ACCOUNT_ID')
    checkTokenIds(tokens)
  },

  signers({ account }, { state }) {
    const found = state.account(account)
    check(found !== undefined, 'INVALID_ACCOUNT_ID')
    return [found.key.rule]
  },

  handle({ account: id, tokens }, context) {
    const { state, now } = context
    const account = usableAccount(state, id)
    for (const tokenId of tokens ?? []) {
      const token = usableToken(state, tokenId)
      check(state.relation(account.num, token.num) === undefined, 'TOKEN_ALREADY_ASSOCIATED_TO_ACCOUNT')
      state.putRelation(newRelation(account.num, token, now, false))
    }
    context.entity = account.num
  },
})
