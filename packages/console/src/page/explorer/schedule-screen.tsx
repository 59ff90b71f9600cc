import { Badge, Stack, Text } from '@mantine/core'
import { decode, inWords } from '@quorate/verify'
import { useParams } from '@tanstack/react-router'
import type { Static } from 'typebox'
import { ScheduleAnswer } from '../mirror/answers.ts'
import { useMirror } from '../mirror/mirror.ts'
import { bytesIn } from '../parts/ledger/bytes.ts'
import { FieldLines } from '../parts/ledger/field-lines.tsx'
import { Account, Copied, IdLink, useNow } from '../parts/values.tsx'
import { useTexts } from '../texts/language.tsx'
import { hexIn } from './bytes.ts'
import { ExplorerScreen, Fact, Facts, Found, MirrorKeyTree, Moment, Raw, Section, writtenOr } from './parts.tsx'
import { scheduleState } from './schedule-state.ts'
import { pathOf } from './search/search.ts'

type Schedule = Static<typeof ScheduleAnswer>

export function ScheduleScreen() {
  const { id } = useParams({ from: '/explorer/schedules/$id' })
  const { explorer: texts } = useTexts()
  const query = useMirror(pathOf('schedules', id), ScheduleAnswer, { isLive: true })
  return (
    <ExplorerScreen title={`${texts.schedule} ${id}`}>
      <Found query={query}>{(schedule) => <Details schedule={schedule} />}</Found>
    </ExplorerScreen>
  )
}

function Details({ schedule }: { schedule: Schedule }) {
  const { explorer: texts } = useTexts()
  const { schedule_id: id, executed_timestamp: executed, signatures = [] } = schedule
  return (
    <>
      <Section>
        <State schedule={schedule} />
        <Facts>
          <Fact label={texts.id}>
            <Copied text={id} />
          </Fact>
          <Fact label={texts.executedAt}>
            {executed ? (
              <IdLink to={`/explorer/transactions/${executed}`} copy={executed}>
                {executed}
              </IdLink>
            ) : null}
          </Fact>
          <Fact label={texts.creator}>
            {schedule.creator_account_id ? <Account id={schedule.creator_account_id} /> : null}
          </Fact>
          <Fact label={texts.payer}>
            {schedule.payer_account_id ? <Account id={schedule.payer_account_id} /> : null}
          </Fact>
          <Fact label={texts.memo}>{writtenOr(schedule.memo)}</Fact>
          <Fact label={texts.created}>
            {schedule.consensus_timestamp ? <Moment at={schedule.consensus_timestamp} /> : null}
          </Fact>
          <Fact label={texts.expires}>
            {schedule.expiration_time ? <Moment at={schedule.expiration_time} /> : null}
          </Fact>
          <Fact label={texts.waits}>{schedule.wait_for_expiry ? texts.yes : null}</Fact>
          <Fact label={texts.adminKey}>
            {schedule.admin_key ? <MirrorKeyTree value={schedule.admin_key} label={texts.adminKey} /> : null}
          </Fact>
        </Facts>
      </Section>
      <Section title={texts.whatItDoes}>
        <Body base64={schedule.transaction_body} />
      </Section>
      <Section title={texts.signatories}>
        {signatures.length === 0 ? <Text c="dimmed">{texts.noSignatories}</Text> : null}
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {signatures.map(({ public_key_prefix: prefix, consensus_timestamp: at, type }) => (
            <li key={`${prefix} ${at}`}>
              <Copied text={hexIn(prefix)} />
              <Text size="sm" c="dimmed" component="div">
                {type} · <Moment at={at} />
              </Text>
            </li>
          ))}
        </Stack>
      </Section>
      <Raw answer={schedule} />
    </>
  )
}

/** A separate component, because it renders every second. */
function State({ schedule }: { schedule: Schedule }) {
  const { explorer: texts } = useTexts()
  const state = scheduleState(schedule, useNow())
  return (
    <div>
      <Badge
        color={state === 'executed' ? 'green' : state === 'waiting' ? 'blue' : 'red'}
        variant="outline"
        radius="sm"
        tt="none"
      >
        {texts[state]}
      </Badge>
    </div>
  )
}

/** The scheduled transaction, field by field. */
function Body({ base64 }: { base64: string }) {
  const { explorer: texts } = useTexts()
  const lines = linesOf(base64)
  if (!lines) return <Text c="dimmed">{texts.notRead}</Text>
  return <FieldLines lines={lines} />
}

function linesOf(base64: string) {
  const bytes = bytesIn(base64)
  try {
    return bytes && inWords(decode(bytes, 'SchedulableTransactionBody'))
  } catch {
    return undefined
  }
}
