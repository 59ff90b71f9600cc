/** The history of a wallet by month: requests, and payments without one. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { amountText, decimalsIn, HBAR_DECIMALS } from '@quorate/verify'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useCalled } from '../../address-book/use-called.ts'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { api, type HistoryEntry } from '../../api/client.ts'
import { historyQuery, requestQuery, tokenQuery } from '../../api/queries.ts'
import { useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import type { Transaction } from '../../mirror/answers.ts'
import { movementsOf, useTransactions } from '../../movements/ledger-reads.ts'
import { MovementAmount } from '../../movements/movement-table.tsx'
import { type Movement, sumsSince } from '../../movements/movements.ts'
import { AccountFace } from '../../parts/faces/account-face.tsx'
import { Faces, Thing } from '../../parts/faces/face.tsx'
import { Chip, StatusBadge } from '../../parts/layout/chip.tsx'
import { InIcon, OutIcon, PeopleIcon, SearchIcon, StakeIcon, TokenIcon } from '../../parts/layout/icons.tsx'
import { More } from '../../parts/layout/more.tsx'
import { Empty, Failed, Loaded } from '../../parts/layout/states.tsx'
import { isoOf } from '../../parts/moments.ts'
import { saveFile } from '../../parts/save-file.ts'
import { monthText, Time } from '../../parts/values.tsx'
import { executedAt } from '../../requests/executed-at.ts'
import { standingOf } from '../../requests/progress.ts'
import { Purpose } from '../../requests/request-row.tsx'
import { operationOf } from '../../requests/sentences/sentence.ts'
import { Sentence } from '../../requests/sentences/sentence-view.tsx'
import { useSentence } from '../../requests/sentences/use-sentence.ts'
import { contains } from '../../texts/folded.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { historyCsv, tokensPaidIn } from './history-csv.ts'
import { FILTERS, type Filter, fits, type HistoryRow, historyRows } from './history-rows.ts'
import { monthOf, startOf } from './statement-reads.ts'

export function History({ walletId }: { walletId: string }) {
  const texts = useTexts()
  const query = useInfiniteQuery(historyQuery(walletId))
  const transactions = useTransactions(useMemo(() => [walletId], [walletId]))
  const movements = movementsOf(transactions)
  return (
    <Stack gap="md">
      <MonthSums walletId={walletId} transactions={transactions.get(walletId)} />
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 && movements.length === 0 ? (
            <Empty title={texts.wallet.noHistory} text={texts.wallet.noHistoryText} />
          ) : (
            <Rows walletId={walletId} rows={historyRows(entries, movements, { isWhole: !query.hasNextPage })} />
          )
        }
      </Loaded>
      <More list={query} />
      <Group>
        <Download walletId={walletId} />
        <Button component={Link} to={`/wallets/${walletId}/statement`} variant="default">
          {texts.statement.link}
        </Button>
      </Group>
    </Stack>
  )
}

/** The hbars moved in the present month. Nothing is shown if some of its transactions are not loaded. */
function MonthSums({ walletId, transactions }: { walletId: string; transactions: readonly Transaction[] | undefined }) {
  const { texts, language } = useLanguage()
  const { statement, history } = texts
  const now = ledgerNow()
  const sums = transactions && sumsSince(startOf(monthOf(now)), transactions, walletId)
  if (!sums) return null
  const month = monthText(now, language)
  const sum = (label: string, units: bigint, sign: string) => (
    <div>
      <span className="lab">{label}</span>
      <b className="number">
        {units === 0n ? '' : sign}
        {amountText(units, HBAR_DECIMALS, language)} ℏ
      </b>
    </div>
  )
  return (
    <section className="panel month" aria-label={statement.sums}>
      {sum(history.received(month), sums.received, '+')}
      {sum(history.paid(month), sums.paid, '−')}
      {sum(statement.fees, sums.fees, '−')}
    </section>
  )
}

/** Statuses of requests that were never executed. Their rows are struck through. */
const VOID: ReadonlySet<string> = new Set(['rejected', 'withdrawn', 'replaced', 'expired', 'failed'])
const isVoid = (entry: HistoryEntry): boolean => VOID.has(standingOf(entry, ledgerNow()))

function Rows({ walletId, rows }: { walletId: string; rows: HistoryRow[] }) {
  const { texts, language } = useLanguage()
  const { history, palette } = texts
  const [filter, setFilter] = useState<Filter>('all')
  const [search, setSearch] = useState('')
  const isFound = useIsFound(walletId, search)
  const found = rows.filter((row) => fits(row, filter, isVoid) && isFound(row))
  const months = Map.groupBy(found, ({ at }) => monthText(at, language))
  return (
    <>
      <div className="bar-t">
        <TextInput
          type="search"
          aria-label={history.search}
          placeholder={history.search}
          leftSection={<SearchIcon />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          autoComplete="off"
        />
        {FILTERS.map((one) => (
          <button
            key={one}
            type="button"
            className="filter"
            aria-pressed={filter === one}
            onClick={() => setFilter(one)}
          >
            {history.filters[one]}
          </button>
        ))}
      </div>
      {found.length === 0 ? (
        <Empty title={palette.nothing} />
      ) : (
        [...months].map(([month, of]) => (
          <section key={month}>
            <div className="sec">
              <h2>{month}</h2>
              <span className="n">{of.length}</span>
            </div>
            <ul className="panel entries quiet">
              {of.map((row) =>
                'entry' in row ? (
                  <RequestLine key={row.entry.jobId} walletId={walletId} entry={row.entry} />
                ) : (
                  <Moved key={`${row.movement.at} ${row.movement.token} ${row.movement.serial}`} {...row} />
                ),
              )}
            </ul>
          </section>
        ))
      )}
    </>
  )
}

/** Searches names, ids, purposes and amounts in smallest units. */
function useIsFound(walletId: string, search: string): (row: HistoryRow) => boolean {
  const nameOf = useOwnerNames()
  const wanted = search.trim()
  const has = (text: unknown): boolean => typeof text === 'string' && contains(text, wanted)
  return (row) => {
    if (wanted === '') return true
    if (!('entry' in row)) {
      const { other = '', memo, token } = row.movement
      return [other, nameOf(walletId, other), memo, token].some(has)
    }
    const { payload } = row.entry
    const accounts = JSON.stringify(payload).match(/\b0\.0\.\d{1,19}\b/g) ?? []
    return has(JSON.stringify(payload)) || accounts.some((account) => has(nameOf(walletId, account)))
  }
}

function RequestLine({ walletId, entry }: { walletId: string; entry: HistoryEntry }) {
  const { jobId, type, payload, timestamp } = entry
  const { replacing: texts } = useTexts()
  const operation = operationOf(type, payload)
  const isOpen = standingOf(entry, ledgerNow()) === 'open'
  // Reads open requests, because the history does not say what they wait for.
  const { data: request } = useQuery({ ...requestQuery(jobId), enabled: isOpen })
  const standing = standingOf(isOpen && request ? request : entry, ledgerNow())
  const parts = useSentence({ operation, payload }, { isDone: standing === 'done', openIn: isOpen ? walletId : null })
  const receiver = String(payload.receiverId ?? '')
  const name = useCalled()(receiver, undefined)
  const sentence = <Sentence parts={parts} />
  return (
    <li>
      {operation === 'withdraw' ? (
        <Directed icon={<OutIcon />}>
          <AccountFace id={receiver} name={name} />
        </Directed>
      ) : (
        <Thing>{operation === 'stake' ? <StakeIcon /> : operation === 'update' ? <PeopleIcon /> : <TokenIcon />}</Thing>
      )}
      <div>
        <Link to="/requests/$jobId" params={{ jobId }} className="row-t">
          {VOID.has(standing) ? <s>{sentence}</s> : sentence}
        </Link>
        <div className="row-s">
          <span>
            <Time at={executedAt(entry) ?? timestamp} />
          </span>
          <Purpose payload={payload} />
          <Signers walletId={walletId} entry={entry} />
          {entry.replacedBy === undefined || standing !== 'replaced' ? null : (
            <Link to="/requests/$jobId" params={{ jobId: entry.replacedBy }}>
              {texts.replacedBy}
            </Link>
          )}
        </div>
      </div>
      <div className="row-a">{isOpen && !request ? null : <StatusBadge status={standing} />}</div>
    </li>
  )
}

/** The accounts that have signed. */
function Signers({ walletId, entry: { events } }: { walletId: string; entry: HistoryEntry }) {
  const { statement } = useTexts()
  const nameOf = useOwnerNames()
  const signed = events.filter(({ action, status }) => action === 'signature' && status === 'success')
  const ids = [
    ...new Set(signed.flatMap(({ payload: { senderId } }) => (typeof senderId === 'string' ? senderId : []))),
  ]
  if (ids.length === 0) return null
  const named = ids.map((id) => ({ id, name: nameOf(walletId, id) }))
  const text = `${statement.signedBy} ${named.map(({ id, name }) => name ?? id).join(', ')}`
  return (
    <span role="img" aria-label={text} title={text}>
      <Faces of={named} size={20} />
    </span>
  )
}

/** A payment that the wallet received, or that left it without a request, such as one within a spending limit. */
function Moved({ movement }: { movement: Movement }) {
  const { explorer, pay, statement } = useTexts()
  const nameOf = useOwnerNames()
  const { other, others, memo, at, wallet, change } = movement
  const isIn = change > 0n
  const name = other === undefined ? undefined : nameOf(wallet, other)
  return (
    <li>
      <Directed icon={isIn ? <InIcon /> : <OutIcon />} isIn={isIn}>
        {other === undefined ? (
          <Thing>
            <TokenIcon />
          </Thing>
        ) : (
          <AccountFace id={other} name={name} />
        )}
      </Directed>
      <div>
        <Link to="/explorer/transactions/$id" params={{ id: at }} className="row-t">
          {other === undefined ? (
            isIn ? (
              explorer.received
            ) : (
              statement.paid
            )
          ) : (
            <>
              {isIn ? explorer.receivedFrom : explorer.sentTo} <bdi>{name ?? other}</bdi>
              {others > 0 ? ` ${pay.others(others)}` : ''}
            </>
          )}
        </Link>
        <div className="row-s">
          <span>
            <Time at={isoOf(at)} />
          </span>
          {memo ? (
            <span>
              <bdi>{seen(memo)}</bdi>
            </span>
          ) : null}
        </div>
      </div>
      <div className="row-a">
        <b>
          <MovementAmount movement={movement} />
        </b>
        <Chip>{isIn ? explorer.received : statement.paid}</Chip>
      </div>
    </li>
  )
}

const Directed = ({ icon, isIn = false, children }: { icon: ReactNode; isIn?: boolean; children: ReactNode }) => (
  <span className="faced">
    {children}
    <span className={isIn ? 'dir got' : 'dir'} aria-hidden="true">
      {icon}
    </span>
  </span>
)

const MOST_ENTRIES = 10_000

/** Downloads the whole history, not only the loaded entries. */
function Download({ walletId }: { walletId: string }) {
  const { wallet: texts } = useTexts()
  const { chain } = useSession()
  const queries = useQueryClient()
  /** Undefined if the ledger does not show the token. The file then has only smallest units. */
  const decimalsOf = (token: string) =>
    queries.fetchQuery(tokenQuery(token, chain)).then(
      (found) => decimalsIn(found.decimals),
      () => undefined,
    )
  const loading = useMutation({
    async mutationFn() {
      const entries: HistoryEntry[] = []
      const list = api.multisig.list('/multisig/wallet/{walletId}/history', { path: { walletId } })
      for await (const entry of list) if (entries.push(entry) === MOST_ENTRIES) break
      const decimals = new Map<string, number | undefined>()
      for (const token of tokensPaidIn(entries)) decimals.set(token, await decimalsOf(token))
      saveFile(
        `${walletId}.csv`,
        historyCsv(entries, (token) => decimals.get(token)),
        'text/csv',
      )
      return entries.length === MOST_ENTRIES
    },
  })
  return (
    <div>
      <Button variant="default" onClick={() => loading.mutate()} loading={loading.isPending}>
        {texts.download}
      </Button>
      {loading.data ? <Text size="sm">{texts.downloadCut(MOST_ENTRIES)}</Text> : null}
      {loading.error ? <Failed error={loading.error} /> : null}
    </div>
  )
}
