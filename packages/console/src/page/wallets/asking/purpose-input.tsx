/** An input for what a request is for: the memo of its transaction. */
import { TextInput } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'
import { bytesLeft, isTooLong } from './purpose.ts'

export function PurposeInput({ value, onChange }: { value: string; onChange: (purpose: string) => void }) {
  const { pay, requestForms } = useTexts()
  const left = bytesLeft(value)
  return (
    <TextInput
      label={pay.purpose}
      description={left < 0 ? pay.purposeHint : `${pay.purposeHint} ${requestForms.bytesLeft(left)}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isTooLong(value) ? pay.purposeTooLong : undefined}
    />
  )
}
