import { Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../parts/layout/states.tsx'
import { percentText } from '../texts/amounts.ts'
import { durationText } from '../texts/duration.ts'
import { useLanguage } from '../texts/language.tsx'
import { megabytesText } from '../texts/sizes.ts'
import { seen } from '../texts/strangers.ts'
import { machineQuery, nodeQuery } from './reads.ts'

/** A meter turns red above this percentage. */
const NEARLY_FULL = 90

/** The node's machine and content storage. */
export function MachineCard({ isRefreshed }: { isRefreshed: boolean }) {
  const { texts, language } = useLanguage()
  const { status } = texts
  const machine = useQuery(machineQuery(isRefreshed))
  const node = useQuery(nodeQuery(isRefreshed))
  const number = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 1 })
  return (
    <Card data-testid="machine">
      <Stack>
        <Title order={2}>{status.machineTitle}</Title>
        <Loaded query={machine} rows={1}>
          {({ cpu, memory, drive, uptime }) => (
            <>
              <Meter
                label={status.cpu}
                percent={cpu.usage}
                text={status.cpuText(percentText(cpu.usage, language), number(cpu.cpus))}
              />
              <Meter
                label={status.memory}
                percent={memory.usedMemPercentage}
                text={status.used(
                  megabytesText(memory.usedMemMb, language),
                  megabytesText(memory.totalMemMb, language),
                )}
              />
              <Meter
                label={status.drive}
                percent={Number(drive.usedPercentage)}
                text={status.used(
                  megabytesText(Number(drive.usedGb) * 1000, language),
                  megabytesText(Number(drive.totalGb) * 1000, language),
                )}
              />
              <Text size="sm" c="dimmed">
                {status.uptime(durationText(uptime * 1000))}
              </Text>
            </>
          )}
        </Loaded>
        <Title order={3} size="h4">
          {status.contentTitle}
        </Title>
        <Loaded query={node} rows={1}>
          {({ ipfs }) => (
            <Text>
              {ipfs.connected ? status.contentUp : status.contentDown} · {status.peers(number(ipfs.peers))} ·{' '}
              {status.pinned(number(ipfs.storage.pinned))} · {status.available(seen(ipfs.storage.available))}
            </Text>
          )}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Meter({ label, percent, text }: { label: string; percent: number; text: string }) {
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Text>
      </Group>
      <Progress value={percent} aria-label={label} color={percent > NEARLY_FULL ? 'red' : 'green'} mt={4} />
    </div>
  )
}
