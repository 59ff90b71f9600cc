/** The end of a list that is read in pages: how much of it is shown, and what reads on. */
import { Badge, Button, Group, Text } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Listed } from '../api/queries.ts'
import { useTexts } from '../texts/language.tsx'

export function More<T>({ list }: { list: UseInfiniteQueryResult<Listed<T>> }) {
  const { app } = useTexts()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  if (!data || !hasNextPage) return null
  return (
    <Group mt="sm">
      <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
        {app.more}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {app.shown(data.entries.length, data.total)}
      </Text>
    </Group>
  )
}

/** A number in a badge; nothing for none. Beyond 99 the exact one is its title. */
export function CountBadge({ count }: { count: number | undefined }) {
  return count ? (
    <Badge circle={count < 10} size="lg" title={String(count)}>
      {count > 99 ? '99+' : count}
    </Badge>
  ) : null
}
