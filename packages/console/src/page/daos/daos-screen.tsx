import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { daosQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { PlusIcon } from '../parts/icons.tsx'
import { More } from '../parts/more.tsx'
import { NamedCard } from '../parts/named-card.tsx'
import { Screen } from '../parts/screen.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'

export function DaosScreen() {
  const { daos } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const [which, setWhich] = useState('mine')
  const query = useInfiniteQuery(daosQuery(chain, which === 'mine' ? me : undefined))
  const create = (
    <Button component={Link} to="/daos/new" leftSection={<PlusIcon />}>
      {daos.create}
    </Button>
  )
  return (
    <Screen title={daos.title} lead={daos.lead} actions={query.data?.entries.length ? create : undefined}>
      <SegmentedControl
        value={which}
        onChange={setWhich}
        data={[
          { value: 'mine', label: daos.mine },
          { value: 'all', label: daos.all },
        ]}
        size="md"
        aria-label={daos.title}
      />
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={daos.empty} text={daos.emptyText}>
              {create}
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {entries.map(({ daoId, name, description, memberCount, status }) => (
                <li key={daoId}>
                  <Link to="/daos/$daoId" params={{ daoId }} className="row-link">
                    <NamedCard name={name} description={description}>
                      {daos.members(memberCount)}
                      {status === 'INACTIVE' ? ` · ${daos.inactive}` : ''}
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
