import { Button, Group } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ExplorerScreen } from '../parts.tsx'
import { ByName } from './by-name.tsx'
import { MAX_SEARCH, placesOf } from './search.ts'

/** Searches for the text in the URL: opens what has this id, or lists what has this name. */
export function FindScreen() {
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const { text } = useParams({ from: '/explorer/find/$text' })
  const isName = placesOf(text, chain).length === 0
  return (
    <ExplorerScreen title={texts.title} searched={text}>
      {isName ? <ByName key={text} text={text.trim().slice(0, MAX_SEARCH)} /> : null}
      <Group>
        <Button component={Link} to="/explorer" variant="default">
          {texts.back}
        </Button>
      </Group>
    </ExplorerScreen>
  )
}
