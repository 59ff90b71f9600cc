import type { proto } from '@hiero-ledger/proto'
import { define, type Handling } from '../../definition.ts'
import { accountNumber, tokenNumber } from '../../ids.ts'
import { int64 } from '../../int64.ts'
import type { KeyRule } from '../../keys.ts'
import { type ResponseCode, require } from '../../refusal.ts'
import type { Account, Token } from '../../state/entities.ts'
import type { State } from '../../state/state.ts'
import { usableAccount } from '../validation.ts'
import { checkSerials, grantAllNfts, grantHbar, grantToken, MAX_GRANTS, setNftSpender } from './allowances.ts'

type Body = proto.ICryptoApproveAllowanceTransactionBody
type Id = proto.IAccountID | null | undefined

/** CryptoApproveAllowance: others may spend what the owner has. All grants are checked before the first is given. */
export const approveAllowances = define('cryptoApproveAllowance', {
  type: 48,
  name: 'CRYPTOAPPROVEALLOWANCE',

  precheck({ cryptoAllowances, tokenAllowances, nftAllowances }) {
    const amounts = [...(cryptoAllowances ?? []), ...(tokenAllowances ?? [])]
    const tokens = [...(tokenAllowances ?? []), ...(nftAllowances ?? [])]
    require(amounts.length + (nftAllowances?.length ?? 0) > 0, 'EMPTY_ALLOWANCES')
    for (const { amount } of amounts) require(int64(amount) >= 0n, 'NEGATIVE_ALLOWANCE_AMOUNT')
    for (const { spender } of [...amounts, ...tokens])
      require(spender != null && accountNumber(spender) !== 0, 'INVALID_ALLOWANCE_SPENDER_ID')
    for (const { tokenId } of tokens) require(tokenId != null, 'INVALID_TOKEN_ID')
  },

  signers({ cryptoAllowances, tokenAllowances, nftAllowances }, { state, payer }) {
    const owners = [...(cryptoAllowances ?? []), ...(tokenAllowances ?? [])].map(({ owner }) => owner)
    const rules = owners.flatMap((owner) => ruleOf(owner, state, payer, 'INVALID_ALLOWANCE_OWNER_ID'))
    return [...rules, ...(nftAllowances ?? []).flatMap((allowance) => nftRule(allowance, state, payer))]
  },

  handle(body, handling) {
    checkLimit(body)
    for (const allowance of body.cryptoAllowances ?? []) checkHbar(allowance, handling)
    for (const allowance of body.tokenAllowances ?? []) checkToken(allowance, handling)
    for (const allowance of body.nftAllowances ?? []) checkNfts(allowance, handling)
    apply(body, handling)
  },
})

/** The owner, if it is given and does not pay anyway. */
function ruleOf(id: Id, state: State, payer: number, invalid: ResponseCode): KeyRule[] {
  if (id == null || accountNumber(id) === 0) return []
  const account = state.account(id)
  require(account !== undefined, invalid)
  return account.num === payer ? [] : [account.key.rule]
}

/** A delegating spender signs instead of the owner, but can't give all of an owner's NFTs away. */
function nftRule({ owner, delegatingSpender, approvedForAll }: proto.INftAllowance, state: State, payer: number) {
  if (approvedForAll?.value || delegatingSpender == null)
    return ruleOf(owner, state, payer, 'INVALID_ALLOWANCE_OWNER_ID')
  return ruleOf(delegatingSpender, state, payer, 'INVALID_DELEGATING_SPENDER')
}

function checkLimit({ cryptoAllowances, tokenAllowances, nftAllowances }: Body): void {
  const amounts = (cryptoAllowances?.length ?? 0) + (tokenAllowances?.length ?? 0)
  const nfts = (nftAllowances ?? []).map(({ approvedForAll, serialNumbers }) =>
    approvedForAll?.value ? 1 : new Set((serialNumbers ?? []).map(int64)).size,
  )
  require(nfts.reduce((sum, count) => sum + count, amounts) <= MAX_GRANTS, 'MAX_ALLOWANCES_EXCEEDED')
}

/** The owner; the payer if none is given. */
function ownerOf(owner: Id, { state, payer }: Handling): Account {
  const isPayer = owner == null || accountNumber(owner) === 0
  const account = isPayer ? state.accounts.get(payer) : state.account(owner)
  require(account !== undefined && !account.deleted, 'INVALID_ALLOWANCE_OWNER_ID')
  return account
}

function checkSpender(spender: Id, isNeeded: boolean, state: State): number {
  const account = state.account(spender)
  require(!isNeeded || (account !== undefined && !account.deleted), 'INVALID_ALLOWANCE_SPENDER_ID')
  return account?.num ?? accountNumber(spender)
}

function checkHbar({ owner, spender, amount }: proto.ICryptoAllowance, handling: Handling): void {
  const { num } = ownerOf(owner, handling)
  const to = checkSpender(spender, int64(amount) > 0n, handling.state)
  require(to !== num, 'SPENDER_ACCOUNT_SAME_AS_OWNER')
}

/** Paused tokens may be approved: nothing moves. */
function existingToken(state: State, id: proto.ITokenID | null | undefined): Token {
  const token = state.tokens.get(tokenNumber(id))
  require(token !== undefined, 'INVALID_TOKEN_ID')
  require(!token.deleted, 'TOKEN_WAS_DELETED')
  return token
}

function checkToken({ tokenId, owner, spender, amount }: proto.ITokenAllowance, handling: Handling): void {
  const { state } = handling
  const token = existingToken(state, tokenId)
  const { num } = ownerOf(owner, handling)
  require(token.type === 'FUNGIBLE_COMMON', 'NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES')
  checkSpender(spender, int64(amount) > 0n, state)
  const isTooMuch = token.supplyType === 'FINITE' && int64(amount) > token.maxSupply
  require(!isTooMuch, 'AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY')
  require(state.relation(num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
}

function checkNfts(allowance: proto.INftAllowance, handling: Handling): void {
  const { state } = handling
  const token = existingToken(state, allowance.tokenId)
  require(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES')
  const serials = (allowance.serialNumbers ?? []).map(int64)
  const spender = checkSpender(allowance.spender, Boolean(allowance.approvedForAll?.value) || serials.length > 0, state)
  const { num } = ownerOf(allowance.owner, handling)
  require(spender !== num, 'SPENDER_ACCOUNT_SAME_AS_OWNER')
  require(state.relation(num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  if (isDelegated(allowance)) checkDelegation(allowance, num, token, state)
  checkSerials(state, token.num, serials)
}

const isDelegated = ({ delegatingSpender }: proto.INftAllowance): boolean =>
  delegatingSpender != null && accountNumber(delegatingSpender) !== 0

function checkDelegation(allowance: proto.INftAllowance, owner: number, token: Token, state: State): void {
  const { delegatingSpender, approvedForAll } = allowance
  const { num } = usableAccount(state, delegatingSpender, 'INVALID_DELEGATING_SPENDER', 'INVALID_DELEGATING_SPENDER')
  require(!approvedForAll?.value, 'DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL')
  const mayDelegate = state.nftAllowance(owner, token.num, num) !== undefined
  require(mayDelegate, 'DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL')
}

function apply({ cryptoAllowances, tokenAllowances, nftAllowances }: Body, handling: Handling): void {
  const { state } = handling
  const num = (spender: Id): number => state.account(spender)?.num ?? accountNumber(spender)
  for (const { owner, spender, amount } of cryptoAllowances ?? [])
    grantHbar(handling, ownerOf(owner, handling).num, num(spender), int64(amount))
  for (const { tokenId, owner, spender, amount } of tokenAllowances ?? [])
    grantToken(handling, ownerOf(owner, handling).num, tokenNumber(tokenId), num(spender), int64(amount))
  for (const allowance of nftAllowances ?? []) {
    const owner = ownerOf(allowance.owner, handling).num
    const spender = num(allowance.spender)
    const token = existingToken(state, allowance.tokenId)
    if (allowance.approvedForAll && !isDelegated(allowance))
      grantAllNfts(handling, owner, token.num, spender, allowance.approvedForAll.value ?? false)
    const delegatingSpender = isDelegated(allowance) ? num(allowance.delegatingSpender) : null
    setNftSpender(state, token, (allowance.serialNumbers ?? []).map(int64), owner, { spender, delegatingSpender })
  }
}
