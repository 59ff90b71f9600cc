import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { mutedQuery } from '../api/queries.ts'
import { Details } from '../parts/layout/details.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { Account } from '../parts/values.tsx'
import { RequestRow } from '../requests/request-row.tsx'
import { useTexts } from '../texts/language.tsx'
import { entriesOf, type InboxPages } from './waiting-list.tsx'

/** Anybody can create a wallet that names any account as an owner, so the user can mute each of these wallets. */
export function NewToYou({ query }: { query: InboxPages }) {
  const { home } = useTexts()
  const entries = entriesOf(query)
  if (query.error) return <Failed error={query.error} again={query.refetch} />
  if (entries.length === 0) return null
  // A future wallet does not have an id yet, so its requester is muted instead.
  const sources = Map.groupBy(entries, ({ walletId, requesterId }) => walletId ?? requesterId)
  return (
    <section className="stack-s">
      <div>
        <h2>{home.newToYou}</h2>
        <Text c="dimmed">{home.newLead}</Text>
      </div>
      {[...sources].map(([source, requests]) => (
        <Stack key={source} gap="xs">
          <Group justify="space-between">
            <Account id={source} />
            <MuteButton source={source} isMuted={false} />
          </Group>
          <ul className="panel entries">
            {requests.map((entry) => (
              <RequestRow key={entry.jobId} request={entry} entry={entry} />
            ))}
          </ul>
          {requests[0]?.unlisted ? <Text c="dimmed">{home.unlisted(requests[0].unlisted)}</Text> : null}
        </Stack>
      ))}
      {query.hasNextPage ? (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {home.more}
        </Button>
      ) : null}
    </section>
  )
}

export function MutedWallets() {
  const { home } = useTexts()
  const { data } = useQuery(mutedQuery())
  if (!data || data.length === 0) return null
  return (
    <Details summary={home.muted(data.length)}>
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
  const { home } = useTexts()
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
      <Button variant="default" size="sm" loading={changing.isPending} onClick={() => changing.mutate()}>
        {isMuted ? home.unmute : home.notMine}
      </Button>
      {changing.error ? <Failed error={changing.error} /> : null}
    </Stack>
  )
}
