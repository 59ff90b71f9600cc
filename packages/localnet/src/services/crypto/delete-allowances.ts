import { accountNumber, tokenNumber } from '#protocol/ids.ts'
import { int64 } from '#protocol/int64.ts'
import { check } from '#protocol/status-error.ts'
import type { Account } from '#state/entities.ts'
import type { State } from '#state/state.ts'
import { define } from '#transaction/definition.ts'
import { lengths } from '#transaction/prices.ts'
import { checkSerials, MAX_GRANTS, setNftSpender } from './allowances.ts'

type Id = Parameters<State['account']>[0]

/** CryptoDeleteAllowance: removes the spenders that single NFTs were approved for. */
export const deleteAllowances = define('cryptoDeleteAllowance', {
  type: 49,
  name: 'CRYPTODELETEALLOWANCE',
  price: {
    functionality: 'CryptoDeleteAllowance',
    base: 499_000_000n,
    extras: ({ nftAllowances }) => [['ALLOWANCES', lengths(nftAllowances), 1]],
  },

  precheck({ nftAllowances }) {
    check((nftAllowances ?? []).length > 0, 'EMPTY_ALLOWANCES')
    for (const { tokenId, serialNumbers } of nftAllowances ?? []) {
      check(tokenId != null, 'INVALID_TOKEN_ID')
      check((serialNumbers ?? []).length > 0, 'EMPTY_ALLOWANCES')
    }
  },

  checkLengths({ nftAllowances }) {
    const counts = (nftAllowances ?? []).map(({ serialNumbers }) => new Set((serialNumbers ?? []).map(int64)).size)
    check(counts.reduce((sum, count) => sum + count, 0) <= MAX_GRANTS, 'MAX_ALLOWANCES_EXCEEDED')
  },

  signers({ nftAllowances }, { state, payer }) {
    return (nftAllowances ?? []).flatMap(({ owner: id, tokenId }) => {
      const owner = ownerOf(id, state, payer)
      const isSpender = state.nftAllowance(owner.num, tokenNumber(tokenId), payer) !== undefined
      return owner.num === payer || isSpender ? [] : [owner.key.rule]
    })
  },

  handle({ nftAllowances }, { state, payer }) {
    for (const { owner: id, tokenId, serialNumbers } of nftAllowances ?? []) {
      const token = state.tokens.get(tokenNumber(tokenId))
      check(token !== undefined, 'INVALID_TOKEN_ID')
      check(!token.deleted, 'TOKEN_WAS_DELETED')
      const owner = ownerOf(id, state, payer)
      check(!owner.deleted, 'INVALID_ALLOWANCE_OWNER_ID')
      check(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES')
      check(state.relation(owner.num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
      const serials = (serialNumbers ?? []).map(int64)
      checkSerials(state, token.num, serials)
      setNftSpender(state, token, serials, owner.num, { spender: null, delegatingSpender: null })
    }
  },
})

/** The owner's account; the payer's if no owner is given. */
function ownerOf(id: Id, state: State, payer: number): Account {
  const isPayer = id == null || accountNumber(id) === 0
  const owner = isPayer ? state.accounts.get(payer) : state.account(id)
  check(owner !== undefined, 'INVALID_ALLOWANCE_OWNER_ID')
  return owner
}
