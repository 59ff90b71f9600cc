import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

/** The frame of a screen. Its heading takes the focus after a navigation, for keyboards and screen readers. */
export function Screen(props: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** Shown above the heading, for parts that several screens share. */
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
        {/* Wide enough that the actions are next to the heading if there is room. */}
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
