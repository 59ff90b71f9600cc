/** Receipts and records as the node API returns them, whether they came from the ledger or from its mirror. */
import { AmountOut, AnyNames, namedSchema } from '@quorate/platform'
import { nineDigits } from '@quorate/verify'
import { type Static, Type } from 'typebox'
import { orNull } from '../mirror.ts'

const Text = Type.String()
const TextOrNull = orNull(Text)

const Rate = orNull(
  Type.Object({
    hbars: Type.Integer(),
    cents: Type.Integer(),
    expirationTime: Type.String({ description: 'ISO 8601' }),
  }),
)

const receiptFields = {
  status: Text,
  accountId: TextOrNull,
  fileId: TextOrNull,
  contractId: TextOrNull,
  topicId: TextOrNull,
  tokenId: TextOrNull,
  scheduleId: TextOrNull,
  exchangeRate: Rate,
  nextExchangeRate: Rate,
  topicSequenceNumber: orNull(AmountOut),
  topicRunningHash: orNull(Type.String({ description: 'hex' })),
  totalSupply: orNull(AmountOut),
  scheduledTransactionId: TextOrNull,
  serials: Type.Array(AmountOut),
  nodeId: orNull(AmountOut),
}
const SingleReceipt = Type.Object({
  ...receiptFields,
  duplicates: Type.Array(AnyNames(Type.Unknown())),
  children: Type.Array(AnyNames(Type.Unknown())),
})

/** Receipts in `duplicates` and `children` have the same shape but contain no further ones. */
export const ReceiptOut = namedSchema(
  'Receipt',
  Type.Object({
    ...receiptFields,
    duplicates: Type.Array(SingleReceipt),
    children: Type.Array(SingleReceipt),
    truncated: Type.Optional(Type.Boolean({ description: 'whether there are more duplicates or children' })),
  }),
)
export type ReceiptOut = Static<typeof ReceiptOut>

const Time = Type.Object({ seconds: Type.Integer(), nanos: Type.Integer() })
export type Time = Static<typeof Time>
const Transfer = Type.Object({ accountId: Text, amount: AmountOut })
const TokenTransfer = Type.Object({ tokenId: Text, accountId: Text, amount: AmountOut })
/** Values by token id, then by account id. */
const ByTokenAndAccount = <T extends Type.TSchema>(value: T) => AnyNames(AnyNames(value))

const recordFields = {
  receipt: Type.Object({ status: Text, accountId: TextOrNull }),
  transactionHash: Type.String({ description: 'hex' }),
  consensusTimestamp: Time,
  transactionId: Text,
  transactionMemo: Text,
  transactionFee: Type.String({ description: 'tinybars' }),
  transfers: Type.Array(Transfer),
  contractFunctionResult: orNull(
    Type.Object({
      contractId: TextOrNull,
      gasUsed: AmountOut,
      bloom: Text,
      logs: Type.Array(Type.Unknown()),
    }),
  ),
  tokenTransfers: ByTokenAndAccount(AmountOut),
  tokenTransfersList: Type.Array(TokenTransfer),
  scheduleRef: TextOrNull,
  assessedCustomFees: Type.Array(
    Type.Object({ amount: AmountOut, tokenId: TextOrNull, feeCollectorAccountId: TextOrNull }),
  ),
  nftTransfers: ByTokenAndAccount(Type.Array(Type.String({ description: 'token/serial' }))),
  automaticTokenAssociations: orNull(Type.Array(Type.Object({ tokenId: TextOrNull, accountId: TextOrNull }))),
  parentConsensusTimestamp: orNull(Time),
  aliasKey: TextOrNull,
  ethereumHash: TextOrNull,
  paidStakingRewards: Type.Array(Transfer),
  prngBytes: TextOrNull,
  prngNumber: orNull(Type.Integer()),
  evmAddress: TextOrNull,
  newPendingAirdrops: orNull(Type.Array(TokenTransfer)),
  partial: Type.Optional(
    Type.Boolean({
      description:
        'true if the mirror answered: it does not show automaticTokenAssociations, newPendingAirdrops and contractFunctionResult, which are null, whatever the transaction did',
    }),
  ),
}
const SingleRecord = Type.Object({
  ...recordFields,
  duplicates: Type.Array(AnyNames(Type.Unknown())),
  children: Type.Array(AnyNames(Type.Unknown())),
})

export const RecordOut = namedSchema(
  'Record',
  Type.Object({
    ...recordFields,
    duplicates: Type.Array(SingleRecord),
    children: Type.Array(SingleRecord),
  }),
)
export type RecordOut = Static<typeof RecordOut>

/** Splits `seconds.nanos` into two numbers. */
export function timeOf(text: string): Time {
  const [seconds = '0', nanos = ''] = text.split('.')
  return { seconds: Number(seconds), nanos: Number(nineDigits(nanos)) }
}

type Amount = number | string

/** How much of each token each account received (positive) or sent (negative). */
export function amountsByToken(
  transfers: readonly { tokenId: string; accountId: string; amount: Amount }[],
): Record<string, Record<string, Amount>> {
  const tokens: Record<string, Record<string, Amount>> = {}
  for (const { tokenId, accountId, amount } of transfers) {
    tokens[tokenId] ??= {}
    tokens[tokenId][accountId] = amount
  }
  return tokens
}

/** The serial numbers that each account received, by token. Burned ones are listed under account 0.0.0. */
export function serialsByToken(
  transfers: readonly { tokenId: string; receiver: string | null; serial: Amount }[],
): Record<string, Record<string, string[]>> {
  const tokens: Record<string, Record<string, string[]>> = {}
  for (const { tokenId, receiver, serial } of transfers) {
    const accounts = tokens[tokenId] ?? {}
    const account = receiver ?? '0.0.0'
    tokens[tokenId] = { ...accounts, [account]: [...(accounts[account] ?? []), `${tokenId}/${serial}`] }
  }
  return tokens
}
