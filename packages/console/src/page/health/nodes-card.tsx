import { Badge, Card, Divider, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { Loaded } from '../parts/layout/states.tsx'
import { Account, Time } from '../parts/values.tsx'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { type Member, networkQuery } from './reads.ts'

/** The members of the node network, with this node first. */
export function NodesCard({ isRefreshed, version }: { isRefreshed: boolean; version: string | undefined }) {
  const { status: texts } = useTexts()
  const query = useQuery(networkQuery(isRefreshed))
  return (
    <Card data-testid="nodes">
      <Stack>
        <div>
          <Title order={2}>{texts.nodesTitle}</Title>
          <Text c="dimmed">{texts.nodesLead}</Text>
        </div>
        <Loaded query={query} rows={1}>
          {(members) => (
            <>
              {members.map((member, index) => (
                <Fragment key={member.membership.walletId}>
                  {index > 0 ? <Divider /> : null}
                  <Node member={member} isThis={index === 0} version={index === 0 ? version : undefined} />
                </Fragment>
              ))}
              {members.length === 1 ? <Text c="dimmed">{texts.alone}</Text> : null}
            </>
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Node({ member, isThis, version }: { member: Member; isThis: boolean; version: string | undefined }) {
  const { texts, language } = useLanguage()
  const { status } = texts
  const { membership, trustScore, type, clusters } = member
  const { walletId, details } = membership
  const { name, description } = details.metadata
  const isActive = membership.status === 'ACTIVE'
  const called = useCalled()(walletId, name) ?? walletId
  return (
    <section aria-label={called} data-testid="member">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0, flex: '1 1 14rem' }}>
          <Title order={3} size="h4" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{called}</bdi>
          </Title>
          <Text size="sm" c="dimmed" component="div">
            <Account id={walletId} />
            {isThis ? ` · ${status.thisNode}` : ''}
            {version === undefined ? '' : ` · ${status.version} ${seen(version)}`}
            {type === 'node' ? '' : ` · ${seen(type)}`}
          </Text>
        </div>
        <Badge size="lg" radius="sm" tt="none" variant="dot" color={isActive ? 'green' : 'red'}>
          {isActive ? status.answers : status.silent}
        </Badge>
      </Group>
      {description ? (
        <Text size="sm" c="dimmed" lineClamp={2} mt={4}>
          <bdi>{seen(description)}</bdi>
        </Text>
      ) : null}
      {clusters.length > 0 ? (
        <Text size="sm" c="dimmed" mt={4}>
          {status.clusters}: <bdi>{clusters.map((cluster) => seen(cluster.name)).join(', ')}</bdi>
        </Text>
      ) : null}
      {isThis ? null : (
        <Group gap="md" mt="xs" align="center">
          <Group gap="xs" style={{ flex: '1 1 12rem' }}>
            <Text size="sm">{status.trust(trustScore.score.toLocaleString(language))}</Text>
            <Progress
              value={trustScore.score}
              aria-label={status.trustLabel(called)}
              color={isActive ? 'green' : 'red'}
              style={{ flex: '1 1 6rem' }}
            />
          </Group>
          <Text size="sm" c="dimmed">
            {trustScore.timestamp === null ? (
              status.neverHeard
            ) : (
              <>
                {isActive ? status.heard : status.silentSince} <Time at={trustScore.timestamp} exact />
              </>
            )}
          </Text>
        </Group>
      )}
    </section>
  )
}
