import {
  AccountId,
  Bytes,
  BytesOut,
  decodeAmount,
  decodeBytes,
  encodeAmount,
  encodeBytes,
  type Http,
  invalidCursor,
  isEntityId,
  linkToNext,
  namedSchema,
  PageQuery,
  pageHeaders,
  limits as platformLimits,
  positiveAmountIn,
} from '@quorate/platform'
import { isoTimeOf } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { Amount, Time } from '../answers/values.ts'
import { limits } from '../limits.ts'
import { allowanceIn } from '../model/allowances.ts'
import { Memo } from '../operations/operation.ts'
import { Asset } from '../operations/transfers.ts'
import type { Service } from '../service.ts'
import type { Limit } from '../spending/spending-limits.ts'

const tags = ['limits']
const config = { access: 'session' } as const
const WalletPath = Type.Object({ walletId: AccountId })

const LimitOut = namedSchema(
  'SpendingLimit',
  Type.Object({
    spenderId: AccountId,
    tokenId: Type.String({ description: 'HBAR, or a token id' }),
    granted: Type.Unsafe<string | number>({ ...Amount, description: 'what was allowed, in the smallest unit' }),
    left: Type.Unsafe<string | number>({ ...Amount, description: 'what the spender can still pay' }),
    since: Type.Union([Time, Type.Null()], {
      description: 'null if the ledger shows none: it is used up, or not given yet',
    }),
    isMember: Type.Boolean({ description: 'whether the spender is an owner of the wallet or has a role at it' }),
    renewals: Type.Array(
      Type.Object({ jobId: Type.String(), amount: Amount, executeAt: Type.Union([Time, Type.Null()]) }),
      { description: 'open requests that will set it again; only for members of the wallet' },
    ),
  }),
)

const OwnLimitOut = namedSchema('OwnSpendingLimit', Type.Object({ walletId: AccountId, ...LimitOut.properties }))

const limitOut = ({
  spenderId,
  tokenId,
  granted,
  left,
  since,
  isMember,
  renewals,
}: Limit): Static<typeof LimitOut> => ({
  spenderId,
  tokenId,
  granted: encodeAmount(granted),
  left: encodeAmount(left),
  since: since === null ? null : isoTimeOf(since),
  isMember,
  renewals: renewals.map((request) => ({
    jobId: request.jobId,
    amount: encodeAmount(allowanceIn(request)?.amount ?? 0n),
    executeAt: request.executeAt?.toISOString() ?? null,
  })),
})

/** The endpoints of spending limits. */
export function spendingLimitRoutes(http: Http, service: Service): void {
  listRoute(http, service)
  ownRoute(http, service)
  prepareRoute(http, service)
  payRoute(http, service)
}

function listRoute(http: Http, { spendingLimits }: Service): void {
  http.get(
    '/multisig/wallet/:walletId/limits',
    {
      config,
      schema: {
        tags,
        summary: 'List the spending limits at a wallet',
        description:
          "The wallet's allowances of hbars and fungible tokens, as the ledger shows them. Members see all; others see only their own.",
        params: WalletPath,
        errors: { 400: ['UNKNOWN_CHAIN'] },
        response: { 200: Type.Array(LimitOut) },
      },
    },
    async ({ params, session }) => (await spendingLimits.list(session, params.walletId)).map(limitOut),
  )
}

function ownRoute(http: Http, { spendingLimits }: Service): void {
  http.get(
    '/multisig/limits',
    {
      config,
      schema: {
        tags,
        summary: 'List what I may spend from wallets',
        description: `The limits that the owners of wallets gave me here, as the ledger shows them, in pages of ${limits.ownLimitWallets.value} wallets. Without wallets that I have muted. I need no role there.`,
        querystring: PageQuery,
        errors: { 400: ['INVALID_CURSOR', 'UNKNOWN_CHAIN'] },
        response: { 200: { ...Type.Array(OwnLimitOut), headers: pageHeaders } },
      },
    },
    async ({ query, session }, reply) => {
      const { cursor } = query
      if (cursor !== undefined && !isEntityId(cursor)) throw invalidCursor(cursor)
      const limit = Math.min(query.limit, limits.ownLimitWallets.value)
      const { items, isFull } = await spendingLimits.mine(session, { limit, cursor })
      const last = items.at(-1)
      if (last && isFull) linkToNext(reply, '/multisig/limits', { limit, cursor: last.wallet })
      return items.flatMap(({ wallet, limits }) => limits.map((one) => ({ walletId: wallet, ...limitOut(one) })))
    },
  )
}

function prepareRoute(http: Http, { spendingLimits }: Service): void {
  http.post(
    '/multisig/wallet/:walletId/limits/prepare',
    {
      config: { ...config, repeatable: true },
      schema: {
        tags,
        summary: 'Prepare a payment within my spending limit',
        description:
          'Answers a transfer for the caller to sign, who also pays its fee. Stores nothing. Send it with the signature to limits/pay within two minutes.',
        params: WalletPath,
        body: Type.Object(
          { receiverId: AccountId, tokenId: Asset, amount: positiveAmountIn('the smallest unit'), memo: Memo },
          { additionalProperties: false },
        ),
        errors: {
          400: ['BLANK_TEXT', 'HIDDEN_CHARACTER', 'INVALID_AMOUNT', 'UNKNOWN_CHAIN'],
          422: [
            'ACCOUNT_DELETED',
            'ACCOUNT_FROZEN_FOR_TOKEN',
            'ACCOUNT_KYC_NOT_GRANTED_FOR_TOKEN',
            'ACCOUNT_REPEATED_IN_ACCOUNT_AMOUNTS',
            'AMOUNT_EXCEEDS_ALLOWANCE',
            'CUSTOM_FEES',
            'INSUFFICIENT_ACCOUNT_BALANCE',
            'INSUFFICIENT_TOKEN_BALANCE',
            'INVALID_ACCOUNT_ID',
            'INVALID_TOKEN_ID',
            'MEMO_TOO_LONG',
            'NO_REMAINING_AUTOMATIC_ASSOCIATIONS',
            'RECEIVER_MUST_SIGN',
            'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
            'TOKEN_IS_PAUSED',
            'TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
            'TOKEN_WAS_DELETED',
            'WRONG_TOKEN_TYPE',
          ],
        },
        response: {
          200: namedSchema(
            'PaymentToSign',
            Type.Object({ transactionId: Type.String(), bytes: BytesOut, bodyBytes: BytesOut }),
          ),
        },
      },
    },
    async ({ params: { walletId }, body, session }) => {
      const { receiverId, tokenId, memo = '' } = body
      const amount = decodeAmount(body.amount, 'amount')
      const frozen = await spendingLimits.prepare(session, { walletId, receiverId, tokenId, amount, memo })
      return {
        transactionId: frozen.transactionId,
        bytes: encodeBytes(frozen.bytes),
        bodyBytes: encodeBytes(frozen.bodyBytes),
      }
    },
  )
}

function payRoute(http: Http, { spendingLimits }: Service): void {
  http.post(
    '/multisig/wallet/:walletId/limits/pay',
    {
      bodyLimit: platformLimits.transactionBodyBytes.value,
      config: { ...config, repeatable: true },
      schema: {
        tags,
        summary: 'Pay within my spending limit',
        description:
          'Submits the prepared transfer with its signature. Sending it again pays nothing again. Answers 202 while the outcome is not known.',
        params: WalletPath,
        body: Type.Object(
          { bytes: Bytes, signature: Bytes },
          {
            additionalProperties: false,
            description: 'the bytes of limits/prepare, and the signature of its bodyBytes: 64 bytes or a SignatureMap',
          },
        ),
        errors: {
          400: ['INVALID_BYTES', 'INVALID_TRANSACTION_BYTES', 'TOO_MANY_BYTES', 'TOO_MANY_SIGNATURES', 'UNKNOWN_CHAIN'],
          409: ['SUPERSEDED'],
          422: [
            'AMOUNT_EXCEEDS_ALLOWANCE',
            'BODY_MISMATCH',
            'INSUFFICIENT_ACCOUNT_BALANCE',
            'INSUFFICIENT_PAYER_BALANCE',
            'INSUFFICIENT_TOKEN_BALANCE',
            'INVALID_SIGNATURE',
            'SPENDER_DOES_NOT_HAVE_ALLOWANCE',
            'TRANSACTION_EXPIRED',
          ],
        },
        response: { 200: PaidOut, 202: PaidOut },
      },
    },
    async ({ params: { walletId }, body, session }, reply) => {
      const paid = await spendingLimits.pay(session, {
        walletId,
        bytes: decodeBytes(body.bytes, 'bytes'),
        signature: decodeBytes(body.signature, 'signature'),
      })
      reply.status(paid.status === 'SUCCESS' ? 200 : 202)
      return paid
    },
  )
}

const PaidOut = namedSchema(
  'PaidWithinLimit',
  Type.Object({
    status: Type.Enum(['SUCCESS', 'PENDING']),
    transactionId: Type.String(),
    consensusTimestamp: Type.Optional(Type.String({ description: 'seconds.nanoseconds' })),
  }),
)
