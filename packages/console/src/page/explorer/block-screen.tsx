import { Group } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { BlockAnswer } from '../mirror/answers.ts'
import { useMirror } from '../mirror/mirror.ts'
import { Section as ListSection } from '../parts/layout/screen.tsx'
import { Copied, IdLink } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { ExplorerScreen, Fact, Facts, Found, Moment, Raw, Section } from './parts.tsx'
import { pathOf } from './search/search.ts'
import { TransactionList } from './transactions/transaction-table.tsx'

export function BlockScreen() {
  const { number } = useParams({ from: '/explorer/blocks/$number' })
  const { explorer: texts } = useTexts()
  const query = useMirror(pathOf('blocks', number), BlockAnswer)
  const { data } = query
  return (
    <ExplorerScreen title={`${texts.block} ${data?.number ?? number}`}>
      <Found query={query}>
        {(block) => (
          <>
            <Section>
              <Facts>
                <Fact label={texts.hash}>
                  <Copied text={block.hash} />
                </Fact>
                <Fact label={texts.previous}>
                  {block.number > 0 ? (
                    <IdLink to={`/explorer/blocks/${block.number - 1}`} copy={block.previous_hash}>
                      {block.previous_hash}
                    </IdLink>
                  ) : null}
                </Fact>
                <Fact label={texts.from}>
                  <Moment at={block.timestamp.from} />
                </Fact>
                <Fact label={texts.to}>{block.timestamp.to ? <Moment at={block.timestamp.to} /> : null}</Fact>
                <Fact label={texts.transactions}>{String(block.count)}</Fact>
              </Facts>
              <Group>
                {block.number > 0 ? (
                  <IdLink to={`/explorer/blocks/${block.number - 1}`}>← #{block.number - 1}</IdLink>
                ) : null}
                <IdLink to={`/explorer/blocks/${block.number + 1}`}>#{block.number + 1} →</IdLink>
              </Group>
            </Section>
            <ListSection title={texts.transactions}>
              <TransactionList
                path={`/api/v1/transactions?timestamp=gte:${block.timestamp.from}&timestamp=lte:${block.timestamp.to ?? block.timestamp.from}&order=asc&limit=25`}
              />
            </ListSection>
            <Raw answer={block} />
          </>
        )}
      </Found>
    </ExplorerScreen>
  )
}
