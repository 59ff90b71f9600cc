import { Button, Group } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useTexts } from '../texts/language.tsx'
import { ExplorerScreen } from './parts.tsx'

/** Searches for the text in the URL, and opens the result. */
export function FindScreen() {
  const { explorer: texts } = useTexts()
  const { text } = useParams({ from: '/explorer/find/$text' })
  return (
    <ExplorerScreen title={texts.title} searched={text}>
      <Group>
        <Button component={Link} to="/explorer" variant="default">
          {texts.back}
        </Button>
      </Group>
    </ExplorerScreen>
  )
}
