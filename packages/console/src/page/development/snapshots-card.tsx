import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../parts/layout/dialog.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { exactTimeText } from '../parts/values.tsx'
import { useLanguage } from '../texts/language.tsx'
import { type Snapshot, useOperation } from './ledger.ts'

type Change = { kind: 'restore' | 'delete'; of: Snapshot }

export function SnapshotsCard({ snapshots }: { snapshots: Snapshot[] }) {
  const { texts, language } = useLanguage()
  const { development } = texts
  const [change, setChange] = useState<Change>()
  const taking = useOperation('snapshots')
  const timeOf = ({ takenAt, aheadMs }: Snapshot) =>
    exactTimeText(new Date(Date.parse(takenAt) + aheadMs).toISOString(), language)
  return (
    <Card data-testid="snapshots">
      <Stack>
        <div>
          <Title order={2}>{development.snapshots}</Title>
          <Text c="dimmed">{development.snapshotsLead}</Text>
        </div>
        {snapshots.length === 0 ? (
          <Text>{development.noSnapshots}</Text>
        ) : (
          <Stack gap={0} component="ul" p={0} m={0} className="rows">
            {snapshots.map((one) => (
              <li key={one.snapshot} style={{ flexWrap: 'wrap', paddingBlock: '0.5rem' }}>
                <span>
                  <Text span fw={600}>
                    {development.snapshot(one.snapshot)}
                  </Text>{' '}
                  · {timeOf(one)}
                </span>
                <Group gap="xs" ms="auto">
                  <Button
                    variant="default"
                    onClick={() => setChange({ kind: 'restore', of: one })}
                    aria-label={`${development.restore}: ${development.snapshot(one.snapshot)}`}
                  >
                    {development.restore}
                  </Button>
                  <Button
                    variant="subtle"
                    color="gray"
                    onClick={() => setChange({ kind: 'delete', of: one })}
                    aria-label={`${development.remove}: ${development.snapshot(one.snapshot)}`}
                  >
                    {development.remove}
                  </Button>
                </Group>
              </li>
            ))}
          </Stack>
        )}
        {taking.error ? <Failed error={taking.error} /> : null}
        <div>
          <Button
            onClick={() => taking.mutate({})}
            loading={taking.isPending}
            variant={snapshots.length === 0 ? 'filled' : 'default'}
          >
            {development.take}
          </Button>
        </div>
      </Stack>
      <Dialog
        opened={change !== undefined}
        onClose={() => setChange(undefined)}
        title={change?.kind === 'delete' ? development.deleteTitle : development.restoreTitle}
      >
        {change ? (
          <Confirm
            change={change}
            time={timeOf(change.of)}
            dropped={snapshots.filter(({ snapshot }) => snapshot > change.of.snapshot).length}
            onDone={() => setChange(undefined)}
          />
        ) : null}
      </Dialog>
    </Card>
  )
}

function Confirm(props: { change: Change; time: string; dropped: number; onDone: () => void }) {
  const { change, time, dropped, onDone } = props
  const { kind, of } = change
  const { texts } = useLanguage()
  const { development } = texts
  const restoring = useOperation('restore')
  const deleting = useOperation('delete-snapshot')
  const doing = kind === 'restore' ? restoring : deleting
  return (
    <Stack>
      <Text>
        {development.snapshot(of.snapshot)} · {time}
      </Text>
      {kind === 'restore' ? (
        <>
          <Text>{development.restoreText}</Text>
          <Alert color="orange">{development.restoreServices}</Alert>
          {dropped > 0 ? <Text>{development.laterDropped(dropped)}</Text> : null}
        </>
      ) : (
        <Text>{development.deleteText}</Text>
      )}
      {doing.error ? <Failed error={doing.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone} data-autofocus>
          {texts.app.cancel}
        </Button>
        <Button
          color="red.9"
          loading={doing.isPending}
          onClick={() => doing.mutate({ snapshot: of.snapshot }, { onSuccess: onDone })}
        >
          {kind === 'restore' ? development.restore : development.remove}
        </Button>
      </Group>
    </Stack>
  )
}
