import { useSearch } from '@tanstack/react-router'
import { useTexts } from '../texts/language.tsx'
import { ExplorerScreen } from './parts.tsx'
import { SearchForm } from './search-form.tsx'

/** Looks for what a link names, and goes there. */
export function FindScreen() {
  const { explorer: texts } = useTexts()
  const { for: text } = useSearch({ from: '/explorer/find' })
  return (
    <ExplorerScreen title={texts.title}>
      <SearchForm key={text} initial={text} />
    </ExplorerScreen>
  )
}
