/** A statement as files for bookkeeping. Amounts are decimal numbers with a point, times are ISO 8601. */
import { decimalText, HBAR_DECIMALS } from '../values/amounts.ts'
import { csvText } from '../values/csv.ts'
import { isoTimeOf } from '../values/timestamp-text.ts'
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

/** A statement as CSV: a line for each payment, NFT, staking reward and fee, oldest first, with the balance. */
export function statementCsv(
  { assets, entries }: Statement,
  {
    nameOf,
    requestOf,
  }: { nameOf(id: string): string | undefined; requestOf(entry: StatementEntry): StatementRequest | undefined },
): string {
  const known = new Map(assets.map((one) => [one.asset, one]))
  const hbar = (units: bigint) => decimalText(units, HBAR_DECIMALS)
  const rows = entries.flatMap((entry): unknown[][] => {
    const request = requestOf(entry)
    const signers = request?.signers.map((id) => nameOf(id) ?? id).join('; ')
    const row = (kind: string, moved: unknown[], with_: unknown[]) => [
      isoTimeOf(entry.at),
      kind,
      ...moved,
      ...with_,
      entry.memo,
      signers,
      request?.jobId,
      entry.result,
      entry.at,
    ]
    const payments = entry.movements.map(({ asset, serial, change, other, others, balance }) => {
      const { symbol, decimals = 0 } = known.get(asset) ?? {}
      // The hbars of an entry are those after its fee and reward, which have lines of their own.
      const after = asset === 'HBAR' ? entry.balance + entry.fee - entry.reward : balance
      const moved = [serial === undefined ? asset : `${asset} #${serial}`, symbol, decimalText(change, decimals)]
      const names = other === undefined ? undefined : nameOf(other)
      const who = others > 0 ? `${other} + ${others}` : other
      return row('payment', [...moved, after === undefined ? '' : decimalText(after, decimals)], [who, names])
    })
    const own = (kind: string, change: bigint, after: bigint) =>
      row(kind, ['HBAR', 'HBAR', hbar(change), hbar(after)], ['', ''])
    return [
      ...payments,
      ...(entry.reward > 0n ? [own('reward', entry.reward, entry.balance + entry.fee)] : []),
      ...(entry.fee > 0n ? [own('fee', -entry.fee, entry.balance)] : []),
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
      movements: entry.movements.map(({ asset, serial, change, other, others, balance }) => {
        const decimals = serial === undefined ? (decimalsOf.get(asset) ?? 0) : 0
        const after = balance === undefined ? undefined : decimalText(balance, decimals)
        return { asset, serial, change: decimalText(change, decimals), other, others, balance: after }
      }),
      fee: hbars(entry.fee),
      reward: hbars(entry.reward),
      balance: hbars(entry.balance),
      request: requestOf(entry),
    })),
  }
}
