import { AccountAllowanceApproveTransaction, NftId } from '@hiero-ledger/sdk'
import { decodeAmount, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { existingTokenErrors } from '../errors.ts'
import { tinybars } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { AllowanceBody, allowanceOf, required } from './allowance.ts'

export const approveAllowance = defineOperation({
  name: 'allowance/approve',
  method: 'POST',
  path: '/accounts/allowance/approve',
  tag: 'accounts',
  summary: 'Approve an allowance for hbars, a token or NFTs',
  errors: [
    existingTokenErrors,
    {
      400: ['FIELD_REQUIRED'],
      422: [
        'FUNGIBLE_TOKEN_IN_NFT_ALLOWANCES',
        'INVALID_ALLOWANCE_OWNER_ID',
        'INVALID_ALLOWANCE_SPENDER_ID',
        'INVALID_NFT_ID',
        'NFT_IN_FUNGIBLE_TOKEN_ALLOWANCES',
        'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
        'SPENDER_ACCOUNT_SAME_AS_OWNER',
      ],
    },
  ],
  params: Type.Object({}),
  body: AllowanceBody,
  async prepare({ body }, { facts, sender }) {
    const { type } = body
    const spender = required(body.spenderAccountId, 'spenderAccountId', type)
    const amount = type === 'nft' ? 0n : decodeAmount(required(body.amount, 'amount', type), 'amount')
    const { owner, tokenId } = await allowanceOf(body, sender, facts)
    if (owner === spender)
      throw unprocessable(
        'SPENDER_ACCOUNT_SAME_AS_OWNER',
        `spenderAccountId is the owner itself, ${owner}: send another account`,
      )
    const transaction = new AccountAllowanceApproveTransaction()
    if (type === 'hbar') return { transaction: transaction.approveHbarAllowance(owner, spender, tinybars(amount)) }
    if (type === 'token') return { transaction: transaction.approveTokenAllowance(tokenId, owner, spender, amount) }
    if (body.allSerials) return { transaction: transaction.approveTokenNftAllowanceAllSerials(tokenId, owner, spender) }
    for (const serial of required(body.serialNumbers, 'serialNumbers', type)) {
      await facts.ownedNft(tokenId, serial, owner, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
      transaction.approveTokenNftAllowance(NftId.fromString(`${tokenId}/${serial}`), owner, spender)
    }
    return { transaction }
  },
})
