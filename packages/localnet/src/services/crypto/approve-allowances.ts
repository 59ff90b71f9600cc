import type { proto } from '@hiero-ledger/proto'
import { accountNumber, tokenNumber } from '#protocol/ids.ts'
import { int64 } from '#protocol/int64.ts'
import type { KeyRule } from '#protocol/keys.ts'
import { check, type ResponseCode } from '#protocol/status-error.ts'
import type { Account, Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext } from '#transaction/definition.ts'
import { ALLOWANCES } from '#transaction/high-volume.ts'
import { lengths } from '#transaction/prices.ts'
import { usableAccount } from '../validation.ts'
import { checkSerials, grantAllNfts, grantHbar, grantToken, MAX_GRANTS, setNftSpender } from './allowances.ts'

type Body = proto.ICryptoApproveAllowanceTransactionBody
type Id = proto.IAccountID | null | undefined

/**
 * CryptoApproveAllowance: lets others spend what the owner has. All allowances are checked before the first is granted.
 */
export const approveAllowances = define('cryptoApproveAllowance', {
  type: 48,
  name: 'CRYPTOAPPROVEALLOWANCE',
  price: {
    functionality: 'CryptoApproveAllowance',
    highVolume: { opsPerSec: 10_000, curve: ALLOWANCES },
    base: 499_000_000n,
    extras: ({ cryptoAllowances, tokenAllowances, nftAllowances }) => [
      ['ALLOWANCES', lengths(cryptoAllowances, tokenAllowances, nftAllowances), 1],
    ],
  },

  precheck({ cryptoAllowances, tokenAllowances, nftAllowances }) {
    const amounts = [...(cryptoAllowances ?? []), ...(tokenAllowances ?? [])]
    const tokens = [...(tokenAllowances ?? []), ...(nftAllowances ?? [])]
    check(amounts.length + (nftAllowances?.length ?? 0) > 0, 'EMPTY_ALLOWANCES')
    for (const { amount } of amounts) check(int64(amount) >= 0n, 'NEGATIVE_ALLOWANCE_AMOUNT')
    for (const { spender } of [...amounts, ...tokens])
      check(spender != null && accountNumber(spender) !== 0, 'INVALID_ALLOWANCE_SPENDER_ID')
    for (const { tokenId } of tokens) check(tokenId != null, 'INVALID_TOKEN_ID')
  },

  checkLengths({ cryptoAllowances, tokenAllowances, nftAllowances }) {
    const amounts = (cryptoAllowances?.length ?? 0) + (tokenAllowances?.length ?? 0)
    const nfts = (nftAllowances ?? []).map(({ approvedForAll, serialNumbers }) =>
      approvedForAll?.value ? 1 : new Set((serialNumbers ?? []).map(int64)).size,
    )
    check(nfts.reduce((sum, count) => sum + count, amounts) <= MAX_GRANTS, 'MAX_ALLOWANCES_EXCEEDED')
  },

  signers({ cryptoAllowances, tokenAllowances, nftAllowances }, { state, payer }) {
    const owners = [...(cryptoAllowances ?? []), ...(tokenAllowances ?? [])].map(({ owner }) => owner)
    const rules = owners.flatMap((owner) => ruleOf(owner, state, payer, 'INVALID_ALLOWANCE_OWNER_ID'))
    return [...rules, ...(nftAllowances ?? []).flatMap((allowance) => nftRule(allowance, state, payer))]
  },

  handle(body, context) {
    for (const allowance of body.cryptoAllowances ?? []) checkHbar(allowance, context)
    for (const allowance of body.tokenAllowances ?? []) checkToken(allowance, context)
    for (const allowance of body.nftAllowances ?? []) checkNfts(allowance, context)
    apply(body, context)
  },
})

/** The owner's key rule; none if no owner is given or the owner is the payer, who signs anyway. */
function ruleOf(id: Id, state: State, payer: number, invalid: ResponseCode): KeyRule[] {
  if (id == null || accountNumber(id) === 0) return []
  const account = state.account(id)
  check(account !== undefined, invalid)
  return account.num === payer ? [] : [account.key.rule]
}

/** A delegating spender signs instead of the owner, but cannot approve somebody for all of the owner's NFTs. */
function nftRule({ owner, delegatingSpender, approvedForAll }: proto.INftAllowance, state: State, payer: number) {
  if (approvedForAll?.value || delegatingSpender == null)
    return ruleOf(owner, state, payer, 'INVALID_ALLOWANCE_OWNER_ID')
  return ruleOf(delegatingSpender, state, payer, 'INVALID_DELEGATING_SPENDER')
}

/** The owner's account; the payer's if no owner is given. */
function ownerOf(owner: Id, { state, payer }: HandleContext): Account {
  const isPayer = owner == null || accountNumber(owner) === 0
  const account = isPayer ? state.accounts.get(payer) : state.account(owner)
  check(account !== undefined && !account.deleted, 'INVALID_ALLOWANCE_OWNER_ID')
  return account
}

function checkSpender(spender: Id, isNeeded: boolean, state: State): number {
  const account = state.account(spender)
  check(!isNeeded || (account !== undefined && !account.deleted), 'INVALID_ALLOWANCE_SPENDER_ID')
  return account?.num ?? accountNumber(spender)
}

function checkHbar({ owner, spender, amount }: proto.ICryptoAllowance, context: HandleContext): void {
  const { num } = ownerOf(owner, context)
  const to = checkSpender(spender, int64(amount) > 0n, context.state)
  check(to !== num, 'SPENDER_ACCOUNT_SAME_AS_OWNER')
}

/** The token, which must exist and not be deleted. It may be paused, because an allowance moves nothing. */
function existingToken(state: State, id: proto.ITokenID | null | undefined): Token {
  const token = state.tokens.get(tokenNumber(id))
  check(token !== undefined, 'INVALID_TOKEN_ID')
  check(!token.deleted, 'TOKEN_WAS_DELETED')
  return token
}

function checkToken({ tokenId, owner, spender, amount }: proto.ITokenAllowance, context: HandleContext): void {
  const { state } = context
  const token = existingToken(state, tokenId)
  const { num } = ownerOf(owner, context)
  check(token.type === 'FUNGIBLE_COMMON', 'NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES')
  checkSpender(spender, int64(amount) > 0n, state)
  const isTooMuch = token.supplyType === 'FINITE' && int64(amount) > token.maxSupply
  check(!isTooMuch, 'AMOUNT_EXCEEDS_TOKEN_MAX_SUPPLY')
  check(state.relation(num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
}

function checkNfts(allowance: proto.INftAllowance, context: HandleContext): void {
  const { state } = context
  const token = existingToken(state, allowance.tokenId)
  check(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES')
  const serials = (allowance.serialNumbers ?? []).map(int64)
  const spender = checkSpender(allowance.spender, Boolean(allowance.approvedForAll?.value) || serials.length > 0, state)
  const { num } = ownerOf(allowance.owner, context)
  check(spender !== num, 'SPENDER_ACCOUNT_SAME_AS_OWNER')
  check(state.relation(num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  if (isDelegated(allowance)) checkDelegation(allowance, num, token, state)
  checkSerials(state, token.num, serials)
}

const isDelegated = ({ delegatingSpender }: proto.INftAllowance): boolean =>
  delegatingSpender != null && accountNumber(delegatingSpender) !== 0

function checkDelegation(allowance: proto.INftAllowance, owner: number, token: Token, state: State): void {
  const { delegatingSpender, approvedForAll } = allowance
  const { num } = usableAccount(state, delegatingSpender, 'INVALID_DELEGATING_SPENDER', 'INVALID_DELEGATING_SPENDER')
  check(!approvedForAll?.value, 'DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL')
  const mayDelegate = state.nftAllowance(owner, token.num, num) !== undefined
  check(mayDelegate, 'DELEGATING_SPENDER_DOES_NOT_HAVE_APPROVE_FOR_ALL')
}

function apply({ cryptoAllowances, tokenAllowances, nftAllowances }: Body, context: HandleContext): void {
  const { state } = context
  const num = (spender: Id): number => state.account(spender)?.num ?? accountNumber(spender)
  for (const { owner, spender, amount } of cryptoAllowances ?? [])
    grantHbar(context, ownerOf(owner, context).num, num(spender), int64(amount))
  for (const { tokenId, owner, spender, amount } of tokenAllowances ?? [])
    grantToken(context, ownerOf(owner, context).num, tokenNumber(tokenId), num(spender), int64(amount))
  for (const allowance of nftAllowances ?? []) {
    const owner = ownerOf(allowance.owner, context).num
    const spender = num(allowance.spender)
    const token = existingToken(state, allowance.tokenId)
    if (allowance.approvedForAll && !isDelegated(allowance))
      grantAllNfts(context, owner, token.num, spender, allowance.approvedForAll.value ?? false)
    const delegatingSpender = isDelegated(allowance) ? num(allowance.delegatingSpender) : null
    setNftSpender(state, token, (allowance.serialNumbers ?? []).map(int64), owner, { spender, delegatingSpender })
  }
}
