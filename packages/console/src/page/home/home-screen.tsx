import { Button } from '@mantine/core'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxEntry, WalletSummary } from '../api/client.ts'
import { everyWalletQuery, firstPendingQuery, inboxPagesQuery, inboxQuery } from '../api/queries.ts'
import { pinnedOf, usePinned } from '../app/pinned.ts'
import { movementsOf, useTransactions } from '../movements/ledger-reads.ts'
import { MovementTable } from '../movements/movement-table.tsx'
import { Ring } from '../parts/figures/ring.tsx'
import { OutIcon, PlusIcon } from '../parts/layout/icons.tsx'
import { Columns, Screen, Section } from '../parts/layout/screen.tsx'
import { Failed, Loading } from '../parts/layout/states.tsx'
import { useNow } from '../parts/values.tsx'
import { endOf } from '../requests/progress.ts'
import { RequestRow } from '../requests/request-row.tsx'
import { useOpenVetoes, useOpenVotes } from '../requests/waiting.ts'
import { durationText } from '../texts/duration.ts'
import type { Texts } from '../texts/en.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { HoldingsPanel } from './holdings-panel.tsx'
import { MutedWallets, NewToYou } from './new-to-you.tsx'
import { RolesWaiting, useRolesWaiting } from './roles-waiting.tsx'
import { StillKept, useStillKept } from './still-kept.tsx'
import { Upcoming } from './upcoming.tsx'
import { WaitingList } from './waiting-list.tsx'

/**
 * The first screen: the requests, votes and vetoes that wait, the latest movements, the holdings of all wallets, and
 * what is due next.
 */
export function HomeScreen() {
  const { home, wallets: texts } = useTexts()
  const known = useInfiniteQuery(inboxPagesQuery('known'))
  const unknown = useInfiniteQuery(inboxPagesQuery('new'))
  const votes = useOpenVotes()
  const vetoes = useOpenVetoes()
  const roles = useRolesWaiting()
  const kept = useStillKept()
  const { data: wallets } = useQuery(everyWalletQuery())
  const pinned = pinnedOf(wallets ?? [], usePinned())
  // The wallets of a proposer or observer belong to others.
  const isOwned = ({ role }: WalletSummary) => role === 'owner'
  const owned = (wallets ?? []).filter(isOwned)
  const transactions = useTransactions(pinned.map(({ wallet }) => wallet))
  const movements = movementsOf(transactions).slice(0, MOST_MOVEMENTS)
  const requests = known.data?.pages[0]?.total ?? 0
  const isRead = known.data !== undefined && votes !== undefined && vetoes !== undefined
  const count = requests + (votes?.length ?? 0) + (vetoes?.length ?? 0)
  const entries = known.data?.pages.flatMap((page) => page.entries) ?? []
  const hasNew = (unknown.data?.pages[0]?.entries.length ?? 0) > 0
  const hasWallets = wallets !== undefined && wallets.length > 0
  return (
    <Screen
      title={isRead ? titleOf(home, { count, hasNew, hasRoles: roles.hasAny, hasKept: kept.length > 0 }) : home.reading}
      lead={
        count > 0 ? (
          <Lead
            requests={requests}
            votes={votes?.length ?? 0}
            vetoes={vetoes?.length ?? 0}
            ends={[
              ...entries.map(endOf),
              ...(votes ?? []).map(({ endTime }) => endTime),
              ...(vetoes ?? []).map(({ end }) => end),
            ]}
          />
        ) : (
          home.lead
        )
      }
      actions={hasWallets ? <Actions wallets={pinned} create={texts.create} /> : undefined}
      isWide
    >
      <Columns
        railLabel={home.rail}
        rail={
          hasWallets ? (
            <>
              {owned.length > 0 ? (
                <HoldingsPanel wallets={owned} pinned={pinned.filter(isOwned)} transactions={transactions} />
              ) : null}
              <Upcoming wallets={pinned} votes={votes ?? []} />
            </>
          ) : null
        }
        rest={
          hasWallets && movements.length > 0 ? (
            <Section title={home.movements} hint={home.ofPinned}>
              <MovementTable movements={movements} hasWallet />
            </Section>
          ) : undefined
        }
      >
        {known.error ? <Failed error={known.error} again={known.refetch} /> : null}
        {isRead ? (
          count > 0 ? (
            <WaitingList known={known} votes={votes} vetoes={vetoes} />
          ) : hasNew || roles.hasAny || kept.length > 0 ? null : (
            <NothingWaits hasWallets={hasWallets} isKnown={wallets !== undefined} />
          )
        ) : known.error ? null : (
          <Loading />
        )}
        <StillKept requests={kept} />
        <RolesWaiting changes={roles.changes} />
        <NewToYou query={unknown} />
        <Others wallets={pinned} entries={entries} />
        <MutedWallets />
      </Columns>
    </Screen>
  )
}

const MOST_MOVEMENTS = 8

function titleOf(
  home: Texts['home'],
  waiting: Record<'hasNew' | 'hasRoles' | 'hasKept', boolean> & { count: number },
): string {
  const { count, hasNew, hasRoles, hasKept } = waiting
  if (count === 0 && hasKept) return home.onlyKept
  if (count > 0 || !(hasNew || hasRoles)) return home.title(count)
  return hasRoles ? home.onlyRoles : home.onlyNew
}

function Lead(props: { requests: number; votes: number; vetoes: number; ends: readonly string[] }) {
  const { requests, votes, vetoes, ends } = props
  const { texts, language } = useLanguage()
  const { home } = texts
  const now = useNow()
  const counts = [
    ...(requests > 0 ? [home.requests(requests)] : []),
    ...(votes > 0 ? [home.votes(votes)] : []),
    ...(vetoes > 0 ? [home.vetoes(vetoes)] : []),
  ]
  const first = Math.min(...ends.map((end) => Date.parse(end)).filter((end) => end > now))
  return (
    <>
      {new Intl.ListFormat(language).format(counts)}.{' '}
      {Number.isFinite(first) ? home.first(durationText(first - now)) : null}
    </>
  )
}

function Actions({ wallets, create }: { wallets: readonly WalletSummary[]; create: string }) {
  const { home } = useTexts()
  const [first] = wallets
  return (
    <>
      {first ? (
        <Button
          component={Link}
          to={wallets.length === 1 ? `/wallets/${first.wallet}/ask` : '/wallets'}
          variant="default"
          leftSection={<OutIcon />}
        >
          {home.send}
        </Button>
      ) : null}
      <Button component={Link} to="/wallets/new" variant="default" leftSection={<PlusIcon />}>
        {create}
      </Button>
    </>
  )
}

function NothingWaits({ hasWallets, isKnown }: { hasWallets: boolean; isKnown: boolean }) {
  const { home, wallets } = useTexts()
  if (!isKnown) return null
  return (
    <section className="panel blank">
      <Ring signed={0} needed={3} state="picture" size={64} />
      <div>
        <h2>{hasWallets ? home.title(0) : home.welcome}</h2>
        <p>{hasWallets ? home.emptyText : home.welcomeText}</p>
      </div>
      <Button
        component={Link}
        to={hasWallets ? '/wallets' : '/wallets/new'}
        {...(hasWallets ? { variant: 'default' } : {})}
      >
        {hasWallets ? home.emptyAction : wallets.create}
      </Button>
    </section>
  )
}

const MOST_OTHERS = 6

/** The open requests of pinned wallets that do not wait for the account. */
function Others({ wallets, entries }: { wallets: readonly WalletSummary[]; entries: readonly InboxEntry[] }) {
  const { home } = useTexts()
  const { data: inbox } = useQuery(inboxQuery())
  const pending = useQueries({ queries: wallets.map(({ wallet }) => firstPendingQuery(wallet)) })
  const mine = new Set([...entries, ...(inbox ?? [])].map(({ jobId }) => jobId))
  const others = pending
    .flatMap(({ data = [] }) => data)
    .filter(({ jobId }) => !mine.has(jobId))
    .sort((a, b) => Date.parse(endOf(a)) - Date.parse(endOf(b)))
  if (inbox === undefined || others.length === 0) return null
  return (
    <Section title={home.others} count={others.length}>
      <ul className="panel entries quiet">
        {others.slice(0, MOST_OTHERS).map((request) => (
          <RequestRow key={request.jobId} request={request} />
        ))}
      </ul>
    </Section>
  )
}
