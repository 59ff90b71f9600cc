/** A statement of a wallet: its movements on the ledger, each with the request that caused it. */
import { AccountId, encodeAmount, namedSchema } from '@quorate/platform'
import { isoTimeOf } from '@quorate/verify'
import { type Statement, type StatementAsset, type StatementEntry, signersOf } from '@quorate/verify/recount'
import { type Static, Type } from 'typebox'
import type { RequestOfTransaction } from '../store/requests.ts'
import { Amount, HistoryType, Time } from './values.ts'

const amount = (description: string) => Type.Unsafe<number | string>({ ...Amount, description })
const AssetId = Type.String({ description: 'HBAR, or the id of a token' })

const StatementAssetOut = namedSchema(
  'StatementAsset',
  Type.Object({
    tokenId: AssetId,
    symbol: Type.String(),
    decimals: Type.Integer(),
    opening: amount('the balance before the period, in smallest units; a string beyond 2^53, as all amounts'),
    received: amount('the sum of what came in'),
    paid: amount('the sum of what went out, without fees'),
    fees: amount('the fees that the wallet paid to the network'),
    rewards: amount('staking rewards'),
    closing: amount('the balance at the end of the period'),
    unexplained: amount('closing - (opening + received - paid - fees + rewards): what changed without a transfer'),
  }),
)

const StatementMovementOut = namedSchema(
  'StatementMovement',
  Type.Object({
    tokenId: AssetId,
    serial: Type.Optional(
      Type.String({ description: 'of an NFT; `all` if another account became the treasury, and took over its NFTs' }),
    ),
    change: amount('positive if the wallet received it; 1 or -1 for an NFT, and for all of them'),
    otherId: Type.Optional(
      Type.Unsafe<string>({ ...AccountId, description: 'the account on the other side with the largest part' }),
    ),
    others: Type.Integer({ description: 'how many further accounts were paid' }),
    balance: Type.Optional(amount('what the wallet held after it; absent for an NFT')),
  }),
)

const StatementEntryOut = namedSchema(
  'StatementEntry',
  Type.Object({
    consensusTimestamp: Type.String({ description: 'seconds.nanos; identifies the transaction' }),
    timestamp: Time,
    transactionId: Type.String({ description: 'as mirrors write it' }),
    scheduled: Type.Boolean({ description: 'whether the ledger executed it from a schedule' }),
    name: Type.String({ description: 'the type of the transaction, such as CRYPTOTRANSFER' }),
    result: Type.String({ description: 'the response code; a failed transaction costs its fee' }),
    memo: Type.Optional(Type.String({ description: "the transaction's memo: anybody's text" })),
    movements: Type.Array(StatementMovementOut),
    fee: amount('the fee that the wallet paid, in tinybars'),
    reward: amount('the staking reward that it received, in tinybars'),
    balance: amount('its tinybars after the transaction'),
    signers: Type.Array(AccountId, {
      description:
        'who signed it: the signers of its request, or the account that paid within its limit; empty if that is unknown',
    }),
    request: Type.Optional(
      Type.Object(
        {
          jobId: Type.String(),
          type: HistoryType,
          requesterId: AccountId,
          signers: Type.Array(AccountId, { description: 'the accounts whose signatures counted' }),
        },
        { description: 'the request of the wallet that caused it' },
      ),
    ),
  }),
)

export const StatementOut = namedSchema(
  'Statement',
  Type.Object({
    wallet: AccountId,
    from: Time,
    to: Time,
    assets: Type.Array(StatementAssetOut, { description: 'the hbars, then the fungible tokens that moved' }),
    entries: Type.Array(StatementEntryOut, { description: 'oldest first' }),
  }),
)

export const statementOut = (
  { account, assets, entries }: Statement,
  { from, to }: { from: string; to: string },
  requests: ReadonlyMap<string, RequestOfTransaction>,
): Static<typeof StatementOut> => ({
  wallet: account,
  from,
  to,
  assets: assets.map(assetOut),
  entries: entries.map((entry) => entryOut(entry, requests.get(requestKey(entry)), account)),
})

/** A statement's entry finds its request by this key: the transaction id in the form of the SDKs. */
export const requestKey = ({ transactionId, isScheduled }: Pick<StatementEntry, 'transactionId' | 'isScheduled'>) =>
  `${transactionId.replace(/-(\d+)-(\d+)$/, '@$1.$2')}${isScheduled ? '?scheduled' : ''}`

const assetOut = ({ asset, symbol, decimals, ...sums }: StatementAsset) => ({
  tokenId: asset,
  symbol,
  decimals,
  opening: encodeAmount(sums.opening),
  received: encodeAmount(sums.received),
  paid: encodeAmount(sums.paid),
  fees: encodeAmount(sums.fees),
  rewards: encodeAmount(sums.rewards),
  closing: encodeAmount(sums.closing),
  unexplained: encodeAmount(sums.unexplained),
})

const entryOut = (entry: StatementEntry, request: RequestOfTransaction | undefined, account: string) => ({
  consensusTimestamp: entry.at,
  timestamp: isoTimeOf(entry.at),
  transactionId: entry.transactionId,
  scheduled: entry.isScheduled,
  name: entry.name,
  result: entry.result,
  ...(entry.memo === undefined ? {} : { memo: entry.memo }),
  movements: entry.movements.map(({ asset, serial, change, other, others, balance }) => ({
    tokenId: asset,
    ...(serial === undefined ? {} : { serial }),
    change: encodeAmount(change),
    ...(other === undefined ? {} : { otherId: other }),
    others,
    ...(balance === undefined ? {} : { balance: encodeAmount(balance) }),
  })),
  fee: encodeAmount(entry.fee),
  reward: encodeAmount(entry.reward),
  balance: encodeAmount(entry.balance),
  signers: [...signersOf(entry, request, account)],
  ...(request
    ? {
        request: {
          jobId: request.jobId,
          type: request.type,
          requesterId: request.requester,
          signers: request.signers,
        },
      }
    : {}),
})
