import { Button, Card, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Dao } from '../api/client.ts'
import { daoQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { NumberField } from '../parts/amount-input.tsx'
import { type Draft, useDraftState } from '../parts/draft.ts'
import { Drafted } from '../parts/drafted.tsx'
import { Screen } from '../parts/screen.tsx'
import { sendOnce } from '../parts/send-once.ts'
import { Empty, Failed, Loaded } from '../parts/states.tsx'
import { noAmount, numberOf } from '../parts/typed-amount.ts'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { mayBeMember } from '../votes/membership.ts'
import { type ProposalFault, type ProposalForm, proposalBodyOf } from './dao-form.ts'
import {
  noOperation,
  type OperationFault,
  OperationFields,
  type OperationForm,
  operationOf,
} from './operation-fields.tsx'

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
            <NoForm title={texts.membersOnly} daoId={daoId} />
          )
        }
      </Loaded>
    </Screen>
  )
}

function NoForm({ title, daoId }: { title: string; daoId: string }) {
  const { propose: texts } = useTexts()
  return (
    <Empty title={title}>
      <Button component={Link} to={`/daos/${daoId}`} variant="default">
        {texts.back}
      </Button>
    </Empty>
  )
}

const OWN_FAULTS: readonly string[] = [
  'title',
  'options',
  'sameOptions',
  'duration',
  'quorum',
] satisfies ProposalFault[]
const isOwnFault = (fault: ProposalFault | OperationFault): fault is ProposalFault => OWN_FAULTS.includes(fault)

function Form({ dao, draft }: { dao: Dao; draft: Draft }) {
  const { daoId, ownerAddress, votingRules } = dao
  const { propose: texts } = useTexts()
  const me = useMe()
  const navigate = useNavigate()
  const [form, setForm] = useDraftState<ProposalForm>(draft, 'form', {
    title: '',
    description: '',
    kind: 'yesNo',
    options: '',
    duration: { text: '72', units: 72_000_000n },
    quorum: noAmount,
  })
  const [operation, setOperation] = useDraftState<OperationForm>(draft, 'operation', noOperation)
  const [faults, setFaults] = useState<(ProposalFault | OperationFault)[]>([])
  const change = (part: Partial<ProposalForm>) => {
    setFaults([])
    setForm((before) => ({ ...before, ...part }))
  }
  const proposing = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof proposalBodyOf>['body']>) =>
      sendOnce(draft)(body, (idempotencyKey) =>
        api.governance.post('/proposals', { body: body as never, idempotencyKey }),
      ),
    onSuccess({ proposalId }) {
      draft.clear()
      return navigate({ to: '/proposals/$proposalId', params: { proposalId } })
    },
  })
  const faultOf = (name: ProposalFault) => (faults.includes(name) ? texts[`${name}Wrong`] : undefined)
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const permitted = form.kind === 'yesNo' ? operationOf(operation) : {}
          const made = proposalBodyOf(form, { daoId, me, ...('faults' in permitted ? {} : permitted) })
          const wrong = [...(made.faults ?? []), ...('faults' in permitted ? permitted.faults : [])]
          if (made.faults || wrong.length > 0) setFaults(wrong)
          else proposing.mutate(made.body)
        }}
      >
        <Stack gap="lg">
          <TextInput
            label={texts.name}
            value={form.title}
            maxLength={200}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={faultOf('title')}
          />
          <Textarea
            label={texts.description}
            description={texts.descriptionHint}
            value={form.description}
            maxLength={10_000}
            autosize
            minRows={3}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <VotingFields form={form} votingRules={votingRules} faultOf={faultOf} change={change} />
          {form.kind === 'yesNo' ? (
            <OperationFields
              daoOwner={ownerAddress}
              form={operation}
              faults={faults.filter((one) => !isOwnFault(one))}
              change={(part) => {
                setFaults([])
                setOperation((before) => ({ ...before, ...part }))
              }}
            />
          ) : null}
          {proposing.error ? <Failed error={proposing.error} /> : null}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
              {texts.hint}
            </Text>
            <Button type="submit" loading={proposing.isPending || proposing.isSuccess}>
              {texts.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

/** The fields for the options, the duration and the quorum. */
function VotingFields(props: {
  form: ProposalForm
  votingRules: Dao['votingRules']
  faultOf: (name: ProposalFault) => string | undefined
  change: (part: Partial<ProposalForm>) => void
}) {
  const { form, votingRules, faultOf, change } = props
  const { propose: texts, amounts, dao: rules } = useTexts()
  const { tokenWeighted, votingDelay = 0 } = votingRules
  return (
    <>
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
      {form.kind === 'options' ? (
        <Textarea
          label={texts.options}
          description={texts.optionsHint}
          value={form.options}
          autosize
          minRows={2}
          onChange={(event) => change({ options: event.currentTarget.value })}
          error={faultOf('options') ?? faultOf('sameOptions')}
        />
      ) : null}
      <Group align="flex-start">
        <NumberField
          label={texts.duration}
          description={texts.durationHint}
          value={form.duration}
          unit={amounts.hours(numberOf(form.duration))}
          onChange={(duration) => change({ duration })}
          error={faultOf('duration')}
          style={{ flex: '1 1 12rem' }}
        />
        <NumberField
          label={texts.quorum}
          description={tokenWeighted ? texts.quorumWeightHint : texts.quorumHint}
          value={form.quorum}
          unit="%"
          onChange={(quorum) => change({ quorum })}
          error={faultOf('quorum')}
          style={{ flex: '1 1 12rem' }}
        />
      </Group>
      {tokenWeighted && votingDelay > 0 ? (
        <Text size="sm" data-testid="starts-later">
          {texts.startsLater(rules.hours(votingDelay))}
        </Text>
      ) : null}
    </>
  )
}
