import { Hbar, NftId, TransferTransaction } from '@hiero-ledger/sdk'
import { type Ledger, MaxCustomFees, type MirrorAccount, type MirrorTokenDetails } from '@quorate/ledger'
import { AccountId, badRequest, decodeAmount, positiveAmountIn, TokenId, unprocessable } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { checkMaximum, receiverMayPay } from '../model/custom-fees.ts'
import { keyToHex } from '../model/keys.ts'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, transferProblems } from './problems.ts'

const body = Type.Object({
  walletId,
  receiverId: AccountId,
  tokenId: Type.Union([Type.Literal('HBAR'), TokenId], { description: 'HBAR, or a token id' }),
  type: Type.Enum(['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']),
  amountOrSerial: positiveAmountIn('the smallest unit, or a serial number'),
  maxCustomFees: Type.Optional(MaxCustomFees),
})

/** Sends hbars, a fungible token or one NFT from the wallet (`withdraw/request`). */
export const withdraw = defineOperation({
  name: 'withdraw',
  type: 'withdraw',
  summary: 'withdraw hbars, a fungible token or an NFT',
  errors: [
    openWalletErrors,
    {
      400: ['INVALID_AMOUNT', 'INVALID_MAX_CUSTOM_FEES', 'WRONG_TOKEN_TYPE'],
      422: [
        'ACCOUNT_FROZEN_FOR_TOKEN',
        'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
        'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
        'CUSTOM_FEES',
        'INSUFFICIENT_TOKEN_BALANCE',
        'INVALID_NFT_ID',
        'INVALID_TOKEN_ID',
        'NO_REMAINING_AUTOMATIC_ASSOCIATIONS',
        'NO_SCHEDULE_PAYER',
        'RECEIVER_MUST_SIGN',
        'SCHEDULE_PAYER_INVOLVED',
        'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO',
        'TOKEN_IS_PAUSED',
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
        'TOKEN_WAS_DELETED',
        'WRONG_TOKEN_TYPE',
      ],
    },
  ],
  body,
  async prepare(request, { ledger, openWallet }) {
    const amount = decodeAmount(request.amountOrSerial, 'amountOrSerial')
    checkMaximum(request.maxCustomFees ?? [], request.tokenId)
    const { wallet, account } = await openWallet(request.walletId)
    if (request.receiverId === wallet.wallet)
      throw unprocessable('ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS', `The wallet ${wallet.wallet} can't pay itself`)
    const [receiver, token] = await Promise.all([receiverOf(request.receiverId, ledger), checkToken(request, ledger)])
    const { walletId, tokenId } = request
    const prepared = byWallet(wallet, transfer(request, amount), {
      account,
      ...(token
        ? await transferProblems(ledger, { walletId, tokenId, amount, token, receiver })
        : { tinybars: amount, cents: CENTS.transfer }),
    })
    const mayPay = token !== undefined && receiverMayPay(token, wallet.wallet, receiver)
    // A receiver that requires its own signature to receive must sign, too. Its signature comes with the executed
    // bytes.
    if ((receiver.receiverSigRequired || mayPay) && receiver.key)
      prepared.signing.accounts.push({ account: receiver.id, key: keyToHex(receiver.key) })
    return prepared
  },
})

async function receiverOf(id: string, ledger: Ledger): Promise<MirrorAccount> {
  const receiver = await ledger.mirror.account(id)
  if (!receiver) throw unprocessable('INVALID_ACCOUNT_ID', `The receiver ${id} does not exist on the ledger`)
  if (receiver.deleted) throw unprocessable('ACCOUNT_DELETED', `The receiver ${id} was deleted on the ledger`)
  return receiver
}

async function checkToken(
  { tokenId, type }: Static<typeof body>,
  ledger: Ledger,
): Promise<MirrorTokenDetails | undefined> {
  if (tokenId === 'HBAR') {
    if (type !== 'FUNGIBLE_COMMON') throw badRequest('WRONG_TOKEN_TYPE', `type is ${type}: HBAR is FUNGIBLE_COMMON`)
    return undefined
  }
  const token = await ledger.mirror.tokenDetails(tokenId)
  if (!token) throw unprocessable('INVALID_TOKEN_ID', `The token ${tokenId} does not exist on the ledger`)
  if (token.deleted) throw unprocessable('TOKEN_WAS_DELETED', `The token ${tokenId} was deleted on the ledger`)
  if (token.type !== type) throw unprocessable('WRONG_TOKEN_TYPE', `The token ${tokenId} is ${token.type}, not ${type}`)
  return token
}

function transfer({ walletId, receiverId, tokenId, type }: Static<typeof body>, amount: bigint): TransferTransaction {
  const transaction = new TransferTransaction()
  if (tokenId === 'HBAR') {
    const value = Hbar.fromTinybars(amount.toString())
    return transaction.addHbarTransfer(walletId, value.negated()).addHbarTransfer(receiverId, value)
  }
  if (type === 'NON_FUNGIBLE_UNIQUE')
    return transaction.addNftTransfer(NftId.fromString(`${tokenId}/${amount}`), walletId, receiverId)
  return transaction.addTokenTransfer(tokenId, walletId, -amount).addTokenTransfer(tokenId, receiverId, amount)
}
