import { Button, Card, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Wallet } from '../api/client.ts'
import { walletQuery } from '../api/queries.ts'
import { ledgerNow } from '../api/time.ts'
import { rememberAsked } from '../approve/asked.ts'
import { Screen } from '../parts/screen.tsx'
import { Failed, Loaded } from '../parts/states.tsx'
import { useTexts } from '../texts/language.tsx'
import { bodyOf, emptyForm, type Fault, type Form, KINDS, type Kind, type When, whensOf } from './ask.ts'
import { AskFields } from './ask-fields.tsx'

export function AskScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/ask' })
  const { ask } = useTexts()
  const query = useQuery(walletQuery(walletId))
  return (
    <Screen title={ask.title} lead={ask.lead(query.data ? `${query.data.name} (${walletId})` : walletId)}>
      <Loaded query={query}>{(wallet) => <AskForm wallet={wallet} />}</Loaded>
    </Screen>
  )
}

const initialKind = (): Kind =>
  KINDS.find((kind) => kind === new URLSearchParams(location.search).get('kind')) ?? 'withdraw'

function AskForm({ wallet }: { wallet: Wallet }) {
  const { ask } = useTexts()
  const navigate = useNavigate()
  const [form, setForm] = useState<Form>({ ...emptyForm(wallet), kind: initialKind() })
  const [faults, setFaults] = useState<Fault[]>([])
  const change = (part: Partial<Form>) => {
    setFaults([])
    setForm((before) => ({ ...before, ...part }))
  }
  const asking = useMutation({
    async mutationFn(body: Record<string, unknown>) {
      const path = `/multisig/wallet/${form.kind}/request` as '/multisig/wallet/withdraw/request'
      const request = await api.multisig.post(path, { body: body as never })
      rememberAsked(request.jobId, { operation: form.kind, payload: body })
      return request
    },
    onSuccess: ({ jobId }) => navigate({ to: '/requests/$jobId', params: { jobId } }),
  })
  const submit = () => {
    const made = bodyOf(form, wallet, ledgerNow())
    if ('faults' in made) setFaults(made.faults)
    else asking.mutate(made.body)
  }
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="lg">
          <AskFields wallet={wallet} form={form} faults={faults} change={change} />
          <Radio.Group size="md" label={ask.when} value={form.when} onChange={(when) => change({ when: when as When })}>
            <Stack gap="xs" mt={6}>
              {whensOf(form.kind).map((when) => (
                <Radio key={when} value={when} size="md" label={ask[when]} description={ask[`${when}Hint`]} />
              ))}
            </Stack>
          </Radio.Group>
          {form.when === 'short' ? null : (
            <TextInput
              type="datetime-local"
              label={ask.time}
              value={form.time}
              onChange={(event) => change({ time: event.currentTarget.value })}
              error={faults.includes('time') ? ask.timeWrong : undefined}
              maw="20rem"
            />
          )}
          {asking.error ? <Failed error={asking.error} /> : null}
          <Group justify="space-between">
            <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
              {ask.hint}
            </Text>
            <Button type="submit" loading={asking.isPending}>
              {ask.button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
