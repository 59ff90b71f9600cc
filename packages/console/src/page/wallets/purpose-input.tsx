/** An input for what a request is for: the memo of its transaction. */
import { TextInput } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'

/** The ledger's limit of a memo in UTF-8, in bytes. */
const MAX_BYTES = 100

const isTooLong = (text: string): boolean => new TextEncoder().encode(text.trim()).length > MAX_BYTES

/** The field of a request's body; undefined if the purpose is too long. */
export const memoOf = (purpose: string): { memo?: string } | undefined =>
  isTooLong(purpose) ? undefined : purpose.trim() === '' ? {} : { memo: purpose.trim() }

export function PurposeInput({ value, onChange }: { value: string; onChange: (purpose: string) => void }) {
  const { pay } = useTexts()
  return (
    <TextInput
      label={pay.purpose}
      description={pay.purposeHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isTooLong(value) ? pay.purposeTooLong : undefined}
    />
  )
}
