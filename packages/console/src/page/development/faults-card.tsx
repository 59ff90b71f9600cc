import { Badge, Button, Card, Group, NativeSelect, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Failed } from '../parts/layout/states.tsx'
import { separators } from '../texts/amounts.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { FAULT_TARGETS, type FaultKind, type FaultTarget, kindsFor, type LedgerFault, useOperation } from './ledger.ts'

const MOST_CALLS = 1_000_000
const MOST_DELAY_MS = 600_000
const isWhole = (value: number | string, from: number, to: number): boolean =>
  value !== '' && Number.isInteger(Number(value)) && Number(value) >= from && Number(value) <= to

export function FaultsCard({ faults }: { faults: LedgerFault[] }) {
  const { development } = useTexts()
  const setting = useOperation('faults')
  const removing = useOperation('faults')
  const failed = setting.error ?? removing.error
  return (
    <Card data-testid="faults">
      <Stack>
        <div>
          <Group justify="space-between">
            <Title order={2}>{development.faults}</Title>
            {faults.length > 0 ? (
              <Badge color="red" variant="outline" size="lg" radius="sm" tt="none">
                {development.faultsOn(faults.length)}
              </Badge>
            ) : null}
          </Group>
          <Text c="dimmed">{development.faultsLead}</Text>
        </div>
        {faults.length === 0 ? (
          <Text>{development.noFaults}</Text>
        ) : (
          <Stack gap={0} component="ul" p={0} m={0} className="rows">
            {faults.map((fault) => {
              const text = `${development.targets[fault.on]}: ${development.kinds[fault.kind]}`
              return (
                <li key={fault.on} style={{ flexWrap: 'wrap', paddingBlock: '0.5rem' }}>
                  <span>
                    <Text span fw={600}>
                      {text}
                    </Text>{' '}
                    · {development.callsLeft(fault.calls)}
                  </span>
                  <Button
                    variant="default"
                    ms="auto"
                    aria-label={`${development.turnOff}: ${text}`}
                    disabled={removing.isPending}
                    onClick={() => removing.mutate({ ...fault, calls: 0 })}
                  >
                    {development.turnOff}
                  </Button>
                </li>
              )
            })}
          </Stack>
        )}
        <NewFault onFault={setting.mutate} isBusy={setting.isPending} />
        {failed ? <Failed error={failed} /> : null}
      </Stack>
    </Card>
  )
}

function NewFault({ onFault, isBusy }: { onFault: (fault: LedgerFault) => void; isBusy: boolean }) {
  const { texts, language } = useLanguage()
  const { development } = texts
  const [on, setOn] = useState<FaultTarget>('transactions')
  const [kind, setKind] = useState<FaultKind>('busy')
  const [calls, setCalls] = useState<number | string>(1)
  const [delayMs, setDelayMs] = useState<number | string>(1000)
  const areCallsGood = isWhole(calls, 1, MOST_CALLS)
  const isDelayGood = kind !== 'slow' || isWhole(delayMs, 0, MOST_DELAY_MS)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (areCallsGood && isDelayGood)
          onFault({ kind, on, calls: Number(calls), ...(kind === 'slow' ? { delayMs: Number(delayMs) } : {}) })
      }}
    >
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <NativeSelect
            label={development.faultOn}
            value={on}
            onChange={(event) => {
              const target = event.currentTarget.value as FaultTarget
              setOn(target)
              if (!kindsFor(target).includes(kind)) setKind('unreachable')
            }}
            data={FAULT_TARGETS.map((value) => ({ value, label: development.targets[value] }))}
            style={{ flex: '1 1 12rem' }}
          />
          <NativeSelect
            label={development.faultKind}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as FaultKind)}
            data={kindsFor(on).map((value) => ({ value, label: development.kinds[value] }))}
            style={{ flex: '1 1 12rem' }}
          />
          <NumberInput
            label={development.calls}
            value={calls}
            onChange={setCalls}
            min={1}
            max={MOST_CALLS}
            allowDecimal={false}
            {...separators(language)}
            allowNegative={false}
            error={areCallsGood ? undefined : development.callsWrong}
            style={{ flex: '1 1 7rem' }}
          />
          {kind === 'slow' ? (
            <NumberInput
              label={development.delay}
              value={delayMs}
              onChange={setDelayMs}
              min={0}
              max={MOST_DELAY_MS}
              allowDecimal={false}
              {...separators(language)}
              allowNegative={false}
              error={isDelayGood ? undefined : development.delayWrong}
              style={{ flex: '1 1 7rem' }}
            />
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          {development.kindTexts[kind]}
        </Text>
        <div>
          <Button type="submit" loading={isBusy}>
            {development.turnOn}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
