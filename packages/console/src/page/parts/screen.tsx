import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** A screen: its heading is where a keyboard and a screen reader are after a navigation. */
export function Screen(props: { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const { title, lead, actions, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Quorate`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <Stack gap="lg" maw="var(--measure)" mx="auto" pb="xl">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          {lead ? (
            <Text c="dimmed" component="div" mt={4}>
              {lead}
            </Text>
          ) : null}
        </div>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
