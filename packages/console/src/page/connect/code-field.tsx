/** The field of a second factor's code, which takes a recovery code instead if the user has no authenticator. */
import { Anchor, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/language.tsx'

const DIGITS = /^\d{6}$/
const RECOVERY = /^[a-z2-7]{4}(-?[a-z2-7]{4}){3}$/i

export const isSecondFactorCode = (code: string): boolean => DIGITS.test(code) || RECOVERY.test(code)

/** @param isChecked Whether to say what is wrong with the code */
export function CodeField(props: {
  value: string
  onChange: (code: string) => void
  isChecked?: boolean
  autoFocus?: boolean
  takesRecovery?: boolean
}) {
  const { value, onChange, isChecked = false, autoFocus = false, takesRecovery = true } = props
  const { connect, settings } = useTexts()
  const [isRecovery, setRecovery] = useState(false)
  const isWrong = isChecked && !(isRecovery ? RECOVERY : DIGITS).test(value)
  return (
    <div style={{ flex: '1 1 12rem' }}>
      <TextInput
        label={isRecovery ? connect.recoveryCode : connect.code}
        description={isRecovery ? connect.recoveryCodeHint : connect.codeHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s/g, ''))}
        error={isWrong ? (isRecovery ? settings.recoveryCodeWrong : settings.codeWrong) : undefined}
        maxLength={30}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoFocus={autoFocus}
      />
      {takesRecovery ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            setRecovery(!isRecovery)
            onChange('')
          }}
        >
          {isRecovery ? connect.useAuthenticator : connect.useRecoveryCode}
        </Anchor>
      ) : null}
    </div>
  )
}
