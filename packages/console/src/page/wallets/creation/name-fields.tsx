import { Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../texts/language.tsx'

interface Named {
  name: string
  description: string
}

/** The name of a wallet, which it must have, and its description. */
export function NameFields(props: { details: Named; change: (part: Partial<Named>) => void; isTried: boolean }) {
  const { details, change, isTried } = props
  const { create } = useTexts()
  return (
    <>
      <TextInput
        label={create.walletName}
        value={details.name}
        maxLength={100}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={isTried && details.name.trim() === '' ? create.nameMissing : undefined}
      />
      <Textarea
        label={create.description}
        value={details.description}
        maxLength={1000}
        autosize
        minRows={2}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  )
}
