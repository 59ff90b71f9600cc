/** When a request is executed: immediately, until a date, or at a set time. */
import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ledgerNow } from '../../api/time.ts'
import { inLocalField, zoneText } from '../../parts/moments.ts'
import { useTexts } from '../../texts/language.tsx'
import type { When } from './ask.ts'

const SUGGESTED_MS = 3 * 86_400_000

export function WhenFields(props: {
  whens: readonly When[]
  when: When
  /** In the format of `<input type="datetime-local">`. */
  time: string
  isWrong: boolean
  change: (part: { when?: When; time?: string }) => void
}) {
  const { whens, when, time, isWrong, change } = props
  const { ask, requestForms } = useTexts()
  const at = Date.parse(time)
  // Suggests an expiry, but no time of execution: that is the user's choice.
  const [suggested] = useState(() => inLocalField(ledgerNow() + SUGGESTED_MS))
  const choose = (next: When) => {
    if (next === 'until' && time === '') change({ when: next, time: suggested })
    else if (next === 'at' && time === suggested) change({ when: next, time: '' })
    else change({ when: next })
  }
  return (
    <>
      <Radio.Group size="md" label={ask.when} value={when} onChange={(next) => choose(next as When)}>
        <Stack gap="xs" mt={6}>
          {whens.map((one) => (
            <Radio key={one} value={one} size="md" label={ask[one]} description={ask[`${one}Hint`]} />
          ))}
        </Stack>
      </Radio.Group>
      {when === 'short' ? null : (
        <TextInput
          type="datetime-local"
          label={ask.time}
          description={requestForms.zone(zoneText(new Date(Number.isNaN(at) ? ledgerNow() : at)))}
          value={time}
          onChange={(event) => change({ time: event.currentTarget.value })}
          error={isWrong ? ask.timeWrong : undefined}
          maw="20rem"
        />
      )}
    </>
  )
}
