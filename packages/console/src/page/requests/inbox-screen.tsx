import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type InboxEntry } from '../api/client.ts'
import { inboxPagesQuery, mutedQuery } from '../api/queries.ts'
import { Details } from '../parts/details.tsx'
import { Screen } from '../parts/screen.tsx'
import { Empty, Failed, Loaded } from '../parts/states.tsx'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { RequestCard } from './request-card.tsx'

/**
 * The requests that wait for the account. A separate section holds requests of wallets that it has never signed for.
 */
export function InboxScreen() {
  const { inbox } = useTexts()
  const known = useInfiniteQuery(inboxPagesQuery('known'))
  const unknown = useInfiniteQuery(inboxPagesQuery('new'))
  const isEmpty = entriesOf(known).length === 0 && entriesOf(unknown).length === 0
  return (
    <Screen title={inbox.title} lead={inbox.lead}>
      <Loaded query={known}>
        {() =>
          isEmpty && unknown.data ? (
            <Empty title={inbox.empty} text={inbox.emptyText}>
              <Button component={Link} to="/wallets">
                {inbox.emptyAction}
              </Button>
            </Empty>
          ) : (
            <Entries query={known} />
          )
        }
      </Loaded>
      <NewToYou query={unknown} />
      <MutedWallets />
    </Screen>
  )
}

type Pages = Pick<
  ReturnType<typeof useInfiniteQuery<Awaited<ReturnType<typeof api.multisig.page<'/multisig/inbox'>>>>>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
>

const entriesOf = ({ data }: Pick<Pages, 'data'>): InboxEntry[] => data?.pages.flatMap(({ entries }) => entries) ?? []

function Entries({ query }: { query: Pages }) {
  const { inbox } = useTexts()
  const entries = entriesOf(query)
  const total = query.data?.pages.at(-1)?.total
  return (
    <>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {entries.map((entry) => (
          <li key={entry.jobId}>
            <RequestCard request={entry} entry={entry} />
          </li>
        ))}
      </Stack>
      {query.hasNextPage ? (
        <Group justify="space-between">
          <Text c="dimmed">{total === undefined ? null : inbox.shown(entries.length, total)}</Text>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {inbox.more}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

/** Anybody can create a wallet that names any account as an owner, so the user can mute each of these wallets. */
function NewToYou({ query }: { query: Pages }) {
  const { inbox } = useTexts()
  const entries = entriesOf(query)
  if (query.error) return <Failed error={query.error} again={query.refetch} />
  if (entries.length === 0) return null
  // A future wallet does not have an id yet, so its requester is muted instead.
  const sources = Map.groupBy(entries, ({ walletId, requesterId }) => walletId ?? requesterId)
  return (
    <Stack gap="sm">
      <div>
        <Title order={2}>{inbox.newToYou}</Title>
        <Text c="dimmed">{inbox.newLead}</Text>
      </div>
      {[...sources].map(([source, requests]) => (
        <Stack key={source} gap="xs">
          <Group justify="space-between">
            <Account id={source} />
            <MuteButton source={source} isMuted={false} />
          </Group>
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {requests.map((entry) => (
              <li key={entry.jobId}>
                <RequestCard request={entry} entry={entry} />
              </li>
            ))}
          </Stack>
          {requests[0]?.unlisted ? <Text c="dimmed">{inbox.unlisted(requests[0].unlisted)}</Text> : null}
        </Stack>
      ))}
      {query.hasNextPage ? (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {inbox.more}
        </Button>
      ) : null}
    </Stack>
  )
}

function MutedWallets() {
  const { inbox } = useTexts()
  const { data } = useQuery(mutedQuery())
  if (!data || data.length === 0) return null
  return (
    <Details summary={inbox.muted(data.length)}>
      <Card>
        <Stack gap="xs">
          {data.map(({ walletId, name }) => (
            <Group key={walletId} justify="space-between">
              <Account id={walletId} name={name ?? undefined} />
              <MuteButton source={walletId} isMuted />
            </Group>
          ))}
        </Stack>
      </Card>
    </Details>
  )
}

function MuteButton({ source, isMuted }: { source: string; isMuted: boolean }) {
  const { inbox } = useTexts()
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: () => {
      const of = { path: { walletId: source } }
      return isMuted
        ? api.multisig.delete('/multisig/muted/{walletId}', of)
        : api.multisig.put('/multisig/muted/{walletId}', of)
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['inbox'] }),
        queries.invalidateQueries({ queryKey: ['wallets'] }),
      ]),
  })
  return (
    <Stack gap="xs" align="flex-end">
      <Button variant="default" loading={changing.isPending} onClick={() => changing.mutate()}>
        {isMuted ? inbox.unmute : inbox.notMine}
      </Button>
      {changing.error ? <Failed error={changing.error} /> : null}
    </Stack>
  )
}
