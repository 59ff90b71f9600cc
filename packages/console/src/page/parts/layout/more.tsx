/** The end of a paged list: how many entries are shown, and a button that loads more. */
import { Button, Group, Text } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Listed } from '../../api/queries.ts'
import { useTexts } from '../../texts/language.tsx'

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

/** A number in a badge; nothing for 0. Above 99, the tooltip has the exact number. */
export function CountBadge({ count }: { count: number | undefined }) {
  return count ? (
    <b className="count" title={String(count)}>
      {count > 99 ? '99+' : count}
    </b>
  ) : null
}
