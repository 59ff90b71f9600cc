import { TransferTransaction } from '@hiero-ledger/sdk'
import { decodeAmount, TokenId, unprocessable } from '@quorate/platform'
import { Type } from 'typebox'
import { MaxCustomFees } from '../../fees/max-custom-fees.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { type Facts, needDecimals, needType, needUnpaused } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf, Decimals, MovedTokenUnits } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { checkParties, Parties } from './parties.ts'

export const transferToken = defineOperation({
  name: 'transfer/token',
  method: 'POST',
  path: '/accounts/transfer/token',
  tag: 'accounts',
  summary: 'Transfer a fungible token',
  errors: [
    existingTokenErrors,
    {
      400: ['INVALID_AMOUNT'],
      422: [
        'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
        'ACCOUNT_FROZEN_FOR_TOKEN',
        'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
        'INSUFFICIENT_TOKEN_BALANCE',
        'INVALID_ACCOUNT_ID',
        'TOKEN_IS_PAUSED',
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
        'UNEXPECTED_TOKEN_DECIMALS',
      ],
    },
  ],
  params: Type.Object({}),
  body: bodyOf({
    token_id: TokenId,
    amount: MovedTokenUnits,
    decimals: Type.Optional(Decimals),
    maxCustomFees: Type.Optional(MaxCustomFees),
    ...Parties,
  }),
  async prepare({ body }, { facts }) {
    const amount = decodeAmount(body.amount, 'amount')
    checkMemo(body.memo)
    const { receiver } = await checkParties(body, facts)
    const decimals = await assertCanSend(body.from, { tokenId: body.token_id, amount, decimals: body.decimals }, facts)
    await facts.canReceive(receiver, body.token_id)
    const transaction = new TransferTransaction()
      .addTokenTransferWithDecimals(body.token_id, body.from, -amount, decimals)
      .addTokenTransferWithDecimals(body.token_id, body.to, amount, decimals)
    if (body.memo) transaction.setTransactionMemo(body.memo)
    return { transaction }
  },
})

/**
 * Checks that `account` can send `amount` of a fungible token. Returns the token's decimals, which the transfer must
 * contain.
 *
 * @throws 422 with the ledger's code
 */
export async function assertCanSend(
  account: string,
  { tokenId, amount, decimals }: { tokenId: string; amount: bigint; decimals?: number | undefined },
  facts: Facts,
): Promise<number> {
  const token = await facts.token(tokenId)
  needType(token, 'FUNGIBLE_COMMON', 'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON')
  needDecimals(token, decimals)
  needUnpaused(token)
  const { balance, frozen } = await facts.holding(account, tokenId)
  if (frozen) throw unprocessable('ACCOUNT_FROZEN_FOR_TOKEN', `${account} is frozen for the token ${tokenId}`)
  if (balance < amount)
    throw unprocessable(
      'INSUFFICIENT_TOKEN_BALANCE',
      `amount is ${amount}, but ${account} holds ${balance} of ${tokenId}`,
    )
  return token.decimals
}
