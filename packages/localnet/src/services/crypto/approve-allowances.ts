import type { proto } from '@hiero-ledger/proto'
import { int64 } from '#protocol/encoding/int64.ts'
import { accountNumber, tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import type { Account, Token } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define, type HandleContext, type Reading } from '#transaction/definition.ts'
import { ALLOWANCES } from '#transaction/high-volume.ts'
import { lengths } from '#transaction/prices.ts'
import {
  checkSerials,
  delegatorOf,
  grantAllNfts,
  grantHbar,
  grantToken,
  MAX_GRANTS,
  ownerOf,
  setNftSpender,
} from './allowances.ts'

type Body = proto.ICryptoApproveAllowanceTransactionBody
type Id = proto.IAccountID | null | undefined

/**
 * CryptoApproveAllowance: lets others spend the owner's assets. All allowances are checked before the first is granted.
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

  signers({ cryptoAllowances, tokenAllowances, nftAllowances }, reading) {
    const owners = [...(cryptoAllowances ?? []), ...(tokenAllowances ?? [])].map(({ owner }) => ownerOf(owner, reading))
    return [...owners, ...(nftAllowances ?? []).map((allowance) => granterOf(allowance, reading))]
      .filter(({ num }) => num !== reading.payer)
      .map(({ key }) => key.rule)
  },

  handle(body, context) {
    for (const allowance of body.cryptoAllowances ?? []) checkHbar(allowance, context)
    for (const allowance of body.tokenAllowances ?? []) checkToken(allowance, context)
    for (const allowance of body.nftAllowances ?? []) checkNfts(allowance, context)
    apply(body, context)
  },
})

/**
 * The signer for an NFT allowance: the owner, or the delegating spender if one is given. An allowance for all of the
 * owner's NFTs always needs the owner.
 */
function granterOf(allowance: proto.INftAllowance, reading: Reading): Account {
  const delegator = allowance.approvedForAll?.value ? null : delegatorOf(allowance, reading)
  return delegator ?? ownerOf(allowance.owner, reading)
}

function usableOwner(owner: Id, context: HandleContext): Account {
  const account = ownerOf(owner, context)
  check(!account.deleted, 'INVALID_ALLOWANCE_OWNER_ID')
  return account
}

function checkSpender(spender: Id, isNeeded: boolean, state: State): number {
  const account = state.account(spender)
  check(!isNeeded || (account !== undefined && !account.deleted), 'INVALID_ALLOWANCE_SPENDER_ID')
  return account?.num ?? accountNumber(spender)
}

function checkHbar({ owner, spender, amount }: proto.ICryptoAllowance, context: HandleContext): void {
  const { num } = usableOwner(owner, context)
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
  const { num } = usableOwner(owner, context)
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
  const { num } = usableOwner(allowance.owner, context)
  check(spender !== num, 'SPENDER_ACCOUNT_SAME_AS_OWNER')
  check(state.relation(num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
  const delegator = delegatorOf(allowance, context)
  if (delegator) checkDelegation(allowance, num, token, delegator, state)
  checkSerials(state, token.num, serials)
}

function checkDelegation(
  { approvedForAll }: proto.INftAllowance,
  owner: number,
  token: Token,
  delegator: Account,
  state: State,
): void {
  check(!approvedForAll?.value, 'DELEGATING_SPENDER_CANNOT_GRANT_APPROVE_FOR_ALL')
  const mayDelegate = state.nftAllowance(owner, token.num, delegator.num) !== undefined
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
    const delegatingSpender = delegatorOf(allowance, context)?.num ?? null
    if (allowance.approvedForAll && delegatingSpender === null)
      grantAllNfts(context, owner, token.num, spender, allowance.approvedForAll.value ?? false)
    setNftSpender(state, token, (allowance.serialNumbers ?? []).map(int64), owner, { spender, delegatingSpender })
  }
}
