import {
  Button,
  Card,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { everyDaoQuery } from '../api/queries.ts'
import { useMe, useSession } from '../api/session.tsx'
import { type Draft, useDraftState } from '../parts/inputs/draft.ts'
import { Drafted } from '../parts/inputs/drafted.tsx'
import { sendOnce } from '../parts/inputs/send-once.ts'
import { TokenInput } from '../parts/inputs/token-input.tsx'
import { Screen } from '../parts/layout/screen.tsx'
import { Failed } from '../parts/layout/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { seen } from '../texts/strangers.ts'
import { choicesOf, type Form, type FormFault, fieldIn, rulesIn } from './form.ts'
import type { AccountRules, Kind, Rules, TokenRules, TopicRules } from './rules.ts'
import { RulesView } from './rules-view.tsx'
import { rememberWritten } from './written.ts'

/** Writes the validator to the node's topic. Returns its consensus timestamp, which identifies it. */
function register(kind: Kind, rules: Rules, idempotencyKey: string): Promise<string> {
  if (kind === 'account') return api.node.post('/validators/accounts', { body: rules as AccountRules, idempotencyKey })
  if (kind === 'topic') return api.node.post('/validators/consensus', { body: rules as TopicRules, idempotencyKey })
  return api.node.post('/validators/tokens', { body: rules as TokenRules, idempotencyKey })
}

export function NewValidatorScreen() {
  const { validators } = useTexts()
  return (
    <Screen title={validators.newTitle} lead={validators.newLead}>
      <Drafted form="validator">{(draft) => <NewValidatorForm draft={draft} />}</Drafted>
    </Screen>
  )
}

function NewValidatorForm({ draft }: { draft: Draft }) {
  const { validators } = useTexts()
  const navigate = useNavigate()
  const { chain } = useSession()
  const me = useMe()
  const [form, setForm] = useDraftState<Form>(draft, 'form', {
    kind: 'account',
    security: 'full',
    who: 'owner',
    topicId: '',
    isOtherDao: false,
    permitted: [],
  })
  const [fault, setFault] = useState<FormFault>()
  const change = (part: Partial<Form>) => {
    setFault(undefined)
    setForm((before) => ({ ...before, ...part }))
  }
  const registering = useMutation({
    mutationFn: (rules: Rules) =>
      sendOnce(draft)({ kind: form.kind, rules }, (idempotencyKey) => register(form.kind, rules, idempotencyKey)),
    onSuccess: (answer) => {
      draft.clear()
      const written = { kind: form.kind, timestamp: answer.trim() }
      rememberWritten(chain, me, written)
      return navigate({ to: '/validators/$kind/$timestamp', params: written })
    },
  })
  const made = rulesIn(form)
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if ('fault' in made) setFault(made.fault)
          else registering.mutate(made.rules)
        }}
      >
        <Stack gap="lg">
          <div>
            <Text fw={650} mb={4}>
              {validators.kind}
            </Text>
            <SegmentedControl
              fullWidth
              value={form.kind}
              onChange={(kind) => change({ kind: kind as Kind, permitted: [] })}
              data={(['account', 'topic', 'token'] as const).map((kind) => ({
                value: kind,
                label: validators.kinds[kind],
              }))}
              aria-label={validators.kind}
            />
          </div>
          <Radio.Group
            size="md"
            label={validators.securityLabel}
            value={form.security}
            onChange={(security) => change({ security: security as Form['security'] })}
          >
            <Stack gap="xs" mt={6}>
              {(['full', 'partial', 'none'] as const).map((one) => (
                <Radio key={one} value={one} size="md" label={validators.security[one]} />
              ))}
            </Stack>
          </Radio.Group>
          {form.security === 'none' ? null : <Permitted form={form} fault={fault} change={change} />}
          {'rules' in made ? (
            <div>
              <Title order={2}>{validators.preview}</Title>
              <RulesView kind={form.kind} rules={made.rules} />
            </div>
          ) : null}
          {registering.error ? <Failed error={registering.error} /> : null}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
              {validators.public}
            </Text>
            <Button type="submit" loading={registering.isPending || registering.isSuccess}>
              {validators.register}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function Permitted(props: { form: Form; fault: FormFault | undefined; change: (part: Partial<Form>) => void }) {
  const { form, fault, change } = props
  const { validators } = useTexts()
  const { actions, fields } = choicesOf(form.kind)
  const labels: Readonly<Record<string, string>> = form.kind === 'topic' ? validators.topicActions : validators.actions
  return (
    <>
      <Radio.Group
        size="md"
        label={validators.whoLabel}
        value={form.who}
        onChange={(who) => change({ who: who as Form['who'] })}
      >
        <Stack gap="xs" mt={6}>
          {(['owner', 'dao', 'anyone'] as const).map((one) => (
            <Radio key={one} value={one} size="md" label={validators.whoChoices[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.who === 'dao' ? <DaoFields form={form} isWrong={fault === 'topicId'} change={change} /> : null}
      <Checkbox.Group
        size="md"
        label={validators.what}
        value={[...form.permitted]}
        onChange={(permitted) => change({ permitted })}
        error={fault === 'permitted' ? validators.whatWrong : undefined}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs" mt={6}>
          {[...actions, ...fields].map((choice) => {
            const field = fieldIn(choice)
            const label =
              field === undefined
                ? labels[choice]
                : validators.changes((validators.fields as Readonly<Record<string, string>>)[field] ?? field)
            return <Checkbox key={choice} value={choice} size="md" label={label} />
          })}
        </SimpleGrid>
      </Checkbox.Group>
    </>
  )
}

/** The DAO that decides: one of the user's DAOs by its name, or any other by its topic. */
function DaoFields(props: { form: Form; isWrong: boolean; change: (part: Partial<Form>) => void }) {
  const { form, isWrong, change } = props
  const { validators } = useTexts()
  const { chain, config } = useSession()
  const { data } = useQuery({ ...everyDaoQuery(chain, useMe()), enabled: config.services.governance })
  const daos = (data ?? []).flatMap(({ name, topicId }) => (topicId === null ? [] : [{ name, topicId }]))
  return (
    <>
      {daos.length > 0 ? (
        <NativeSelect
          label={validators.dao}
          value={form.isOtherDao ? OTHER : form.topicId}
          onChange={({ currentTarget: { value } }) =>
            change(value === OTHER ? { topicId: '', isOtherDao: true } : { topicId: value, isOtherDao: false })
          }
          data={[
            { value: '', label: validators.chooseDao },
            ...daos.map(({ name, topicId }) => ({ value: topicId, label: `${seen(name)} ${topicId}` })),
            { value: OTHER, label: validators.otherDao },
          ]}
          error={isWrong && !form.isOtherDao ? validators.chooseDao : undefined}
        />
      ) : null}
      {daos.length === 0 || form.isOtherDao ? (
        <TokenInput
          label={validators.daoTopic}
          description={validators.daoTopicHint}
          value={form.topicId}
          onChange={(topicId) => change({ topicId })}
          error={isWrong ? validators.idWrong : undefined}
        />
      ) : null}
    </>
  )
}
const OTHER = 'other'
