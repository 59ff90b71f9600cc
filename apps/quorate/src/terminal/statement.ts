/** Prints a statement: a line for each movement, then the sums. */
import { decimalText, isoTimeOf, shownSymbol } from '@quorate/verify'
import {
  type Statement,
  type StatementAsset,
  type StatementLine,
  type StatementRequest,
  signersOf,
  statementJson,
  statementLines,
} from '@quorate/verify/recount'
import { printList } from './output.ts'
import { say } from './paint.ts'
import { plainJson } from './plain.ts'

interface Known {
  json: boolean
  names: ReadonlyMap<string, string | undefined>
  /** By consensus timestamp. */
  requests: ReadonlyMap<string, StatementRequest | undefined>
}

export async function printStatement(statement: Statement, known: Known): Promise<void> {
  if (known.json) return say(plainJson(statementJson(statement, ({ at }) => known.requests.get(at))))
  const texts = new Map(statement.assets.map((one) => [one.asset, nameOf(one)]))
  const assetText = (asset: string): string => texts.get(asset) ?? asset
  await printList(statementLines(statement), {
    json: false,
    empty: 'Nothing moved in this period',
    columns: [
      { title: 'time', of: ({ entry }) => isoTimeOf(entry.at) },
      { title: 'amount', of: ({ amount }) => amount },
      { title: 'asset', of: ({ asset, serial }) => (serial === undefined ? assetText(asset) : `${asset} #${serial}`) },
      { title: 'balance', of: ({ balance }) => balance },
      { title: 'with', of: (line) => otherOf(line, known.names) },
      { title: 'purpose', of: ({ entry }) => entry.memo },
      {
        title: 'signed by',
        of: ({ entry }) => signersOf(entry, known.requests.get(entry.at), statement.account).join(' '),
      },
    ],
  })
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

/** The other side of a line, with the names of owners. */
function otherOf({ kind, others }: StatementLine, names: Known['names']): string {
  if (kind !== 'payment') return kind === 'fee' ? 'fee' : 'staking reward'
  return others.map((one) => [one, names.get(one)].filter(Boolean).join(' ')).join(', ')
}
