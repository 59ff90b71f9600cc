import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { standardOptions } from '@quorate/verify/recount'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Dao, type ProposalDraft } from '../api/client.ts'
import { useDaoEvents } from '../api/live.tsx'
import { daoQuery, draftQuery, proposalQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { ledgerNow } from '../api/time.ts'
import { ProposalData } from '../daos/forms/operation-words.tsx'
import { StartField } from '../daos/forms/start-field.tsx'
import { localOf, withOffset } from '../daos/forms/start-time.ts'
import { AccountFace } from '../parts/faces/account-face.tsx'
import { Face } from '../parts/faces/face.tsx'
import { Chip } from '../parts/layout/chip.tsx'
import { Dialog } from '../parts/layout/dialog.tsx'
import { Screen, Section } from '../parts/layout/screen.tsx'
import { Empty, Failed, Loaded } from '../parts/layout/states.tsx'
import { Markdown } from '../parts/markdown.tsx'
import { AccountLink, CopyWhole, Time } from '../parts/values.tsx'
import { ruleShareText } from '../texts/amounts.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { useOptionText } from '../votes/use-option-text.ts'
import { Discussion } from './discussion.tsx'

/** The maximum number of parts of a description that are shown as Markdown. */
const MAX_PARTS = 3_000

export function DraftScreen() {
  const { draftId } = useParams({ from: '/drafts/$draftId' })
  const { draft: texts } = useTexts()
  const query = useQuery(draftQuery(draftId))
  const { data } = query
  const daoId = data?.daoId ?? ''
  const dao = useQuery({ ...daoQuery(daoId), enabled: daoId !== '' })
  useDaoEvents(data?.daoId)
  if (data && dao.data) return <Shown draft={data} dao={dao.data} />
  return (
    <Screen title={data ? seen(data.proposal.title) : texts.title} isWide>
      <Loaded query={query}>
        {(draft) => (draft ? <Loaded query={dao}>{() => null}</Loaded> : <Started id={draftId} />)}
      </Loaded>
    </Screen>
  )
}

/** A draft that has started is a proposal with the same id. */
function Started({ id }: { id: string }) {
  const { draft: texts } = useTexts()
  const query = useQuery({ ...proposalQuery(id), retry: false })
  if (query.data) return <Navigate to="/proposals/$proposalId" params={{ proposalId: id }} replace />
  return query.error ? <Empty title={texts.none} text={texts.noneText} /> : null
}

function Shown({ draft, dao }: { draft: ProposalDraft; dao: Dao }) {
  const { daos, draft: texts, proposal: words } = useTexts()
  const { proposal, draftId } = draft
  return (
    <Screen
      title={seen(proposal.title)}
      before={<Metas draft={draft} dao={dao} />}
      crumbs={[
        { to: '/daos', label: daos.title },
        { to: `/daos/${dao.daoId}`, label: seen(dao.name) },
      ]}
      short={texts.title}
      railLabel={texts.title}
      rail={
        <>
          <Acts draft={draft} dao={dao} />
          <About draft={draft} />
        </>
      }
      rest={
        <>
          {proposal.description === '' ? null : (
            <Section title={words.why}>
              <div className="quote">
                <Markdown text={proposal.description} hasBreaks maxParts={MAX_PARTS} />
              </div>
            </Section>
          )}
          <Discussion id={draftId} dao={dao} isOpen />
        </>
      }
      isWide
    >
      <p className="note">{texts.lead}</p>
      {proposal.proposalData ? (
        <ProposalData proposalData={proposal.proposalData} votingRules={dao.votingRules} />
      ) : null}
    </Screen>
  )
}

function Metas({ draft: { authorAddress }, dao }: { draft: ProposalDraft; dao: Dao }) {
  const { draft: texts } = useTexts()
  const called = useCalled()(authorAddress, undefined)
  return (
    <div className="metas">
      <Chip testId="status">{texts.title}</Chip>
      <span>
        <Face id={dao.daoId} kind="dao" size={20} />
        <Anchor component={Link} to={`/daos/${dao.daoId}`} inherit>
          <bdi>{seen(dao.name)}</bdi>
        </Anchor>
      </span>
      <span>
        <AccountFace id={authorAddress} name={called} size={20} />
        <span>
          {texts.by} <bdi>{called ?? authorAddress}</bdi>
        </span>
      </span>
    </div>
  )
}

function About({ draft }: { draft: ProposalDraft }) {
  const { texts: all, language } = useLanguage()
  const { draft: texts, proposal: words, dao: rules } = all
  const { authorAddress, revision, updatedAt, proposal } = draft
  const { votingOptions = [], votingMethod = 'single', quorum, quorumFraction, startTime } = proposal
  const options = votingOptions.length === 0 ? standardOptions : votingOptions
  const textOf = useOptionText({ votingOptions: options, votingMethod })
  return (
    <section className="panel pad stack-s">
      <dl className="facts">
        <div>
          <dt>{texts.by}</dt>
          <dd>
            <AccountLink id={authorAddress} />
          </dd>
        </div>
        <div>
          <dt>{texts.changed}</dt>
          <dd>
            <Time at={updatedAt} /> · {texts.version(revision)}
          </dd>
        </div>
        <div>
          <dt>{words.voting}</dt>
          <dd>
            {rules.hours(proposal.votingDurationHours)}
            {startTime === undefined ? null : (
              <>
                , {texts.from} <Time at={startTime} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{texts.options}</dt>
          <dd>
            <bdi>{options.map(textOf).join(', ')}</bdi>
          </dd>
        </div>
        {votingMethod === 'single' ? null : (
          <div>
            <dt>{words.method}</dt>
            <dd>{all.methods[votingMethod]}</dd>
          </div>
        )}
        {proposal.optimistic ? (
          <div>
            <dt>{words.passes}</dt>
            <dd>{words.unlessObjected}</dd>
          </div>
        ) : null}
        {quorum == null && quorumFraction == null ? null : (
          <div>
            <dt>{words.quorum}</dt>
            <dd>{ruleShareText(quorum ?? 0, quorumFraction ?? null, language)}</dd>
          </div>
        )}
      </dl>
      <div>
        <CopyWhole value={location.href} label={texts.share} />
      </div>
    </section>
  )
}

/** The buttons for the author and for the owner of the DAO. */
function Acts({ draft, dao }: { draft: ProposalDraft; dao: Dao }) {
  const { app, draft: texts } = useTexts()
  const me = useMe()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'start' | 'delete'>()
  const { draftId, daoId, authorAddress } = draft
  const deleting = useMutation({
    mutationFn: () => api.governance.delete('/drafts/{draftId}', { path: { draftId } }),
    onSuccess: () => navigate({ to: '/daos/$daoId', params: { daoId }, search: { tab: 'drafts' } as never }),
  })
  const isMine = authorAddress === me
  if (!isMine && dao.ownerAddress !== me) return null
  return (
    <section className="panel pad stack-s">
      {isMine ? (
        <>
          <Button onClick={() => setAsked('start')}>{texts.start}</Button>
          <Button component={Link} to={`/drafts/${draftId}/change`} variant="default">
            {texts.change}
          </Button>
        </>
      ) : null}
      <Button variant="default" onClick={() => setAsked('delete')}>
        {texts.delete}
      </Button>
      <Dialog opened={asked === 'start'} onClose={() => setAsked(undefined)} title={texts.startTitle} titleSize="lg">
        {asked === 'start' ? <Starting draft={draft} onClose={() => setAsked(undefined)} /> : null}
      </Dialog>
      <Dialog opened={asked === 'delete'} onClose={() => setAsked(undefined)} title={texts.deleteTitle}>
        <Stack>
          <Text>{texts.deleteText}</Text>
          {deleting.error ? <Failed error={deleting.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(undefined)}>
              {app.cancel}
            </Button>
            <Button color="red" onClick={() => deleting.mutate()} loading={deleting.isPending}>
              {texts.delete}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </section>
  )
}

/** Sends everything that the draft says, as the screen shows it, with the chosen start. */
function Starting({ draft, onClose }: { draft: ProposalDraft; onClose: () => void }) {
  const { app, draft: texts } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { draftId, proposal } = draft
  const { startTime: drafted, ...stated } = proposal
  const [start, setStart] = useState(drafted === undefined ? '' : localOf(new Date(drafted)))
  const [isTried, setTried] = useState(false)
  const startTime = withOffset(start)
  const isWrong = start !== '' && !(startTime !== undefined && Date.parse(startTime) > ledgerNow())
  const starting = useMutation({
    mutationFn: () =>
      api.governance.post('/proposals', {
        body: { ...stated, ...(startTime === undefined ? {} : { startTime }), draftId },
        // The service starts a draft once.
        idempotencyKey: `start-${draftId}-${draft.revision}-${start}`,
      }),
    onSuccess({ proposalId }) {
      void queries.invalidateQueries({ queryKey: ['draft', draftId] })
      return navigate({ to: '/proposals/$proposalId', params: { proposalId } })
    },
  })
  return (
    <Stack gap="lg">
      <Text>{texts.startText}</Text>
      <StartField value={start} isWrong={isTried && isWrong} onChange={setStart} />
      {starting.error ? <Failed error={starting.error} /> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {app.cancel}
        </Button>
        <Button
          loading={starting.isPending || starting.isSuccess}
          onClick={() => {
            setTried(true)
            if (!isWrong) starting.mutate()
          }}
        >
          {texts.start}
        </Button>
      </Group>
    </Stack>
  )
}
