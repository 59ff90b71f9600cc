import { Hbar, NftId, TransferTransaction } from '@hiero-ledger/sdk'
import { type Ledger, MaxCustomFees, type MirrorAccount, type MirrorTokenDetails } from '@quorate/ledger'
import { AccountId, decodeAmount, positiveAmountIn } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { checkMaximum, receiverMayPay } from '../model/custom-fees.ts'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, receiverProblems, senderProblems } from './problems.ts'
import { Asset, checkReceiver, receiverOf, signedBy, tokenOf, transferErrors } from './transfers.ts'

const body = Type.Object({
  walletId,
  receiverId: AccountId,
  tokenId: Asset,
  type: Type.Enum(['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']),
  amountOrSerial: positiveAmountIn('the smallest unit, or a serial number'),
  maxCustomFees: Type.Optional(MaxCustomFees),
})

/** Sends hbars, a fungible token or one NFT from the wallet (`withdraw/request`). */
export const withdraw = defineOperation({
  name: 'withdraw',
  type: 'withdraw',
  summary: 'withdraw hbars, a fungible token or an NFT',
  errors: [openWalletErrors, transferErrors, { 422: ['INVALID_NFT_ID', 'SENDER_DOES_NOT_OWN_NFT_SERIAL_NO'] }],
  body,
  check({ tokenId, maxCustomFees }) {
    checkMaximum(maxCustomFees ?? [], [tokenId])
  },
  async prepare(request, { ledger, openWallet }) {
    const amount = decodeAmount(request.amountOrSerial, 'amountOrSerial')
    const { wallet, account } = await openWallet(request.walletId)
    checkReceiver(request.receiverId, wallet.wallet)
    const [receiver, token] = await Promise.all([receiverOf(request.receiverId, ledger), tokenOf(request, ledger)])
    const prepared = byWallet(wallet, transfer(request, amount), {
      account,
      ...(token
        ? await tokenProblems(ledger, { walletId: wallet.wallet, amount, token, receiver })
        : { tinybars: amount, cents: CENTS.transfer }),
    })
    const mayPay = token !== undefined && receiverMayPay(token, wallet.wallet, receiver)
    if (receiver.receiverSigRequired || mayPay) signedBy(prepared, receiver)
    return prepared
  },
})

/** Why the ledger would refuse a token transfer, in the order of its checks, and what the transfer costs. */
async function tokenProblems(
  ledger: Ledger,
  transfer: { walletId: string; amount: bigint; token: MirrorTokenDetails; receiver: MirrorAccount },
) {
  const [own, theirs] = await Promise.all([senderProblems(ledger, transfer), receiverProblems(ledger, transfer)])
  return {
    problems: [...own, ...theirs.problems],
    cents: CENTS.tokenTransfer + (theirs.isNew ? CENTS.association : 0),
  }
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
