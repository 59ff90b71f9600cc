import type { proto } from '@hiero-ledger/proto'
import type { BodyCase, Envelope } from '../protocol/envelope.ts'
import { accountNumber, tokenNumber, topicNumber } from '../protocol/ids.ts'
import { int64 } from '../protocol/int64.ts'
import type { State } from '../state/state.ts'
import type { Bodies } from './definition.ts'

/** What more of something costs, each, in tinycents. Names and prices are those of the public network's schedule (HIP-1261). */
const EXTRAS = {
  SIGNATURES: 100_000n,
  PROCESSING_BYTES: 10_000n,
  STATE_BYTES: 110_000n,
  KEYS: 100_000_000n,
  ACCOUNTS: 1_000_000n,
  TOKEN_TYPES: 1_000_000n,
  ALLOWANCES: 500_000_000n,
  TOKEN_ASSOCIATE: 500_000_000n,
  TOKEN_CREATE_WITH_CUSTOM_FEE: 10_000_000_000n,
  TOKEN_MINT_NFT_BASE: 190_000_000n,
  TOKEN_MINT_NFT: 200_000_000n,
  NFT_UPDATE: 10_000_000n,
  AIRDROPS: 500_000_000n,
  TOKEN_TRANSFER_BASE: 9_000_000n,
  TOKEN_TRANSFER_BASE_CUSTOM_FEES: 19_000_000n,
  CONSENSUS_CREATE_TOPIC_WITH_CUSTOM_FEE: 19_900_000_000n,
  CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE: 492_000_000n,
} as const

type ExtraName = keyof typeof EXTRAS

/** How much there is of something, and how much of it is in the base price. */
type Count = readonly [name: ExtraName, count: number, included: number]

/** What the service asks for one kind of transaction, in tinycents. */
interface Price<Body> {
  readonly functionality: keyof typeof proto.HederaFunctionality
  readonly base: bigint
  readonly extras?: (body: Body, state: State) => readonly Count[]
}

/** What a query costs that is not free, in tinycents. */
export const QUERY_PRICE = 1_000_000n

/** What every transaction costs beside its service, and how often: once for the node, nine times for the network. */
const NODE_BASE = 100_000n
const NODE_INCLUDED = { bytes: 1024, signatures: 1 }
export const NETWORK_MULTIPLIER = 9

/** The price of all kinds of transactions. */
const PRICES: { readonly [K in BodyCase]?: Price<Bodies[K]> } = {
  atomicBatch: { functionality: 'AtomicBatch', base: 9_000_000n },
  consensusCreateTopic: {
    functionality: 'ConsensusCreateTopic',
    base: 99_000_000n,
    extras: ({ adminKey, submitKey, feeScheduleKey, customFees }) => [
      ['KEYS', keysIn(adminKey, submitKey, feeScheduleKey), 0],
      ['CONSENSUS_CREATE_TOPIC_WITH_CUSTOM_FEE', customFees?.length ? 1 : 0, 0],
    ],
  },
  consensusDeleteTopic: { functionality: 'ConsensusDeleteTopic', base: 49_000_000n },
  consensusSubmitMessage: {
    functionality: 'ConsensusSubmitMessage',
    base: 7_000_000n,
    extras: ({ topicID, message }, state) => [
      ['STATE_BYTES', message?.length ?? 0, 1024],
      [
        'CONSENSUS_SUBMIT_MESSAGE_WITH_CUSTOM_FEE',
        state.topics.get(topicNumber(topicID))?.customFees.length ? 1 : 0,
        0,
      ],
    ],
  },
  consensusUpdateTopic: {
    functionality: 'ConsensusUpdateTopic',
    base: 1_200_000n,
    extras: ({ adminKey, submitKey, feeScheduleKey }) => [['KEYS', keysIn(adminKey, submitKey, feeScheduleKey), 1]],
  },
  cryptoApproveAllowance: {
    functionality: 'CryptoApproveAllowance',
    base: 499_000_000n,
    extras: ({ cryptoAllowances, tokenAllowances, nftAllowances }) => [
      ['ALLOWANCES', lengths(cryptoAllowances, tokenAllowances, nftAllowances), 1],
    ],
  },
  cryptoCreateAccount: {
    functionality: 'CryptoCreate',
    base: 499_000_000n,
    extras: ({ key }) => [['KEYS', keysIn(key), 1]],
  },
  cryptoDelete: { functionality: 'CryptoDelete', base: 49_000_000n },
  cryptoDeleteAllowance: {
    functionality: 'CryptoDeleteAllowance',
    base: 499_000_000n,
    extras: ({ nftAllowances }) => [['ALLOWANCES', lengths(nftAllowances), 1]],
  },
  cryptoTransfer: {
    functionality: 'CryptoTransfer',
    base: 0n,
    extras: ({ transfers, tokenTransfers }, state) => [
      ['ACCOUNTS', partiesOf(transfers?.accountAmounts ?? [], tokenTransfers ?? []), 2],
      ...(tokenTransfers?.length ? tokenExtras(tokenTransfers, state) : []),
    ],
  },
  cryptoUpdateAccount: {
    functionality: 'CryptoUpdate',
    base: 1_200_000n,
    extras: ({ key }) => [['KEYS', keysIn(key), 1]],
  },
  fileAppend: {
    functionality: 'FileAppend',
    base: 499_000_000n,
    extras: ({ contents }) => [['STATE_BYTES', contents?.length ?? 0, 1000]],
  },
  fileCreate: {
    functionality: 'FileCreate',
    base: 499_000_000n,
    extras: ({ keys, contents }) => [
      ['KEYS', keysIn(...(keys?.keys ?? [])), 1],
      ['STATE_BYTES', contents?.length ?? 0, 1000],
    ],
  },
  fileDelete: { functionality: 'FileDelete', base: 69_000_000n },
  fileUpdate: {
    functionality: 'FileUpdate',
    base: 499_000_000n,
    extras: ({ keys, contents }) => [
      ['KEYS', keysIn(...(keys?.keys ?? [])), 1],
      ['STATE_BYTES', contents?.length ?? 0, 1000],
    ],
  },
  scheduleCreate: {
    functionality: 'ScheduleCreate',
    base: 99_000_000n,
    extras: ({ adminKey }) => [['KEYS', keysIn(adminKey), 1]],
  },
  scheduleDelete: { functionality: 'ScheduleDelete', base: 9_000_000n },
  scheduleSign: { functionality: 'ScheduleSign', base: 9_000_000n },
  tokenAirdrop: {
    functionality: 'TokenAirdrop',
    base: 1_000_000_000n,
    extras: ({ tokenTransfers }) => [
      ['AIRDROPS', (tokenTransfers ?? []).reduce((n, list) => n + receiversOf(list), 0), 1],
    ],
  },
  tokenAssociate: {
    functionality: 'TokenAssociateToAccount',
    base: 499_000_000n,
    extras: ({ tokens }) => [['TOKEN_ASSOCIATE', lengths(tokens), 1]],
  },
  tokenBurn: { functionality: 'TokenBurn', base: 9_000_000n },
  tokenCancelAirdrop: { functionality: 'TokenCancelAirdrop', base: 9_000_000n },
  tokenClaimAirdrop: { functionality: 'TokenClaimAirdrop', base: 9_000_000n },
  tokenCreation: {
    functionality: 'TokenCreate',
    base: 9_999_000_000n,
    extras: (body) => [
      ['KEYS', keysIn(...roleKeys(body)), 1],
      ['TOKEN_CREATE_WITH_CUSTOM_FEE', body.customFees?.length ? 1 : 0, 0],
    ],
  },
  tokenDeletion: { functionality: 'TokenDelete', base: 9_000_000n },
  tokenDissociate: { functionality: 'TokenDissociateFromAccount', base: 499_000_000n },
  tokenFeeScheduleUpdate: { functionality: 'TokenFeeScheduleUpdate', base: 9_000_000n },
  tokenFreeze: { functionality: 'TokenFreezeAccount', base: 9_000_000n },
  tokenGrantKyc: { functionality: 'TokenGrantKycToAccount', base: 9_000_000n },
  tokenMint: {
    functionality: 'TokenMint',
    base: 9_000_000n,
    extras: ({ amount, metadata }) => {
      const nfts = int64(amount) > 0n ? 0 : lengths(metadata)
      return [
        ['TOKEN_MINT_NFT_BASE', nfts > 0 ? 1 : 0, 0],
        ['TOKEN_MINT_NFT', nfts, 1],
      ]
    },
  },
  tokenPause: { functionality: 'TokenPause', base: 9_000_000n },
  tokenReject: { functionality: 'TokenReject', base: 9_000_000n },
  tokenRevokeKyc: { functionality: 'TokenRevokeKycFromAccount', base: 9_000_000n },
  tokenUnfreeze: { functionality: 'TokenUnfreezeAccount', base: 9_000_000n },
  tokenUnpause: { functionality: 'TokenUnpause', base: 9_000_000n },
  tokenUpdate: {
    functionality: 'TokenUpdate',
    base: 9_000_000n,
    extras: (body) => [['KEYS', keysIn(...roleKeys(body)), 1]],
  },
  tokenUpdateNfts: {
    functionality: 'TokenUpdateNfts',
    base: 9_000_000n,
    extras: ({ serialNumbers }) => [['NFT_UPDATE', lengths(serialNumbers), 1]],
  },
  tokenWipe: { functionality: 'TokenAccountWipe', base: 9_000_000n },
  utilPrng: { functionality: 'UtilPrng', base: 9_000_000n },
}

/** Beyond what is included, and what that costs in tinycents. */
export interface Extra {
  readonly name: ExtraName
  readonly included: number
  readonly count: number
  readonly charged: number
  readonly unit: bigint
  readonly subtotal: bigint
}

/** A fee and what it is for, in tinycents. The network's part is the node's {@link NETWORK_MULTIPLIER} times. */
export interface Fee {
  readonly total: bigint
  readonly node: Part
  readonly service: Part
}

interface Part {
  readonly base: bigint
  readonly extras: readonly Extra[]
}

/** What is priced: a transaction as it arrived; one without signatures and bytes of its own costs nothing for them. */
type Priced = { readonly body: proto.ITransactionBody } & Pick<Envelope, 'bodyCase'> &
  Partial<Pick<Envelope, 'pairs' | 'signedBytes'>>

/** What a transaction costs in tinycents. */
export function priceOf(priced: Priced, state: State): bigint {
  return feeOf(priced, state).total
}

/** What a transaction costs, part by part. */
export function feeOf({ body, bodyCase, pairs, signedBytes }: Priced, state: State): Fee {
  const price = PRICES[bodyCase] as Price<unknown> | undefined
  const node: Part = {
    base: NODE_BASE,
    extras: charged([
      ['PROCESSING_BYTES', signedBytes?.length ?? 0, NODE_INCLUDED.bytes],
      ['SIGNATURES', pairs?.length ?? 0, NODE_INCLUDED.signatures],
    ]),
  }
  const service: Part = { base: price?.base ?? 0n, extras: charged(price?.extras?.(body[bodyCase], state) ?? []) }
  return { node, service, total: sumOf(node) * BigInt(1 + NETWORK_MULTIPLIER) + sumOf(service) }
}

/** What each kind of transaction costs at least in tinycents, by its number in proto.HederaFunctionality. */
export function basePrices(): Map<Price<unknown>['functionality'], bigint> {
  const common = NODE_BASE * BigInt(1 + NETWORK_MULTIPLIER)
  return new Map(Object.values(PRICES).map(({ functionality, base }) => [functionality, common + base]))
}

const sumOf = ({ base, extras }: Part): bigint => extras.reduce((sum, { subtotal }) => sum + subtotal, base)

function charged(counts: readonly Count[]): Extra[] {
  const extras: Extra[] = []
  for (const [name, count, included] of counts) {
    const more = count - included
    if (more > 0)
      extras.push({ name, included, count, charged: more, unit: EXTRAS[name], subtotal: EXTRAS[name] * BigInt(more) })
  }
  return extras
}

type MaybeKey = proto.IKey | null | undefined

/** How many single keys there are. */
function keysIn(...keys: readonly MaybeKey[]): number {
  return keys.reduce((count, key) => count + singleKeys(key), 0)
}

function singleKeys(key: MaybeKey): number {
  if (!key) return 0
  if (key.ed25519 != null || key.ECDSASecp256k1 != null || key.ECDSA_384 != null) return 1
  return keysIn(...(key.keyList?.keys ?? key.thresholdKey?.keys?.keys ?? []))
}

type RoleKeys = Pick<
  proto.ITokenCreateTransactionBody,
  'adminKey' | 'kycKey' | 'freezeKey' | 'wipeKey' | 'supplyKey' | 'feeScheduleKey' | 'pauseKey' | 'metadataKey'
>

function roleKeys(body: RoleKeys): MaybeKey[] {
  const { adminKey, kycKey, freezeKey, wipeKey, supplyKey, feeScheduleKey, pauseKey, metadataKey } = body
  return [adminKey, kycKey, freezeKey, wipeKey, supplyKey, feeScheduleKey, pauseKey, metadataKey]
}

type MaybeList = readonly unknown[] | null | undefined
const lengths = (...lists: MaybeList[]): number => lists.reduce((sum: number, list) => sum + (list?.length ?? 0), 0)

type Amounts = readonly proto.IAccountAmount[]
type Lists = readonly proto.ITokenTransferList[]

/** How many accounts take part. */
function partiesOf(amounts: Amounts, lists: Lists): number {
  if (lists.length === 0) return amounts.length
  const ids = amounts.map(({ accountID }) => accountID)
  for (const { transfers, nftTransfers } of lists) {
    for (const { accountID } of transfers ?? []) ids.push(accountID)
    for (const { senderAccountID, receiverAccountID } of nftTransfers ?? [])
      ids.push(senderAccountID, receiverAccountID)
  }
  return new Set(ids.map(nameOf)).size
}

const nameOf = (id: proto.IAccountID | null | undefined): string | number =>
  id?.alias?.length ? Buffer.from(id.alias).toString('hex') : accountNumber(id)

/** A transfer of tokens has a price of its own, a higher one if a token has custom fees; what is moved counts from the second on. */
function tokenExtras(lists: Lists, state: State): Count[] {
  const tokens = lists.map(({ token }) => state.tokens.get(tokenNumber(token)))
  const moved = lists.reduce(
    (count, list) => count + (list.nftTransfers?.length || (list.transfers?.length ? 1 : 0)),
    0,
  )
  const hasCustomFees = tokens.some((token) => token?.customFees.length)
  const base = hasCustomFees ? 'TOKEN_TRANSFER_BASE_CUSTOM_FEES' : 'TOKEN_TRANSFER_BASE'
  return [
    [base, 1, 0],
    ['TOKEN_TYPES', moved, 1],
  ]
}

function receiversOf({ transfers, nftTransfers }: proto.ITokenTransferList): number {
  return lengths(nftTransfers) + (transfers ?? []).filter(({ amount }) => int64(amount) > 0n).length
}
