/** Prints a statement: a line for each movement, then the sums. */
import { decimalText, HBAR_DECIMALS, isoTimeOf, shownSymbol } from '@quorate/verify'
import {
  type Statement,
  type StatementAsset,
  type StatementEntry,
  type StatementRequest,
  statementJson,
} from '@quorate/verify/recount'
import { printList } from './output.ts'
import { say } from './paint.ts'
import { plainJson } from './plain.ts'

interface Known {
  json: boolean
  names: ReadonlyMap<string, string | undefined>
  /** By consensus time. */
  requests: ReadonlyMap<string, StatementRequest | undefined>
}

interface Line {
  entry: StatementEntry
  amount: string
  asset: string
  balance: string
  other: string
}

export async function printStatement(statement: Statement, known: Known): Promise<void> {
  if (known.json) return say(plainJson(statementJson(statement, ({ at }) => known.requests.get(at))))
  const assetOf = new Map(statement.assets.map((one) => [one.asset, one]))
  await printList(
    statement.entries.flatMap((entry) => linesOf(entry, assetOf, known)),
    {
      json: false,
      empty: 'Nothing moved in this period',
      columns: [
        { title: 'time', of: ({ entry }) => isoTimeOf(entry.at) },
        { title: 'amount', of: ({ amount }) => amount },
        { title: 'asset', of: ({ asset }) => asset },
        { title: 'balance', of: ({ balance }) => balance },
        { title: 'with', of: ({ other }) => other },
        { title: 'purpose', of: ({ entry }) => entry.memo },
        { title: 'signed by', of: ({ entry }) => known.requests.get(entry.at)?.signers.join(' ') },
      ],
    },
  )
  if (statement.entries.length > 0) say('')
  await printList(statement.assets, {
    json: false,
    empty: '',
    columns: [
      { title: 'asset', of: nameOf },
      ...(['opening', 'received', 'paid', 'fees', 'rewards', 'closing'] as const).map((title) => ({
        title,
        of: (one: StatementAsset) => decimalText(one[title], one.decimals),
      })),
      { title: 'unexplained', of: (one) => (one.unexplained ? decimalText(one.unexplained, one.decimals) : '') },
    ],
  })
}

const nameOf = ({ asset, symbol }: StatementAsset): string =>
  asset === 'HBAR' ? asset : [asset, shownSymbol(symbol, asset)].filter(Boolean).join(' ')

function linesOf(entry: StatementEntry, assetOf: ReadonlyMap<string, StatementAsset>, { names }: Known): Line[] {
  const hbars = (units: bigint): string => decimalText(units, HBAR_DECIMALS)
  const own = (other: string, change: bigint, balance: bigint): Line[] =>
    change === 0n ? [] : [{ entry, amount: hbars(change), asset: 'HBAR', balance: hbars(balance), other }]
  const payments = entry.movements.map(({ asset, serial, change, other, others, balance }): Line => {
    const known = assetOf.get(asset)
    const after = asset === 'HBAR' ? entry.balance + entry.fee - entry.reward : balance
    const who = [other, other && names.get(other), others > 0 ? `and ${others} more` : ''].filter(Boolean).join(' ')
    return {
      entry,
      amount: decimalText(change, known?.decimals ?? 0),
      asset: serial === undefined ? (known ? nameOf(known) : asset) : `${asset} #${serial}`,
      balance: after === undefined ? '' : decimalText(after, known?.decimals ?? 0),
      other: who,
    }
  })
  return [
    ...payments,
    ...own('staking reward', entry.reward, entry.balance + entry.fee),
    ...own('fee', -entry.fee, entry.balance),
  ]
}
