import { Hbar, TransferTransaction } from '@hiero-ledger/sdk'
import { type Ledger, MaxCustomFees, type MirrorAccount, type MirrorTokenDetails } from '@quorate/ledger'
import { AccountId, badRequest, decodeAmount, positiveAmountIn, unprocessable } from '@quorate/platform'
import { MAX_PAYMENTS, MAX_RECEIVERS, repeatedIn, sumsOf, tooManyFor } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { checkMaximum } from '../model/custom-fees.ts'
import { openWalletErrors } from './errors.ts'
import { byWallet, defineOperation, walletId } from './operation.ts'
import { CENTS, type Problem, receiverProblems, senderProblems } from './problems.ts'
import { Asset, checkReceiver, receiverOf, signedBy, tokenOf, transferErrors } from './transfers.ts'

/** Amounts of the protocol are int64. */
const MAX_AMOUNT = 2n ** 63n - 1n

export const PaymentIn = Type.Object(
  { receiverId: AccountId, tokenId: Asset, amount: positiveAmountIn('the smallest unit') },
  { additionalProperties: false },
)

const body = Type.Object({
  walletId,
  payments: Type.Array(PaymentIn, {
    minItems: 1,
    maxItems: MAX_PAYMENTS,
    description: `what each receiver gets: hbars to at most ${MAX_RECEIVERS} receivers, and one fungible token to as many; each further token leaves room for one receiver less`,
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
    {
      400: ['PAYMENT_REPEATED'],
      422: ['TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED', 'TRANSFER_LIST_SIZE_LIMIT_EXCEEDED'],
    },
  ],
  body,
  check({ payments, maxCustomFees }) {
    const assets = [...new Set(payments.map(({ tokenId }) => tokenId))]
    checkMaximum(maxCustomFees ?? [], assets)
    checkCounts(payments)
    for (const [tokenId, sum] of sumsOf(amountsIn(payments)))
      if (sum > MAX_AMOUNT)
        throw badRequest('INVALID_AMOUNT', `payments pays ${sum} of ${tokenId}: more than the ledger's maximum amount`)
  },
  async prepare(request, { ledger, openWallet }) {
    const paid = amountsIn(request.payments)
    const { wallet, account } = await openWallet(request.walletId)
    for (const { receiverId } of paid) checkReceiver(receiverId, wallet.wallet)
    // One after the other, so that reading stops at the first receiver that cannot be paid.
    const payments: Payment[] = []
    for (const { receiverId, tokenId, amount } of paid) {
      const receiver = await receiverOf(receiverId, ledger)
      const token = await tokenOf({ tokenId, type: 'FUNGIBLE_COMMON' }, ledger)
      payments.push({ receiver, token, amount })
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

/** Payments with their amounts as numbers. @throws 400 `INVALID_AMOUNT` */
export const amountsIn = (payments: Static<typeof PaymentIn>[]) =>
  payments.map(({ amount, ...to }, index) => ({ ...to, amount: decodeAmount(amount, `payments/${index}/amount`) }))

/** Refuses two payments of one asset to the same receiver. @throws 400 `PAYMENT_REPEATED` */
export function checkRepeated(payments: Static<typeof PaymentIn>[]): void {
  const repeated = repeatedIn(payments)
  if (repeated)
    throw badRequest(
      'PAYMENT_REPEATED',
      `payments has two payments of ${repeated.tokenId} to ${repeated.receiverId}: add them up`,
    )
}

/**
 * Refuses payments that do not fit into one transaction, and two payments of one asset to the same receiver, which the
 * ledger would refuse.
 *
 * @throws 400 `PAYMENT_REPEATED`; 422 `TRANSFER_LIST_SIZE_LIMIT_EXCEEDED`, `TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED`
 */
function checkCounts(payments: Static<typeof body>['payments']): void {
  checkRepeated(payments)
  checkFits({ payments })
}

/**
 * Refuses payments that do not fit into one transaction.
 *
 * @throws 422 `TRANSFER_LIST_SIZE_LIMIT_EXCEEDED`, `TOKEN_TRANSFER_LIST_SIZE_LIMIT_EXCEEDED`
 */
export function checkFits({ payments }: { payments: readonly { receiverId: string; tokenId: string }[] }): void {
  const code = tooManyFor(payments)
  if (code !== undefined)
    throw unprocessable(
      code,
      `payments has ${payments.length} entries: one transaction pays hbars to at most ${MAX_RECEIVERS} receivers, and one token to as many. Make several requests`,
    )
}

/** Why the ledger would refuse the payments, and what they cost. Each balance must cover all of them together. */
async function outlook(ledger: Ledger, walletId: string, payments: Payment[]) {
  const problems: Problem[] = []
  let cents: number = CENTS.transfer
  for (const list of Map.groupBy(payments, ({ token }) => token?.id).values()) {
    const token = list[0]?.token
    if (!token) continue
    problems.push(...(await senderProblems(ledger, { walletId, amount: sumOf(list), token })))
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

/** The SDK adds up the changes of the wallet's balances. */
function transfer(walletId: string, payments: Payment[]): TransferTransaction {
  const transaction = new TransferTransaction()
  for (const { receiver, token, amount } of payments)
    if (token) transaction.addTokenTransfer(token.id, walletId, -amount).addTokenTransfer(token.id, receiver.id, amount)
    else transaction.addHbarTransfer(walletId, tinybars(-amount)).addHbarTransfer(receiver.id, tinybars(amount))
  return transaction
}

const tinybars = (amount: bigint): Hbar => Hbar.fromTinybars(amount.toString())
