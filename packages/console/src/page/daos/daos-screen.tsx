import { Button, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { daosQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { Face } from '../parts/faces/face.tsx'
import { PlusIcon } from '../parts/layout/icons.tsx'
import { More } from '../parts/layout/more.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'

export function DaosScreen() {
  const { daos } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const [which, setWhich] = useState('mine')
  const isSignedIn = me !== ''
  const query = useInfiniteQuery(daosQuery(chain, isSignedIn && which === 'mine' ? me : undefined))
  const create = isSignedIn ? (
    <Button component={Link} to="/daos/new" leftSection={<PlusIcon />}>
      {daos.create}
    </Button>
  ) : null
  return (
    <Screen title={daos.title} lead={daos.lead} actions={query.data?.entries.length ? create : undefined} isWide>
      {isSignedIn ? (
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
      ) : null}
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={daos.empty} text={daos.emptyText}>
              {create}
            </Empty>
          ) : (
            <ul className="panel entries">
              {entries.map(({ daoId, name, description, memberCount, status }) => (
                <li key={daoId}>
                  <Face id={daoId} kind="dao" size={46} />
                  <div>
                    <Link to="/daos/$daoId" params={{ daoId }} className="row-t">
                      <b>
                        <bdi>{seen(name)}</bdi>
                      </b>
                    </Link>
                    <div className="row-s">
                      <bdi>{seen(description)}</bdi>
                    </div>
                  </div>
                  <div className="row-a">
                    <span className="left">
                      {daos.members(memberCount)}
                      {status === 'INACTIVE' ? <small>{daos.inactive}</small> : null}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <More list={query} />
    </Screen>
  )
}
