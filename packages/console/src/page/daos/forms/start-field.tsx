import { TextInput } from '@mantine/core'
import { ledgerNow } from '../../api/time.ts'
import { zoneText } from '../../parts/moments.ts'
import { useTexts } from '../../texts/language.tsx'
import { withOffset } from './start-time.ts'

/** The local time at which a vote starts, with its zone. */
export function StartField(props: {
  /** In the format of `<input type="datetime-local">`; empty for as soon as possible. */
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}) {
  const { value, isWrong, onChange } = props
  const { propose: texts } = useTexts()
  const chosen = withOffset(value)
  return (
    <TextInput
      type="datetime-local"
      label={texts.start}
      description={texts.startHint(zoneText(new Date(chosen ?? ledgerNow())))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isWrong ? texts.startWrong : undefined}
      maw="24rem"
    />
  )
}
