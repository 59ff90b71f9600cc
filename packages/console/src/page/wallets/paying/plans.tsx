/** Plans of payment templates: each payment is opened as a request, which owners sign like any other. */
import { Alert, Anchor, Button, Group, NativeSelect, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MultisigTypes } from '@quorate/client'
import { MAX_PLAN_PAYMENTS, type PaymentPeriod, paymentPeriods } from '@quorate/verify'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOwnerNames } from '../../address-book/use-owner-names.ts'
import { api, type Wallet } from '../../api/client.ts'
import { templatesQuery } from '../../api/queries.ts'
import { ledgerNow } from '../../api/time.ts'
import { Dialog } from '../../parts/layout/dialog.tsx'
import { Failed } from '../../parts/layout/states.tsx'
import { zoneText } from '../../parts/moments.ts'
import { useErrorSentence } from '../../parts/use-error-sentence.ts'
import { Account, Time } from '../../parts/values.tsx'
import { useTexts } from '../../texts/language.tsx'
import { seen } from '../../texts/strangers.ts'

type Entry = MultisigTypes['TemplateEntry']
type Plan = MultisigTypes['PaymentPlan']
const PATH = '/multisig/wallet/{walletId}/templates/{templateId}/plan'

/** The payments that plans of the wallet make next. Nothing if there are none. */
export function NextPayments({ wallet }: { wallet: Wallet }) {
  const { plans: texts } = useTexts()
  const { data = [], error } = useQuery({ ...templatesQuery(wallet.wallet), enabled: wallet.role !== 'observer' })
  const planned = data.filter(({ plan }) => plan !== undefined)
  if (error) return <Failed error={error} />
  if (planned.length === 0) return null
  const due = ({ plan }: Entry) => (plan?.paused ? '~' : (plan?.nextDue ?? '~'))
  return (
    <section className="panel pad" data-testid="next-payments">
      <h2>{texts.title}</h2>
      <p className="fine">{texts.lead}</p>
      <ul className="entries">
        {planned
          .toSorted((one, other) => (due(one) < due(other) ? -1 : 1))
          .map((template) => (
            <li className="entry" key={template.templateId}>
              <Group justify="space-between" p="sm">
                <Stack gap={2} className="anywhere">
                  <Text fw={600}>
                    <bdi>{seen(template.name)}</bdi>
                  </Text>
                  <PlanState template={template} />
                </Stack>
                {wallet.role === 'owner' ? <PlanButton template={template} /> : null}
              </Group>
            </li>
          ))}
      </ul>
    </section>
  )
}

/** What a template's plan does next; nothing without a plan. */
export function PlanState({ template: { walletId, plan } }: { template: Entry }) {
  const { plans: texts } = useTexts()
  const nameOf = useOwnerNames()
  const problem = useErrorSentence(plan?.problem?.code)
  if (!plan) return null
  return (
    <>
      <Text size="sm">
        {texts.every[plan.every]}
        {' · '}
        {texts.made(plan.madeCount, plan.times)}
      </Text>
      <Text size="sm">
        {plan.paused ? (
          texts.paused
        ) : plan.nextDue === undefined || plan.nextOpens === undefined ? (
          texts.over
        ) : (
          <>
            {texts.next} <Time at={plan.nextDue} />
            {' · '}
            {texts.opens} <Time at={plan.nextOpens} />
          </>
        )}
      </Text>
      <span className="fine">
        {texts.askedBy} <Account id={plan.askedBy} name={nameOf(walletId, plan.askedBy)} isPlain />
        {plan.lastJobId === undefined ? null : (
          <>
            {' · '}
            <Anchor component={Link} to={`/requests/${plan.lastJobId}`} size="sm">
              {texts.last}
            </Anchor>
          </>
        )}
      </span>
      {plan.problem ? (
        <Alert color="orange" title={texts.problem}>
          {problem ?? plan.problem.message} <span className="fine">{plan.problem.code}</span>
        </Alert>
      ) : null}
    </>
  )
}

/** Makes, changes, pauses or ends the plan of a template. */
export function PlanButton({ template }: { template: Entry }) {
  const { plans: texts } = useTexts()
  const [isOpen, dialog] = useDisclosure()
  const name = seen(template.name)
  return (
    <>
      <Button variant="default" onClick={dialog.open} aria-label={texts.planOf(name)}>
        {texts.plan}
      </Button>
      <Dialog opened={isOpen} onClose={dialog.close} title={texts.planTitle}>
        <Stack>
          <Text fw={600} className="anywhere">
            <bdi>{name}</bdi>
          </Text>
          <PlanState template={template} />
          {template.plan ? <PlanActions template={template} plan={template.plan} onDone={dialog.close} /> : null}
          <PlanForm template={template} onDone={dialog.close} />
        </Stack>
      </Dialog>
    </>
  )
}

function usePlanChange<T>(walletId: string, change: (value: T) => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['wallet', walletId, 'templates'] }),
  })
}

function PlanActions({ template, plan, onDone }: { template: Entry; plan: Plan; onDone: () => void }) {
  const { plans: texts } = useTexts()
  const path = { walletId: template.walletId, templateId: template.templateId }
  const pausing = usePlanChange(
    template.walletId,
    (paused: boolean) => api.multisig.patch(PATH, { path, body: { paused } }),
    onDone,
  )
  const ending = usePlanChange(template.walletId, () => api.multisig.delete(PATH, { path }), onDone)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" onClick={() => pausing.mutate(!plan.paused)} loading={pausing.isPending}>
          {plan.paused ? texts.resume : texts.pause}
        </Button>
        <Button color="red.9" onClick={() => ending.mutate(undefined)} loading={ending.isPending}>
          {texts.end}
        </Button>
      </Group>
      {plan.paused ? <Text size="sm">{texts.resumeHint}</Text> : null}
      {(pausing.error ?? ending.error) ? <Failed error={pausing.error ?? ending.error} /> : null}
    </Stack>
  )
}

function PlanForm({ template, onDone }: { template: Entry; onDone: () => void }) {
  const { plans: texts, requestForms } = useTexts()
  const [every, setEvery] = useState<PaymentPeriod>(template.plan?.every ?? 'month')
  const [start, setStart] = useState('')
  const [ends, setEnds] = useState<'never' | 'times' | 'until'>('never')
  const [times, setTimes] = useState<number | string>(12)
  const [until, setUntil] = useState('')
  const [isTried, setTried] = useState(false)
  const [first, last] = [Date.parse(start), Date.parse(until)]
  const isStartWrong = !(first > ledgerNow())
  const isUntilWrong = ends === 'until' && !(last >= first)
  const isTimesWrong = ends === 'times' && !(Number.isSafeInteger(times) && Number(times) >= 1)
  const saving = usePlanChange(
    template.walletId,
    () =>
      api.multisig.put(PATH, {
        path: { walletId: template.walletId, templateId: template.templateId },
        body: {
          ...{ every, start: new Date(first).toISOString() },
          ...(ends === 'times' ? { times: Number(times) } : {}),
          ...(ends === 'until' ? { until: new Date(last).toISOString() } : {}),
        },
      }),
    onDone,
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The portal's events also bubble to the form that the dialog was opened from.
        event.stopPropagation()
        setTried(true)
        if (!isStartWrong && !isUntilWrong && !isTimesWrong) saving.mutate(undefined)
      }}
    >
      <Stack>
        <Text size="sm">{template.plan ? texts.changeText : texts.text}</Text>
        <NativeSelect
          label={texts.everyLabel}
          value={every}
          onChange={(event) => setEvery(event.currentTarget.value as PaymentPeriod)}
          data={paymentPeriods.map((value) => ({ value, label: texts.every[value] }))}
        />
        <TextInput
          type="datetime-local"
          label={texts.start}
          description={requestForms.zone(zoneText(new Date(Number.isNaN(first) ? ledgerNow() : first)))}
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
          error={isTried && isStartWrong ? texts.startWrong : undefined}
        />
        <Radio.Group label={texts.ends} value={ends} onChange={(next) => setEnds(next as 'never')}>
          <Stack gap="xs" mt={6}>
            {(['never', 'times', 'until'] as const).map((one) => (
              <Radio key={one} value={one} label={texts.endsAs[one]} />
            ))}
          </Stack>
        </Radio.Group>
        {ends === 'times' ? (
          <NumberInput
            label={texts.times}
            value={times}
            min={1}
            max={MAX_PLAN_PAYMENTS}
            allowDecimal={false}
            onChange={setTimes}
            error={isTried && isTimesWrong ? texts.timesWrong : undefined}
          />
        ) : null}
        {ends === 'until' ? (
          <TextInput
            type="datetime-local"
            label={texts.until}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
            error={isTried && isUntilWrong ? texts.untilWrong : undefined}
          />
        ) : null}
        {saving.error ? <Failed error={saving.error} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {template.plan ? texts.change : texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
