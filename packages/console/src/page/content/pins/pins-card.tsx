import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Empty, Failed, Loaded } from '../../parts/layout/states.tsx'
import { isoOf } from '../../parts/moments.ts'
import { Time } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { sizeText } from '../../texts/sizes.ts'
import { seen } from '../../texts/strangers.ts'
import { ContentActions, Identifier, LinkToContent } from '../identifier.tsx'
import { nameIn, type Pin, pinsQuery } from '../reads.ts'
import { Thumb } from './thumb.tsx'
import { UnpinButton } from './unpin.tsx'

const STEP = 50
const COLORS = { queued: 'gray', pinning: 'blue', pinned: 'green', failed: 'red' } as const

export function PinsCard({ onChoose }: { onChoose: () => void }) {
  const { content, app } = useTexts()
  const [most, setMost] = useState(STEP)
  const query = useQuery(pinsQuery(most))
  return (
    <>
      <Title order={2}>{content.list}</Title>
      <Loaded query={query}>
        {({ pins, hasMore }) =>
          pins.length === 0 ? (
            <Empty title={content.empty} text={content.emptyText}>
              <Button onClick={onChoose}>{content.choose}</Button>
            </Empty>
          ) : (
            <>
              <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }} data-testid="pins">
                {pins.map((pin) => (
                  <li key={pin.cid}>
                    <PinItem pin={pin} />
                  </li>
                ))}
              </Stack>
              {hasMore ? (
                <Button variant="default" onClick={() => setMost(most + STEP)} loading={query.isPlaceholderData}>
                  {app.more}
                </Button>
              ) : null}
            </>
          )
        }
      </Loaded>
    </>
  )
}

function PinItem({ pin }: { pin: Pin }) {
  const { texts, language } = useLanguage()
  const { content } = texts
  const { cid, status, metadata, timestamp, bytes, error } = pin
  const name = nameIn(pin)
  const size = metadata?.size
  return (
    <Card padding="md" data-testid="pinned" data-status={status}>
      <Stack gap="xs">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <Thumb pin={pin} />
          <Text fw={650} style={{ overflowWrap: 'anywhere', flex: '1 1 4rem', minWidth: 0 }}>
            <LinkToContent cid={cid}>{name === undefined ? content.nameless : <bdi>{seen(name)}</bdi>}</LinkToContent>
          </Text>
          <Badge size="lg" radius="sm" tt="none" variant="dot" color={COLORS[status]}>
            {content.states[status]}
          </Badge>
        </Group>
        <Identifier cid={cid} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {size === undefined ? (status === 'pinned' ? content.folder : content.sizeUnknown) : sizeText(size, language)}
          {metadata?.mimetype ? ` · ${seen(metadata.mimetype)}` : ''} · <Time at={isoOf(timestamp)} />
          {status === 'pinned' ? ` · ${content.takes(sizeText(bytes, language))}` : ''}
        </Text>
        {error === undefined ? null : (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {seen(error)}
          </Text>
        )}
        <Group justify="space-between" gap="sm">
          {status === 'pinned' && size !== undefined ? <ContentActions cid={cid} filename={name} /> : null}
          <Group gap="sm" ml="auto">
            {status === 'failed' ? <Again pin={pin} /> : null}
            <UnpinButton pin={pin} />
          </Group>
        </Group>
      </Stack>
    </Card>
  )
}

function Again({ pin: { cid } }: { pin: Pin }) {
  const { app } = useTexts()
  const queries = useQueryClient()
  const pinning = useMutation({
    mutationFn: () => api.node.post('/ipfs/pin/{cid}', { path: { cid }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['content'] }),
  })
  return (
    <>
      <Button variant="default" onClick={() => pinning.mutate()} loading={pinning.isPending}>
        {app.tryAgain}
      </Button>
      {pinning.error ? <Failed error={pinning.error} /> : null}
    </>
  )
}
