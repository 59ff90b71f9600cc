import type { proto } from '@hiero-ledger/proto'
import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { changeNftCount, newRelation, usableToken } from '#services/token-relations.ts'
import { usableAccount } from '#services/validation.ts'
import type { Token, TokenRelation } from '#state/entities.ts'
import { relationKey, type State } from '#state/state.ts'
import { define, type Reading } from '#transaction/definition.ts'
import { TOKENS } from '#transaction/high-volume.ts'
import { lengths } from '#transaction/prices.ts'
import { burnNft, nftsOwnedBy } from './nfts.ts'

/** Checks that every token id has a number and occurs once. */
export function checkTokenIds(tokens: readonly proto.ITokenID[] | null | undefined): void {
  const numbers = (tokens ?? []).map(tokenNumber)
  check(!numbers.includes(0), 'INVALID_TOKEN_ID')
  check(new Set(numbers).size === numbers.length, 'TOKEN_ID_REPEATED_IN_TOKEN_LIST')
}

type Body = proto.ITokenAssociateTransactionBody & proto.ITokenDissociateTransactionBody

/** TokenAssociate and TokenDissociate both need the account's own signature. */
const ofAccount = {
  precheck({ account, tokens }: Body) {
    check(account != null, 'INVALID_ACCOUNT_ID')
    checkTokenIds(tokens)
  },

  signers({ account }: Body, { state }: Reading) {
    const found = state.account(account)
    check(found !== undefined, 'INVALID_ACCOUNT_ID')
    return [found.key.rule]
  },
}

/** TokenAssociate: associates an account with tokens. */
export const associateTokens = define('tokenAssociate', {
  type: 40,
  name: 'TOKENASSOCIATE',
  price: {
    functionality: 'TokenAssociateToAccount',
    highVolume: { opsPerSec: 10_000, curve: TOKENS },
    base: 499_000_000n,
    extras: ({ tokens }) => [['TOKEN_ASSOCIATE', lengths(tokens), 1]],
  },

  ...ofAccount,

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

/** TokenDissociate: ends associations of an account; it must hold nothing of a token that is not deleted. */
export const dissociateTokens = define('tokenDissociate', {
  type: 41,
  name: 'TOKENDISSOCIATE',
  price: { functionality: 'TokenDissociateFromAccount', base: 499_000_000n },

  ...ofAccount,

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
