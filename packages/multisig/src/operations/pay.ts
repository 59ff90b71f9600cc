import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import { type Ledger, MaxCustomFees, type MirrorAccount, type MirrorTokenDetails } from '@quorate/ledger'
import { AccountId, badRequest, decodeAmount, positiveAmountIn, unprocessable } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { checkMaximum } from '../model/custom-fees.ts'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, type Problem, receiverProblems, senderProblems } from './problems.ts'
import { Asset, checkReceiver, receiverOf, signedBy, tokenOf, transferErrors } from './transfers.ts'

/**
 * A transaction changes the hbars of at most so many accounts (`ledger.transfers.maxLen`), the wallet's among them, and
 * makes so many changes of token balances (`ledger.tokenTransfers.maxLen`).
 */
const MAX_CHANGES = 10
const MAX_PAYMENTS = 2 * (MAX_CHANGES - 1)

const Payment = Type.Object(
  { receiverId: AccountId, tokenId: Asset, amount: positiveAmountIn('the smallest unit') },
  { additionalProperties: false },
)

const body = Type.Object({
  walletId,
  payments: Type.Array(Payment, {
    minItems: 1,
    maxItems: MAX_PAYMENTS,
    description: `what each receiver gets: hbars to at most ${MAX_CHANGES - 1} receivers, and fungible tokens with at most ${MAX_CHANGES} changes of balances, where each token also changes the wallet's`,
  }),
  maxCustomFees: Type.Optional(MaxCustomFees),
})

interface Payment {
  receiver: MirrorAccount
  /** Undefined for hbars. */
  token: MirrorTokenDetails | undefined
  amount: bigint
}

/** Pays several receivers in one transaction: all of them, or none (`pay/request`). */
export const pay = defineOperation({
  name: 'pay',
  type: 'withdraw',
  summary: 'pay several receivers in one transaction',
  errors: [
    openWalletErrors,
    transferErrors,
    { 422: ['TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED', 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED'] },
  ],
  body,
  async prepare(request, { ledger, openWallet }) {
    const assets = [...new Set(request.payments.map(({ tokenId }) => tokenId))]
    checkMaximum(request.maxCustomFees ?? [], assets)
    checkCounts(request.payments)
    const amounts = request.payments.map(({ amount }, index) => decodeAmount(amount, `payments/${index}/amount`))
    const { wallet, account } = await openWallet(request.walletId)
    for (const { receiverId } of request.payments) checkReceiver(receiverId, wallet.wallet)
    // One after the other, so that reading stops at the first that cannot be paid.
    const payments: Payment[] = []
    for (const [index, { receiverId, tokenId }] of request.payments.entries()) {
      const receiver = await receiverOf(receiverId, ledger)
      const token = await tokenOf({ tokenId, type: 'FUNGIBLE_COMMON' }, ledger)
      payments.push({ receiver, token, amount: amounts[index] as bigint })
    }
    const prepared = byWallet(wallet, transfer(wallet.wallet, payments), {
      account,
      ...(await outlook(ledger, wallet.wallet, payments)),
    })
    const receivers = new Map(payments.map(({ receiver }) => [receiver.id, receiver]))
    for (const receiver of receivers.values()) if (receiver.receiverSigRequired) signedBy(prepared, receiver)
    return prepared
  },
})

/**
 * Refuses payments that do not fit into one transaction, and two to one receiver of the same asset, which the ledger
 * would refuse.
 *
 * @throws 400 `PAYMENT_REPEATED`; 422 `TRANSFER_LIST_SIZE_LIMIT_EXCEEDED`, `TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED`
 */
function checkCounts(payments: Static<typeof body>['payments']): void {
  const byAsset = Map.groupBy(payments, ({ tokenId }) => tokenId)
  for (const [tokenId, list] of byAsset) {
    const seen = new Set<string>()
    for (const { receiverId } of list) {
      if (seen.has(receiverId))
        throw badRequest('PAYMENT_REPEATED', `payments pays ${receiverId} twice in ${tokenId}: add the amounts up`)
      seen.add(receiverId)
    }
  }
  const hbars = byAsset.get('HBAR')?.length ?? 0
  if (hbars >= MAX_CHANGES)
    throw unprocessable(
      'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
      `payments pays hbars to ${hbars} receivers, but one transaction pays at most ${MAX_CHANGES - 1}: make several requests`,
    )
  const changes = payments.length - hbars + byAsset.size - (hbars > 0 ? 1 : 0)
  if (changes > MAX_CHANGES)
    throw unprocessable(
      'TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED',
      `payments changes ${changes} balances of tokens, but one transaction changes at most ${MAX_CHANGES}: make several requests`,
    )
}

/** Why the ledger would refuse the payments, and what they cost. Each balance must suffice for all payments together. */
async function outlook(ledger: Ledger, walletId: string, payments: Payment[]) {
  const problems: Problem[] = []
  let cents: number = CENTS.transfer
  for (const [token, list] of Map.groupBy(payments, ({ token }) => token)) {
    if (!token) continue
    const amount = sumOf(list)
    problems.push(...(await senderProblems(ledger, { walletId, amount, token })))
    cents += CENTS.tokenTransfer
    for (const { receiver } of list) {
      const theirs = await receiverProblems(ledger, { receiver, token })
      problems.push(...theirs.problems)
      if (theirs.isNew) cents += CENTS.association
    }
  }
  return { problems, cents, tinybars: sumOf(payments.filter(({ token }) => !token)) }
}

const sumOf = (payments: Payment[]): bigint => payments.reduce((sum, { amount }) => sum + amount, 0n)

function transfer(walletId: string, payments: Payment[]): TransferTransaction {
  const transaction = new TransferTransaction()
  for (const [token, list] of Map.groupBy(payments, ({ token }) => token)) {
    const sum = sumOf(list)
    if (token) transaction.addTokenTransfer(token.id, walletId, -sum)
    else transaction.addHbarTransfer(walletId, tinybars(-sum))
    for (const { receiver, amount } of list)
      if (token) transaction.addTokenTransfer(token.id, receiver.id, amount)
      else transaction.addHbarTransfer(receiver.id, tinybars(amount))
  }
  return transaction
}

const tinybars = (amount: bigint): Hbar => Hbar.fromTinybars(amount.toString())
