import { TextInput, type TextInputProps } from '@mantine/core'
import { isEntityId, withChecksum, withoutChecksum } from '@quorate/verify'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/language.tsx'

/**
 * An account's id, typed with its checksum or without. With one that does not fit it is no id; the checksum of what was
 * typed is shown, to be compared with what others say.
 */
export function AccountInput(
  props: Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (account: string) => void },
) {
  const { value, onChange, error, ...others } = props
  const { chain } = useSession()
  const { connect } = useTexts()
  const isId = isEntityId(value)
  const isMistyped = /^[\d.]+-[a-z]{5}$/.test(value)
  return (
    <TextInput
      placeholder="0.0.1022"
      inputMode="text"
      autoComplete="off"
      {...others}
      value={value}
      description={isId ? connect.withChecksum(withChecksum(value, chain)) : others.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value.trim()
        onChange(withoutChecksum(typed, chain) ?? typed)
      }}
      error={isMistyped ? connect.checksumWrong : error}
    />
  )
}
