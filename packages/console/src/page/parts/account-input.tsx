import { Autocomplete, TextInput, type TextInputProps } from '@mantine/core'
import { isEntityId, isMarked, withChecksum, withoutChecksum } from '@quorate/verify'
import { useMyNames } from '../address-book/use-book.ts'
import { useSession } from '../api/session.tsx'
import { useTexts } from '../texts/language.tsx'
import { MyName, Resembles } from './values.tsx'

/**
 * An input for an account id, with or without its checksum, or for a name in the address book. Rejects a wrong
 * checksum. Shows the checksum of the id, so that the user can compare it with another source.
 */
export function AccountInput(
  props: Pick<TextInputProps, 'label' | 'description' | 'error' | 'style'> & {
    value: string
    onChange: (account: string) => void
  },
) {
  const { value, onChange, error, ...others } = props
  const { chain } = useSession()
  const { connect } = useTexts()
  const names = useMyNames()
  const isId = isEntityId(value)
  const mine = names.get(value)
  const change = (text: string): void => {
    const typed = text.trim()
    onChange(withoutChecksum(typed, chain) ?? typed)
  }
  const field = {
    placeholder: '0.0.1022',
    inputMode: 'text' as const,
    autoComplete: 'off',
    ...others,
    value,
    description: isId ? (
      <>
        {mine === undefined ? null : (
          <>
            <MyName name={mine} />{' '}
          </>
        )}
        {connect.withChecksum(withChecksum(value, chain))}
        <Resembles id={value} />
      </>
    ) : (
      others.description
    ),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    error: isMarked(value) ? connect.checksumWrong : error,
  }
  if (names.size === 0) return <TextInput {...field} onChange={({ currentTarget }) => change(currentTarget.value)} />
  return (
    <Autocomplete
      {...field}
      size="md"
      onChange={change}
      data={[...names.keys()]}
      limit={MOST_SHOWN}
      filter={({ options, search }) =>
        options.filter((option) => 'value' in option && fits(option.value, names.get(option.value), search))
      }
      renderOption={({ option }) => (
        <span>
          <MyName name={names.get(option.value) ?? ''} /> <span className="id">{option.value}</span>
        </span>
      )}
    />
  )
}
const MOST_SHOWN = 20

const fits = (account: string, name: string | undefined, search: string): boolean =>
  account.startsWith(search) || (name?.toLowerCase().includes(search.toLowerCase()) ?? false)
