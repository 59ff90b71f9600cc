import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** A screen: its heading is where a keyboard and a screen reader are after a navigation. */
export function Screen(props: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** Above the heading, as what several screens have in common. */
  before?: ReactNode
  children: ReactNode
}) {
  const { title, lead, actions, before, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Quorate`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <Stack gap="lg" maw="var(--measure)" mx="auto" pb="xl">
      {before}
      <Group justify="space-between" align="flex-start" gap="sm">
        {/* So wide that what can be done stands beside the heading where there is room for both. */}
        <div style={{ minWidth: 0, flex: '1 1 18rem' }}>
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
