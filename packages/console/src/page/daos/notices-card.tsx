/** Whether the user gets messages when votes of a DAO end. */
import { Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { daoNoticesQuery } from '../api/queries.ts'
import { Failed, Loaded } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'

const KINDS = ['vote_ending', 'vote_ended'] as const
type Kind = (typeof KINDS)[number]

export function NoticesCard({ daoId }: { daoId: string }) {
  const { daoNotices: texts } = useTexts()
  const queries = useQueryClient()
  const query = useQuery(daoNoticesQuery(daoId))
  const { queryKey } = daoNoticesQuery(daoId)
  const turning = useMutation({
    mutationFn: (notices: Kind[]) =>
      api.governance.put('/daos/{daoId}/notices', { path: { daoId }, body: { notices } }),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  })
  return (
    <Card maw="var(--narrow)" data-testid="dao-notices">
      <Stack gap="sm">
        <Title order={2}>{texts.title}</Title>
        <Text c="dimmed">
          {texts.lead} <Link to="/settings">{texts.settings}</Link>
        </Text>
        <Loaded query={query} rows={1}>
          {({ notices }) => {
            const now = turning.isPending ? turning.variables : notices
            return KINDS.map((kind) => (
              <Checkbox
                key={kind}
                size="md"
                label={texts.kinds[kind]}
                checked={now.includes(kind)}
                disabled={turning.isPending}
                onChange={({ currentTarget: { checked } }) =>
                  turning.mutate(KINDS.filter((one) => (one === kind ? checked : now.includes(one))))
                }
              />
            ))
          }}
        </Loaded>
        {turning.error ? <Failed error={turning.error} /> : null}
      </Stack>
    </Card>
  )
}
