/** Recounts a vote in this page from the records on the ledger. */
import { Alert, Button, Card, Group, List, Progress, Stack, Table, Text, Title } from '@mantine/core'
import { networkTrust, optionDecimals } from '@quorate/verify/recount'
import { useEffect, useState } from 'react'
import { governanceUrl } from '../../api/client.ts'
import { useSession } from '../../api/session.tsx'
import { ledgerNow } from '../../api/time.ts'
import { CheckIcon, CrossIcon, WarningIcon } from '../../parts/layout/icons.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'
import { acceptedKeys } from '../network-keys.ts'
import { type Counted, countAgain, type Published, type RecountAnswer } from '../tasks.ts'
import { useOptionText } from '../use-option-text.ts'
import { NetworkKey } from '../voting/sealed-for.tsx'
import { weightText } from '../voting/weight.ts'
import { RoundsTable } from './rounds-table.tsx'

/** The maximum number of automatic repeats of a recount after the service's result has changed. */
const MOST_AUTOMATIC = 3

/**
 * @param props.shown The result on this page. A recount is valid only for this result.
 * @param props.decimals The decimals of vote weights on the ledger
 */
export function RecountCard({ shown, decimals }: { shown: Published; decimals: number | undefined }) {
  const { recount: texts } = useLanguage().texts
  const { config } = useSession()
  const text = JSON.stringify(shown)
  const [heard, setHeard] = useState<{ answer: RecountAnswer; of: string }>()
  const [counted, setCounted] = useState<string>()
  const isCounting = counted === text
  const answer = heard?.of === text ? heard.answer : undefined
  const mirrorUrl = config.mirrors[shown.proposal.chain]
  const [automatic, setAutomatic] = useState(0)
  // Soon after the end, the page may learn the decision's place on the ledger, which outdates an earlier recount. The
  // page then repeats it, or the verdict would disappear.
  const isOutdated = heard !== undefined && heard.of !== text && !('progress' in heard.answer)
  useEffect(() => {
    if (!isOutdated || counted !== undefined || automatic >= MOST_AUTOMATIC) return
    setAutomatic((count) => count + 1)
    setCounted(text)
  }, [isOutdated, counted, automatic, text])
  useEffect(() => {
    if (counted === undefined || mirrorUrl === undefined) return
    const asked: Published = JSON.parse(counted)
    const { proposalId, chain } = asked.proposal
    return countAgain({ proposalId, chain, mirrorUrl, governanceUrl, shown: asked, now: ledgerNow() }, (next) => {
      setHeard({ answer: next, of: counted })
      if (!('progress' in next)) setCounted(undefined)
    })
  }, [counted, mirrorUrl])
  if (mirrorUrl === undefined) return null
  const { host } = new URL(mirrorUrl)
  return (
    <Card>
      <Stack>
        <div>
          <Title order={2}>{texts.title}</Title>
          <Text c="dimmed" size="sm">
            {texts.lead(host)}
          </Text>
        </div>
        <div aria-live="polite" data-testid="recount">
          {answer && 'progress' in answer && isCounting ? <HowFar progress={answer.progress} /> : null}
          {answer && 'counted' in answer ? <Verdict counted={answer.counted} host={host} decimals={decimals} /> : null}
          {answer && 'faults' in answer ? <Wrong faults={answer.faults} /> : null}
          {answer && 'failure' in answer ? (
            <Alert color="orange" icon={<WarningIcon />} title={texts.failed}>
              <bdi lang="en">{seen(answer.failure)}</bdi>
            </Alert>
          ) : null}
        </div>
        <Group>
          <Button
            variant={answer && 'counted' in answer ? 'default' : 'filled'}
            loading={isCounting}
            onClick={() => {
              setHeard(undefined)
              setCounted(text)
            }}
          >
            {answer === undefined || isCounting ? texts.button : texts.again}
          </Button>
          {isCounting ? (
            <Button variant="default" onClick={() => setCounted(undefined)}>
              {texts.stop}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Card>
  )
}

function HowFar({
  progress: { step, done, total },
}: {
  progress: Extract<RecountAnswer, { progress: unknown }>['progress']
}) {
  const { recount: texts } = useLanguage().texts
  return (
    <div>
      <Text size="sm">{texts.steps[step](done, total)}</Text>
      <Progress value={total ? (100 * done) / total : 100} animated={!total} aria-label={texts.title} mt={4} />
    </div>
  )
}

function Verdict({ counted, host, decimals }: { counted: Counted; host: string; decimals: number | undefined }) {
  const { texts, language } = useLanguage()
  const { recount, proposal } = texts
  const { verdict, options, totalVotes, signedVotes, status, publishedStatus, doubts, notes, topicId } = counted
  const { method, rounds, replacedVotes, delegatedVotes, sealed, setAside } = counted
  const textOf = useOptionText({ votingOptions: options.map(({ option }) => option), votingMethod: method })
  const ofOption = decimals === undefined ? undefined : optionDecimals(method, decimals)
  return (
    <Stack>
      {verdict === 'holds' ? (
        <Alert color="green" icon={<CheckIcon />} title={recount.holds}>
          {recount.holdsText(topicId, host)}
        </Alert>
      ) : null}
      {verdict === 'wrong' ? <Wrong faults={counted.faults} /> : null}
      {verdict === 'unknown' ? (
        <Alert color="orange" icon={<WarningIcon />} title={recount.unknown}>
          <Sentences list={doubts} />
        </Alert>
      ) : null}
      <Table horizontalSpacing={4} fz={{ base: 'xs', xs: 'sm' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{proposal.option}</Table.Th>
            <Table.Th ta="end">{recount.counted}</Table.Th>
            <Table.Th ta="end">{recount.published}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {options.map(({ option, weight, published }) => (
            <Table.Tr key={option}>
              <Table.Td>
                <bdi style={{ overflowWrap: 'anywhere' }}>{textOf(option)}</bdi>
              </Table.Td>
              <Table.Td ta="end">{weightText(weight, ofOption, { texts, language })}</Table.Td>
              <Table.Td ta="end">
                {published === null ? '–' : weightText(published, ofOption, { texts, language })}
                {published === null || published === weight ? null : <Differs />}
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td>{recount.result}</Table.Td>
            <Table.Td ta="end">{proposal.status[status]}</Table.Td>
            <Table.Td ta="end">
              {publishedStatus === null ? '–' : proposal.status[publishedStatus]}
              {publishedStatus === null || publishedStatus === status ? null : <Differs />}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      {rounds && totalVotes > 0 ? (
        <RoundsTable options={options.map(({ option }) => option)} rounds={rounds} decimals={ofOption} />
      ) : null}
      {method === 'single' ? null : (
        <Text size="sm">
          {proposal.method}: {texts.methods[method]}
        </Text>
      )}
      <Text size="sm">{recount.signed(signedVotes, totalVotes - delegatedVotes)}</Text>
      {delegatedVotes > 0 ? <Text size="sm">{texts.delegation.through(delegatedVotes)}</Text> : null}
      {replacedVotes > 0 ? <Text size="sm">{recount.replaced(replacedVotes)}</Text> : null}
      {sealed ? <Sealed {...sealed} holds={verdict === 'holds'} /> : null}
      <Listed title={recount.notes} list={notes} />
      <Listed title={recount.setAside} list={setAside} />
    </Stack>
  )
}

function Listed({ title, list }: { title: string; list: string[] }) {
  if (list.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={650}>
        {title}
      </Text>
      <Sentences list={list} />
    </div>
  )
}

/** Says that the ballots were opened, and which network they had been sealed for. */
function Sealed({ networkKey, isOpened, holds }: { networkKey: string; isOpened: boolean; holds: boolean }) {
  const { recount, network } = useLanguage().texts
  const { chain } = useSession()
  const trust = networkTrust(networkKey, acceptedKeys({ governanceUrl, chain }))
  return (
    <div data-testid="recount-sealed" data-trust={trust}>
      {isOpened && holds ? <Text size="sm">{recount.opened}</Text> : null}
      <Text size="sm">{recount.sealedFor}</Text>
      <NetworkKey networkKey={networkKey} />
      <Text size="sm" c={trust === 'changed' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {trust === 'known' ? network.known : trust === 'first' ? network.compare : network.other}
      </Text>
    </div>
  )
}

function Differs() {
  const { recount } = useLanguage().texts
  return (
    <Text component="div" size="sm" c="var(--mantine-color-error)">
      <CrossIcon /> {recount.differs}
    </Text>
  )
}

function Wrong({ faults }: { faults: string[] }) {
  const { recount } = useLanguage().texts
  return (
    <Alert color="red" icon={<WarningIcon />} title={recount.wrong} role="alert">
      <Sentences list={faults} />
    </Alert>
  )
}

const MOST_SENTENCES = 20

/** The recount's findings are always in English. */
function Sentences({ list }: { list: string[] }) {
  const { texts, language } = useLanguage()
  const more = list.length - MOST_SENTENCES
  return (
    <>
      {language === 'en' ? null : <Text size="sm">{texts.recount.inEnglish}</Text>}
      <List size="sm" lang="en">
        {list.slice(0, MOST_SENTENCES).map((sentence) => (
          <List.Item key={sentence} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{seen(sentence)}</bdi>
          </List.Item>
        ))}
      </List>
      {more > 0 ? <Text size="sm">{texts.recount.more(more)}</Text> : null}
    </>
  )
}
