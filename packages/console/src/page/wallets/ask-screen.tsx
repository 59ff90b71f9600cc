import { Button, Card, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Wallet } from '../api/client.ts'
import { BALANCE_MS, requestQuery, walletQuery } from '../api/queries.ts'
import { useSendOnce } from '../api/send-once.ts'
import { ledgerNow } from '../api/time.ts'
import { rememberAsked } from '../approve/asked.ts'
import { useDraft, useDraftState } from '../parts/draft.ts'
import { NotAsked } from '../parts/ledger-problems.tsx'
import { Columns, Screen } from '../parts/screen.tsx'
import { Loaded, Loading } from '../parts/states.tsx'
import { useDecimals } from '../parts/use-decimals.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { bodyOf, emptyForm, type Fault, type Form, formOf, KINDS, type When, whensOf } from './ask.ts'
import { AskFields } from './ask-fields.tsx'
import { AskPreview } from './ask-preview.tsx'

export function AskScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/ask' })
  const { texts, language } = useLanguage()
  const { ask } = texts
  const { searchStr } = useLocation()
  const given = new URLSearchParams(searchStr)
  const from = given.get('from')
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const before = useQuery({ ...requestQuery(from ?? ''), enabled: from !== null })
  const decimals = useDecimals(String(before.data?.payload.tokenId ?? 'HBAR'))
  const formKey = `${walletId} ${searchStr} ${from === null ? '' : decimals}`
  const kind = KINDS.find((one) => one === given.get('kind'))
  const name = useCalled()(walletId, query.data?.name)
  return (
    <Screen
      title={ask.title}
      lead={ask.lead(name === undefined ? walletId : `${name} (${walletId})`)}
      crumbs={[
        { to: '/wallets', label: texts.wallets.title },
        { to: `/wallets/${walletId}`, label: name ?? walletId },
      ]}
      isWide
    >
      <Loaded query={query}>
        {(wallet) =>
          from !== null && before.isPending ? (
            <Loading />
          ) : (
            <AskForm
              key={formKey}
              draftName={formKey}
              wallet={wallet}
              initial={
                before.data
                  ? formOf(before.data, wallet, { language, decimals })
                  : { ...emptyForm(wallet), ...(kind === undefined ? {} : { kind }) }
              }
            />
          )
        }
      </Loaded>
    </Screen>
  )
}

function AskForm({ wallet, initial, draftName }: { wallet: Wallet; initial: Form; draftName: string }) {
  const { ask } = useTexts()
  const navigate = useNavigate()
  const sendOnce = useSendOnce()
  const draft = useDraft()
  const [form, setForm] = useDraftState<Form>(draft, draftName, initial)
  const [faults, setFaults] = useState<Fault[]>([])
  const change = (part: Partial<Form>) => {
    setFaults([])
    // The error belongs to the previous input.
    asking.reset()
    setForm((before) => ({ ...before, ...part }))
  }
  const asking = useMutation({
    async mutationFn({ body, force }: { body: Record<string, unknown>; force: boolean }) {
      const path = `/multisig/wallet/${form.kind}/request` as '/multisig/wallet/withdraw/request'
      const sent = force ? { ...body, force } : body
      const request = await sendOnce(sent, (idempotencyKey) =>
        api.multisig.post(path, { body: sent as never, idempotencyKey }),
      )
      rememberAsked(request.jobId, { operation: form.kind, payload: body })
      return request
    },
    onSuccess({ jobId }) {
      draft.clear()
      return navigate({ to: '/requests/$jobId', params: { jobId } })
    },
  })
  const submit = ({ force = false } = {}) => {
    const made = bodyOf(form, wallet, ledgerNow())
    if ('faults' in made) setFaults(made.faults)
    else asking.mutate({ body: made.body, force })
  }
  return (
    <Columns railLabel={ask.preview} rail={<AskPreview form={form} wallet={wallet} />}>
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
            <Radio.Group
              size="md"
              label={ask.when}
              value={form.when}
              onChange={(when) => change({ when: when as When })}
            >
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
            {asking.error ? (
              <NotAsked error={asking.error} anyway={() => submit({ force: true })} isSending={asking.isPending} />
            ) : null}
            <Group justify="space-between">
              <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
                {ask.hint}
              </Text>
              <Button type="submit" loading={asking.isPending || asking.isSuccess}>
                {ask.button}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Columns>
  )
}
