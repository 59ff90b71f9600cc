import { Text } from '@mantine/core'
import { useSession } from '../api/session.tsx'
import { BlocksAnswer } from '../mirror/answers.ts'
import { useMirrorList, useMirrorUrl } from '../mirror/mirror.ts'
import { Section as ListSection } from '../parts/layout/screen.tsx'
import { isoOf } from '../parts/moments.ts'
import { IdLink, Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { ExplorerScreen as Frame, Row, Rows, Section } from './parts.tsx'
import { TransactionList } from './transactions/transaction-table.tsx'

export function ExplorerScreen() {
  const { explorer: texts } = useTexts()
  const { chain } = useSession()
  const url = useMirrorUrl()
  return (
    <Frame title={texts.title} lead={url ? texts.lead(chain, new URL(url).host) : undefined}>
      <ListSection title={texts.latest}>
        <TransactionList path="/api/v1/transactions?order=desc&limit=10" isLive />
      </ListSection>
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
      <Rows>
        {items.slice(0, 5).map((block) => (
          <Row key={block.number} answer={block}>
            <IdLink to={`/explorer/blocks/${block.number}`}>#{block.number}</IdLink>
            <Text size="sm" c="dimmed" component="div">
              {texts.transactionCount(block.count)} · <Time at={isoOf(block.timestamp.from)} exact />
            </Text>
          </Row>
        ))}
      </Rows>
    </Section>
  )
}
