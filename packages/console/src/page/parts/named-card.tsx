import { Card, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { seen } from '../texts/strangers.ts'
import { Account } from './values.tsx'

/** A wallet or a DAO in a list. The name and the description are untrusted text. */
export function NamedCard(props: { name: string; id?: string; description: string; children: ReactNode }) {
  const { name, id, description, children } = props
  const called = useCalled()
  return (
    <Card padding="md">
      <Group justify="space-between">
        <div style={{ minWidth: 0 }}>
          <Text fw={650} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{id === undefined ? seen(name) : (called(id, name) ?? id)}</bdi>
          </Text>
          {id === undefined ? null : (
            <Text size="sm" c="dimmed" component="div">
              <Account id={id} isPlain />
            </Text>
          )}
          {description ? (
            <Text size="sm" c="dimmed" lineClamp={2}>
              <bdi>{seen(description)}</bdi>
            </Text>
          ) : null}
        </div>
        <Text size="sm">{children}</Text>
      </Group>
    </Card>
  )
}
