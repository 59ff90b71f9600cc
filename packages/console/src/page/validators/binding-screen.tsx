import { Anchor, Button, Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Binding } from '../api/client.ts'
import { bindingQuery, validatorQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { useEntityKeys, useKeys } from '../approve/use-keys.ts'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { keyTree, ownersByKey } from '../parts/ledger/key-tree.ts'
import { KeyTree } from '../parts/ledger/key-tree.tsx'
import { Account } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { RulesView } from './rules-view.tsx'

export function BindingScreen() {
  const { entityId } = useParams({ from: '/validators/$entityId' })
  const { validators } = useTexts()
  const { chain } = useSession()
  const query = useQuery(bindingQuery(chain, entityId))
  const kind = query.data?.kind
  return (
    <Screen
      title={kind ? `${validators.kinds[kind]} ${entityId}` : entityId}
      lead={<Account id={entityId} checksum place="find" />}
    >
      <Loaded query={query}>
        {(binding) =>
          binding === null ? (
            <>
              <Empty title={validators.unbound} text={validators.unboundText}>
                <Button component={Link} to="/validators" variant="default">
                  {validators.back}
                </Button>
              </Empty>
              <Keys kind="account" entityId={entityId} />
            </>
          ) : (
            <Bound binding={binding} />
          )
        }
      </Loaded>
    </Screen>
  )
}

function Bound({ binding: { entityId, kind, owner, validator } }: { binding: Binding }) {
  const { validators } = useTexts()
  const { chain } = useSession()
  const query = useQuery(validatorQuery(chain, kind, validator))
  return (
    <>
      <Card>
        <dl className="statements">
          <dt>{validators.owner}</dt>
          <dd>
            <Account id={owner} />
          </dd>
          <dt>{validators.onLedger}</dt>
          <dd>
            <Anchor component={Link} to={`/explorer/${kind}s/${entityId}`}>
              {validators.toExplorer}
            </Anchor>
          </dd>
          <dt>{validators.validator}</dt>
          <dd>
            <Anchor component={Link} to={`/validators/${kind}/${validator}`}>
              <span className="id">{validator}</span>
            </Anchor>
          </dd>
        </dl>
        <Text size="sm" c="dimmed" mt="sm">
          {validators.bindingFixed}
        </Text>
      </Card>
      <Card>
        <Stack>
          <Title order={2}>{validators.permits}</Title>
          <Loaded query={query}>{(rules) => <RulesView kind={kind} rules={rules} />}</Loaded>
        </Stack>
      </Card>
      <Keys kind={kind} entityId={entityId} owner={owner} />
    </>
  )
}

/** The keys of an account or a token on the ledger. A topic's keys are missing: the node returns them without types. */
function Keys({ kind, entityId, owner }: { kind: Binding['kind']; entityId: string; owner?: string }) {
  const { validators, keys: texts } = useTexts()
  const me = useMe()
  const query = useEntityKeys(kind, entityId)
  const people = useKeys([...new Set([me, ...(owner === undefined ? [] : [owner])])])
  return (
    <Loaded query={query} rows={1}>
      {(found) =>
        found.length === 0 ? null : (
          <Card>
            <Stack>
              <Title order={2}>{texts.title}</Title>
              {found.map(([role, key]) => (
                <div key={role}>
                  {found.length > 1 ? (
                    <Title order={3} size="h4">
                      {validators.roles[role]}
                    </Title>
                  ) : null}
                  <KeyTree
                    tree={keyTree(key, { owners: ownersByKey(people.data ?? []) })}
                    label={validators.roles[role]}
                  />
                </div>
              ))}
            </Stack>
          </Card>
        )
      }
    </Loaded>
  )
}
