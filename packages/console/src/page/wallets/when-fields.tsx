/** When a request is executed: at once, until a date, or at a set time. */
import { Radio, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'
import type { When } from './ask.ts'

export function WhenFields(props: {
  whens: readonly When[]
  when: When
  /** In the format of `<input type="datetime-local">`. */
  time: string
  isWrong: boolean
  change: (part: { when?: When; time?: string }) => void
}) {
  const { whens, when, time, isWrong, change } = props
  const { ask } = useTexts()
  return (
    <>
      <Radio.Group size="md" label={ask.when} value={when} onChange={(next) => change({ when: next as When })}>
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
          value={time}
          onChange={(event) => change({ time: event.currentTarget.value })}
          error={isWrong ? ask.timeWrong : undefined}
          maw="20rem"
        />
      )}
    </>
  )
}
