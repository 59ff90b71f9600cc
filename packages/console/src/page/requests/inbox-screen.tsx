import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { inboxQuery } from '../api/queries.ts'
import { Screen } from '../parts/screen.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { RequestCard } from './request-card.tsx'

export function InboxScreen() {
  const { inbox } = useTexts()
  const query = useQuery(inboxQuery())
  return (
    <Screen title={inbox.title} lead={inbox.lead}>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={inbox.empty} text={inbox.emptyText}>
              <Button component={Link} to="/wallets">
                {inbox.emptyAction}
              </Button>
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {entries.map((entry) => (
                <li key={entry.jobId}>
                  <RequestCard request={entry} entry={entry} />
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  )
}
