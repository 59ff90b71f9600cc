import { INT64_MAX } from '#protocol/encoding/int64.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'

/** Adds to a token's supply and its treasury's balance; returns the changed token. */
export function changeSupply(state: State, token: Token, amount: bigint, tooMuch: ResponseCode): Token {
  const relation = state.relation(token.treasury, token.num)
  check(relation !== undefined, 'INVALID_TREASURY_ACCOUNT_FOR_TOKEN')
  check(!relation.frozen, 'ACCOUNT_FROZEN_FOR_TOKEN')
  check(token.kycKey === null || relation.kycGranted, 'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN')
  const totalSupply = token.totalSupply + amount
  check(totalSupply >= 0n && totalSupply <= INT64_MAX, tooMuch)
  check(token.supplyType === 'INFINITE' || totalSupply <= token.maxSupply, 'TOKEN_MAX_SUPPLY_REACHED')
  const balance = relation.balance + amount
  check(balance >= 0n, 'INSUFFICIENT_TOKEN_BALANCE')
  if (amount === 0n) return token
  const changed = { ...token, totalSupply }
  state.tokens.put(token.num, changed)
  state.putRelation({ ...relation, balance })
  return changed
}
