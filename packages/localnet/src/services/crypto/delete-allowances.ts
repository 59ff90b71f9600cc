import { int64 } from '#protocol/encoding/int64.ts'
import { tokenNumber } from '#protocol/ids.ts'
import { check } from '#protocol/status-error.ts'
import { define } from '#transaction/definition.ts'
import { lengths } from '#transaction/prices.ts'
import { checkSerials, MAX_GRANTS, ownerOf, setNftSpender } from './allowances.ts'

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

  signers({ nftAllowances }, reading) {
    const { state, payer } = reading
    return (nftAllowances ?? []).flatMap(({ owner: id, tokenId }) => {
      const owner = ownerOf(id, reading)
      const isSpender = state.nftAllowance(owner.num, tokenNumber(tokenId), payer) !== undefined
      return owner.num === payer || isSpender ? [] : [owner.key.rule]
    })
  },

  handle({ nftAllowances }, context) {
    const { state } = context
    for (const { owner: id, tokenId, serialNumbers } of nftAllowances ?? []) {
      const token = state.tokens.get(tokenNumber(tokenId))
      check(token !== undefined, 'INVALID_TOKEN_ID')
      check(!token.deleted, 'TOKEN_WAS_DELETED')
      const owner = ownerOf(id, context)
      check(!owner.deleted, 'INVALID_ALLOWANCE_OWNER_ID')
      check(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES')
      check(state.relation(owner.num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
      const serials = (serialNumbers ?? []).map(int64)
      checkSerials(state, token.num, serials)
      setNftSpender(state, token, serials, owner.num, { spender: null, delegatingSpender: null })
    }
  },
})
