import { Button, Card, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMyNames } from '../address-book/use-book.ts'
import { api } from '../api/client.ts'
import { useMe, useSession } from '../api/session.tsx'
import { NumberField } from '../parts/amount-input.tsx'
import { type Draft, useDraftState } from '../parts/draft.ts'
import { Drafted } from '../parts/drafted.tsx'
import { Screen } from '../parts/screen.tsx'
import { sendOnce } from '../parts/send-once.ts'
import { Failed } from '../parts/states.tsx'
import { TokenInput } from '../parts/token-input.tsx'
import { numberOf } from '../parts/typed-amount.ts'
import { useTexts } from '../texts/language.tsx'
import { type DaoFault, type DaoForm, daoBodyOf, membersIn } from './dao-form.ts'

export function NewDaoScreen() {
  const { newDao: texts } = useTexts()
  return (
    <Screen title={texts.title} lead={texts.lead}>
      <Drafted form="dao">{(draft) => <NewDaoForm draft={draft} />}</Drafted>
    </Screen>
  )
}

function NewDaoForm({ draft }: { draft: Draft }) {
  const { newDao: texts, pay } = useTexts()
  const me = useMe()
  const navigate = useNavigate()
  const [form, setForm] = useDraftState<DaoForm>(draft, 'form', {
    name: '',
    description: '',
    members: '',
    threshold: { text: '50', units: 50_000_000n },
    weights: 'equal',
    tokenId: '',
    delay: { text: '24', units: 24_000_000n },
  })
  const { chain } = useSession()
  const members = membersIn(form.members, chain, useMyNames())
  const [faults, setFaults] = useState<DaoFault[]>([])
  const change = (part: Partial<DaoForm>) => {
    setFaults([])
    setForm((before) => ({ ...before, ...part }))
  }
  const founding = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof daoBodyOf>['body']>) =>
      sendOnce(draft)(body, (idempotencyKey) => api.governance.post('/daos', { body, idempotencyKey })),
    onSuccess({ daoId }) {
      draft.clear()
      return navigate({ to: '/daos/$daoId', params: { daoId } })
    },
  })
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const made = daoBodyOf(form, members, me)
          if (made.faults) setFaults(made.faults)
          else founding.mutate(made.body)
        }}
      >
        <Stack gap="lg">
          <TextInput
            label={texts.name}
            value={form.name}
            maxLength={200}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={faults.includes('name') ? texts.nameMissing : undefined}
          />
          <Textarea
            label={texts.description}
            value={form.description}
            maxLength={5000}
            autosize
            minRows={2}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Textarea
            label={texts.members}
            description={texts.membersHint}
            placeholder="0.0.1023"
            value={form.members}
            autosize
            minRows={2}
            onChange={(event) => change({ members: event.currentTarget.value })}
            error={
              faults.includes('members')
                ? members.unknown.slice(0, MOST_NAMED).map(pay.noAccount).join('. ')
                : faults.includes('tooManyMembers')
                  ? texts.tooManyMembers
                  : undefined
            }
          />
          <NumberField
            label={texts.threshold}
            description={texts.thresholdHint}
            value={form.threshold}
            unit="%"
            onChange={(threshold) => change({ threshold })}
            error={faults.includes('threshold') ? texts.thresholdWrong : undefined}
            maw="12rem"
          />
          <WeightFields form={form} faults={faults} change={change} />
          {founding.error ? <Failed error={founding.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={founding.isPending || founding.isSuccess}>
              {texts.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

/** An error names at most this many accounts. */
const MOST_NAMED = 3

/** The fields for the weight of votes, and for how long holdings must have been held. */
function WeightFields(props: { form: DaoForm; faults: readonly DaoFault[]; change: (part: Partial<DaoForm>) => void }) {
  const { form, faults, change } = props
  const { newDao: texts, amounts, ask } = useTexts()
  return (
    <>
      <Radio.Group
        size="md"
        label={texts.weights}
        value={form.weights}
        onChange={(weights) => change({ weights: weights as DaoForm['weights'] })}
      >
        <Stack gap="xs" mt={6}>
          {(['equal', 'token', 'hbar'] as const).map((one) => (
            <Radio key={one} value={one} size="md" label={texts[one]} description={texts[`${one}Hint`]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.weights === 'token' ? (
        <TokenInput
          label={texts.tokenId}
          value={form.tokenId}
          onChange={(tokenId) => change({ tokenId })}
          error={faults.includes('tokenId') ? ask.tokenWrong : undefined}
        />
      ) : null}
      {form.weights === 'equal' ? null : (
        <NumberField
          label={texts.delay}
          description={texts.delayHint}
          value={form.delay}
          unit={amounts.hours(numberOf(form.delay))}
          onChange={(delay) => change({ delay })}
          error={faults.includes('delay') ? texts.hoursWrong : undefined}
          maw="12rem"
        />
      )}
    </>
  )
}
