import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalled } from '../address-book/use-called.ts'
import { api, type Wallet } from '../api/client.ts'
import { rememberAsked } from '../api/kept-asked.ts'
import { BALANCE_MS, walletQuery } from '../api/queries.ts'
import { useMe } from '../api/session.tsx'
import { ledgerNow } from '../api/time.ts'
import type { PermittedFees } from '../approve/check.ts'
import { type Draft, useDraftState } from '../parts/draft.ts'
import { Drafted } from '../parts/drafted.tsx'
import { NotAsked } from '../parts/ledger-problems.tsx'
import { Columns, Screen } from '../parts/screen.tsx'
import { sendOnce } from '../parts/send-once.ts'
import { Loaded, Loading } from '../parts/states.tsx'
import { useDecimals } from '../parts/use-decimals.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { bodyOf, emptyForm, type Fault, type Form, formOf, KINDS, whenOf, whensOf } from './ask.ts'
import { AskFields } from './ask-fields.tsx'
import { AskPreview } from './ask-preview.tsx'
import { useEarlier } from './earlier.ts'
import { PermitFees } from './permit-fees.tsx'
import { PurposeInput } from './purpose-input.tsx'
import { WhenFields } from './when-fields.tsx'

export function AskScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/ask' })
  const { texts, language } = useLanguage()
  const { ask } = texts
  const { searchStr } = useLocation()
  const given = new URLSearchParams(searchStr)
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const earlier = useEarlier(walletId)
  const decimals = useDecimals(String(earlier?.payload.tokenId ?? 'HBAR'))
  const formKey = `${walletId} ${searchStr} ${earlier ? decimals : ''}`
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
      actions={
        <Button component={Link} to={`/wallets/${walletId}/pay`} variant="default">
          {texts.pay.title}
        </Button>
      }
    >
      <Loaded query={query}>
        {(wallet) =>
          earlier === undefined ? (
            <Loading />
          ) : (
            <Drafted form={formKey}>
              {(draft) => (
                <AskForm
                  draft={draft}
                  wallet={wallet}
                  initial={
                    earlier
                      ? formOf(earlier, wallet, { language, decimals })
                      : { ...emptyForm(), ...(kind === undefined ? {} : { kind }) }
                  }
                />
              )}
            </Drafted>
          )
        }
      </Loaded>
    </Screen>
  )
}

function AskForm({ wallet, initial, draft }: { wallet: Wallet; initial: Form; draft: Draft }) {
  const { ask } = useTexts()
  const navigate = useNavigate()
  const me = useMe()
  const [form, setForm] = useDraftState<Form>(draft, 'form', initial)
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
      const request = await sendOnce(draft)(sent, (idempotencyKey) =>
        api.multisig.post(path, { body: sent as never, idempotencyKey }),
      )
      rememberAsked(me, request.jobId, { operation: form.kind, payload: body })
      return request
    },
    onSuccess({ jobId }) {
      draft.clear()
      return navigate({ to: '/requests/$jobId', params: { jobId } })
    },
  })
  const submit = () => {
    const made = bodyOf(form, wallet, ledgerNow())
    if ('faults' in made) setFaults(made.faults)
    else asking.mutate({ body: made.body, force: false })
  }
  /** Sends the same request once more, with what the user has agreed to. */
  const again = ({ force, maxCustomFees }: { force?: boolean; maxCustomFees?: PermittedFees[] }) => {
    if (!asking.variables) return
    const { body, force: before } = asking.variables
    asking.mutate({ body: { ...body, ...(maxCustomFees ? { maxCustomFees } : {}) }, force: force ?? before })
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
            <PurposeInput value={form.purpose} onChange={(purpose) => change({ purpose })} />
            <WhenFields
              when={whenOf(form)}
              time={form.time}
              change={change}
              whens={whensOf(form.kind)}
              isWrong={faults.includes('time')}
            />
            {asking.error && asking.variables ? (
              <NotAsked error={asking.error} anyway={() => again({ force: true })} isSending={asking.isPending}>
                <PermitFees
                  error={asking.error}
                  permit={(maxCustomFees) => again({ maxCustomFees })}
                  isSending={asking.isPending}
                />
              </NotAsked>
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
