import { Button, Card, Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { changeIn } from '@quorate/verify/recount'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, type Dao, type ProposalDraft, type Proposed } from '../api/client.ts'
import { daoQuery, draftQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { ledgerNow } from '../api/time.ts'
import { AttachContent } from '../content/attach-content.tsx'
import { NumberField } from '../parts/inputs/amount-input.tsx'
import { type Draft, useDraftState } from '../parts/inputs/draft.ts'
import { Drafted } from '../parts/inputs/drafted.tsx'
import { sendOnce } from '../parts/inputs/send-once.ts'
import { numberIn } from '../parts/inputs/typed-amount.ts'
import { useDecimals } from '../parts/inputs/use-decimals.ts'
import { Screen } from '../parts/layout/screen.tsx'
import { Empty, Failed, Loaded } from '../parts/layout/states.tsx'
import { ruleShareText } from '../texts/amounts.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { mayBeMember } from '../votes/voting/membership.ts'
import {
  allowedBy,
  emptyProposal,
  type ProposalFault,
  type ProposalForm,
  proposalBodyOf,
  proposalFormOf,
} from './forms/dao-form.ts'
import {
  noOperation,
  type OperationFault,
  OperationFields,
  type OperationForm,
  operationOf,
} from './forms/operation-fields.tsx'
import { type Book, changeFormOf, changeOf } from './forms/rules-form.ts'
import { ShareField } from './forms/share-field.tsx'
import { StartField } from './forms/start-field.tsx'
import { HowToJoin } from './how-to-join.tsx'
import { useRulesBook } from './rules/use-rules-book.ts'

export function ProposeScreen() {
  const { daoId } = useParams({ from: '/daos/$daoId/propose' })
  const { propose: texts } = useTexts()
  const me = useMe()
  const query = useQuery(daoQuery(daoId))
  const { data } = query
  return (
    <Screen title={texts.title} lead={data ? <bdi>{seen(data.name)}</bdi> : undefined}>
      <Loaded query={query}>
        {(dao) =>
          dao.status === 'INACTIVE' ? (
            <NoForm title={texts.notNow} daoId={daoId} />
          ) : mayBeMember(dao, me) ? (
            <Drafted form={`proposal ${daoId}`}>{(draft) => <Form dao={dao} draft={draft} />}</Drafted>
          ) : (
            <NoForm title={texts.membersOnly} daoId={daoId}>
              <HowToJoin dao={dao} />
            </NoForm>
          )
        }
      </Loaded>
    </Screen>
  )
}

/** The form of a draft, for its author. */
export function ChangeDraftScreen() {
  const { draftId } = useParams({ from: '/drafts/$draftId/change' })
  const { propose: texts } = useTexts()
  const me = useMe()
  const query = useQuery(draftQuery(draftId))
  const daoId = query.data?.daoId ?? ''
  const dao = useQuery({ ...daoQuery(daoId), enabled: daoId !== '' })
  return (
    <Screen title={texts.changeTitle} lead={dao.data ? <bdi>{seen(dao.data.name)}</bdi> : undefined}>
      <Loaded query={query}>
        {(stored) =>
          stored?.authorAddress === me ? (
            <Loaded query={dao}>
              {(of) => (
                <Drafted form={`draft ${draftId} ${stored.revision}`}>
                  {(draft) => <Form dao={of} draft={draft} stored={stored} />}
                </Drafted>
              )}
            </Loaded>
          ) : (
            <Empty title={texts.noDraft}>
              <Button component={Link} to={`/drafts/${draftId}`} variant="default">
                {texts.toDraft}
              </Button>
            </Empty>
          )
        }
      </Loaded>
    </Screen>
  )
}

function NoForm({ title, daoId, children }: { title: string; daoId: string; children?: ReactNode }) {
  const { propose: texts } = useTexts()
  return (
    <Empty title={title}>
      {children}
      <Button component={Link} to={`/daos/${daoId}`} variant="default">
        {texts.back}
      </Button>
    </Empty>
  )
}

/** The effect of a passed proposal: an operation, or a change of the DAO. */
function effectOf(form: OperationForm, book: Book, decimals: number | undefined) {
  if (form.kind === 'kept') return form.kept ? { change: form.kept } : {}
  return form.kind === 'change' ? changeOf(form.change, book) : operationOf(form, { language: book.language, decimals })
}

/** The faults of the form. Both parts may have a fault `quorum`: of the proposal itself, and of a rule that changes. */
interface Faults {
  own: readonly ProposalFault[]
  effect: readonly OperationFault[]
}
const NO_FAULTS: Faults = { own: [], effect: [] }

interface FormProps {
  dao: Dao
  draft: Draft
  /** The draft of the DAO that is changed. */
  stored?: ProposalDraft | undefined
}

function Form({ dao, draft, stored }: FormProps) {
  const { daoId, ownerAddress, votingRules } = dao
  const { texts: all, language } = useLanguage()
  const { propose: texts } = all
  const me = useMe()
  const { chain } = useSession()
  const { methods, mostOptions } = allowedBy(votingRules)
  const [form, setForm] = useDraftState<ProposalForm>(
    draft,
    'form',
    stored ? proposalFormOf(stored.proposal, methods, language) : emptyProposal(methods),
  )
  const [operation, setOperation] = useDraftState<OperationForm>(
    draft,
    'operation',
    operationFormOf(stored?.proposal.proposalData, votingRules, { chain, language }),
  )
  const book = useRulesBook(votingRules)
  const decimals = useDecimals(operation.request?.form.asset)
  const [faults, setFaults] = useState(NO_FAULTS)
  const change = (part: Partial<ProposalForm>) => {
    setFaults(NO_FAULTS)
    setForm((before) => ({ ...before, ...part }))
  }
  const { proposing, storing } = useSending({ draft, stored })
  const faultOf = (name: ProposalFault) => {
    if (!faults.own.includes(name)) return undefined
    return name === 'options' ? texts.optionsWrong(mostOptions) : texts[`${name}Wrong`]
  }
  /** Sends the form, or shows its faults. */
  const send = (sending: typeof storing | typeof proposing) => {
    const permitted = form.kind === 'yesNo' ? effectOf(operation, book, decimals) : {}
    const by = { daoId, me, language, mostOptions, now: ledgerNow(), ...('faults' in permitted ? {} : permitted) }
    const made = proposalBodyOf(form, by)
    const effect = 'faults' in permitted ? permitted.faults : []
    proposing.reset()
    storing.reset()
    if (made.faults || effect.length > 0) setFaults({ own: made.faults ?? [], effect })
    else sending.mutate(withKept(made.body as Proposed, stored?.proposal))
  }
  const error = proposing.error ?? storing.error
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(stored ? storing : proposing)
        }}
      >
        <Stack gap="lg">
          <TextFields form={form} faultOf={faultOf} change={change} />
          <VotingFields form={form} votingRules={votingRules} faultOf={faultOf} change={change} />
          {form.kind === 'yesNo' ? (
            <OperationFields
              daoOwner={ownerAddress}
              votingRules={votingRules}
              form={operation}
              faults={faults.effect}
              change={(part) => {
                setFaults(NO_FAULTS)
                setOperation((before) => ({ ...before, ...part }))
              }}
            />
          ) : null}
          {error ? <Failed error={error} /> : null}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
              {stored ? texts.draftHint : texts.hint}
            </Text>
            <Buttons
              isStored={stored !== undefined}
              proposing={proposing}
              storing={storing}
              onStore={() => send(storing)}
            />
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

interface Sending {
  isPending: boolean
  isSuccess: boolean
}

function Buttons(props: { isStored: boolean; proposing: Sending; storing: Sending; onStore: () => void }) {
  const { isStored, proposing, storing, onStore } = props
  const { propose: texts } = useTexts()
  const isBusy = ({ isPending, isSuccess }: Sending): boolean => isPending || isSuccess
  if (isStored)
    return (
      <Button type="submit" loading={isBusy(storing)}>
        {texts.changeDraft}
      </Button>
    )
  return (
    <>
      <Button variant="default" onClick={onStore} loading={isBusy(storing)} disabled={isBusy(proposing)}>
        {texts.saveDraft}
      </Button>
      <Button type="submit" loading={isBusy(proposing)} disabled={isBusy(storing)}>
        {texts.button}
      </Button>
    </>
  )
}

/** Sends the form as a proposal, or stores it as a draft. */
function useSending({ draft, stored }: Pick<FormProps, 'draft' | 'stored'>) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const proposing = useMutation({
    mutationFn: (body: Proposed) =>
      sendOnce(draft)(body, (idempotencyKey) => api.governance.post('/proposals', { body, idempotencyKey })),
    onSuccess({ proposalId }) {
      draft.clear()
      return navigate({ to: '/proposals/$proposalId', params: { proposalId } })
    },
  })
  const storing = useMutation({
    mutationFn: (proposal: Proposed) =>
      sendOnce(draft)(proposal, (idempotencyKey) =>
        stored
          ? api.governance.put('/drafts/{draftId}', {
              path: { draftId: stored.draftId },
              body: { revision: stored.revision, proposal },
              idempotencyKey,
            })
          : api.governance.post('/drafts', { body: { proposal }, idempotencyKey }),
      ),
    onSuccess(given) {
      draft.clear()
      queries.setQueryData(draftQuery(given.draftId).queryKey, given)
      return navigate({ to: '/drafts/$draftId', params: { draftId: given.draftId } })
    },
  })
  return { proposing, storing }
}

function operationFormOf(
  data: Proposed['proposalData'] = {},
  ...[now, of]: [Dao['votingRules'], { chain: string; language: string }]
): OperationForm {
  const { operation } = data
  if (operation !== undefined) return { ...noOperation, kind: 'json', json: JSON.stringify(operation, null, 2) }
  const change = changeIn(data)
  if (!change) return noOperation
  const form = changeFormOf(change, now, of)
  return form ? { ...noOperation, kind: 'change', change: form } : { ...noOperation, kind: 'kept', kept: change }
}

/** Adds the parts of the draft that the form has no fields for. */
function withKept(body: Proposed, before: Proposed | undefined): Proposed {
  if (!before) return body
  const { operation: _, change: __, ...data } = before.proposalData ?? {}
  const proposalData = { ...data, ...body.proposalData }
  return {
    ...body,
    ...(before.validUntil == null ? {} : { validUntil: before.validUntil }),
    ...(Object.keys(proposalData).length === 0 ? {} : { proposalData }),
  }
}

/** The fields for the title and the description. Links to content are added to them. */
function TextFields({ form, faultOf, change }: Pick<VotingProps, 'form' | 'faultOf' | 'change'>) {
  const { propose: texts } = useTexts()
  return (
    <>
      <TextInput
        label={texts.name}
        value={form.title}
        maxLength={200}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={faultOf('title')}
      />
      <Stack gap={4}>
        <Textarea
          label={texts.description}
          description={texts.descriptionHint}
          value={form.description}
          maxLength={5_000}
          autosize
          minRows={3}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <AttachContent
          onChosen={(link) => change({ description: [form.description, link].filter(Boolean).join('\n\n') })}
        />
      </Stack>
    </>
  )
}

interface VotingProps {
  form: ProposalForm
  votingRules: Dao['votingRules']
  faultOf: (name: ProposalFault) => string | undefined
  change: (part: Partial<ProposalForm>) => void
}

/** The fields for the options, the duration and the quorum. */
function VotingFields(props: VotingProps) {
  const { form, votingRules, faultOf, change } = props
  const { texts: all, language } = useLanguage()
  const { propose: texts, amounts, dao: rules } = all
  const { tokenWeighted, votingDelay = 0, objections, objectionsFraction, objectionPeriod = 0 } = votingRules
  const { areas = [] } = votingRules
  const isOptimistic = form.kind === 'yesNo' && form.isOptimistic
  const { methods } = allowedBy(votingRules)
  return (
    <>
      {methods.includes('single') ? (
        <Radio.Group
          size="md"
          label={texts.kind}
          value={form.kind}
          onChange={(kind) => change({ kind: kind as ProposalForm['kind'] })}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="yesNo" size="md" label={texts.yesNo} />
            <Radio value="options" size="md" label={texts.ownOptions} />
          </Stack>
        </Radio.Group>
      ) : null}
      {form.kind === 'options' ? <OptionFields {...props} /> : null}
      {form.kind === 'yesNo' && objections !== undefined ? (
        <Checkbox
          size="md"
          label={texts.optimistic}
          description={texts.optimisticHint(
            ruleShareText(objections, objectionsFraction, language),
            rules.hours(objectionPeriod),
          )}
          checked={form.isOptimistic}
          onChange={({ currentTarget }) => change({ isOptimistic: currentTarget.checked })}
        />
      ) : null}
      {areas.length === 0 ? null : (
        <NativeSelect
          label={texts.area}
          description={texts.areaHint}
          value={form.area}
          data={[{ value: '', label: texts.noArea }, ...areas.map((one) => ({ value: one, label: seen(one) }))]}
          onChange={({ currentTarget }) => change({ area: currentTarget.value })}
          maw="24rem"
        />
      )}
      <Group align="flex-start">
        <NumberField
          label={texts.duration}
          description={texts.durationHint}
          value={form.duration}
          unit={amounts.hours(numberIn(form.duration, language))}
          onChange={(duration) => change({ duration })}
          error={faultOf('duration')}
          style={{ flex: '1 1 12rem' }}
        />
        {isOptimistic ? null : (
          <ShareField
            label={texts.quorum}
            description={tokenWeighted ? texts.quorumWeightHint : texts.quorumHint}
            value={form.quorum}
            onChange={(quorum) => change({ quorum })}
            error={faultOf('quorum')}
            style={{ flex: '1 1 12rem' }}
          />
        )}
      </Group>
      <StartField value={form.start} isWrong={faultOf('start') !== undefined} onChange={(start) => change({ start })} />
      {tokenWeighted && votingDelay > 0 ? (
        <Text size="sm" data-testid="starts-later">
          {texts.startsLater(rules.hours(votingDelay))}
        </Text>
      ) : null}
    </>
  )
}

/** The fields for custom options, and for how they are voted on if the DAO allows several ways. */
function OptionFields({ form, votingRules, faultOf, change }: VotingProps) {
  const { propose: texts, methods: names } = useTexts()
  const { methods, mostOptions } = allowedBy(votingRules)
  const [only, ...others] = methods
  return (
    <>
      <Textarea
        label={texts.options}
        description={texts.optionsHint(mostOptions)}
        value={form.options}
        autosize
        minRows={2}
        onChange={(event) => change({ options: event.currentTarget.value })}
        error={faultOf('options') ?? faultOf('sameOptions')}
      />
      {others.length > 0 ? (
        <Radio.Group
          size="md"
          label={texts.method}
          value={form.method}
          onChange={(method) => change({ method: method as ProposalForm['method'] })}
        >
          <Stack gap="xs" mt={6}>
            {methods.map((one) => (
              <Radio key={one} value={one} size="md" label={names[one]} description={names[`${one}Hint`]} />
            ))}
          </Stack>
        </Radio.Group>
      ) : only === undefined || only === 'single' ? null : (
        <Text size="sm">
          <b>{names[only]}.</b> {names[`${only}Hint`]}
        </Text>
      )}
    </>
  )
}
