/** Airdrops (HIP-904) in operations: what is sent, cancelled or returned to a treasury. */
import { account, integer, list, object, type Shape } from '../../values/shapes.ts'
import type { Statements } from '../compare.ts'
import { elements, numberAt, positive, type ReadFields, summaryAt, type, type ValueType } from './value-types.ts'

/** What one receiver gets of a token, in its smallest unit. */
export interface SentTokens {
  receiverId: string
  amount: number | string
}

/** A fungible token, or one NFT. */
export interface Holding {
  /** The receiver of a cancelled airdrop. */
  receiverId?: string
  tokenId: string
  serialNumber?: number
}

/** One transaction changes 10 balances of a token, and one of them is the sender's. */
const MAX_SENT = 9
/** tokens.maxAllowedPendingAirdropsToClaim and ledger.tokenRejects.maxLen */
const MAX_HOLDINGS = 10

/** A list in which no two elements have the same name. */
function listOf(of: Shape, most: number, nameOf: (one: never) => string): Shape {
  return (value, path) => {
    const wrong = list(of, { least: 1 })(value, path)
    if (wrong !== undefined) return wrong
    const names = (value as never[]).map(nameOf)
    if (names.length > most) return `\`${path}\` has ${names.length} entries, and may have ${most}`
    return new Set(names).size === names.length ? undefined : `\`${path}\` has the same entry twice`
  }
}

/** Without a place of its own: {@link sends} states it together with the token and the wallet. */
export const sentTokens: ValueType = type<SentTokens[]>(
  'airdrops',
  listOf(object({ receiverId: account, amount: positive }), MAX_SENT, ({ receiverId }: SentTokens) => receiverId),
  () => [],
  (at, fields) =>
    amountsAt(at, fields)?.flatMap(({ receiverId, amount }) =>
      amount.startsWith('-') ? [] : [{ receiverId, amount }],
    ),
)

const TOKEN_TRANSFERS = 'token_transfers[0]'
const amountsAt = (at: string, fields: ReadFields) =>
  elements((index) => {
    const own = `${at}${TOKEN_TRANSFERS}.transfers[${index}]`
    return fields.at(own)
      ? { receiverId: summaryAt(`${own}.accountID`, fields) ?? '', amount: numberAt(`${own}.amount`, fields) ?? '0' }
      : undefined
  })

/** The token of an airdrop. */
export const sentToken: ValueType = type<string>(
  'entity',
  account,
  () => [],
  (at, fields) => summaryAt(`${at}${TOKEN_TRANSFERS}.token`, fields),
)
const nftTransfer = (at: string, index: number) => `${at}${TOKEN_TRANSFERS}.nftTransfers[${index}]`
/** The receiver of NFTs. */
export const nftReceiver: ValueType = type<string>(
  'account',
  account,
  () => [],
  (at, fields) => summaryAt(`${nftTransfer(at, 0)}.receiverAccountID`, fields),
)
export const sentSerials: ValueType = type<number[]>(
  'numbers',
  listOf(integer(1), MAX_HOLDINGS, String),
  () => [],
  (at, fields) =>
    elements((index) => {
      const serial = numberAt(`${nftTransfer(at, index)}.serialNumber`, fields)
      return serial === undefined ? undefined : Number(serial)
    }),
)

/** The statements of an airdrop of a fungible token. */
export function sends(walletId: string, { token, airdrops }: Readonly<Record<string, unknown>>): Statements {
  const sent = airdrops as SentTokens[]
  const sum = sent.reduce((all, { amount }) => all + BigInt(amount), 0n)
  const list = `tokenAirdrop.token_transfers[${token}]`
  return [
    [`${list}.token`, String(token)],
    ...[{ receiverId: walletId, amount: -sum }, ...sent].flatMap(
      ({ receiverId, amount }): Statements => [
        [`${list}.transfers[${receiverId}].accountID`, receiverId],
        [`${list}.transfers[${receiverId}].amount`, String(amount)],
      ],
    ),
  ]
}

/** The statements of an airdrop of NFTs. */
export function sendsNfts(
  walletId: string,
  { token, receiverId, serialNumbers }: Readonly<Record<string, unknown>>,
): Statements {
  const list = `tokenAirdrop.token_transfers[${token}]`
  return [
    [`${list}.token`, String(token)],
    ...(serialNumbers as number[]).flatMap((serial): Statements => {
      const nft = `${list}.nftTransfers[${serial}]`
      return [
        [`${nft}.senderAccountID`, walletId],
        [`${nft}.receiverAccountID`, String(receiverId)],
        [`${nft}.serialNumber`, String(serial)],
      ]
    }),
  ]
}

const serialNumber = { serialNumber: integer(1) }
const nameOf = ({ receiverId = '', tokenId, serialNumber: serial = 0 }: Holding) => `${receiverId} ${tokenId} ${serial}`
const holdings = (
  fields: Readonly<Record<string, Shape>>,
  names: { token: string; nft: string; sender?: string; receiver?: string },
): ValueType =>
  type<Holding[]>(
    'holdings',
    listOf(object(fields, serialNumber), MAX_HOLDINGS, nameOf),
    (at, value, { walletId }) =>
      value.flatMap((one, index): Statements => {
        const own = `${at}[${index}]`
        return [
          ...(names.sender === undefined ? [] : ([[`${own}.${names.sender}`, walletId]] satisfies Statements)),
          ...(names.receiver === undefined
            ? []
            : ([[`${own}.${names.receiver}`, String(one.receiverId)]] satisfies Statements)),
          ...(one.serialNumber === undefined
            ? ([[`${own}.${names.token}`, one.tokenId]] satisfies Statements)
            : ([
                [`${own}.${names.nft}.token_ID`, one.tokenId],
                [`${own}.${names.nft}.serial_number`, String(one.serialNumber)],
              ] satisfies Statements)),
        ]
      }),
    (at, fields) =>
      elements((index) => {
        const own = `${at}[${index}]`
        if (!fields.at(own)) return undefined
        const serial = numberAt(`${own}.${names.nft}.serial_number`, fields)
        return {
          ...(names.receiver === undefined ? {} : { receiverId: summaryAt(`${own}.${names.receiver}`, fields) ?? '' }),
          tokenId:
            summaryAt(`${own}.${names.token}`, fields) ?? summaryAt(`${own}.${names.nft}.token_ID`, fields) ?? '',
          ...(serial === undefined ? {} : { serialNumber: Number(serial) }),
        }
      }),
  )

/** Airdrops of the wallet that nobody has claimed. */
export const sentAirdrops = holdings(
  { receiverId: account, tokenId: account },
  { token: 'fungible_token_type', nft: 'non_fungible_token', sender: 'sender_id', receiver: 'receiver_id' },
)
/** The whole balance of a token, or an NFT. */
export const wholeHoldings = holdings({ tokenId: account }, { token: 'fungible_token', nft: 'nft' })
