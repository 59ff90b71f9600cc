import { Button, Card, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { isEntityId } from '@quorate/verify'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bindingsQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { AccountInput } from '../parts/inputs/account-input.tsx'
import { PlusIcon } from '../parts/layout/icons.tsx'
import { More } from '../parts/layout/more.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Loaded } from '../parts/layout/states.tsx'
import { useTab } from '../parts/layout/use-tab.ts'
import { Account, IdLink } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { DecisionsPanel } from './decisions-panel.tsx'
import { writtenValidators } from './written.ts'

export function ValidatorsScreen() {
  const { validators } = useTexts()
  const [tab, setTab] = useTab(['bindings', 'decisions'])
  return (
    <Screen
      title={validators.title}
      lead={validators.lead}
      actions={
        <Button component={Link} to="/validators/new" leftSection={<PlusIcon />}>
          {validators.newTitle}
        </Button>
      }
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="bindings" mih={44}>
            {validators.mine}
          </Tabs.Tab>
          <Tabs.Tab value="decisions" mih={44}>
            {validators.decisions}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bindings">
          <Stack>
            <Bindings />
            <WrittenHere />
            <LookUp />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="decisions">
          <DecisionsPanel />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

function Bindings() {
  const { validators } = useTexts()
  const { chain } = useSession()
  const query = useInfiniteQuery(bindingsQuery(chain))
  return (
    <>
      <Loaded query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <Empty title={validators.empty} text={validators.emptyText}>
              <Button component={Link} to="/validators/new" variant="default">
                {validators.newTitle}
              </Button>
            </Empty>
          ) : (
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {entries.map(({ entityId, kind, validator }) => (
                <li key={entityId}>
                  <Link to="/validators/$entityId" params={{ entityId }} className="row-link">
                    <Card padding="md">
                      <Text fw={650}>
                        {validators.kinds[kind]} <Account id={entityId} isPlain />
                      </Text>
                      <Text size="sm" c="dimmed">
                        {validators.validator} <span className="id">{validator}</span>
                      </Text>
                    </Card>
                  </Link>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
      <More list={query} />
    </>
  )
}

/** Validators that the account wrote. They may not guard anything yet. */
function WrittenHere() {
  const { validators } = useTexts()
  const { chain } = useSession()
  const me = useMe()
  const [written] = useState(() => writtenValidators(chain, me))
  if (written.length === 0) return null
  return (
    <Card>
      <Stack gap="xs">
        <Title order={2}>{validators.written}</Title>
        <Text c="dimmed">{validators.writtenText}</Text>
        <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {written.map(({ kind, timestamp }) => (
            <li key={timestamp}>
              {validators.ofKind[kind]} <IdLink to={`/validators/${kind}/${timestamp}`}>{timestamp}</IdLink>
            </li>
          ))}
        </Stack>
      </Stack>
    </Card>
  )
}

/** Looks up the validator of any entity. Bindings are on a public topic, so everybody may see them. */
function LookUp() {
  const { validators } = useTexts()
  const navigate = useNavigate()
  const [id, setId] = useState('')
  const [isWrong, setWrong] = useState(false)
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setWrong(!isEntityId(id))
          if (isEntityId(id)) void navigate({ to: '/validators/$entityId', params: { entityId: id } })
        }}
      >
        <Group align="flex-start">
          <AccountInput
            label={validators.lookUp}
            description={validators.lookUpHint}
            value={id}
            onChange={(value) => {
              setWrong(false)
              setId(value)
            }}
            error={isWrong ? validators.idWrong : undefined}
            style={{ flex: '1 1 14rem' }}
          />
          <Button type="submit" variant="default" className="beside-inputs grows">
            {validators.look}
          </Button>
        </Group>
      </form>
      <Text size="sm" c="dimmed" mt="sm">
        {validators.fixed}
      </Text>
    </Card>
  )
}
