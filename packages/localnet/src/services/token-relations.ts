import type { proto } from '@hiero-ledger/proto'
import { accountId, tokenId, tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { Account, Token, TokenRelation } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import type { HandleContext } from '#transaction/definition.ts'

export function existingToken(state: State, id: proto.ITokenID | null | undefined): Token {
  const token = state.tokens.get(tokenNumber(id))
  check(token !== undefined, 'INVALID_TOKEN_ID')
  return token
}

/** The token, which must exist and not be deleted; it may be paused. */
export function livingToken(state: State, id: proto.ITokenID | null | undefined): Token {
  const token = existingToken(state, id)
  check(!token.deleted, 'TOKEN_WAS_DELETED')
  return token
}

/** The token, which must exist, not be deleted and not be paused. */
export function usableToken(state: State, id: proto.ITokenID | null | undefined): Token {
  const token = livingToken(state, id)
  check(!token.paused, 'TOKEN_IS_PAUSED')
  return token
}

/** The account's association with a token that it is about to send or receive. */
export function relationForTransfer(state: State, account: Account, token: Token): TokenRelation {
  const relation = state.relation(account.num, token.num)
  check(relation !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  check(!relation.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  check(relation.kycGranted || token.kycKey === null, 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN')
  return relation
}

/** A new association: frozen if that is the token's default, and without KYC if the token has a KYC key. */
export function newRelation(account: number, token: Token, createdAt: bigint, automatic: boolean): TokenRelation {
  return {
    account,
    token: token.num,
    balance: 0n,
    frozen: token.freezeKey !== null && token.freezeDefault,
    kycGranted: token.kycKey === null,
    automatic,
    createdAt,
  }
}

/** Associates the account by a free slot; returns undefined if it has none. HIP-904: -1 slots are unlimited. */
export function associateAutomatically(
  context: HandleContext,
  account: Account,
  token: Token,
): TokenRelation | undefined {
  const { state, record, now } = context
  const { maxAutoAssociations, usedAutoAssociations } = account
  if (maxAutoAssociations === 0) return undefined
  check(maxAutoAssociations === -1 || usedAutoAssociations < maxAutoAssociations, 'NO_REMAINING_AUTOMATIC_ASSOCIATIONS')
  const relation = newRelation(account.num, token, now, true)
  const current = state.accounts.get(account.num) ?? account
  state.accounts.put(account.num, { ...current, usedAutoAssociations: usedAutoAssociations + 1 })
  state.putRelation(relation)
  const association = { accountId: accountId(account.num), tokenId: tokenId(token.num) }
  record.automaticTokenAssociations = [...(record.automaticTokenAssociations ?? []), association]
  return relation
}

/** Changes the number of tokens that an account is the treasury of. */
export function changeTreasuryCount(state: State, num: number, change: number): void {
  const account = state.accounts.get(num)
  if (account) state.accounts.put(num, { ...account, treasuryOf: account.treasuryOf + change })
}

export function changeNftCount(state: State, num: number, change: number): void {
  const account = state.accounts.get(num)
  if (account) state.accounts.put(num, { ...account, ownedNfts: account.ownedNfts + change })
}
