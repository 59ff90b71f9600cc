import { Button, TextInput } from '@mantine/core'
import { amountText, HBAR_DECIMALS } from '@quorate/verify'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { useCalled } from '../address-book/use-called.ts'
import type { WalletSummary } from '../api/client.ts'
import { everyWalletQuery, MOST, walletsQuery } from '../api/queries.ts'
import { pinnedOf, usePinned } from '../app/pinned.ts'
import { useBalances } from '../movements/ledger-reads.ts'
import { Faces } from '../parts/faces/face.tsx'
import { Who } from '../parts/faces/who.tsx'
import { Chip } from '../parts/layout/chip.tsx'
import { PlusIcon, SearchIcon } from '../parts/layout/icons.tsx'
import { More } from '../parts/layout/more.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { useWaitingByWallet } from '../requests/waiting.ts'
import { contains } from '../texts/folded.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { OwnLimits } from './roles/own-limits.tsx'
import { RoleOffers } from './roles/own-roles.tsx'

export function WalletsScreen() {
  const { adopt, wallets, palette } = useTexts()
  const query = useInfiniteQuery(walletsQuery())
  const { data: every } = useQuery(everyWalletQuery())
  const [search, setSearch] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const waiting = useWaitingByWallet()
  const fits = useFits(search)
  const pinnedIds = usePinned()
  const isNarrowed = search.trim() !== '' || isWaiting
  const create = (
    <>
      <Button component={Link} to="/wallets/new" leftSection={<PlusIcon />}>
        {wallets.create}
      </Button>
      <Button component={Link} to="/wallets/adopt" variant="default">
        {adopt.link}
      </Button>
    </>
  )
  const found = (entries: readonly WalletSummary[]): WalletSummary[] => {
    if (isNarrowed) return (every ?? entries).filter((one) => fits(one) && (!isWaiting || waiting.has(one.wallet)))
    const pinned = pinnedOf(entries, pinnedIds)
    return [...pinned, ...entries.filter((one) => !pinned.includes(one))]
  }
  return (
    <Screen title={wallets.title} lead={wallets.lead} actions={query.data?.entries.length ? create : undefined} isWide>
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={wallets.empty} text={wallets.emptyText}>
              {create}
            </Empty>
          ) : (
            <>
              <div className="bar-t">
                <TextInput
                  aria-label={wallets.search}
                  placeholder={wallets.search}
                  leftSection={<SearchIcon />}
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                  autoComplete="off"
                />
                <button
                  type="button"
                  className="filter"
                  aria-pressed={isWaiting}
                  onClick={() => setWaiting((before) => !before)}
                >
                  {wallets.waiting} <b>{waiting.size}</b>
                </button>
              </div>
              <Table wallets={found(entries)} />
              {isNarrowed && every?.length === MOST ? <p className="note">{palette.cut(MOST)}</p> : null}
            </>
          )
        }
      </Loaded>
      {isNarrowed ? null : <More list={query} />}
      <RoleOffers />
      <OwnLimits />
    </Screen>
  )
}

/** Searches names, ids and owners, including the reader's own names. */
function useFits(search: string): (wallet: WalletSummary) => boolean {
  const mine = useMyNames()
  const wanted = search.trim()
  return ({ wallet, name, settings: { owners } }) =>
    [wallet, name, mine.get(wallet), ...owners.flatMap((one) => [one.wallet, one.name, mine.get(one.wallet)])].some(
      (text) => text !== undefined && contains(text, wanted),
    )
}

function Table({ wallets }: { wallets: readonly WalletSummary[] }): ReactNode {
  const { texts, language } = useLanguage()
  const { wallets: words, wallet: of, app, palette } = texts
  const called = useCalled()
  const waiting = useWaitingByWallet()
  const { data: balances } = useBalances(useMemo(() => wallets.map(({ wallet }) => wallet), [wallets]))
  if (wallets.length === 0) return <Empty title={palette.nothing} />
  return (
    <div className="panel tw">
      <table className="table cards">
        <thead>
          <tr>
            <th>{of.title}</th>
            <th className="hide">{of.owners}</th>
            <th>{of.requests}</th>
            <th className="r">{of.balance}</th>
          </tr>
        </thead>
        <tbody>
          {wallets.map(({ wallet, name, description, role, settings: { owners, threshold } }) => (
            <tr key={wallet}>
              <td>
                <Link to="/wallets/$walletId" params={{ walletId: wallet }} className="whole">
                  <Who id={wallet} name={name} kind="wallet" size={40} below={<span className="id">{wallet}</span>} />
                </Link>
                {role === 'owner' ? null : <Chip>{texts.access.role[role]}</Chip>}
                {description ? (
                  <div className="note clamp" title={seen(description)}>
                    <bdi>{seen(description)}</bdi>
                  </div>
                ) : null}
              </td>
              <td className="hide">
                <Faces of={owners.map((one) => ({ id: one.wallet, name: called(one.wallet, one.name) }))} size={26} />
              </td>
              <td className="full">
                <span className="fine">{words.rule(threshold, owners.length)}</span>{' '}
                {waiting.has(wallet) ? <Chip state="wait">{app.waiting(waiting.get(wallet) ?? 0)}</Chip> : null}
              </td>
              <td className="r">
                {balances?.has(wallet) ? (
                  <span className="number">{amountText(balances.get(wallet) ?? 0n, HBAR_DECIMALS, language)} ℏ</span>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
