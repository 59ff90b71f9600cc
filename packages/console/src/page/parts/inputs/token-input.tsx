import { TextInput, type TextInputProps } from '@mantine/core'
import { isEntityId, isMarked, withChecksum, withoutChecksum } from '@quorate/verify'
import { useSession } from '../../api/session.tsx'
import { useTexts } from '../../texts/language.tsx'

/** An input for a token's id, with or without its checksum. Rejects a wrong checksum, and shows the right one. */
export function TokenInput(
  props: Pick<TextInputProps, 'label' | 'description' | 'error'> & {
    value: string
    onChange: (token: string) => void
  },
) {
  const { value, onChange, error, description, label } = props
  const { chain } = useSession()
  const { connect } = useTexts()
  return (
    <TextInput
      label={label}
      description={isEntityId(value) ? connect.withChecksum(withChecksum(value, chain)) : description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value.trim()
        onChange(withoutChecksum(typed, chain) ?? typed)
      }}
      error={isMarked(value) ? connect.tokenChecksumWrong : error}
    />
  )
}
