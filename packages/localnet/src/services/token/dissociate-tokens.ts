import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { Token, TokenRelation } from '#state/entities.ts'
import { relationKey, type State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import { changeNftCount } from '../token-relations.ts'
import { usableAccount } from '../validation.ts'
import { checkTokenIds } from './associate-tokens.ts'
import { burnNft, nftsOwnedBy } from './nfts.ts'

/** TokenDissociate: ends associations of an account; it must hold nothing of a token that is not deleted. */
export const dissociateTokens = define('tokenDissociate', {
  type: 41,
  name: 'TOKENDISSOCIATE',
  price: { functionality: 'TokenDissociateFromAccount', base: 499_000_000n },

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
    const { state } = context
    const account = usableAccount(state, id)
    for (const tokenId of tokens ?? []) {
      const relation = state.relation(account.num, tokenNumber(tokenId))
      check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
      const token = state.tokens.get(relation.token)
      check(!token?.paused, 'TOKEN_IS_PAUSED')
      if (token && !token.deleted) checkLeaving(relation, token)
      leave(state, relation, token)
    }
    context.entity = account.num
  },
})

function checkLeaving({ account, balance, frozen }: TokenRelation, { treasury, type }: Token): void {
  check(treasury !== account, 'ACCOUNT_IS_TREASURY')
  check(!frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  check(
    balance === 0n,
    type === 'FUNGIBLE_COMMON' ? 'TRANSACTION_REQUIRES_ZERO_TOKEN_BALANCES' : 'ACCOUNT_STILL_OWNS_NFTS',
  )
}

function leave(state: State, relation: TokenRelation, token: Token | undefined): void {
  state.relations.remove(relationKey(relation.account, relation.token))
  if (token && relation.balance > 0n) giveUp(state, relation, token)
  const account = state.accounts.get(relation.account)
  if (!relation.automatic || !account) return
  state.accounts.put(account.num, { ...account, usedAutoAssociations: Math.max(0, account.usedAutoAssociations - 1) })
}

/** Drops the account's balance of a deleted token. */
function giveUp(state: State, { account, balance }: TokenRelation, token: Token): void {
  state.tokens.put(token.num, { ...token, totalSupply: token.totalSupply - balance })
  if (token.type !== 'NON_FUNGIBLE_UNIQUE') return
  for (const nft of nftsOwnedBy(state, token, account)) burnNft(state, nft)
  changeNftCount(state, account, -Number(balance))
}
