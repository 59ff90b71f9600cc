import { TransferTransaction } from '@hiero-ledger/sdk'
import { badRequest, decodeAmount, TokenId, unprocessable } from '@quorate/platform'
import { type Static, Type } from 'typebox'
import { MaxCustomFees } from '../../fees/max-custom-fees.ts'
import { checkMemo } from '../../transactions/memo.ts'
import type { Facts } from '../checks.ts'
import { existingTokenErrors } from '../errors.ts'
import { bodyOf, Decimals, exact, MovedNamedUnits, MovedTokenUnits, tinybars } from '../fields.ts'
import { defineOperation, type Preparing } from '../operation.ts'
import { checkParties, Parties } from './parties.ts'
import { assertCanSend } from './transfer-token.ts'

const body = bodyOf({
  token_id: TokenId,
  decimals: Type.Optional(Decimals),
  amount: MovedTokenUnits,
  counter: Type.Optional(
    Type.Object(
      {
        token_id: Type.Union([Type.Literal('HBAR'), TokenId]),
        amount: MovedNamedUnits,
        decimals: Type.Optional(Decimals),
      },
      {
        ...exact,
        description:
          'what `to` gives for it. If absent, the `swapConditions.prices` of the validator of `from`; nothing without a validator',
      },
    ),
  ),
  maxCustomFees: Type.Optional(MaxCustomFees),
  ...Parties,
})

interface Leg {
  /** null means ℏ. */
  tokenId: string | null
  amount: bigint
  decimals?: number | undefined
}

const NOTHING: Leg = { tokenId: null, amount: 0n }

/** Both legs are in one transfer, so the ledger executes both or none. */
export const atomicSwap = defineOperation({
  name: 'transfer/atomic-swap',
  method: 'POST',
  path: '/accounts/transfer/atomic-swap',
  tag: 'accounts',
  summary: 'Swap what two accounts hold, atomically',
  errors: [
    existingTokenErrors,
    {
      400: ['COUNTER_REQUIRED'],
      422: [
        'ACCOUNT_AMOUNT_TRANSFERS_ONLY_ALLOWED_FOR_FUNGIBLE_COMMON',
        'ACCOUNT_FROZEN_FOR_TOKEN',
        'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
        'INSUFFICIENT_ACCOUNT_BALANCE',
        'INSUFFICIENT_TOKEN_BALANCE',
        'INVALID_ACCOUNT_ID',
        'TOKEN_IS_PAUSED',
        'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
        'UNEXPECTED_TOKEN_DECIMALS',
      ],
    },
  ],
  params: Type.Object({}),
  body,
  async prepare({ body }, { facts, priceOf }) {
    checkMemo(body.memo)
    const { from, to } = body
    await checkParties(body, facts)
    const gives: Leg = { tokenId: body.token_id, amount: decodeAmount(body.amount, 'amount'), decimals: body.decimals }
    const takes = await counterLeg(body, gives, priceOf)
    if (takes?.tokenId === gives.tokenId)
      throw unprocessable(
        'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
        'counter/token_id equals token_id: send two different tokens',
      )
    const transaction = new TransferTransaction()
    await addLeg(transaction, gives, { from, to }, facts)
    if (takes) await addLeg(transaction, takes, { from: to, to: from }, facts)
    if (body.memo) transaction.setTransactionMemo(body.memo)
    return {
      transaction,
      // A transfer without anything in return also counts as a swap, and no price permits it.
      swaps: [
        { account: from, gives, takes: takes ?? NOTHING },
        ...(takes ? [{ account: to, gives: takes, takes: gives }] : []),
      ],
    }
  },
})

/**
 * Returns the leg that `to` gives: the amount in the body, or the price set by the validator of `from`. Undefined if
 * the body has no amount and `from` has no validator. Then `from` itself signs, and the two parties settle the return
 * by themselves.
 */
async function counterLeg(
  { from, counter }: Static<typeof body>,
  gives: Leg,
  priceOf: Preparing['priceOf'],
): Promise<Leg | undefined> {
  if (counter) {
    const tokenId = counter.token_id === 'HBAR' ? null : counter.token_id
    return { tokenId, amount: decodeAmount(counter.amount, 'counter/amount'), decimals: counter.decimals }
  }
  const price = await priceOf(from, gives)
  if (price !== null) return price
  throw badRequest(
    'COUNTER_REQUIRED',
    `counter is missing. The validator of ${from} sets no price for ${gives.tokenId}: send counter {token_id, amount}`,
  )
}

async function addLeg(
  transaction: TransferTransaction,
  { tokenId, amount, decimals }: Leg,
  { from, to }: { from: string; to: string },
  facts: Facts,
): Promise<void> {
  if (tokenId === null) {
    const { balance } = await facts.account(from, 'from')
    if (balance < amount)
      throw unprocessable('INSUFFICIENT_ACCOUNT_BALANCE', `${from} has ${balance} tinybars, but needs ${amount}`)
    transaction.addHbarTransfer(from, tinybars(-amount)).addHbarTransfer(to, tinybars(amount))
    return
  }
  await facts.canReceive(await facts.account(to, 'to'), tokenId)
  const expected = await assertCanSend(from, { tokenId, amount, decimals }, facts)
  transaction
    .addTokenTransferWithDecimals(tokenId, from, -amount, expected)
    .addTokenTransferWithDecimals(tokenId, to, amount, expected)
}
