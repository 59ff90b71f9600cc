import { NftId, TransferTransaction } from '@hiero-ledger/sdk'
import { TokenId } from '@quorate/platform'
import { Type } from 'typebox'
import { MaxCustomFees } from '../../fees/max-custom-fees.ts'
import { checkMemo } from '../../transactions/memo.ts'
import { needType, needUnpaused } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf, Serial } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { checkParties, Parties } from './parties.ts'

export const transferNft = defineOperation({
  name: 'transfer/nft',
  method: 'POST',
  path: '/accounts/transfer/nft',
  tag: 'accounts',
  summary: 'Transfer an NFT',
  errors: [
    existingTokenErrors,
    {
      422: [
        'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
        'INVALID_ACCOUNT_ID',
        'INVALID_NFT_ID',
        'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
        'TOKEN_IS_PAUSED',
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
      ],
    },
  ],
  params: Type.Object({}),
  body: bodyOf({ nft: TokenId, serial_number: Serial, maxCustomFees: Type.Optional(MaxCustomFees), ...Parties }),
  async prepare({ body }, { facts }) {
    checkMemo(body.memo)
    const { receiver } = await checkParties(body, facts)
    const token = await facts.token(body.nft)
    needType(token, 'NON_FUNGIBLE_UNIQUE', 'INVALID_NFT_ID')
    needUnpaused(token)
    await facts.ownedNft(token.id, body.serial_number, body.from, 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO')
    await facts.canReceive(receiver, token.id)
    const nft = NftId.fromString(`${token.id}/${body.serial_number}`)
    const transaction = new TransferTransaction().addNftTransfer(nft, body.from, body.to)
    if (body.memo) transaction.setTransactionMemo(body.memo)
    return { transaction }
  },
})
