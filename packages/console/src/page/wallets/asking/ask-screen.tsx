import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { amountInField, HBAR_DECIMALS } from '@quorate/verify'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCalled } from '../../address-book/use-called.ts'
import type { Wallet } from '../../api/client.ts'
import { BALANCE_MS, walletQuery } from '../../api/queries.ts'
import { ledgerNow } from '../../api/time.ts'
import type { PermittedFees } from '../../approve/check.ts'
import { type Draft, useDraftState } from '../../parts/inputs/draft.ts'
import { Drafted } from '../../parts/inputs/drafted.tsx'
import { useDecimals } from '../../parts/inputs/use-decimals.ts'
import { Columns, Screen } from '../../parts/layout/screen.tsx'
import { Loaded, Loading } from '../../parts/layout/states.tsx'
import { NotAsked } from '../../parts/ledger/ledger-problems.tsx'
import { useLanguage } from '../../texts/language.tsx'
import { earlierPayments } from '../paying/payments.ts'
import { SaveTemplate, Templates } from '../paying/templates.tsx'
import { bodyOf, emptyForm, type Fault, type Form, formOf, KINDS, whenOf, whensFor, whensOf } from './ask.ts'
import { AskFields } from './ask-fields.tsx'
import { AskPreview } from './ask-preview.tsx'
import { useEarlier } from './earlier.ts'
import { PermitFees } from './permit-fees.tsx'
import { memoOf } from './purpose.ts'
import { PurposeInput } from './purpose-input.tsx'
import { otherForm, type Replaced, replacing, timesOf, useReplaced } from './replacing.ts'
import { ReplacingNote } from './replacing-note.tsx'
import { useAsking } from './use-asking.ts'
import { WhenFields } from './when-fields.tsx'

export function AskScreen() {
  const { walletId } = useParams({ from: '/wallets/$walletId/ask' })
  const { texts, language } = useLanguage()
  const { ask } = texts
  const { searchStr } = useLocation()
  const given = new URLSearchParams(searchStr)
  const query = useQuery({ ...walletQuery(walletId), refetchInterval: BALANCE_MS })
  const earlier = useEarlier(walletId)
  const replaced = useReplaced(walletId)
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
        <Group gap="xs">
          <Button component={Link} to={otherForm(walletId, 'pay', searchStr)} variant="default">
            {texts.pay.title}
          </Button>
          <Button component={Link} to={otherForm(walletId, 'other', searchStr)} variant="default">
            {texts.other.title}
          </Button>
        </Group>
      }
    >
      <Loaded query={query}>
        {(wallet) =>
          earlier === undefined || replaced === undefined ? (
            <Loading />
          ) : (
            <Drafted form={formKey}>
              {(draft) => (
                <AskForm
                  draft={draft}
                  wallet={wallet}
                  replaced={replaced}
                  initial={{
                    ...(earlier
                      ? formOf(earlier, wallet, { language, decimals })
                      : {
                          ...emptyForm(),
                          ...(kind === undefined ? {} : { kind }),
                          ...amountGiven(given.get('amount'), language),
                        }),
                    ...timesOf(replaced),
                  }}
                />
              )}
            </Drafted>
          )
        }
      </Loaded>
    </Screen>
  )
}

/** The amount that a link begins a payment with, in tinybars. */
function amountGiven(amount: string | null, language: string): Pick<Form, 'amount'> | undefined {
  if (amount === null || !/^[1-9]\d{0,18}$/.test(amount)) return undefined
  const units = BigInt(amount)
  return { amount: { text: amountInField(units, HBAR_DECIMALS, language) } }
}

function AskForm(props: { wallet: Wallet; initial: Form; draft: Draft; replaced: Replaced | null }) {
  const { wallet, initial, draft, replaced } = props
  const { texts, language } = useLanguage()
  const { ask } = texts
  const [form, setForm] = useDraftState<Form>(draft, 'form', initial)
  const decimals = useDecimals(form.asset)
  const [faults, setFaults] = useState<Fault[]>([])
  const change = (part: Partial<Form>) => {
    setFaults([])
    // The error belongs to the previous input.
    asking.reset()
    setForm((before) => ({ ...before, ...part }))
  }
  const asking = useAsking(draft, form.kind)
  const filled = bodyOf({ ...form, when: 'short' }, wallet, { now: ledgerNow(), language, decimals })
  const keepable =
    'body' in filled
      ? { payments: earlierPayments({ operation: form.kind, payload: filled.body }), memo: memoOf(form.purpose)?.memo }
      : undefined
  const submit = () => {
    const made = bodyOf(form, wallet, { now: ledgerNow(), language, decimals })
    if ('faults' in made) setFaults(made.faults)
    else asking.mutate({ body: replacing(made.body, replaced, form), force: false })
  }
  /** Sends the same request once more, with the exceptions that the user has agreed to. */
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
            <ReplacingNote replaced={replaced} form={form} />
            {form.kind === 'withdraw' ? <Templates wallet={wallet} /> : null}
            <AskFields wallet={wallet} form={form} faults={faults} change={change} />
            <PurposeInput value={form.purpose} onChange={(purpose) => change({ purpose })} />
            <WhenFields
              when={whenOf(form, wallet)}
              time={form.time}
              change={change}
              whens={whensFor(whensOf(form.kind), wallet)}
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
              {form.kind === 'withdraw' ? <SaveTemplate wallet={wallet} content={keepable} /> : null}
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
