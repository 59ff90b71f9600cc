import { define } from '../../definition.ts'
import { accountNumber, tokenNumber } from '../../ids.ts'
import { int64 } from '../../int64.ts'
import { require } from '../../refusal.ts'
import type { Account } from '../../state/entities.ts'
import type { State } from '../../state/state.ts'
import { checkSerials, MAX_GRANTS, setNftSpender } from './allowances.ts'

type Id = Parameters<State['account']>[0]

/** CryptoDeleteAllowance: NFTs lose the spender that they were approved for. */
export const deleteAllowances = define('cryptoDeleteAllowance', {
  type: 49,
  name: 'CRYPTODELETEALLOWANCE',

  precheck({ nftAllowances }) {
    require((nftAllowances ?? []).length > 0, 'EMPTY_ALLOWANCES')
    for (const { tokenId, serialNumbers } of nftAllowances ?? []) {
      require(tokenId != null, 'INVALID_TOKEN_ID')
      require((serialNumbers ?? []).length > 0, 'EMPTY_ALLOWANCES')
    }
  },

  signers({ nftAllowances }, { state, payer }) {
    return (nftAllowances ?? []).flatMap(({ owner: id, tokenId }) => {
      const owner = ownerOf(id, state, payer)
      const isSpender = state.nftAllowance(owner.num, tokenNumber(tokenId), payer) !== undefined
      return owner.num === payer || isSpender ? [] : [owner.key.rule]
    })
  },

  handle({ nftAllowances }, { state, payer }) {
    const serials = (nftAllowances ?? []).map(({ serialNumbers }) => (serialNumbers ?? []).map(int64))
    require(serials.reduce((sum, list) => sum + new Set(list).size, 0) <= MAX_GRANTS, 'MAX_ALLOWANCES_EXCEEDED')
    for (const [i, { owner: id, tokenId }] of (nftAllowances ?? []).entries()) {
      const token = state.tokens.get(tokenNumber(tokenId))
      require(token !== undefined, 'INVALID_TOKEN_ID')
      require(!token.deleted, 'TOKEN_WAS_DELETED')
      const owner = ownerOf(id, state, payer)
      require(!owner.deleted, 'INVALID_ALLOWANCE_OWNER_ID')
      require(token.type === 'NON_FUNGIBLE_UNIQUE', 'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES')
      require(state.relation(owner.num, token.num) !== undefined, 'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT')
      checkSerials(state, token.num, serials[i] ?? [])
      setNftSpender(state, token, serials[i] ?? [], owner.num, { spender: null, delegatingSpender: null })
    }
  },
})

/** The owner; the payer if none is given. */
function ownerOf(id: Id, state: State, payer: number): Account {
  const isPayer = id == null || accountNumber(id) === 0
  const owner = isPayer ? state.accounts.get(payer) : state.account(id)
  require(owner !== undefined, 'INVALID_ALLOWANCE_OWNER_ID')
  return owner
}
