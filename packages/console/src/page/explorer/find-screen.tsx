import { useParams } from '@tanstack/react-router'
import { useTexts } from '../texts/language.tsx'
import { ExplorerScreen } from './parts.tsx'
import { SearchForm } from './search-form.tsx'

/** Looks for what a link names, and goes there. */
export function FindScreen() {
  const { explorer: texts } = useTexts()
  const { text } = useParams({ from: '/explorer/find/$text' })
  return (
    <ExplorerScreen title={texts.title}>
      <SearchForm key={text} initial={text} />
    </ExplorerScreen>
  )
}
