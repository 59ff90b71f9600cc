import { decimalText, shownSymbol } from '@quorate/verify'
import { openMirror, type StatementAsset, statementCsv } from '@quorate/verify/recount'
import { publicClient, withSession } from '../connection/connect.ts'
import { ledgerOf, mirrorUrlOf } from '../connection/ledger.ts'
import { Failure } from '../exit-codes.ts'
import type { CommandTable } from '../table/commands.ts'
import type { Given } from '../table/declare.ts'
import { printList } from '../terminal/output.ts'
import { periodOf } from '../terminal/period.ts'
import { plain } from '../terminal/plain.ts'
import { printStatement } from '../terminal/statement.ts'

type Commands = CommandTable['dao']['commands']

/** Adds and removes accounts, then lists all with their holdings and movements in the period, from the mirror. */
export async function treasury(given: Given<Commands['treasury']>): Promise<void> {
  const { daoId, add, label, remove, json } = given
  if (add !== undefined && label === undefined) throw new Failure('usage', 'Say with --label what the account is for')
  if (add !== undefined || remove !== undefined)
    await withSession(given, async ({ client: { governance } }) => {
      const of = (account: string) => ({ path: { daoId, account } })
      if (add !== undefined)
        await governance.put('/daos/{daoId}/treasury/{account}', { ...of(add), body: { label: label ?? '' } })
      if (remove !== undefined) await governance.delete('/daos/{daoId}/treasury/{account}', of(remove))
    })
  const { accounts, mirror, period } = await readingOf(given)
  const sums: (StatementAsset & { account: string; label: string })[] = []
  for (const { account, label: name } of accounts) {
    const { assets } = await mirror.statementOf({ account, ...period })
    sums.push(...assets.map((asset) => ({ account, label: name, ...asset })))
  }
  const text = (units: bigint, { decimals }: StatementAsset) => decimalText(units, decimals)
  await printList(json ? sums.map(inJson) : sums, {
    json,
    empty: 'The owner of the DAO has named no account',
    columns: [
      { title: 'account', of: ({ account }) => account },
      { title: 'label', of: ({ label: name }) => name },
      {
        title: 'asset',
        of: ({ asset, symbol }) =>
          asset === 'HBAR' ? asset : [asset, shownSymbol(symbol, asset)].filter(Boolean).join(' '),
      },
      ...(['opening', 'received', 'paid', 'fees', 'closing'] as const).map((title) => ({
        title,
        of: (sum: (typeof sums)[number]) => text(sum[title], sum),
      })),
    ],
  })
}

const inJson = <T extends object>(sum: T): T =>
  Object.fromEntries(
    Object.entries(sum).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  ) as T

/** Prints the movements of one of these accounts. */
export async function movements(given: Given<Commands['movements']>): Promise<void> {
  const { daoId, account, csv, json } = given
  const { accounts, mirror, period } = await readingOf(given)
  if (!accounts.some((one) => one.account === account))
    throw new Failure('refused', `${account} is not in the treasury of ${plain(daoId)}: quorate dao treasury lists it`)
  const statement = await mirror.statementOf({ account, ...period })
  const names = new Map(accounts.map((one) => [one.account, one.label]))
  if (csv) process.stdout.write(statementCsv(statement, { nameOf: (id) => names.get(id), requestOf: () => undefined }))
  else await printStatement(statement, { json, names, requests: new Map() })
}

/** The named accounts, and the mirror and the period to read them in. */
async function readingOf(given: Given<Commands['movements']> | Given<Commands['treasury']>) {
  const { governance } = publicClient(given)
  const path = { daoId: given.daoId }
  const { chain } = await governance.get('/daos/{daoId}', { path })
  const accounts = await governance.get('/daos/{daoId}/treasury', { path })
  const places = { chain, mirrorUrl: given.mirrorUrl }
  const { now } = await ledgerOf(places)
  return { accounts, mirror: openMirror(mirrorUrlOf(places)), period: periodOf(given, now) }
}
