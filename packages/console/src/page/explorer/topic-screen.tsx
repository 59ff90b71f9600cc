import { Group, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { MessagesAnswer, TopicAnswer } from '../mirror/answers.ts'
import { useMirror, useMirrorList, useNewMessages } from '../mirror/mirror.ts'
import { Failed } from '../parts/layout/states.tsx'
import { isoOf } from '../parts/moments.ts'
import { Account, Copied, IdLink, Time } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { type JoinedMessage, joinedMessages } from './joined-messages.ts'
import {
  Bytes,
  ExplorerScreen,
  Fact,
  Facts,
  Found,
  Mark,
  MirrorKeyTree,
  Moment,
  Pages,
  Raw,
  Row,
  Rows,
  Section,
  writtenOr,
} from './parts.tsx'
import { pathOf } from './search/search.ts'

export function TopicScreen() {
  const { id } = useParams({ from: '/explorer/topics/$id' })
  const { explorer: texts } = useTexts()
  const query = useMirror(pathOf('topics', id), TopicAnswer)
  return (
    <ExplorerScreen title={`${texts.topic} ${id}`}>
      <Found query={query}>
        {(topic) => (
          <>
            <Section>
              {topic.deleted ? <Mark text={texts.deleted} /> : null}
              <Facts>
                <Fact label={texts.id}>
                  <Copied text={topic.topic_id} />
                </Fact>
                <Fact label={texts.memo}>{writtenOr(topic.memo)}</Fact>
                <Fact label={texts.created}>
                  {topic.created_timestamp ? <Moment at={topic.created_timestamp} /> : null}
                </Fact>
                <Fact label={texts.adminKey}>
                  {topic.admin_key ? <MirrorKeyTree value={topic.admin_key} label={texts.adminKey} /> : null}
                </Fact>
                <Fact label={texts.submitKey}>
                  {topic.submit_key ? (
                    <MirrorKeyTree value={topic.submit_key} label={texts.submitKey} />
                  ) : (
                    texts.everybody
                  )}
                </Fact>
              </Facts>
            </Section>
            <Messages topic={topic.topic_id} />
            <Raw answer={topic} />
          </>
        )}
      </Found>
    </ExplorerScreen>
  )
}

/** The messages, newest first. A separate query loads the messages that arrive while the screen is open. */
function Messages({ topic }: { topic: string }) {
  const { explorer: texts } = useTexts()
  const list = useMirrorList(
    `/api/v1/topics/${topic}/messages?order=desc&limit=25`,
    MessagesAnswer,
    ({ messages }) => messages,
  )
  const newest = list.query.isPending ? undefined : BigInt(list.items[0]?.sequence_number ?? 0)
  const added = useNewMessages(topic, newest)
  const items = [...(added.data ?? []), ...list.items]
  const oldest = added.data?.at(-1)
  const isGap = oldest !== undefined && newest !== undefined && BigInt(oldest.sequence_number) > newest + 1n
  return (
    <Section title={texts.messages}>
      {added.error ? <Failed error={added.error} again={added.refetch} /> : null}
      {isGap ? <Text size="sm">{texts.gap}</Text> : null}
      <Pages list={{ ...list, items }} empty={texts.noMessages}>
        {() => (
          <Rows aria-live="polite" data-testid="messages">
            {joinedMessages(items).map((joined) => (
              <MessageRow key={String(joined.parts[0].sequence_number)} joined={joined} />
            ))}
          </Rows>
        )}
      </Pages>
    </Section>
  )
}

function MessageRow({ joined: { parts, message } }: { joined: JoinedMessage }) {
  const { explorer: texts } = useTexts()
  const [first] = parts
  const { sequence_number: sequence, consensus_timestamp: at, payer_account_id: payer, chunk_info: chunk } = first
  const last = parts.at(-1) ?? first
  return (
    <Row answer={parts.length === 1 ? first : parts}>
      <Group gap="xs">
        <IdLink to={`/explorer/transactions/${at}`}>#{String(sequence)}</IdLink>
        <Text size="sm" c="dimmed" component="div">
          <Time at={isoOf(at)} exact />
        </Text>
        {payer ? (
          <Text size="sm" component="div">
            <Account id={payer} />
          </Text>
        ) : null}
        {chunk && chunk.total > 1 ? (
          <Text size="sm" c="dimmed">
            {parts.length === 1
              ? texts.chunk(chunk.number, chunk.total)
              : texts.parts(`#${sequence}`, `#${last.sequence_number}`, chunk.total)}
          </Text>
        ) : null}
      </Group>
      <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Bytes base64={message} />
      </Text>
    </Row>
  )
}
