/** A wallet's statement for one month, with sums, balances and signers, for printing and bookkeeping. */
import { Alert, Button, NativeSelect } from '@mantine/core'
import { amountText } from '@quorate/verify'
import {
  type Statement,
  type StatementAsset,
  type StatementRequest,
  statementCsv,
  statementJson,
} from '@quorate/verify/recount'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCalled, useSymbol } from '../../address-book/use-called.ts'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { walletQuery } from '../../api/queries.ts'
import { ledgerNow } from '../../api/time.ts'
import { AccountAnswer } from '../../mirror/answers.ts'
import { useMirror } from '../../mirror/mirror.ts'
import { Face } from '../../parts/faces/face.tsx'
import { WarningIcon } from '../../parts/layout/icons.tsx'
import { Screen } from '../../parts/layout/screen.tsx'
import { Empty, Loaded } from '../../parts/layout/states.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { AccountLink, monthText } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { monthOf, monthsFrom, startOf, useStatement, useStatementRequests } from './statement-reads.ts'
import { StatementTable } from './statement-table.tsx'

export function StatementScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/statement' })
  const { statement: texts, wallets } = useTexts()
  const { language } = useLanguage()
  const search: { month?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const { data: wallet } = useQuery(walletQuery(walletId))
  const { data: account } = useMirror(`/api/v1/accounts/${walletId}?transactions=false`, AccountAnswer)
  const now = ledgerNow()
  const created = account?.created_timestamp ? Number(account.created_timestamp) * 1000 : now
  const months = monthsFrom(created, now)
  const month = months.find((one) => one === search.month) ?? monthOf(now)
  const query = useStatement(walletId, month)
  const { data: requests = NONE } = useStatementRequests(walletId, month)
  const name = useCalled()(walletId, wallet?.name) ?? walletId
  return (
    <Screen
      title={texts.title(name, monthText(startOf(month), language))}
      short={texts.short}
      face={<Face id={walletId} kind="wallet" size={64} />}
      lead={<AccountLink id={walletId} />}
      crumbs={[
        { to: '/wallets', label: wallets.title },
        { to: `/wallets/${walletId}`, label: name },
      ]}
      actions={query.data ? <Exports statement={query.data} requests={requests} month={month} /> : undefined}
      isWide
    >
      <div className="off-print">
        <NativeSelect
          label={texts.month}
          value={month}
          onChange={(event) =>
            navigate({ to: '.', search: { month: event.currentTarget.value } as never, replace: true })
          }
          data={months.map((one) => ({ value: one, label: monthText(startOf(one), language) }))}
          w="14rem"
          maw="100%"
        />
      </div>
      <Loaded query={query}>
        {(statement) => (
          <>
            <Sums assets={statement.assets} />
            {statement.entries.length === 0 ? (
              <Empty title={texts.empty} />
            ) : (
              <StatementTable statement={statement} requests={requests} />
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const NONE: ReadonlyMap<string, StatementRequest> = new Map()

function Exports(props: {
  statement: Statement
  requests: ReadonlyMap<string, StatementRequest>
  month: string
}): ReactNode {
  const { statement, requests, month } = props
  const { statement: texts } = useTexts()
  const nameOf = useOwnerNames()
  const { account } = statement
  const requestOf = ({ at }: { at: string }) => requests.get(at)
  const csv = () => statementCsv(statement, { nameOf: (id) => nameOf(account, id), requestOf })
  const json = () => `${JSON.stringify(statementJson(statement, requestOf), null, 2)}\n`
  return (
    <>
      <Button variant="default" onClick={() => window.print()}>
        {texts.print}
      </Button>
      <Button onClick={() => saveFile(`${account}-${month}.csv`, csv(), 'text/csv')}>{texts.csv}</Button>
      <Button variant="default" onClick={() => saveFile(`${account}-${month}.json`, json(), 'application/json')}>
        {texts.json}
      </Button>
    </>
  )
}

/** A phone shows the label before the amount. */
const cell = (label: string, content: ReactNode) => (
  <td className="r" {...(content === null ? {} : { 'data-label': label })}>
    {content}
  </td>
)

/** The month's change of each asset, from the first balance to the last. */
function Sums({ assets }: { assets: readonly StatementAsset[] }) {
  const { statement: texts } = useTexts()
  const { language } = useLanguage()
  const symbolOf = useSymbol()
  const hasRewards = assets.some(({ rewards }) => rewards > 0n)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: large sums scroll sideways, also with a keyboard */}
      <section className="panel tw" aria-label={texts.sums} tabIndex={0}>
        <table className="table cards sums" data-testid="sums">
          <thead>
            <tr>
              <th>{texts.asset}</th>
              <th className="r">{texts.opening}</th>
              <th className="r">{texts.received}</th>
              <th className="r">{texts.paid}</th>
              <th className="r">{texts.fees}</th>
              {hasRewards ? <th className="r">{texts.rewards}</th> : null}
              <th className="r">{texts.closing}</th>
            </tr>
          </thead>
          <tbody>
            {assets.map((one) => {
              const amount = (units: bigint) => (
                <span className="number">{amountText(units, one.decimals, language)}</span>
              )
              return (
                <tr key={one.asset}>
                  <td>
                    {one.asset === 'HBAR' ? (
                      'ℏ'
                    ) : (
                      <>
                        <bdi>{symbolOf(one.asset, one.symbol) ?? one.asset}</bdi>
                        <span className="sub">{one.asset}</span>
                      </>
                    )}
                  </td>
                  {cell(texts.opening, amount(one.opening))}
                  {cell(texts.received, amount(one.received))}
                  {cell(texts.paid, amount(-one.paid))}
                  {cell(texts.fees, one.asset === 'HBAR' ? amount(-one.fees) : null)}
                  {hasRewards ? cell(texts.rewards, one.asset === 'HBAR' ? amount(one.rewards) : null) : null}
                  {cell(texts.closing, <b>{amount(one.closing)}</b>)}
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {assets
        .filter(({ unexplained }) => unexplained !== 0n)
        .map(({ asset, symbol, decimals, unexplained }) => (
          <Alert key={asset} color="yellow" icon={<WarningIcon />} role="alert">
            {texts.unexplained(
              `${amountText(unexplained, decimals, language)} ${asset === 'HBAR' ? 'ℏ' : (symbolOf(asset, symbol) ?? asset)}`,
            )}
          </Alert>
        ))}
    </>
  )
}
