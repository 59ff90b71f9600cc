/** A statement as files for bookkeeping. Amounts are decimal numbers with a point, times are ISO 8601. */
import { decimalText, HBAR_DECIMALS } from '../../values/amounts.ts'
import { csvText } from '../../values/csv.ts'
import { isoTimeOf } from '../../values/timestamp-text.ts'
import type { AssetMovement } from './movements.ts'
import type { Statement, StatementEntry } from './statement.ts'

const COLUMNS = [
  'time',
  'kind',
  'asset',
  'symbol',
  'amount',
  'balance',
  'counterparty',
  'counterparty_name',
  'purpose',
  'signed_by',
  'request',
  'result',
  'transaction',
]

export interface StatementRequest {
  jobId: string
  signers: readonly string[]
}

/** A line of a statement: a payment, an NFT, a staking reward or a fee. */
export interface StatementLine {
  entry: StatementEntry
  kind: 'payment' | 'reward' | 'fee'
  /** `HBAR`, or the id of a token. */
  asset: string
  serial: string | undefined
  /** A decimal number, as is the balance. */
  amount: string
  /** The account's balance of the asset after this line; empty for an NFT. */
  balance: string
  /** The accounts on the other side: one, unless several accounts paid several others together. */
  others: readonly string[]
}

/**
 * The lines of a statement, oldest first. Each receiver of a payment to several has a line, as have the fee and the
 * reward of a transaction.
 */
export function statementLines({ assets, entries }: Statement): StatementLine[] {
  const decimalsOf = new Map(assets.map(({ asset, decimals }) => [asset, decimals]))
  const hbar = (units: bigint) => decimalText(units, HBAR_DECIMALS)
  return entries.flatMap((entry): StatementLine[] => {
    const own = (kind: 'reward' | 'fee', change: bigint, after: bigint): StatementLine[] =>
      change === 0n ? [] : [{ ...NOBODY, entry, kind, asset: 'HBAR', amount: hbar(change), balance: hbar(after) }]
    const payments = entry.movements.flatMap((movement): StatementLine[] => {
      const { asset, serial, balance } = movement
      const decimals = decimalsOf.get(asset) ?? 0
      // `entry.balance` is the balance after fee and reward. These have lines of their own.
      let after = asset === 'HBAR' ? entry.balance + entry.fee - entry.reward : balance
      const lines = partsOf(movement)
        .toReversed()
        .map(({ change, others }): StatementLine => {
          const amounts = {
            amount: decimalText(change, decimals),
            balance: after === undefined ? '' : decimalText(after, decimals),
          }
          if (after !== undefined) after -= change
          return { entry, kind: 'payment', asset, serial, others, ...amounts }
        })
      return lines.toReversed()
    })
    return [
      ...payments,
      ...own('reward', entry.reward, entry.balance + entry.fee),
      ...own('fee', -entry.fee, entry.balance),
    ]
  })
}

const NOBODY = { serial: undefined, others: [] }

/** A movement by receiver, if the account alone paid them. */
function partsOf({ change, other, receivers }: AssetMovement): { change: bigint; others: readonly string[] }[] {
  const paid = receivers.reduce((sum, { amount }) => sum + amount, 0n)
  if (receivers.length > 1 && paid === -change)
    return receivers.map(({ account, amount }) => ({ change: -amount, others: [account] }))
  if (receivers.length > 1) return [{ change, others: receivers.map(({ account }) => account) }]
  return [{ change, others: other === undefined ? [] : [other] }]
}

/**
 * Who signed a transaction: the signers of its request, or the account that paid without one, for example within its
 * spending limit. Empty if that is unknown, as for a scheduled transaction.
 */
export function signersOf(
  { transactionId, isScheduled, movements }: StatementEntry,
  request: StatementRequest | undefined,
  account: string,
): readonly string[] {
  if (request) return request.signers
  const [payer = ''] = transactionId.split('-')
  const isOthers = !isScheduled && payer !== account && movements.some(({ change }) => change < 0n)
  return isOthers ? [payer] : []
}

/** A statement as CSV: a line for each payment, NFT, staking reward and fee, oldest first, with the balance. */
export function statementCsv(
  statement: Statement,
  {
    nameOf,
    requestOf,
  }: { nameOf(id: string): string | undefined; requestOf(entry: StatementEntry): StatementRequest | undefined },
): string {
  const symbolOf = new Map(statement.assets.map(({ asset, symbol }) => [asset, symbol]))
  const rows = statementLines(statement).map(({ entry, kind, asset, serial, amount, balance, others }) => {
    const request = requestOf(entry)
    return [
      isoTimeOf(entry.at),
      kind,
      serial === undefined ? asset : `${asset} #${serial}`,
      symbolOf.get(asset),
      amount,
      balance,
      others.join('; '),
      others.map((id) => nameOf(id) ?? '').join('; '),
      entry.memo,
      signersOf(entry, request, statement.account)
        .map((id) => nameOf(id) ?? id)
        .join('; '),
      request?.jobId,
      entry.result,
      entry.at,
    ]
  })
  return csvText([COLUMNS, ...rows])
}

/** A statement as an object for JSON: amounts in hbars, or with the decimals of the token. */
export function statementJson(
  { account, from, to, assets, entries }: Statement,
  requestOf: (entry: StatementEntry) => StatementRequest | undefined,
): object {
  const decimalsOf = new Map(assets.map(({ asset, decimals }) => [asset, decimals]))
  const hbars = (units: bigint): string => decimalText(units, HBAR_DECIMALS)
  return {
    wallet: account,
    from: isoTimeOf(from),
    to: isoTimeOf(to),
    assets: assets.map((one) => ({
      asset: one.asset,
      symbol: one.symbol,
      decimals: one.decimals,
      opening: decimalText(one.opening, one.decimals),
      received: decimalText(one.received, one.decimals),
      paid: decimalText(one.paid, one.decimals),
      fees: decimalText(one.fees, one.decimals),
      rewards: decimalText(one.rewards, one.decimals),
      closing: decimalText(one.closing, one.decimals),
      unexplained: decimalText(one.unexplained, one.decimals),
    })),
    entries: entries.map((entry) => ({
      consensusTimestamp: entry.at,
      time: isoTimeOf(entry.at),
      transactionId: entry.transactionId,
      scheduled: entry.isScheduled,
      name: entry.name,
      result: entry.result,
      memo: entry.memo,
      movements: entry.movements.map(({ asset, serial, change, other, others, receivers, balance }) => {
        const decimals = serial === undefined ? (decimalsOf.get(asset) ?? 0) : 0
        const after = balance === undefined ? undefined : decimalText(balance, decimals)
        const paid = receivers.map(({ account, amount }) => ({ account, amount: decimalText(amount, decimals) }))
        const moved = { asset, serial, change: decimalText(change, decimals) }
        return { ...moved, other, others, receivers: paid, balance: after }
      }),
      fee: hbars(entry.fee),
      reward: hbars(entry.reward),
      balance: hbars(entry.balance),
      signers: signersOf(entry, requestOf(entry), account),
      request: requestOf(entry),
    })),
  }
}
