import { Textarea } from '@mantine/core'
import { useTexts } from '../texts/language.tsx'

/** The reason for a rejection or a withdrawal. */
export function ReasonInput({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { request } = useTexts()
  return (
    <Textarea
      label={request.reason}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={1000}
      autosize
      minRows={2}
      data-autofocus
    />
  )
}
