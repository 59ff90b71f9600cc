/** How one transaction changed an account's holdings. Payments, the fee and the staking reward are separate. */
import { type Static, Type } from 'typebox'
import { fromBase64 } from '../../bytes.ts'
import { EntityId } from '../../values/ids/entity-id-schema.ts'
import { MirrorTimestamp } from '../reading/timestamps.ts'

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
const Int64 = Type.Union([Type.Integer(), Type.BigInt()])
const Transfer = Type.Object({ account: OrNull(EntityId), amount: Int64 })
/**
 * The maximum number of transfers of a kind that one transaction can have; contracts make more than CryptoTransfer
 * allows.
 */
const MAX_PARTS = 10_000
const listOf = <T extends Type.TSchema>(schema: T) => Type.Array(schema, { maxItems: MAX_PARTS })

/** The parts of a mirror's transaction that say what it moved. */
export const MovingTransaction = Type.Object({
  consensus_timestamp: MirrorTimestamp,
  transaction_id: Type.String({ maxLength: 80 }),
  name: Type.String({ maxLength: 80 }),
  result: Type.String({ maxLength: 100 }),
  charged_tx_fee: OrNull(Int64),
  memo_base64: OrNull(Type.String({ maxLength: 1_000 })),
  node: OrNull(EntityId),
  scheduled: OrNull(Type.Boolean()),
  transfers: Type.Optional(listOf(Transfer)),
  token_transfers: Type.Optional(listOf(Type.Object({ ...Transfer.properties, token_id: EntityId }))),
  nft_transfers: Type.Optional(
    listOf(
      Type.Object({
        token_id: EntityId,
        serial_number: Int64,
        sender_account_id: OrNull(EntityId),
        receiver_account_id: OrNull(EntityId),
      }),
    ),
  ),
  staking_reward_transfers: OrNull(listOf(Transfer)),
})
export type MovingTransaction = Static<typeof MovingTransaction>

export interface AssetMovement {
  /** `HBAR`, or the id of a token. */
  asset: string
  /** The serial number of an NFT, or {@link ALL_SERIALS}. */
  serial?: string
  /** In tinybars or the token's smallest unit; positive if the account received it. 1 or -1 for an NFT. */
  change: bigint
  /** The account on the other side with the largest part; undefined if there is none. */
  other: string | undefined
  /** How many further accounts the account paid. */
  others: number
  /** The accounts that it paid, the largest amount first; empty if the account received it. */
  receivers: readonly Receiver[]
}

export interface Receiver {
  account: string
  /** Positive, in the units of the movement. */
  amount: bigint
}

export interface Movements {
  movements: AssetMovement[]
  /** The fees that the account paid to the network, in tinybars. */
  fee: bigint
  /** The staking reward that it received, in tinybars. */
  reward: bigint
}

/** Accounts of the network that take fees and pay rewards. */
const COLLECTORS = new Set(['0.0.98', '0.0.800', '0.0.801', '0.0.802'])

/** The serial of a movement of all NFTs that a token's old treasury held, when another account becomes the treasury. */
export const ALL_SERIALS = 'all'
/** The serial number that mirrors show for {@link ALL_SERIALS}. */
const ALL_SERIALS_ON_MIRROR = -1n

/** The sum of the lines of each account. */
type Sums = ReadonlyMap<string, bigint>
type Line = readonly [account: string, amount: bigint]

/**
 * The assets of an account that a transaction moved. The account's hbars changed by the payments - `fee` + `reward`.
 *
 * @param payer the account that paid the fee, if it is known. See {@link likelyPayer}.
 */
export function movementsOf(transaction: MovingTransaction, account: string, payer?: string): Movements {
  const { transfers = [], token_transfers: tokens = [], nft_transfers: nfts = [] } = transaction
  const sums = sumsOf(transfers)
  const rewards = sumsOf(transaction.staking_reward_transfers ?? [])
  const fees = feesOf(transaction, sums, payer ?? likelyPayer(transaction).payer)
  const feeOf = (one: string): bigint => fees.get(one) ?? 0n
  /** An account's change without fees and rewards. */
  const without = (one: string): bigint => (sums.get(one) ?? 0n) + feeOf(one) - (rewards.get(one) ?? 0n)
  const change = without(account)
  const payments = [...sums.keys()].map((one): Line => [one, without(one)])
  const parties = payments.filter(([one]) => one !== transaction.node && !COLLECTORS.has(one))
  const there = counterparties(parties, account, change)
  // No other account received it, only the network: the gas of a contract call, for example.
  const isFee = change < 0n && feeOf(account) === 0n && there.length === 0
  const movements: AssetMovement[] = []
  if (change !== 0n && !isFee) {
    const side = there.length > 0 ? there : counterparties(payments, account, change)
    movements.push({ asset: 'HBAR', change, ...sideOf(side, change) })
  }
  for (const [asset, lines] of Map.groupBy(tokens, (one) => one.token_id)) {
    const of = sumsOf(lines)
    const moved = of.get(account) ?? 0n
    if (moved !== 0n)
      movements.push({ asset, change: moved, ...sideOf(counterparties([...of], account, moved), moved) })
  }
  for (const { token_id: asset, serial_number: serial, sender_account_id: from, receiver_account_id: to } of nfts)
    if ((from === account) !== (to === account))
      movements.push({
        asset,
        serial: BigInt(serial) === ALL_SERIALS_ON_MIRROR ? ALL_SERIALS : String(serial),
        change: from === account ? -1n : 1n,
        other: (from === account ? to : from) ?? undefined,
        others: 0,
        receivers: from === account && to ? [{ account: to, amount: 1n }] : [],
      })
  return { movements, fee: isFee ? -change : feeOf(account), reward: rewards.get(account) ?? 0n }
}

function sumsOf(transfers: readonly Static<typeof Transfer>[]): Sums {
  const sums = new Map<string, bigint>()
  for (const { account, amount } of transfers) sums.set(account ?? '', (sums.get(account ?? '') ?? 0n) + BigInt(amount))
  return sums
}

/** The lines of the other accounts that received what the account lost, or lost what it received. */
const counterparties = (lines: readonly Line[], account: string, change: bigint): Line[] =>
  lines.filter(([one, amount]) => one !== account && amount !== 0n && amount > 0n === change < 0n)

function sideOf(there: readonly Line[], change: bigint): Pick<AssetMovement, 'other' | 'others' | 'receivers'> {
  const lines = there.toSorted(([, a], [, b]) => (abs(a) < abs(b) ? 1 : -1))
  const [largest] = lines
  // Accounts on the paying side may have lost no more than the fee, so only receivers are listed.
  const receivers = change < 0n ? lines.map(([account, amount]) => ({ account, amount })) : []
  return { other: largest?.[0] || undefined, others: Math.max(0, receivers.length - 1), receivers }
}

/**
 * The account that paid the fee. That is the payer in the transaction's id, but a schedule may name another. The mirror
 * does not show it with the scheduled transaction, so it is inferred: an account that lost exactly the fee, or at least
 * the fee. It is certain only if no other account can have paid it.
 */
export function likelyPayer(transaction: MovingTransaction): { payer: string | undefined; isCertain: boolean } {
  const { transaction_id: id, scheduled, charged_tx_fee: fee, node } = transaction
  const sums = sumsOf(transaction.transfers ?? [])
  const named = id.split('-')[0] ?? ''
  const most = -BigInt(fee ?? 0)
  if (!scheduled) {
    // The node pays for transactions that it should not have accepted, such as one without its payer's signature.
    const isOfNode = !sums.has(named) && node && most < 0n && sums.get(node) === most
    return { payer: isOfNode ? node : named, isCertain: true }
  }
  const able = [...sums].filter(([one, sum]) => !COLLECTORS.has(one) && sum <= most)
  const exact = able.filter(([, sum]) => sum === most)
  const isNamed = ([one]: Line): boolean => one === named
  const [payer] = exact.find(isNamed) ?? exact[0] ?? []
  if (payer !== undefined) return { payer, isCertain: exact.length === 1 }
  const [likely] = (able.length === 1 ? able[0] : able.find(isNamed)) ?? []
  return { payer: likely, isCertain: false }
}

/** The fee that each account paid. The sender of an Ethereum transaction pays the part that its relayer does not. */
function feesOf({ name, charged_tx_fee: fee }: MovingTransaction, sums: Sums, payer: string | undefined): Sums {
  const charged = BigInt(fee ?? 0)
  if (payer === undefined) return new Map()
  if (name !== 'ETHEREUMTRANSACTION') return new Map([[payer, charged]])
  const lost = -(sums.get(payer) ?? 0n)
  const own = lost < 0n ? 0n : lost < charged ? lost : charged
  const rest = charged - own
  const senders = [...sums].filter(([one, sum]) => one !== payer && !COLLECTORS.has(one) && sum <= -rest)
  const [sender] = senders
  return new Map([[payer, own], ...(rest > 0n && senders.length === 1 && sender ? [[sender[0], rest] as const] : [])])
}

/** The memo of a transaction, which others wrote; undefined if it has none, or if it is not UTF-8. */
export function memoOf({ memo_base64: memo }: Pick<MovingTransaction, 'memo_base64'>): string | undefined {
  if (!memo) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fromBase64(memo)) || undefined
  } catch {
    return undefined
  }
}

const abs = (amount: bigint): bigint => (amount < 0n ? -amount : amount)
