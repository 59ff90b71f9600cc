import { Alert, Button, Card, Group, List, NativeSelect, NumberInput, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Failed } from '../parts/layout/states.tsx'
import { exactTimeText, useNow } from '../parts/values.tsx'
import { separators } from '../texts/amounts.ts'
import { durationText } from '../texts/duration.ts'
import { useLanguage } from '../texts/language.tsx'
import { useOperation } from './ledger.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNITS = { minutes: 60_000, hours: HOUR_MS, days: DAY_MS } as const
type Unit = keyof typeof UNITS
/** The clock moves by at most one year at once. */
const MOST_MS = 366 * DAY_MS

export function ClockCard({ aheadMs }: { aheadMs: number }) {
  const { texts, language } = useLanguage()
  const { development } = texts
  const [amount, setAmount] = useState<number | string>(1)
  const [unit, setUnit] = useState<Unit>('days')
  const now = useNow()
  const moving = useOperation('clock')
  const ms = Number(amount) * UNITS[unit]
  const isGood = Number.isInteger(Number(amount)) && ms > 0 && ms <= MOST_MS
  const { effectEnds, effectDue, effectSessions, effectBack, effectOthers } = development
  const effects = [effectEnds, effectDue, effectSessions, effectBack, effectOthers]
  const move = (by: number) => moving.mutate({ ms: by })
  return (
    <Card data-testid="clock">
      <Stack>
        <div>
          <Title order={2}>{development.clock}</Title>
          <Text c="dimmed">{development.clockLead}</Text>
        </div>
        <div>
          <Text fw={650} size="lg" style={{ fontVariantNumeric: 'tabular-nums' }} data-testid="time">
            {exactTimeText(new Date(now).toISOString(), language)}
          </Text>
          <Text size="sm" c="dimmed" data-testid="ahead">
            {aheadMs === 0 ? development.notAhead : development.ahead(durationText(aheadMs))}
          </Text>
        </div>
        <Group gap="sm">
          {[HOUR_MS, DAY_MS, 7 * DAY_MS].map((by) => (
            <Button key={by} variant="default" className="grows" disabled={moving.isPending} onClick={() => move(by)}>
              + {development.span(by)}
            </Button>
          ))}
        </Group>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isGood) move(ms)
          }}
        >
          <Group align="flex-start" gap="sm">
            <NumberInput
              label={development.amount}
              value={amount}
              onChange={setAmount}
              min={1}
              allowDecimal={false}
              {...separators(language)}
              allowNegative={false}
              error={isGood ? undefined : development.amountWrong}
              style={{ flex: '1 1 8rem' }}
            />
            <NativeSelect
              label={development.unit}
              value={unit}
              onChange={(event) => setUnit(event.currentTarget.value as Unit)}
              data={(Object.keys(UNITS) as Unit[]).map((value) => ({ value, label: development.units[value] }))}
              style={{ flex: '1 1 8rem' }}
            />
            <Button type="submit" loading={moving.isPending} className="grows beside-inputs">
              {development.move}
            </Button>
          </Group>
          {isGood ? (
            <Text size="sm" c="dimmed" mt="xs">
              {development.thenTime(exactTimeText(new Date(now + ms).toISOString(), language))}
            </Text>
          ) : null}
        </form>
        {moving.error ? <Failed error={moving.error} /> : null}
        {moving.isSuccess ? (
          <Alert color="green" role="status">
            {development.moved(durationText(moving.variables.ms))}
          </Alert>
        ) : null}
        <div>
          <Text fw={600}>{development.movingDoes}</Text>
          <List size="sm" spacing={4}>
            {effects.map((effect) => (
              <List.Item key={effect}>{effect}</List.Item>
            ))}
          </List>
        </div>
      </Stack>
    </Card>
  )
}
