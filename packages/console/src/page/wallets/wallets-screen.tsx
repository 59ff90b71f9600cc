import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { walletsQuery } from '../api/queries.ts'
import { PlusIcon } from '../parts/icons.tsx'
import { Screen } from '../parts/screen.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'

export function WalletsScreen() {
  const { wallets } = useTexts()
  const query = useQuery(walletsQuery())
  const create = (
    <Button component={Link} to="/wallets/new" leftSection={<PlusIcon />}>
      {wallets.create}
    </Button>
  )
  return (
    <Screen title={wallets.title} lead={wallets.lead} actions={query.data?.length ? create : undefined}>
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={wallets.empty} text={wallets.emptyText}>
              {create}
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.map(({ wallet, name, description, settings }) => (
                <li key={wallet}>
                  <Link to="/wallets/$walletId" params={{ walletId: wallet }} className="row-link">
                    <Card padding="md">
                      <Group justify="space-between">
                        <div style={{ minWidth: 0 }}>
                          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
                            <bdi>{seen(name)}</bdi>
                          </Text>
                          <Text size="sm" className="id" c="dimmed">
                            {wallet}
                          </Text>
                          {description ? (
                            <Text size="sm" c="dimmed" lineClamp={2}>
                              <bdi>{seen(description)}</bdi>
                            </Text>
                          ) : null}
                        </div>
                        <Text size="sm">{wallets.rule(settings.threshold, settings.owners.length)}</Text>
                      </Group>
                    </Card>
                  </Link>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Screen>
  )
}
