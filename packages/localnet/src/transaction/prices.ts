import type { proto } from '@hiero-ledger/proto'
import type { Envelope } from '#protocol/envelope.ts'
import type { State } from '#state/state.ts'
import { type HighVolume, multiplierAt, ONE } from './high-volume.ts'

/**
 * The price in tinycents of each further unit of something. Names and prices come from the public network's schedule
 * (HIP-1261).
 */
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

/** How many units there are of something, and how many of them the base price includes. */
export type Count = readonly [name: ExtraName, count: number, included: number]

/** The service's price of one kind of transaction in tinycents; its definition names it. */
export interface Price<Body> {
  readonly functionality: keyof typeof proto.HederaFunctionality
  readonly base: bigint
  readonly extras?: (body: Body, state: State) => readonly Count[]
  /** Its pricing at high volume (HIP-1313); absent if this kind ignores the flag. */
  readonly highVolume?: HighVolume
}

/** The charge to the payer of a transfer for each association that it causes, in tinycents. */
export const ASSOCIATION_PRICE = EXTRAS.TOKEN_ASSOCIATE
/** The charge to the sender for each airdrop that is pending or causes an association, in tinycents. */
export const AIRDROP_PRICE = EXTRAS.AIRDROPS

/** The price of every paid query in tinycents. */
export const QUERY_PRICE = 1_000_000n

/**
 * The price of every transaction, without its service. It is charged once for the node and nine times for the network.
 */
const NODE_BASE = 100_000n
const NODE_INCLUDED = { bytes: 1024, signatures: 1 }
export const NETWORK_MULTIPLIER = 9

/** The units beyond the included ones, and their price in tinycents. */
export interface Extra {
  readonly name: ExtraName
  readonly included: number
  readonly count: number
  readonly charged: number
  readonly unit: bigint
  readonly subtotal: bigint
}

/** A fee by its parts, in tinycents. The network's part is {@link NETWORK_MULTIPLIER} times the node's. */
export interface Fee {
  readonly total: bigint
  /** The multiplier of the sum of its parts, in thousandths: more than 1,000 at high volume. */
  readonly multiplier: bigint
  readonly node: PricePart
  readonly service: PricePart
}

interface PricePart {
  readonly base: bigint
  readonly extras: readonly Extra[]
}

/**
 * A transaction to be priced. A transaction without signatures and bytes, such as a scheduled one, costs nothing for
 * them.
 */
type Priced = { readonly body: proto.ITransactionBody } & Pick<Envelope, 'bodyCase'> &
  Partial<Pick<Envelope, 'pairs' | 'signedBytes'>>

/** The price in a transaction kind's definition; undefined if the ledger does not support the kind. */
type Defined = { readonly price?: Price<unknown> } | undefined

/** The price of a transaction in tinycents. */
export function priceOf(priced: Priced, definition: Defined, state: State): bigint {
  return feeOf(priced, definition, state).total
}

/**
 * The price of a transaction, part by part. `use` is how full its high-volume throttle is, in hundredths of a percent.
 */
export function feeOf(priced: Priced, definition: Defined, state: State, use = 0): Fee {
  const { body, bodyCase, pairs, signedBytes } = priced
  const price = definition?.price
  const node: PricePart = {
    base: NODE_BASE,
    extras: charged([
      ['PROCESSING_BYTES', signedBytes?.length ?? 0, NODE_INCLUDED.bytes],
      ['SIGNATURES', pairs?.length ?? 0, NODE_INCLUDED.signatures],
    ]),
  }
  const service: PricePart = { base: price?.base ?? 0n, extras: charged(price?.extras?.(body[bodyCase], state) ?? []) }
  const multiplier = body.highVolume && price?.highVolume ? multiplierAt(price.highVolume.curve, use) : ONE
  const sum = sumOf(node) * BigInt(1 + NETWORK_MULTIPLIER) + sumOf(service)
  return { node, service, multiplier, total: (sum * multiplier) / ONE }
}

/** The least price of a kind of transaction in tinycents. */
export const leastPrice = ({ base }: Price<never>): bigint => NODE_BASE * BigInt(1 + NETWORK_MULTIPLIER) + base

const sumOf = ({ base, extras }: PricePart): bigint => extras.reduce((sum, { subtotal }) => sum + subtotal, base)

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

/** The number of single keys in these keys, at any depth of lists and threshold keys. */
export function keysIn(...keys: readonly MaybeKey[]): number {
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

export function keysOfRoles(body: RoleKeys): MaybeKey[] {
  const { adminKey, kycKey, freezeKey, wipeKey, supplyKey, feeScheduleKey, pauseKey, metadataKey } = body
  return [adminKey, kycKey, freezeKey, wipeKey, supplyKey, feeScheduleKey, pauseKey, metadataKey]
}

type MaybeList = readonly unknown[] | null | undefined
/** The number of entries in all lists. */
export const lengths = (...lists: MaybeList[]): number =>
  lists.reduce((sum: number, list) => sum + (list?.length ?? 0), 0)
