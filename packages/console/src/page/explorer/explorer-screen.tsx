import { Text } from '@mantine/core'
import { useSession } from '../api/session.tsx'
import { IdLink } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { BlocksAnswer } from './answers.ts'
import { useMirrorList, useMirrorUrl } from './mirror.ts'
import { ExplorerScreen as Frame, Moment, Section } from './parts.tsx'
import { SearchForm } from './search-form.tsx'
import { TransactionList } from './transactions.tsx'

export function ExplorerScreen() {
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const url = useMirrorUrl()
  return (
    <Frame title={texts.title} lead={url ? texts.lead(chain, new URL(url).host) : undefined}>
      <SearchForm />
      <Section title={texts.latest}>
        <TransactionList path="/api/v1/transactions?order=desc&limit=10" isLive />
      </Section>
      <LatestBlocks />
    </Frame>
  )
}

function LatestBlocks() {
  const { explorer: texts } = useTexts()
  const { items } = useMirrorList('/api/v1/blocks?order=desc&limit=5', BlocksAnswer, ({ blocks }) => blocks, {
    isLive: true,
  })
  if (items.length === 0) return null
  return (
    <Section title={texts.blocks}>
      <ul className="rows" style={{ margin: 0, padding: 0 }}>
        {items.slice(0, 5).map(({ number, count, timestamp }) => (
          <li key={number}>
            <div style={{ flexShrink: 0 }}>
              <IdLink to={`/explorer/blocks/${number}`}>#{number}</IdLink>
            </div>
            <Text size="sm" c="dimmed" component="div">
              {texts.transactionCount(count)} · <Moment at={timestamp.from} />
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}
