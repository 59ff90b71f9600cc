import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { walletsQuery } from '../api/queries.ts'
import { PlusIcon } from '../parts/icons.tsx'
import { More } from '../parts/more.tsx'
import { NamedCard } from '../parts/named-card.tsx'
import { Screen } from '../parts/screen.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'

export function WalletsScreen() {
  const { wallets } = useTexts()
  const query = useInfiniteQuery(walletsQuery())
  const create = (
    <Button component={Link} to="/wallets/new" leftSection={<PlusIcon />}>
      {wallets.create}
    </Button>
  )
  return (
    <Screen title={wallets.title} lead={wallets.lead} actions={query.data?.entries.length ? create : undefined}>
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={wallets.empty} text={wallets.emptyText}>
              {create}
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {entries.map(({ wallet, name, description, settings }) => (
                <li key={wallet}>
                  <Link to="/wallets/$walletId" params={{ walletId: wallet }} className="row-link">
                    <NamedCard name={name} id={wallet} description={description}>
                      {wallets.rule(settings.threshold, settings.owners.length)}
                    </NamedCard>
                  </Link>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
      <More list={query} />
    </Screen>
  )
}
