import { AccountAllowanceApproveTransaction, AccountAllowanceDeleteTransaction, NftId } from '@hiero-ledger/sdk'
import { Type } from 'typebox'
import { existingTokenErrors } from '../errors.ts'
import { tinybars } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { AllowanceBody, allowanceOf, required } from './allowance.ts'

/**
 * AccountAllowanceDelete deletes only NFT allowances. Allowances of hbars and tokens are deleted by approving an amount
 * of 0.
 */
export const deleteAllowance = defineOperation({
  name: 'allowance/delete',
  method: 'POST',
  path: '/accounts/allowance/delete',
  tag: 'accounts',
  summary: 'Delete an allowance for hbars, a token or NFTs',
  errors: [
    existingTokenErrors,
    {
      400: ['FIELD_REQUIRED'],
      422: [
        'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES',
        'INVALID_ALLOWANCE_OWNER_ID',
        'INVALID_ALLOWANCE_SPENDER_ID',
        'INVALID_NFT_ID',
        'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
      ],
    },
  ],
  params: Type.Object({}),
  body: AllowanceBody,
  async prepare({ body }, { facts, sender }) {
    const { type, serialNumbers } = body
    const { owner, tokenId } = await allowanceOf(body, sender, facts)
    if (type === 'nft' && !body.allSerials) {
      const transaction = new AccountAllowanceDeleteTransaction()
      for (const serial of required(serialNumbers, 'serialNumbers', type)) {
        await facts.ownedNft(tokenId, serial, owner, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
        transaction.deleteAllTokenNftAllowances(NftId.fromString(`${tokenId}/${serial}`), owner)
      }
      return { transaction }
    }
    const spender = required(body.spenderAccountId, 'spenderAccountId', type)
    const transaction = new AccountAllowanceApproveTransaction()
    if (type === 'hbar') return { transaction: transaction.approveHbarAllowance(owner, spender, tinybars(0n)) }
    if (type === 'token') return { transaction: transaction.approveTokenAllowance(tokenId, owner, spender, 0n) }
    return { transaction: transaction.deleteTokenNftAllowanceAllSerials(tokenId, owner, spender) }
  },
})
