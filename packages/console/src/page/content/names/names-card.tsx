import { Anchor, Badge, Button, Card, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ledgerNow } from '../../api/time.ts'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Failed, Loaded } from '../../parts/layout/states.tsx'
import { Copy, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { type Pin, pinsQuery } from '../reads.ts'
import { nameState } from './name-state.ts'
import { type Name, namesQuery, type Wanted } from './names.ts'
import { PublishDialog } from './publish-dialog.tsx'

/** How many of the newest pins are offered. */
const OFFERED = 50
const COLORS = { valid: 'green', soon: 'yellow', expired: 'red' } as const

/** The names that the account keeps. It can publish pinned content under the name of its key. */
export function NamesCard() {
  const { names } = useTexts()
  const [wanted, setWanted] = useState<Wanted>()
  const [removing, setRemoving] = useState<Name>()
  const [isPublished, setPublished] = useState(false)
  const query = useQuery(namesQuery())
  const publish = (next: Wanted) => {
    setPublished(false)
    setWanted(next)
  }
  return (
    <Card data-testid="names">
      <Stack>
        <div>
          <Title order={2}>{names.title}</Title>
          <Text c="dimmed">{names.lead}</Text>
        </div>
        <Loaded query={query} rows={1}>
          {(kept) =>
            kept.length === 0 ? (
              <Text>{names.empty}</Text>
            ) : (
              <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
                {kept.map((name) => (
                  <li key={name.name}>
                    <NameItem name={name} onRenew={publish} onRemove={() => setRemoving(name)} />
                  </li>
                ))}
              </Stack>
            )
          }
        </Loaded>
        <Choose onPublish={publish} />
        <div role="status" className="news">
          {isPublished ? <Text>{names.published}</Text> : null}
        </div>
      </Stack>
      <PublishDialog wanted={wanted} onClose={() => setWanted(undefined)} onPublished={() => setPublished(true)} />
      <RemoveDialog name={removing} onClose={() => setRemoving(undefined)} />
    </Card>
  )
}

/** The uploader or another node chose the file name, so it is untrusted. */
const labelOf = ({ cid, metadata }: Pin): string =>
  `${metadata?.filename ? `${seen(metadata.filename)} · ` : ''}${cid.slice(0, 12)}…${cid.slice(-6)}`

function Choose({ onPublish }: { onPublish: (wanted: Wanted) => void }) {
  const { names } = useTexts()
  const [chosen, setChosen] = useState<string>()
  const pinned = (useQuery(pinsQuery(OFFERED)).data?.pins ?? []).filter(({ status }) => status === 'pinned')
  const [first] = pinned
  if (!first) return <Text c="dimmed">{names.chooseNothing}</Text>
  const cid = pinned.some((pin) => pin.cid === chosen) ? (chosen ?? first.cid) : first.cid
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label={names.choose}
        description={names.chooseHint}
        value={cid}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={pinned.map((pin) => ({ value: pin.cid, label: labelOf(pin) }))}
        style={{ flex: '1 1 14rem' }}
      />
      <Button className="grows" onClick={() => onPublish({ path: cid })}>
        {names.publish}
      </Button>
    </Group>
  )
}

function NameItem(props: { name: Name; onRenew: (wanted: Wanted) => void; onRemove: () => void }) {
  const { onRenew, onRemove } = props
  const { name, value, validUntil, routedAt, routingError } = props.name
  const { names } = useTexts()
  const state = nameState(validUntil, ledgerNow())
  const isContent = value.startsWith('/ipfs/')
  return (
    <Stack gap="xs" data-testid="name" data-state={state}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ flex: '1 1 12rem', minWidth: 0 }}>
          <span className="id">{name}</span> <Copy value={`ipns://${name}`} label={names.copy} />
        </div>
        <Badge size="lg" radius="sm" tt="none" variant="dot" color={COLORS[state]}>
          {names.states[state]}
        </Badge>
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {names.pointsAt} <span className="id">{seen(value)}</span>
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {names.until} <Time at={validUntil} />
        {routedAt === undefined ? '' : ` · ${names.routed}`}
        {routingError === undefined ? '' : ` · ${names.notRouted} ${seen(routingError)}`}
      </Text>
      {state === 'expired' ? <Text size="sm">{names.expiredText}</Text> : null}
      <Group gap="sm">
        {state === 'expired' ? null : (
          <Anchor
            href={`/api/node/ipns/${encodeURIComponent(name)}`}
            target="_blank"
            rel="noopener noreferrer"
            py="xs"
            aria-label={names.openLabel(name)}
          >
            {names.open}
          </Anchor>
        )}
        <Group gap="sm" ml="auto">
          {isContent ? (
            <Button
              variant="default"
              onClick={() => onRenew({ path: value, name })}
              aria-label={names.renewLabel(name)}
            >
              {names.renew}
            </Button>
          ) : null}
          <Button variant="default" onClick={onRemove} aria-label={names.removeLabel(name)}>
            {names.remove}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

function RemoveDialog({ name, onClose }: { name: Name | undefined; onClose: () => void }) {
  const { names, app } = useTexts()
  const queries = useQueryClient()
  const removing = useMutation({
    mutationFn: (one: string) => api.node.delete('/ipfs/names/{name}', { path: { name: one } }),
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['content', 'names'] }),
  })
  function close(): void {
    removing.reset()
    onClose()
  }
  return (
    <Dialog opened={name !== undefined} onClose={close} title={names.removeTitle}>
      {name === undefined ? null : (
        <Stack>
          <span className="id">{name.name}</span>
          <Text>{names.removeText}</Text>
          {removing.error ? <Failed error={removing.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {app.cancel}
            </Button>
            <Button color="red.9" onClick={() => removing.mutate(name.name)} loading={removing.isPending}>
              {names.remove}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  )
}
